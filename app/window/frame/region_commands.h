// app/window/frame/region_commands.h -- the commands that open, fold and select the regions of the window.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

// Closes the topmost thing that is open, or clears the selection: what Escape does.
void release(Context c);

}  // namespace tilescope::ui
