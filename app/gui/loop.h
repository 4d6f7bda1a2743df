// app/gui/loop.h -- draws while there is something to draw, sleeps else; the loop that takes one picture.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/options.h"
#include "app/gui/window.h"

namespace tilescope::ui {

// Until the client wants to close, or nothing was touched for options.idle_exit. Returns the exit status.
int run_window(Window& window, WindowClient& client, const Options& options);

// Draws until the picture has settled and writes it to options.shot. Returns the exit status.
int take_picture(Window& window, WindowClient& client, const Options& options);

}  // namespace tilescope::ui
