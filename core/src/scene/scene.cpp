// core/src/scene/scene.cpp -- grids, cells as few boxes, and cells on their way from one place to another.
// SPDX-License-Identifier: MIT
#include "scene_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/hw/memory.h>
#include <tilescope/scene/movement.h>
#include <tilescope/scene/scene.h>

#include <algorithm>

namespace tilescope {
namespace {

// The share of a step in which the last movement still waits.
constexpr double kLongestWait = 0.5;

template <class T>
void keep_rows(std::vector<T>& all, std::size_t first, std::size_t count) {
    if (all.empty()) return;
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    all = std::vector<T>(begin, begin + static_cast<std::ptrdiff_t>(count));
}

void cut_grid(Cells& cells, int first, int rows) {
    const std::size_t at = cells.at(first, 0), count = cells.at(rows, 0);
    keep_rows(cells.tone, at, count);
    keep_rows(cells.mark, at, count);
    keep_rows(cells.label, at, count);
    keep_rows(cells.key, at, count);
    keep_rows(cells.lit, at, count);
    keep_rows(cells.both, at, count);
    keep_rows(cells.row_labels, static_cast<std::size_t>(first), static_cast<std::size_t>(rows));
    cells.rows = rows;
}

// The row of a grid that the picture must show. Row 0 if nothing happens in the grid.
int row_to_show(const MovingScene& whole, std::size_t grid) {
    for (const Movement& m : whole.movements)
        for (const CellSpot& spot : {m.to, m.from})
            if (spot.grid == grid) return spot.row;
    const Cells& cells = whole.scene.grids[grid];
    const auto lit = std::ranges::find(cells.lit, 1);
    return lit == cells.lit.end() || cells.columns == 0 ? 0 : static_cast<int>(lit - cells.lit.begin()) / cells.columns;
}

}  // namespace

Cells empty_grid(std::string id, std::string title, const GridAxes& axes, const GridSize& size, CellKind kind,
                 Tone all) {
    Cells out{.id = std::move(id), .title = std::move(title), .row_axis = std::string(axes.row)};
    out.column_axis = axes.column;
    out.rows = size.rows, out.columns = size.columns, out.kind = kind;
    out.make_empty(all);
    return out;
}

std::vector<std::string> number_labels(int count, int step) {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) out.push_back(say(i * step));
    return out;
}

void key_by_place(Cells& cells) {
    for (int r = 0; r < cells.rows; ++r)
        for (int c = 0; c < cells.columns; ++c)
            cells.key[cells.at(r, c)] = static_cast<std::uint32_t>(r * cells.cell_rows << 16 | c * cells.cell_columns);
}

LineGrid line_grid(std::vector<std::uint32_t> lines, std::uint32_t cell_bytes) {
    std::ranges::sort(lines);
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    LineGrid out{.cells = empty_grid({}, {}, {"address", "chunk"},
                                     {static_cast<int>(lines.size()), static_cast<int>(kLineBytes / cell_bytes)},
                                     CellKind::byte),
                 .row_of = {}};
    out.cells.cell_columns = static_cast<int>(cell_bytes);
    out.row_of.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        out.row_of[lines[i]] = static_cast<int>(i);
        const bool gap = i > 0 && lines[i] != lines[i - 1] + 1;
        out.cells.row_labels.push_back(say(gap ? kGapSign : std::string_view(), hex(lines[i] * kLineBytes)));
    }
    return out;
}

Cells d_grid(const Emulation& e, std::string id, std::string title) {
    Cells out = empty_grid(std::move(id), std::move(title), {"m", "n"}, {static_cast<int>(e.m), static_cast<int>(e.n)},
                           CellKind::element_d, Tone::equal);
    key_by_place(out);
    return out;
}

std::optional<LegendEntry> legend_of_both(const Cells& memory) {
    if (std::ranges::find(memory.both, 1) == memory.both.end()) return std::nullopt;
    return LegendEntry{.tone = Tone::empty,
                       .text = "bytes of A and of B",
                       .means =
                           "Elements of A and elements of B have bytes in this cell. Who writes one operand "
                           "overwrites the other.",
                       .both = true};
}

double part_of_way(double time, std::size_t index, std::size_t count) {
    const double wait = count < 2 ? 0 : kLongestWait * static_cast<double>(index) / static_cast<double>(count - 1);
    const double t = std::clamp((time - wait) / (count < 2 ? 1 : 1 - kLongestWait), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

std::vector<std::size_t> trails_of(std::size_t count, std::size_t most) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < std::min(count, most); ++i) out.push_back(i * count / std::min(count, most));
    return out;
}

MovingScene page_of(const MovingScene& whole, int rows) {
    MovingScene out = whole;
    std::vector<int> first;
    for (std::size_t grid = 0; grid < whole.scene.grids.size(); ++grid) {
        Cells& cells = out.scene.grids[grid];
        first.push_back(cells.rows <= rows ? 0 : row_to_show(whole, grid) / rows * rows);
        if (cells.rows > rows) cut_grid(cells, first.back(), std::min(rows, cells.rows - first.back()));
    }
    const auto inside = [&](CellSpot& spot) {
        spot.row -= first[spot.grid];
        return spot.row >= 0 && spot.row < out.scene.grids[spot.grid].rows;
    };
    std::erase_if(out.movements, [&](Movement& m) {
        const bool from = inside(m.from), to = inside(m.to);
        return !from || !to;
    });
    std::erase_if(out.scene.arrows, [&](Arrow& a) {
        a.from_row -= first[a.grid], a.to_row -= first[a.grid];
        const int last = out.scene.grids[a.grid].rows;
        return a.from_row < 0 || a.to_row < 0 || a.from_row >= last || a.to_row >= last;
    });
    return out;
}

}  // namespace tilescope
