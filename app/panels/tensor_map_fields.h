// app/panels/tensor_map_fields.h -- the members of a tensor map as boxes and lists.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// In as many columns as fit. A box takes its text when it is left; what is refused is answered below it.
// Requires: the operand has a tensor map.
void draw_tensor_map_fields(const View& view, PanelStates& states, Asks& asks, Operand operand);

}  // namespace tilescope::ui
