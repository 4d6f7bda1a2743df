// app/shell/regions.h -- draws the window: bar, rail, stage, side, drawer and status line.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/context.h"

namespace tilescope::ui {

// Draws the whole window. Requires: a call inside an ImGui frame.
void draw_window(Context c, const FrameTools& tools);

}  // namespace tilescope::ui
