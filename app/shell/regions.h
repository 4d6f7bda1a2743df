// app/shell/regions.h -- top bar, rail, stage, side, drawer, status line: where panels are drawn.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/frame.h"

namespace tilescope::ui {

enum class Arrangement : std::uint8_t { wide, normal, compact };

// By the logical size of the window: wide from 1600 x 800, normal from 1000 x 600, compact below.
Arrangement arrangement_for(float logical_width, float logical_height);

// The whole window, filled. Requires: inside a frame of ImGui.
void draw_window(App& app, const FrameTools& tools);

}  // namespace tilescope::ui
