// app/gui/options.h -- the command line options of tilescope-gui.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/window.h"

#include <optional>
#include <string>

namespace tilescope::ui {

struct Options {
    std::string file;                 // the file to open; empty: none
    std::string shot;                 // write a picture to this file and exit; empty: show the window
    std::string shots;                // write pictures of every screen to this folder and exit
    std::string probe_file;           // write the positions of all items here after each settled picture; empty: never
    std::optional<bool> dark;         // replaces the preference
    std::optional<double> idle_exit;  // exit after this many seconds without input
    double autosave = 1;              // seconds from an edit to the backup copy of unsaved edits; 0: no copies
    std::optional<bool> start;        // with or without the start page; none: as the preference says
    bool count_frames = false;        // print the number of drawn frames on exit
    bool one_frame = false;           // exit after the first frame, for measurements
    WindowOptions window;
};

// The options. `exit` has the exit status if the program must end now: after --help or --version, or after a refusal.
struct ParsedOptions {
    Options options;
    std::optional<int> exit;
};
ParsedOptions parse_options(int argc, char** argv);

}  // namespace tilescope::ui
