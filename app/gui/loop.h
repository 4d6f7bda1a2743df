// app/gui/loop.h -- the main loop, which draws only if it must and else sleeps, and the loop that takes one picture.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/options.h"
#include "app/gui/window.h"

namespace tilescope::ui {

// Runs until the client wants to close, or until options.idle_exit seconds pass without input. Returns the exit status.
int run_window(Window& window, WindowClient& client, const Options& options);

// Draws until the picture has settled: no panel wants another frame. Returns the picture.
io::Image settled_picture(Window& window, WindowClient& client);

// Draws until the picture has settled, then writes it to options.shot. Returns the exit status.
int take_picture(Window& window, WindowClient& client, const Options& options);

}  // namespace tilescope::ui
