// core/src/export/sheet_block.h -- the size of one grid on a sheet: cells, labels, names of areas.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/scene/scene.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace tilescope {

inline constexpr double kCellHeight = 20, kLetter = 7.4, kLeastSheetCell = 22, kSheetLine = 18;

// Letters, not bytes: a string is UTF-8.
std::size_t letters_in(std::string_view text);
double width_of(std::string_view text);

// The name of an area below its row: a line goes down to it. Positions are relative to the grid.
struct AreaName {
    std::size_t area;
    double x, from_y, y;
};

// A grid at the origin of the sheet.
struct SheetBlock {
    std::size_t grid = 0;
    double cell_width = 0, cell_height = 0;
    double left = 0, top = 0;  // of the first cell: the labels of rows and columns are before it
    std::vector<double> row_top;
    double width = 0, height = 0;
    bool labels = true;                // cells have room for their numbers
    bool framed = true;                // cells have frames
    std::vector<std::size_t> columns;  // whose labels are drawn
    std::vector<std::size_t> rows;
    std::vector<AreaName> names;
};

// `side` is the size of a cell; 0: cells with labels have room for them, other cells are small.
SheetBlock block_of(const Scene& scene, std::size_t grid, double side);

}  // namespace tilescope
