// app/shell/context.h -- the state that the window program keeps between two frames, in six parts.
// SPDX-License-Identifier: MIT
//
// A function takes the parts that it uses; a command takes a Context.
#pragma once

#include "app/io/autosave.h"
#include "app/panels/panels.h"
#include "app/shell/chooser_state.h"
#include "app/shell/code_job.h"
#include "app/shell/follow_thread.h"
#include "app/shell/jobs.h"
#include "app/shell/lesson_run.h"
#include "app/shell/live_jobs.h"
#include "app/shell/palette_state.h"
#include "app/shell/paste_reading.h"
#include "app/shell/presentation_state.h"
#include "app/shell/redraw.h"
#include "app/shell/save_job.h"
#include "app/shell/start_page_state.h"
#include "app/shell/user_memory.h"
#include "app/ui/view.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
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

// A sentence that the status line shows before all others while these two stay as they are.
struct FirstSaid {
    std::string sentence;
    Focus selection, pointed;
    ImVec2 pointer = {};  // the place of the pointer: an edit can change what is there
};

struct Context;

// Where the session comes from that the document is compared with.
struct ReferenceSource {
    std::string name;            // "the pinned session", "the tab gemm.json", "the file b.json"
    std::uint64_t tab = 0;       // id of the document that is followed; 0: none
    std::uint64_t revision = 0;  // of that document
};
struct Reference {
    std::optional<Derived> derived;  // from look.reference
    ReferenceSource source;          // where look.reference comes from
};

// Why the window asks before a write: another file exists there; or another program changed or removed the file of the
// session; or its contents when it was opened are unknown.
enum class OverwriteReason : std::uint8_t { exists, changed, removed, unknown };
struct OverwriteQuestion {
    std::string path;
    OverwriteReason reason = OverwriteReason::exists;
    std::string_view verb;                            // "save ": of the chooser that asks for another path
    void (*write)(Context, const std::string& path);  // called if the user chooses to overwrite
};

// The file of a session, and what keeps its edits.
struct DocumentFile {
    std::string path;                 // empty: never saved
    std::optional<std::string> text;  // contents of that file when it was opened or saved; none: unknown
    std::uint64_t saved_revision = 1;
    // The session of `saved_revision`: at the start, or when it was opened or saved. None: it is saved nowhere, and the
    // user wants to keep it.
    std::optional<Session> saved;
    std::vector<io::HeldCopy> restored;  // removed as soon as their edits are saved or in a new backup copy
    std::string unprotected;             // why unsaved edits have no backup copy; empty: they have one
};

// The text that was pasted last, and what was found in it.
struct PastedText {
    std::string text;
    std::string path;  // file of the text; empty: it came from elsewhere. Never written
    PasteResult result;
    ProgramChains program;                     // in `text`
    std::optional<io::SessionFile> session;    // of a state line in `text` that is not opened yet
    std::optional<PasteReply> arrived;         // words that were read while another tab was shown
    std::optional<RewrittenMemory> rewritten;  // by the last paste that rewrote the memory
    std::unique_ptr<FollowThread> follower;    // follows a file, whose words are `result`; null: none
};

// What the pointer is on.
struct Pointed {
    Focus item;  // in this frame; empty if there is none
    // Where the pointer was when a key moved the selection. Until it moves, nothing under it is pointed at.
    std::optional<ImVec2> resting;
    std::string topic;  // the topic that F1 explains, if `item` does not determine it
};

struct Drawer {
    std::string tab = "problems";
    bool raised = false;                               // it rose by itself: for an error, a batch or a comparison
    bool had_errors = false, rose_for_errors = false;  // in the last frame; it rose because of an error
};

// Everything that belongs to one open session. A window shows one document; each of its tabs has one.
struct Document {
    std::uint64_t id = 1;  // of the tab; no two documents of a window have the same
    Session session;
    History history;
    Derived derived;
    Results results;
    bool result_requested = false;  // a panel showed the result in the last frame
    bool code_requested = false;    // a panel showed a source text that a thread makes
    std::uint64_t revision = 1;     // unique in the window: what is computed for one document is taken for no other
    DocumentFile file;
    ViewState view_state;
    WordId active_before = WordId::a_desc;  // look.active of the last frame
    Reference reference;
    Pointed pointed;
    Trace trace;
    Requests requests;  // of the last frame
    PastedText paste;
    UserMemory user_memory;
    PanelStates states;
    FirstSaid first_said;
    std::string status;  // one sentence about this revision, shown if `trace` has no sentence
    Drawer drawer;
    std::unique_ptr<LessonRun> lesson;  // the lesson to which this session belongs; null: none
    std::shared_ptr<std::uint64_t> last_revision =
        std::make_shared<std::uint64_t>(1);  // of all documents of the window

    std::uint64_t next_revision() { return ++*last_revision; }
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

// What works on threads.
struct Jobs {
    std::function<void()> wake;                // ends the sleep of the window; threads call it
    std::unique_ptr<EmulationJobs> emulation;  // null: the window cannot emulate
    std::unique_ptr<PasteJobs> paster;         // reads long pasted texts; null: they are read at once
    std::uint64_t pasting = 0;                 // id of the document that it reads for; 0: none
    JobProgress paste_progress;
    std::unique_ptr<SaveJobs> saver;      // writes long files; null: it wrote none yet
    SavingFile saving;                    // what it writes, or wrote last
    JobProgress save_progress;            // that the last frame showed
    std::unique_ptr<CodeJobs> coder;      // makes source texts that read files; null: it made none yet
    CodeToMake asked_code;                // its last request
    std::unique_ptr<ReadJobs> reader;     // reads the files that the user opens; null: they are read at once
    std::string reading;                  // path of the file that it reads; empty: none
    std::vector<std::string> to_read;     // the files after it
    bool reads_several = false;           // it is one of several files
    std::unique_ptr<FolderJobs> folders;  // reads folders for the chooser; null: they are read at once
    LiveDesk live;                        // runs on a GPU

    bool is_reading() const { return !reading.empty(); }
    // Drops the file that is being read. Call this if something else was opened meanwhile.
    void stop_reading() {
        if (!is_reading()) return;
        reader->stop();
        reading.clear();
        to_read.clear();
    }
};

// What lies over the regions of the window.
struct Overlays {
    PaletteState palette;
    ChooserState chooser;
    std::optional<OverwriteQuestion> overwrite;
    bool shows_help = false;
    std::optional<std::vector<LessonHead>> lesson_list;  // while the list of the lessons is open
    std::uint64_t leaves_lesson = 0;                     // document whose lesson the user leaves: asks about it
    StartPage start_page;                                // shown over the regions; start_page.h
    Presentation presentation;                           // one picture fills the window; presentation.h
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
    bool ring = false;                // draws a ring around that region until the user clicks
    bool full_screen = false;
    ZoomTo zoom_to = ZoomTo::none;   // what the pictures do when they are drawn next
    std::optional<bool> asked_dark;  // by --theme: valid until the user chooses another theme
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

// The owner that a parameter asks for: owner<const Prefs&>(c) is c.prefs.
template <class Parameter>
auto& owner(Context& c) {
    using Owner = std::remove_cvref_t<Parameter>;
    if constexpr (std::is_same_v<Owner, Context>) return c;
    if constexpr (std::is_same_v<Owner, Document>) return c.document();
    if constexpr (std::is_same_v<Owner, Documents>) return c.documents;
    if constexpr (std::is_same_v<Owner, Jobs>) return c.jobs;
    if constexpr (std::is_same_v<Owner, Overlays>) return c.overlays;
    if constexpr (std::is_same_v<Owner, Regions>) return c.regions;
    if constexpr (std::is_same_v<Owner, Prefs>) return c.prefs;
    if constexpr (std::is_same_v<Owner, System>) return c.system;
}
template <class Result, class... Owners>
Result call_with_owners(Result (*function)(Owners...), Context c) {
    return function(owner<Owners>(c)...);
}
// A function that takes any of the owners, for a table whose rows take a Context: with<undo> for void undo(Document&).
// null stays null.
template <auto Function>
inline constexpr auto with = +[](Context c) { return call_with_owners(+Function, c); };
template <>
inline constexpr auto with<nullptr> = nullptr;

// The window passes these tools to a frame.
struct FrameTools {
    const Theme* theme = nullptr;
    float scale = 1;
    ImFont* mono = nullptr;
    CellPainter* painter = nullptr;
    ImFont* lead = nullptr;  // the large fonts of the presentation; null: the font of text
    ImFont* title = nullptr;
};

// Whether only the digits of the active word are shown, not its bits.
inline bool strip_is_folded(const Regions& regions, const Prefs& prefs) {
    return regions.low ? !regions.low_strip : prefs.strip_folded;
}

}  // namespace tilescope::ui
