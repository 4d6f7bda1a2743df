// app/widgets/cell_grid_drawing.h -- how a grid looks; cell_grid.cpp says what it does.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/cell_grid.h"

namespace tilescope::ui {

// Space left of and above the cells for the labels of rows and columns.
ImVec2 label_space(const Cells& cells, const Style& style);

// In this order: fill, pattern, outline of what is lit, numbers, rings, position bars, labels of rows and columns.
void draw_cell_grid(const Cells& cells, const GridAsk& ask, const GridPlaces& places, const Style& style);

}  // namespace tilescope::ui
