// app/ui/cell_painter.cpp -- fills a grid with rectangles.
// SPDX-License-Identifier: MIT
#include "app/ui/cell_painter.h"
#include "app/ui/drawing.h"

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

// The positions of the cells of a grid in the window.
struct Placing {
    const CellGrid& grid;
    ImVec2 min;
    float cell_x, cell_y;  // size of a cell in pixels

    // Whole pixels, so that neighbours share an edge and no seam is visible.
    float x(int column) const { return std::round(min.x + (static_cast<float>(column) - grid.left) * cell_x); }
    float y(int row) const { return std::round(min.y + (static_cast<float>(row) - grid.top) * cell_y); }
    ImVec2 low(int row, int column) const { return {x(column), y(row)}; }
    ImVec2 high(int row, int column) const { return {x(column + 1), y(row + 1)}; }
};

void draw_lines(ImDrawList& list, const Placing& at, ImVec2 max) {
    const CellGrid& g = at.grid;
    if (std::min(at.cell_x, at.cell_y) < g.line_cell) return;
    const int first_column = std::max(0, static_cast<int>(g.left)), first_row = std::max(0, static_cast<int>(g.top));
    for (int column = first_column; column <= g.columns && at.x(column) <= max.x; ++column)
        list.AddRectFilled({at.x(column), at.min.y}, {at.x(column) + g.line_width, std::min(max.y, at.y(g.rows))},
                           g.line);
    for (int row = first_row; row <= g.rows && at.y(row) <= max.y; ++row)
        list.AddRectFilled({at.min.x, at.y(row)}, {std::min(max.x, at.x(g.columns)), at.y(row) + g.line_width}, g.line);
}

// Draws one cell: the fill, then the pattern.
void draw_cell(ImDrawList& list, const Placing& at, int row, int column) {
    const CellGrid& g = at.grid;
    const auto index =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(g.columns) + static_cast<std::size_t>(column);
    const std::uint8_t cell = g.cells[index];
    const unsigned colour = cell & kCellColour;
    const ImVec2 low = at.low(row, column), high = at.high(row, column);
    if (colour < g.palette.size()) list.AddRectFilled(low, high, g.palette[colour]);
    const bool crossed = (cell & kCellCrossed) != 0;
    if (crossed || (g.hatched >> colour & 1u) != 0)
        hatch_rect(list, low, high, {.colour = g.hatch, .step = g.hatch_step, .crossed = crossed});
}

void draw_ring(ImDrawList& list, const Placing& at, int row, int column) {
    const CellGrid& g = at.grid;
    const auto index =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(g.columns) + static_cast<std::size_t>(column);
    const std::uint8_t cell = g.cells[index];
    if ((cell & (kCellSelected | kCellPointed)) == 0) return;
    const RingStyle ring_style{
        .colour = g.ring, .halo = g.ring_halo, .width = g.ring_width, .dashed = (cell & kCellSelected) == 0};
    draw_ring_rect(list, at.low(row, column), at.high(row, column), ring_style);
}

}  // namespace

void RectPainter::draw(ImDrawList& list, const CellGrid& grid, ImVec2 min, ImVec2 max) {
    if (grid.right <= grid.left || grid.bottom <= grid.top) return;
    if (grid.cells.size() < static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows)) return;
    const Placing at{.grid = grid,
                     .min = min,
                     .cell_x = (max.x - min.x) / (grid.right - grid.left),
                     .cell_y = (max.y - min.y) / (grid.bottom - grid.top)};
    const int row_begin = std::max(0, static_cast<int>(std::floor(grid.top)));
    const int row_end = std::min(grid.rows, static_cast<int>(std::ceil(grid.bottom)));
    const int column_begin = std::max(0, static_cast<int>(std::floor(grid.left)));
    const int column_end = std::min(grid.columns, static_cast<int>(std::ceil(grid.right)));

    list.PushClipRect(min, max, true);
    for (int row = row_begin; row < row_end; ++row)
        for (int column = column_begin; column < column_end; ++column) draw_cell(list, at, row, column);
    draw_lines(list, at, max);
    for (int row = row_begin; row < row_end; ++row)
        for (int column = column_begin; column < column_end; ++column) draw_ring(list, at, row, column);
    list.PopClipRect();
}

}  // namespace tilescope::ui
