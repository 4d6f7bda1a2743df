// core/src/export/sheet_block.cpp -- the size of one grid on a sheet: cells, labels, names of areas.
// SPDX-License-Identifier: MIT
#include "sheet_block.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace tilescope {
namespace {

constexpr double kLargestSide = 640, kLeastSide = 4;  // of a grid whose cells have no labels; of one of its cells
constexpr double kNameHeight = 15, kNameGap = 6, kRowLabelHeight = 14;
constexpr double kLeastLabelHeight = 15, kLeastFramed = 10, kMostStrip = 1400;

std::size_t longest(const std::vector<std::string>& texts) {
    std::size_t most = 0;
    for (const std::string& t : texts) most = std::max(most, letters_in(t));
    return most;
}

std::size_t most_digits(const Cells& cells) {
    std::size_t digits = 0;
    for (const std::int32_t label : cells.label)
        if (label != kNoLabel) digits = std::max(digits, std::to_string(label).size());
    return digits;
}

void set_cells(SheetBlock& b, const Cells& cells, double side) {
    const std::size_t digits = most_digits(cells), heads = longest(cells.column_labels);
    const auto most = static_cast<double>(std::max({cells.rows, cells.columns, 1}));
    if (side == 0 && digits == 0) side = std::clamp(std::floor(kLargestSide / most), kLeastSide, kLeastSheetCell);
    const double needed = static_cast<double>(digits) * kLetter + 8;
    if (side == 0) {
        b.cell_height = kCellHeight;
        b.cell_width = std::max({kLeastSheetCell, needed, static_cast<double>(heads) * kLetter + 8});
        // A long strip: the labels above it are enough.
        if (cells.rows == 1 && b.cell_width * cells.columns > kMostStrip)
            b.cell_width = std::max(std::floor(kMostStrip / cells.columns), kLeastSide), b.labels = false;
        return;
    }
    // The cells of memory are wider than those of a matrix: there are few in a row.
    b.cell_height = std::min(side, kCellHeight);
    b.cell_width = cells.columns <= 8 ? std::max(side, std::min(2.5 * side, kLeastSheetCell)) : side;
    b.labels = b.cell_height >= kLeastLabelHeight && b.cell_width >= needed;
    b.framed = b.cell_height >= kLeastFramed;
}

// Of labels without gaps every second, fourth, ... is drawn; else each that has room.
std::vector<std::size_t> labels_with_room(const std::vector<std::string>& labels, double pitch, bool across) {
    std::vector<std::size_t> out;
    const auto room = [&](std::size_t i) { return across ? width_of(labels[i]) + 4 : kRowLabelHeight; };
    double widest = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) widest = std::max(widest, room(i));
    std::size_t step = 1;
    while (static_cast<double>(step) * pitch < widest && step < labels.size()) step *= 2;
    if (std::ranges::none_of(labels, &std::string::empty)) {
        for (std::size_t i = 0; i < labels.size(); i += step) out.push_back(i);
        return out;
    }
    double end = -std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const double middle = (static_cast<double>(i) + 0.5) * pitch, half = room(i) / 2;
        if (labels[i].empty() || middle - half < end) continue;
        out.push_back(i);
        end = middle + half;
    }
    return out;
}

// Names of one row, from right to left: a name goes deeper than all names that begin above it. So no line of a name
// crosses another name. Returns the number of lines.
std::size_t add_names(SheetBlock& b, const Scene& scene, int row, double bottom) {
    std::vector<std::size_t> areas;
    for (std::size_t i = 0; i < scene.areas.size(); ++i)
        if (const Area& a = scene.areas[i]; a.grid == b.grid && a.rows == 1 && a.row == row) areas.push_back(i);
    std::ranges::sort(areas, std::ranges::greater(), [&](std::size_t i) { return scene.areas[i].column; });
    std::vector<double> begins;  // of each name that was placed
    std::vector<std::size_t> depth;
    std::size_t most = 0;
    for (const std::size_t i : areas) {
        const Area& a = scene.areas[i];
        const double x = b.left + (a.column + 0.5) * b.cell_width, end = x + width_of(a.label) + kNameGap;
        std::size_t line = 0;
        for (std::size_t k = 0; k < begins.size(); ++k)
            if (begins[k] < end) line = std::max(line, depth[k] + 1);
        begins.push_back(x), depth.push_back(line);
        most = std::max(most, line + 1);
        b.names.push_back({i, x, bottom, bottom + (static_cast<double>(line) + 0.7) * kNameHeight});
        b.width = std::max(b.width, end);
    }
    return most;
}

}  // namespace

std::size_t letters_in(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}
double width_of(std::string_view text) { return static_cast<double>(letters_in(text)) * kLetter; }

SheetBlock block_of(const Scene& scene, std::size_t grid, double side) {
    const Cells& cells = scene.grids[grid];
    SheetBlock b;
    b.grid = grid;
    set_cells(b, cells, side);
    b.columns = labels_with_room(cells.column_labels, b.cell_width, true);
    b.rows = labels_with_room(cells.row_labels, b.cell_height, false);
    const double row_labels = static_cast<double>(longest(cells.row_labels)) * kLetter;
    b.left = row_labels == 0 ? 0 : row_labels + 8;
    b.top = kSheetLine * (cells.column_labels.empty() ? 1.2 : 2);
    b.width = std::max(b.left + b.cell_width * cells.columns, width_of(cells.title));
    double y = b.top;
    for (int r = 0; r < cells.rows; ++r) {
        b.row_top.push_back(y);
        y += b.cell_height;
        if (const std::size_t lines = add_names(b, scene, r, y); lines > 0)
            y += static_cast<double>(lines) * kNameHeight + kNameGap;
    }
    b.height = y;
    return b;
}

}  // namespace tilescope
