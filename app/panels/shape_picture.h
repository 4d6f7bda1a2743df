// app/panels/shape_picture.h -- draws A, B and D to scale; edges can be dragged to legal sizes.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Draws the shape of the instruction. Requests: SetField of m and n; each drag is one gesture.
void draw_shape_picture(const View& view, PanelStates& states, Requests& requests);

}  // namespace tilescope::ui
