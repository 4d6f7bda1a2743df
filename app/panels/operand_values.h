// app/panels/operand_values.h -- with which values operands are filled, and how A and B were written to memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// "identity", "written: 128B K-major at 0x400": buttons that open what they say. Where the image of A or B is not what
// its words read, the line carries a sign and [As the words say]. Of an A that is not in shared memory the image is its
// type. Nothing for operands that the form does not have.
void draw_operand_values(const View& view, PanelStates& states, Asks& asks, RecipeOf of);
void draw_operand_image(const View& view, PanelStates& states, Asks& asks, Operand operand);
void draw_metadata_values(const View& view, PanelStates& states, Asks& asks);

}  // namespace tilescope::ui
