// app/panels/operand_values.h -- the values of the operands, and how A and B were written to memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Whether the memory of the operand was written in another way than its words read it. Types are always compared.
// Layouts are compared only if the writer is `tile`; for other writers, the result reports each mismatch.
bool is_written_otherwise(const View& view, Operand operand);

// Each line has a button with the current value ("identity", "written 128B K-major at 0x400"). The button opens a popup
// to change the value. If the image of A or B differs from the layout that the words describe, the line has a warning
// sign and the button [Match the words]. If A is not in shared memory, its button shows only the type. Draws nothing
// for operands that the form does not have.
void draw_operand_values(const View& view, PanelStates& states, Requests& requests, RecipeOf of);
void draw_operand_image(const View& view, PanelStates& states, Requests& requests, Operand operand);
void draw_metadata_values(const View& view, PanelStates& states, Requests& requests);

}  // namespace tilescope::ui
