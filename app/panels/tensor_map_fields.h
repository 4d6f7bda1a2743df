// app/panels/tensor_map_fields.h -- text boxes and lists for the members of a tensor map.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Draws the members in as many columns as fit. A typed text is used when its box loses the focus. The reason for a
// refused text appears below the box.
// Requires: the operand has a tensor map.
void draw_tensor_map_fields(const View& view, PanelStates& states, Requests& requests, Operand operand);

}  // namespace tilescope::ui
