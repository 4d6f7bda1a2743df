// app/window/frame/move_selection.h -- the arrow keys move the selection from cell to cell.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

// Moves the selection from cell to cell of the grid with the selection, or from column to column of the mask.
void move_cell(Document& doc, int down, int right);

}  // namespace tilescope::ui
