// app/shell/app.h -- the state that the window program keeps between two frames.
// SPDX-License-Identifier: MIT
//
// It uses no GLFW and no GL, so tests can create an App and call frame().
#pragma once

#include "app/io/autosave.h"
#include "app/panels/panels.h"
#include "app/shell/jobs.h"
#include "app/shell/live_desk.h"
#include "app/shell/redraw.h"
#include "app/ui/view.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

enum class ThemeChoice : std::uint8_t { light, dark };

// The preferences as values. app/io reads and writes their file.
struct Prefs {
    ThemeChoice theme = ThemeChoice::light;
    float scale = 1;  // chosen by the user; multiplied by the scale of the monitor
    float rail = 240, side = 320, drawer = 0.13f;
    bool rail_folded = false, drawer_folded = false;
    bool reduced_motion = false;
    bool live = false;        // live mode: the window may start a worker, which looks for a GPU
    std::string live_worker;  // the command that starts it; empty: on this machine
    std::vector<std::string> recents;
    friend bool operator==(const Prefs&, const Prefs&) = default;
};

// The command palette. The shell draws it over everything else.
struct PaletteState {
    bool open = false, just_opened = false, cursor_to_end = false;
    std::string text;
    std::string verb;  // "open ": the palette was opened to ask for a path
    int chosen = 0;
    std::vector<HelpTopic> topics;  // all help topics, collected once when the palette opens
};

// A backup copy from a program that ended without saving its edits.
struct BackupOffer {
    io::HeldCopy copy;
    std::optional<Session> session;  // none: the copy cannot be read
    std::string sentence;            // shown to the user
};

struct App;

// Why the window asks before a write: another file exists there; or another program changed or removed the file of the
// session; or its contents when it was opened are unknown.
enum class OverwriteReason : std::uint8_t { exists, changed, removed, unknown };
struct OverwriteQuestion {
    std::string path;
    OverwriteReason reason = OverwriteReason::exists;
    std::string_view verb;                         // "save ": start of the palette text that asks for another path
    void (*write)(App&, const std::string& path);  // called if the user chooses to overwrite
};

struct App {
    Session session;
    History history;
    Derived derived;
    Results results;
    std::unique_ptr<EmulationJobs> jobs;  // null: the window cannot emulate
    std::unique_ptr<ReadJobs> reader;     // reads the files that the user opens; null: they are read at once
    LiveDesk live;                        // runs on a GPU
    bool result_requested = false;        // a panel showed the result in the last frame
    std::uint64_t revision = 1, saved_revision = 1;
    ViewState view_state;
    WordId active_before = WordId::a_desc;  // look.active of the last frame
    std::optional<Derived> reference;       // derived from look.reference
    Focus pointed;                          // the item under the pointer in this frame; empty if there is none
    std::string pointed_topic;              // the topic that F1 explains, if `pointed` does not determine it
    Trace trace;
    std::string paste_text;
    PasteResult pasted;
    Prefs prefs;
    PanelStates states;
    PaletteState palette;
    Requests requests;  // requests of the last frame
    Redraw redraw;
    std::vector<BackupOffer> backup_offers;  // newest first; the window offers the first one to the user
    std::vector<io::HeldCopy> restored;      // removed as soon as their edits are saved or in a new backup copy
    std::string unprotected;                 // why unsaved edits have no backup copy; empty: they have one
    std::string reading;                     // path of the file that app.reader reads; empty: none
    std::string file_path;                   // file of the open session; empty: never saved
    std::optional<std::string> file_text;    // contents of that file when it was opened or saved; none: unknown
    std::optional<OverwriteQuestion> overwrite;
    bool closes_once_saved = false;  // "Save" was chosen in the question before closing; cancelling resets it
    std::string status;              // one sentence about this revision, shown if app.trace has no sentence
    std::string drawer_tab = "problems";
    std::string requested_region;  // the region that gets the keyboard focus in this frame
    std::string region = "stage";  // the last region that F6 selected
    bool region_ring = false;      // draws a ring around that region until the user clicks
    bool close_confirmed = false, confirms_unsaved = false, shows_help = false, full_screen = false;
};

}  // namespace tilescope::ui
