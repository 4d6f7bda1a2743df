// app/shell/app.h -- everything the window program holds between two frames. No GLFW, no GL: tests make one and call
// frame().
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/autosave.h"
#include "app/panels/panels.h"
#include "app/shell/jobs.h"
#include "app/shell/redraw.h"
#include "app/ui/view.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

enum class ThemeChoice : std::uint8_t { light, dark };

// Preferences as values; app/io reads and writes them.
struct Prefs {
    ThemeChoice theme = ThemeChoice::light;
    float scale = 1;  // the user's, times the monitor's
    float rail = 240, side = 320, drawer = 0.13f;
    bool rail_folded = false, drawer_folded = false;
    bool reduced_motion = false;
    std::vector<std::string> recents;
    friend bool operator==(const Prefs&, const Prefs&) = default;
};

// Text the shell shows over everything else.
struct PaletteState {
    bool open = false, just_opened = false, cursor_to_end = false;
    std::string text;
    std::string verb;  // "open ": it was opened for a path
    int chosen = 0;
    std::vector<HelpTopic> topics;  // what can be explained, listed once when it opens
};

// Edits that a program left which ended without saving.
struct LeftOver {
    io::HeldCopy copy;
    std::optional<Session> session;  // none: the copy cannot be read
    std::string sentence;
};

struct App;

// Writing to this path would destroy something: the window asks before it does so.
enum class OverwriteReason : std::uint8_t { exists, changed, removed, unknown };
struct OverwriteQuestion {
    std::string path;
    OverwriteReason reason = OverwriteReason::exists;
    std::string_view verb;                         // "save ": what the palette begins with to ask for another path
    void (*write)(App&, const std::string& path);  // the answer is to write
};

struct App {
    Session session;
    History history;
    Derived derived;
    Results results;
    std::unique_ptr<EmulationJobs> jobs;  // null: nothing is emulated
    std::unique_ptr<ReadJobs> reader;     // of files that are opened; null: they are read at once
    bool result_wanted = false;           // a panel showed the result in the last frame
    std::uint64_t revision = 1, saved_revision = 1;
    Look look;
    WordId active_before = WordId::a_desc;  // look.active of the last frame
    std::optional<Derived> reference;       // what follows from look.reference
    Focus pointed;                          // this frame's focus: what is pointed at, else nothing
    std::string pointed_topic;              // what F1 explains, where the focus does not say it
    Trace trace;
    std::string paste_text;
    PasteResult pasted;
    Prefs prefs;
    PanelStates states;
    PaletteState palette;
    Asks asks;  // of the last frame
    Redraw redraw;
    std::vector<LeftOver> left_overs;      // newest first; the first is on offer until it is restored or discarded
    std::vector<io::HeldCopy> restored;    // they go when what came of them is kept or saved
    std::string unprotected;               // why unsaved edits are not kept; empty: they are
    std::string reading;                   // path of a file that app.reader reads; empty: none
    std::string file_path;                 // of the open session; empty: never saved
    std::optional<std::string> file_text;  // what was in that file when it was opened or saved; none: nobody knows
    std::optional<OverwriteQuestion> overwrite;
    bool closes_once_saved = false;  // "Save" answered the question about unsaved edits; a cancelled path ends it
    std::string status;              // one sentence about this revision, shown while nothing is pointed at
    std::string drawer_tab = "problems";
    std::string wanted_region;     // gets the keyboard in this frame
    std::string region = "stage";  // the last one that F6 went to,
    bool region_ring = false;      // shown until the mouse is used
    bool wants_close = false, asks_unsaved = false, shows_help = false, full_screen = false;
};

}  // namespace tilescope::ui
