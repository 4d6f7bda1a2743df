// app/panels/shape_picture.h -- A, B and D to scale, with edges that can be dragged to legal sizes.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Asks: SetField of m and n, one gesture a drag.
void draw_shape_picture(const View& view, PanelStates& states, Asks& asks);

}  // namespace tilescope::ui
