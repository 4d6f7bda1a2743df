// app/widgets/cell_grid_drawing.h -- draws a grid; cell_grid.cpp handles its input.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/cell_grid.h"

namespace tilescope::ui {

// Draws the cells alone, without labels and position bars: fills, patterns, outlines of lit cells, numbers, rings.
void draw_cells(const Cells& cells, const GridOptions& options, const GridPlaces& places, const Style& style);

// Draws, in this order: fills, patterns, outlines of lit cells, numbers, rings, position bars, row and column labels.
void draw_cell_grid(const Cells& cells, const GridOptions& options, const GridPlaces& places, const Style& style);

// Draws the whole grid into a mini-map, with its frames. The first selected cells are dots.
void draw_map(const Cells& cells, const GridOptions& options, const MiniMap& map, const Style& style);

}  // namespace tilescope::ui
