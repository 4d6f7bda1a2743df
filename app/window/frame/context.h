// app/window/frame/context.h -- the state that the window program keeps between two frames, in six parts.
// SPDX-License-Identifier: MIT
//
// A function takes the parts that it uses; a command takes a Context.
#pragma once

#include "app/io/autosave.h"
#include "app/panels/panels.h"
#include "app/window/documents/document.h"
#include "app/window/frame/jobs.h"
#include "app/window/frame/overlays.h"
#include "app/window/frame/redraw.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace tilescope::ui {

enum class ThemeChoice : std::uint8_t { light, dark };

// The preferences as values. app/io reads and writes their file.
struct Prefs {
    ThemeChoice theme = ThemeChoice::light;
    float scale = 1;                              // chosen by the user; multiplied by the scale of the monitor
    float rail = 240, side = 300, drawer = 0.3f;  // arrangement.h: RegionChoice
    float batch_drawer = 0.42f;                   // the drawer while it shows a batch: eight rows of 720 pixels
    bool rail_pinned = false, side_folded = false, strip_folded = false;
    bool all_fields = false;   // false: the fields panel shows only those that matter
    bool drawer_open = false;  // the user opened the drawer; Drawer::raised: the program did
    bool reduced_motion = false;
    bool live = false;        // live mode: the window may start a worker, which looks for a GPU
    std::string live_worker;  // the command that starts it; empty: on this machine
    bool start_page = true;   // the window opens with the start page if it opens no file
    // Saved and copied pictures: of 16:9, of the width of a paper's column, with the sentence, only the visible rows.
    bool picture_slide = false, picture_column = false, picture_caption = true, picture_rows = false;
    std::vector<std::string> recents;
    float lesson = 340;                // width of the lesson pane
    std::vector<std::string> lessons;  // the reached steps of each lesson: app/io/lessons.h
    friend bool operator==(const Prefs&, const Prefs&) = default;
};

// A backup copy from a program that ended without saving its edits.
struct BackupOffer {
    io::HeldCopy copy;
    std::optional<Session> session;  // none: the copy cannot be read
    std::string sentence;            // shown to the user
};

// The questions before a tab or the window closes.
struct Closing {
    enum class What : std::uint8_t { nothing, tab, window };
    What what = What::nothing;
    bool confirmed = false;                // the window closes
    bool asks_unsaved = false;             // asks about the document that is shown
    bool once_saved = false;               // "Save" was chosen in that question; cancelling resets it
    bool asks_saving = false;              // asks whether the window closes although a thread writes a file
    bool once_written = false;             // it closes when that file is written
    std::vector<std::uint64_t> discarded;  // documents whose edits the user gave up while the window closes
};

// The tabs.
struct Documents {
    std::vector<std::unique_ptr<Document>> open;  // in the order of the tabs; never empty, none is null
    std::size_t shown = 0;
    std::uint64_t last_id = 1;
    Closing closing;
    std::vector<BackupOffer> backup_offers;      // newest first; the window offers the first one to the user
    std::optional<std::string> status_at_offer;  // when an offer was drawn last; none: it was not drawn yet

    Documents() { open.push_back(std::make_unique<Document>()); }
    Document& current() { return *open[shown]; }
    const Document& current() const { return *open[shown]; }
};

// The regions of the window, and when they are drawn again.
struct Regions {
    Redraw redraw;
    bool low = false;                 // the last window was too low for the bits of a word and a picture
    bool low_strip = false;           // the user opened the bits there; in higher windows: prefs.strip_folded
    float drawer_needs = 0;           // window pixels that the list in the drawer takes; 0: unknown, or no list
    std::string drawer_shown;         // id of the panel in the drawer
    bool drawer_sized = false;        // the user dragged its edge since it rose: it takes that size, also without need
    std::string flyout, last_flyout;  // id of the rail's panel beside the tiles, now and in the last frame; empty: none
    std::string requested;            // the region that gets the keyboard focus in this frame
    std::string current = "stage";    // the last region that F6 selected
    std::optional<Region> to_front;   // a compact window, which shows one tab, opens the one with this region
    bool ring = false;                // draws a ring around that region until the user clicks
    bool full_screen = false;
    std::uint64_t drawn_revision = 0;  // of the session that the pictures show
    ZoomTo zoom_to = ZoomTo::none;     // what the pictures do when they are drawn next
    std::optional<bool> asked_dark;    // by --theme: valid until the user chooses another theme
};

// The system around the window.
struct System {
    // Puts the bytes of a PNG file on the clipboard; empty: the window has none.
    std::function<Answer<void>(std::string png)> offer_picture;
    ClipboardDesk clipboard;  // the text that the user pastes
    // Asks for so many bytes of it for start_page.arrived, and returns at once. Empty: the page does not show it.
    std::function<void(std::size_t most)> ask_clipboard;
};

// What a command may touch: references to the owners. A function that needs one or two of them takes these.
struct Context {
    Documents& documents;
    Jobs& jobs;
    Overlays& overlays;
    Regions& regions;
    Prefs& prefs;
    System& system;

    Document& document() const { return documents.current(); }
};

// The owner that a parameter asks for, or the part of one: owner<const Prefs&>(c) is c.prefs.
template <class Parameter>
auto& owner(Context& c) {
    using Owner = std::remove_cvref_t<Parameter>;
    if constexpr (std::is_same_v<Owner, Context>) return c;
    if constexpr (std::is_same_v<Owner, Document>) return c.document();
    if constexpr (std::is_same_v<Owner, ViewState>) return c.document().view_state;
    if constexpr (std::is_same_v<Owner, Documents>) return c.documents;
    if constexpr (std::is_same_v<Owner, Jobs>) return c.jobs;
    if constexpr (std::is_same_v<Owner, LiveDesk>) return c.jobs.live;
    if constexpr (std::is_same_v<Owner, AutopsyDesk>) return c.jobs.autopsy;
    if constexpr (std::is_same_v<Owner, Overlays>) return c.overlays;
    if constexpr (std::is_same_v<Owner, ChooserState>) return c.overlays.chooser;
    if constexpr (std::is_same_v<Owner, StartPage>) return c.overlays.start_page;
    if constexpr (std::is_same_v<Owner, Presentation>) return c.overlays.presentation;
    if constexpr (std::is_same_v<Owner, Regions>) return c.regions;
    if constexpr (std::is_same_v<Owner, Prefs>) return c.prefs;
    if constexpr (std::is_same_v<Owner, System>) return c.system;
}
template <class Result, class... Parameters, class... Given>
Result call_with_owners(Result (*function)(Parameters...), Context& c, const Given&... given) {
    return [&]<std::size_t... I>(std::index_sequence<I...>)->Result {
        return function(owner<std::tuple_element_t<I, std::tuple<Parameters...>>>(c)..., given...);
    }
    (std::make_index_sequence<sizeof...(Parameters) - sizeof...(Given)>());
}
// A function that takes any of the owners, for a table whose rows take a Context. What the rows take after it comes
// after the owners, and then fixed values: with<undo> for void undo(Document&), with<step_tab, 1> for
// void step_tab(Context, int by).
template <auto Function, auto... Last>
inline constexpr auto with =
    [](Context c, const auto&... given) { return call_with_owners(+Function, c, given..., Last...); };

// The member of an owner.
template <class Owner, class Type>
Type& member_of(Context& c, Type Owner::*member) {
    return owner<Owner>(c).*member;
}
// A bool: whether it is on, and what turns it on or off.
template <auto Flag>
inline constexpr auto is_set = [](Context c) -> bool { return member_of(c, Flag); };
template <auto Flag>
inline constexpr auto turn = [](Context c) { member_of(c, Flag) = !member_of(c, Flag); };

// The window passes these tools to a frame.
struct FrameTools {
    const Theme* theme = nullptr;
    float scale = 1;
    ImFont* mono = nullptr;
    CellPainter* painter = nullptr;
    ImFont* lead = nullptr;  // the large fonts: View::lead, and of a presentation; null: the font of text
    ImFont* title = nullptr;
};

// Whether a question is open: it gets all keys.
inline bool has_question(const Documents& docs, const Overlays& overlays) {
    return docs.closing.asks_unsaved || docs.closing.asks_saving || overlays.overwrite || overlays.leaves_lesson != 0;
}

// Whether only the digits of the active word are shown, not its bits.
inline bool strip_is_folded(const Regions& regions, const Prefs& prefs) {
    return regions.low ? !regions.low_strip : prefs.strip_folded;
}

}  // namespace tilescope::ui
