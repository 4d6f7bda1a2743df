// app/widgets/cell_grid_outlines.cpp -- the outlines of groups of lit cells, as few rectangles.
// SPDX-License-Identifier: MIT
#include "app/widgets/cell_grid_outlines.h"
#include "app/ui/imgui_drawing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace tilescope::ui {
namespace {

// Some neighbouring lit cells of a row.
struct LitRun {
    int row, begin, end;
};

// Returns the first cell from `first` on that is lit or not, or `end`. memchr looks at many cells at once.
int next_cell(const std::uint8_t* lit, int first, int end, bool wanted) {
    const void* found = std::memchr(lit + first, wanted ? 1 : 0, static_cast<std::size_t>(end - first));
    return found == nullptr ? end : static_cast<int>(static_cast<const std::uint8_t*>(found) - lit);
}

// The sides of a run that have no lit neighbour.
struct Side {
    enum class Of : std::uint8_t { left, right, top, bottom } of;
    ImVec2 low, high;  // the cells along the side
};

// Above and below, neighbours without a lit neighbour share a side.
void add_sides_along(const std::uint8_t* beside, Side::Of of, const LitRun& run, const SeenEdges& edges,
                     std::vector<Side>& out) {
    for (int first = run.begin, end = run.end; first < run.end; first = end) {
        if (beside != nullptr) first = next_cell(beside, first, run.end, false);
        if (first == run.end) return;
        end = beside != nullptr ? next_cell(beside, first, run.end, true) : run.end;
        out.push_back({of, {edges.x(first), edges.y(run.row)}, {edges.x(end), edges.y(run.row + 1)}});
    }
}

void find_sides(const Cells& cells, const LitRun& run, const SeenEdges& edges, std::vector<Side>& out) {
    const std::uint8_t* lit = cells.lit.data() + cells.at(run.row, 0);
    const ImVec2 low{edges.x(run.begin), edges.y(run.row)}, high{edges.x(run.end), edges.y(run.row + 1)};
    out.clear();
    if (run.begin == 0 || lit[run.begin - 1] == 0) out.push_back({Side::Of::left, low, high});
    if (run.end == cells.columns || lit[run.end] == 0) out.push_back({Side::Of::right, low, high});
    add_sides_along(run.row == 0 ? nullptr : lit - cells.columns, Side::Of::top, run, edges, out);
    add_sides_along(run.row + 1 == cells.rows ? nullptr : lit + cells.columns, Side::Of::bottom, run, edges, out);
}

// Draws the sides as thin rectangles inside the cells.
void draw_sides(const std::vector<Side>& sides, float width, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Side& side : sides) {
        ImVec2 low = side.low, high = side.high;
        switch (side.of) {
        case Side::Of::left: high.x = low.x + width; break;
        case Side::Of::right: low.x = high.x - width; break;
        case Side::Of::top: high.y = low.y + width; break;
        case Side::Of::bottom: low.y = high.y - width; break;
        }
        fill_rect(list, low, high, colour);
    }
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

SeenEdges::SeenEdges(const Seen& seen, const GridPlaces& at) : seen_(seen) {
    for (int c = seen.column_begin; c <= seen.column_end; ++c)
        x_.push_back(std::round(at.corner(0, static_cast<float>(c)).x));
    for (int r = seen.row_begin; r <= seen.row_end; ++r)
        y_.push_back(std::round(at.corner(static_cast<float>(r), 0).y));
}

float rim_width(const GridPlaces& at, const Style& style) {
    return std::clamp(std::floor(std::min(at.width, at.height) / 4), 1.0f, style.px.ring);
}

void draw_lit(const Cells& cells, const Seen& seen, const SeenEdges& edges, const GridPlaces& at, const Style& style) {
    if (cells.lit.size() != cells.tone.size() || std::min(at.width, at.height) < style.px.line_cell) return;
    // In a low cell, a wide line would touch the digits.
    const float width = std::min(rim_width(at, style), std::max(1.0f, std::floor(std::min(at.width, at.height) / 8)));
    std::vector<Side> sides;
    for (int row = seen.row_begin; row < seen.row_end; ++row) {
        const std::uint8_t* lit = cells.lit.data() + cells.at(row, 0);
        for (int first = seen.column_begin, end = first; first < seen.column_end; first = end) {
            first = next_cell(lit, first, seen.column_end, true);
            if (first == seen.column_end) break;
            end = next_cell(lit, first, seen.column_end, false);
            find_sides(cells, {row, first, end}, edges, sides);
            draw_sides(sides, width + style.px.line, style.theme.ring_halo);
            draw_sides(sides, width, style.theme.text);
        }
    }
}

}  // namespace tilescope::ui
