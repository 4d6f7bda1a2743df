// app/gui/options.h -- what the program is asked to do, and the ways to do it: a window, a picture, all pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/window.h"

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

// Runs until the client wants to close, or until options.idle_exit seconds pass without input. Returns the exit status.
int run_window(Window& window, AppClient& client, const Options& options);

// Draws until the picture has settled: no panel wants another frame. Returns the picture.
io::Image settled_picture(Window& window, AppClient& client);

// Draws until the picture has settled, then writes it to options.shot. Returns the exit status.
int take_picture(Window& window, AppClient& client, const Options& options);

// Writes every screen in both themes, in three sizes and at three scales. Most pictures have a selection. The name of a
// file is "memory-dark-1440x900-150.png". Returns the exit status.
int take_all_pictures(const WindowSystem& windows, const Options& options);

}  // namespace tilescope::ui
