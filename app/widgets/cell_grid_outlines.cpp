// app/widgets/cell_grid_outlines.cpp -- the outlines of groups of lit cells, as few rectangles.
// SPDX-License-Identifier: MIT
#include "app/widgets/cell_grid_outlines.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tilescope::ui {
namespace {

// Some neighbouring lit cells of a row.
struct LitRun {
    int row, begin, end;
};

// Draws the sides of a run that have no lit neighbour, as thin rectangles inside the cells.
void draw_lit_run(const Cells& cells, const LitRun& run, const GridPlaces& at, float width, ImU32 colour) {
    const std::uint8_t* lit = cells.lit.data() + cells.at(run.row, 0);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = at.cell(run.row, run.begin).min, high = at.cell(run.row, run.end - 1).max;
    if (run.begin == 0 || lit[run.begin - 1] == 0) list.AddRectFilled(low, {low.x + width, high.y}, colour);
    if (run.end == cells.columns || lit[run.end] == 0) list.AddRectFilled({high.x - width, low.y}, high, colour);
    // Above and below, neighbours without a lit neighbour share a rectangle.
    const auto along = [&](const std::uint8_t* beside, float from, float to) {
        for (int first = run.begin; first < run.end;) {
            if (beside != nullptr && beside[first] != 0) {
                ++first;
                continue;
            }
            int end = first + 1;
            while (end < run.end && (beside == nullptr || beside[end] == 0)) ++end;
            list.AddRectFilled({at.cell(run.row, first).min.x, from}, {at.cell(run.row, end - 1).max.x, to}, colour);
            first = end;
        }
    };
    along(run.row == 0 ? nullptr : lit - cells.columns, low.y, low.y + width);
    along(run.row + 1 == cells.rows ? nullptr : lit + cells.columns, high.y - width, high.y);
}

}  // namespace

Seen seen_of(const Cells& cells, const GridPlaces& at) {
    const float columns = (at.area.max.x - at.area.min.x) / at.width,
                rows = (at.area.max.y - at.area.min.y) / at.height;
    return {.row_begin = static_cast<int>(at.top),
            .row_end = std::min(cells.rows, static_cast<int>(std::ceil(at.top + rows))),
            .column_begin = static_cast<int>(at.left),
            .column_end = std::min(cells.columns, static_cast<int>(std::ceil(at.left + columns)))};
}

float rim_width(const GridPlaces& at, const Style& style) {
    return std::clamp(std::floor(std::min(at.width, at.height) / 4), 1.0f, style.px.ring);
}

void draw_lit(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style) {
    if (cells.lit.size() != cells.tone.size() || std::min(at.width, at.height) < style.px.line_cell) return;
    // In a low cell, a wide line would touch the digits.
    const float width = std::min(rim_width(at, style), std::max(1.0f, std::floor(std::min(at.width, at.height) / 8)));
    for (int row = seen.row_begin; row < seen.row_end; ++row) {
        const std::uint8_t* lit = cells.lit.data() + cells.at(row, 0);
        for (int first = seen.column_begin; first < seen.column_end;) {
            if (lit[first] == 0) {
                ++first;
                continue;
            }
            int end = first + 1;
            while (end < seen.column_end && lit[end] != 0) ++end;
            draw_lit_run(cells, {row, first, end}, at, width + style.px.line, style.theme.ring_halo);
            draw_lit_run(cells, {row, first, end}, at, width, style.theme.text);
            first = end;
        }
    }
}

}  // namespace tilescope::ui
