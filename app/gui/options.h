// app/gui/options.h -- what may be asked of tilescope-gui on its command line.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/window.h"

#include <optional>
#include <string>

namespace tilescope::ui {

struct Options {
    std::string file;                 // a session to open; empty: none
    std::string shot;                 // write a picture here and leave; empty: show the window
    std::string shots;                // write pictures of every screen into this folder and leave
    std::string probe_file;           // write where everything is, whenever the picture has settled; empty: never
    std::optional<bool> dark;         // instead of the preference
    std::optional<double> idle_exit;  // leave after so many seconds without input
    double autosave = 1;              // seconds from an edit to a copy of what is unsaved; 0: none
    bool count_frames = false;        // say on exit how many frames were drawn
    WindowOptions window;
};

// What was asked, or the exit status where that is already answered (--help, --version) or refused.
struct ParsedOptions {
    Options options;
    std::optional<int> exit;
};
ParsedOptions parse_options(int argc, char** argv);

}  // namespace tilescope::ui
