// app/panels/shape_picture.h -- draws A, B and D to scale; edges can be dragged to legal sizes.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <functional>

namespace tilescope::ui {

// Draws the shape of the instruction, and beside or below it `card` and the sentences: wherever the picture is larger.
// Requests: SetField of m and n; each drag is one gesture.
void draw_shape_picture(const View& view, PanelStates& states, Requests& requests, const std::function<void()>& card);

}  // namespace tilescope::ui
