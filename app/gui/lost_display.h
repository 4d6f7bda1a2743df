// app/gui/lost_display.h -- what happens when the X server is gone.
// SPDX-License-Identifier: MIT
#pragma once

namespace tilescope::ui {

// Xlib ends the process when its connection breaks, in whichever call notices. `last_words` is called before that, in
// the thread of that call. Without Xlib in the process nothing happens. Requires: GLFW has begun.
void before_xlib_ends_the_program(int (*last_words)(void* display));

}  // namespace tilescope::ui
