// app/widgets/cell_grid_outlines.h -- which cells of a grid are visible, and the outlines of groups of lit cells.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/cell_grid.h"

namespace tilescope::ui {

// The cells that are visible, at least partly.
struct Seen {
    int row_begin, row_end, column_begin, column_end;

    int count() const { return (row_end - row_begin) * (column_end - column_begin); }
};

Seen seen_of(const Cells& cells, const GridPlaces& at);

// Returns the line width of rings and outlines. Small cells get thinner lines, so that their fill stays visible.
float rim_width(const GridPlaces& at, const Style& style);

// Draws a line around each group of visible lit cells, inside the cells.
void draw_lit(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style);

}  // namespace tilescope::ui
