// app/widgets/cell_grid_outlines.h -- which cells of a grid are visible, and the outlines of groups of lit cells.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/cell_grid.h"

#include <cstddef>
#include <vector>

namespace tilescope::ui {

// The cells that are visible, at least partly.
struct Seen {
    int row_begin, row_end, column_begin, column_end;

    int count() const { return (row_end - row_begin) * (column_end - column_begin); }
};

Seen seen_of(const Cells& cells, const GridPlaces& at);

// The edges of the visible cells in whole pixels. Rounded once, because all cells of a column share its edges.
class SeenEdges {
public:
    SeenEdges(const Seen& seen, const GridPlaces& at);

    float x(int column) const { return x_[static_cast<std::size_t>(column - seen_.column_begin)]; }
    float y(int row) const { return y_[static_cast<std::size_t>(row - seen_.row_begin)]; }
    // The same as GridPlaces::cell(). Requires: the cell is visible.
    Rect cell(int row, int column) const { return {{x(column), y(row)}, {x(column + 1), y(row + 1)}}; }

private:
    Seen seen_;
    std::vector<float> x_, y_;
};

// Returns the line width of rings and outlines. Small cells get thinner lines, so that their fill stays visible.
float rim_width(const GridPlaces& at, const Style& style);

// Draws a line around each group of visible lit cells, inside the cells.
void draw_lit(const Cells& cells, const Seen& seen, const SeenEdges& edges, const GridPlaces& at, const Style& style);

}  // namespace tilescope::ui
