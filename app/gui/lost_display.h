// app/gui/lost_display.h -- runs a function before Xlib ends the process because the X server is gone.
// SPDX-License-Identifier: MIT
#pragma once

namespace tilescope::ui {

// The first Xlib call that notices a broken connection ends the process. This function makes Xlib call `last_words`
// first, in the thread of that Xlib call. It does nothing if Xlib is not in the process.
// Requires: GLFW is initialized.
void before_xlib_ends_the_program(int (*last_words)(void* display));

}  // namespace tilescope::ui
