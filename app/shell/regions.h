// app/shell/regions.h -- the regions of the window and their panels: top bar, rail, stage, side, drawer, status line.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/frame.h"

namespace tilescope::ui {

enum class Arrangement : std::uint8_t { wide, normal, compact };

// Returns the arrangement for the logical size of the window: wide from 1600 x 800, normal from 1000 x 600, compact
// below.
Arrangement arrangement_for(float logical_width, float logical_height);

// Draws the whole window. Requires: a call inside an ImGui frame.
void draw_window(App& app, const FrameTools& tools);

}  // namespace tilescope::ui
