// app/ui/cell_painter.cpp -- draws grids of cells with rectangles, and keeps the bytes of their cells.
// SPDX-License-Identifier: MIT
#include "app/ui/cell_painter.h"
#include "app/ui/drawing.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace tilescope::ui {
namespace {

static_assert(kColours <= kPaletteSize);

constexpr std::size_t kMarkCount = 3;  // of Mark
static_assert(static_cast<std::size_t>(Mark::crossed) == kMarkCount - 1);

std::uint8_t texel_of(std::size_t tone, Mark mark) {
    const bool can_hatch = tone >= kFirstHatched && tone < kEndHatched;
    const std::size_t hatched = mark == Mark::hatched && can_hatch ? kToneCount - kFirstHatched : 0;
    const unsigned crossed = mark == Mark::crossed ? kCellCrossed : 0u;
    return static_cast<std::uint8_t>((tone + hatched) | crossed);
}

// Returns no runs if there are too many, or if cells have a pattern or a ring: those are several lines in each cell.
std::vector<CellRun> runs_of(std::span<const std::uint8_t> texels, int columns) {
    std::vector<CellRun> runs;
    int row = 0, column = 0;
    for (std::size_t i = 0; i < texels.size(); ++i, ++column) {
        if (column == columns) ++row, column = 0;
        if (texels[i] >= kToneCount) return {};
        if (column > 0 && texels[i] == texels[i - 1]) {
            ++runs.back().end;
            continue;
        }
        if (runs.size() == TexelStore::kMostRuns) return {};
        runs.push_back({row, column, column + 1, texels[i]});
    }
    return runs;
}

// Compares bytes: std::equal would compare enumerators one by one.
template <class T>
bool same(std::span<const T> now, const std::vector<T>& before) {
    static_assert(std::has_unique_object_representations_v<T>);
    return now.size() == before.size() &&
           (now.empty() || std::memcmp(now.data(), before.data(), now.size_bytes()) == 0);
}

template <class T>
void keep(std::vector<T>& to, std::span<const T> from) {
    to.assign(from.begin(), from.end());
}

// The edges of the visible columns, or rows, in the window: whole pixels, so that neighbours share an edge and no seam
// is visible. Rounded once, because each edge is used by all cells of its column.
struct Edges {
    int begin = 0, end = 0;  // cells
    std::vector<float> at;

    Edges(float low, float high, float from, float to, int count)
        : begin(std::max(0, static_cast<int>(std::floor(from)))),
          end(std::max(begin, std::min(count, static_cast<int>(std::ceil(to))))) {
        const float cell = (high - low) / (to - from);
        at.reserve(static_cast<std::size_t>(end - begin) + 1);
        for (int i = begin; i <= end; ++i) at.push_back(std::round(low + (static_cast<float>(i) - from) * cell));
    }
    float operator[](int cell) const { return at[static_cast<std::size_t>(cell - begin)]; }
};

// The positions of the visible cells of a grid in the window.
struct Placing {
    const CellGrid& grid;
    ImVec2 min, max;
    float cell_x, cell_y;  // size of a cell in pixels
    Edges columns, rows;

    float x(int column) const { return columns[column]; }
    float y(int row) const { return rows[row]; }
    ImVec2 low(int row, int column) const { return {x(column), y(row)}; }
    ImVec2 high(int row, int column) const { return {x(column + 1), y(row + 1)}; }
};

void draw_lines(ImDrawList& list, const Placing& at) {
    const CellGrid& g = at.grid;
    if (std::min(at.cell_x, at.cell_y) < g.line_cell) return;
    const float right = std::min(at.max.x, at.x(at.columns.end)), bottom = std::min(at.max.y, at.y(at.rows.end));
    for (int column = at.columns.begin; column <= at.columns.end; ++column)
        list.AddRectFilled({at.x(column), at.min.y}, {at.x(column) + g.line_width, bottom}, g.line);
    for (int row = at.rows.begin; row <= at.rows.end; ++row)
        list.AddRectFilled({at.min.x, at.y(row)}, {right, at.y(row) + g.line_width}, g.line);
}

// Draws the fill of a run, then the patterns of its cells.
void draw_run(ImDrawList& list, const Placing& at, const CellRun& run) {
    const CellGrid& g = at.grid;
    const int begin = std::max(run.begin, at.columns.begin), end = std::min(run.end, at.columns.end);
    const float top = at.y(run.row), bottom = at.y(run.row + 1);
    const unsigned colour = run.texel & kCellColour;
    if (begin < end && colour < g.palette.size())
        fill_rect(list, {at.x(begin), top}, {at.x(end), bottom}, g.palette[colour]);
    const bool crossed = (run.texel & kCellCrossed) != 0, hatched = (g.hatched >> colour & 1u) != 0;
    if ((!crossed && !hatched) || colour >= g.patterns.size()) return;
    for (int column = begin; column < end; ++column)
        hatch_rect(list, {at.x(column), top}, {at.x(column + 1), bottom},
                   {.colour = g.patterns[colour], .step = g.hatch_step, .crossed = crossed});
}

// A frame has thousands of cells, so neighbours of one byte are one rectangle.
void draw_row(ImDrawList& list, const Placing& at, int row) {
    constexpr auto kDrawn = static_cast<std::uint8_t>(kCellColour | kCellCrossed);
    const std::uint8_t* cells =
        at.grid.cells.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(at.grid.columns);
    for (int first = at.columns.begin; first < at.columns.end;) {
        const auto texel = static_cast<std::uint8_t>(cells[first] & kDrawn);
        int end = first + 1;
        while (end < at.columns.end && (cells[end] & kDrawn) == texel) ++end;
        draw_run(list, at, {row, first, end, texel});
        first = end;
    }
}

void draw_fills(ImDrawList& list, const Placing& at) {
    const std::span<const CellRun> runs = at.grid.runs;
    if (runs.empty()) {
        for (int row = at.rows.begin; row < at.rows.end; ++row) draw_row(list, at, row);
        return;
    }
    auto run = std::ranges::lower_bound(runs, at.rows.begin, {}, &CellRun::row);
    for (; run != runs.end() && run->row < at.rows.end; ++run) draw_run(list, at, *run);
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

std::vector<std::uint8_t> texels_of(const TexelSource& source) {
    std::array<std::array<std::uint8_t, kToneCount>, kMarkCount> table{};
    for (std::size_t mark = 0; mark < kMarkCount; ++mark)
        for (std::size_t tone = 0; tone < kToneCount; ++tone)
            table[mark][tone] = texel_of(tone, static_cast<Mark>(mark));
    std::vector<std::uint8_t> texels(source.tone.size());
    for (std::size_t i = 0; i < texels.size(); ++i) {
        const Mark mark = i < source.mark.size() ? source.mark[i] : Mark::none;
        texels[i] = table[static_cast<std::size_t>(mark)][static_cast<std::size_t>(source.tone[i])];
    }
    for (const std::size_t i : source.pointed)
        if (i < texels.size()) texels[i] |= kCellPointed;
    for (const std::size_t i : source.selected)
        if (i < texels.size()) texels[i] |= kCellSelected;
    return texels;
}

bool TexelStore::Kept::is_of(const TexelSource& source) const {
    return same(source.tone, tone) && same(source.mark, mark) && same(source.pointed, pointed) &&
           same(source.selected, selected) && source.columns == columns;
}

const TexelStore::Kept& TexelStore::of(ImGuiID id, const TexelSource& source) {
    auto found = std::ranges::find(kept_, id, &Kept::id);
    if (found == kept_.end()) {
        if (kept_.size() == kMostKept) kept_.pop_back();
        kept_.emplace_front().id = id;
        found = kept_.begin();
    }
    Kept& kept = *found;
    if (kept.revision != 0 && kept.is_of(source)) return kept;
    kept.revision = ++revision_;
    kept.texels = texels_of(source);
    kept.runs = runs_of(kept.texels, source.columns);
    keep(kept.tone, source.tone), keep(kept.mark, source.mark);
    keep(kept.pointed, source.pointed), keep(kept.selected, source.selected);
    kept.columns = source.columns;
    return kept;
}

void RectPainter::draw(ImDrawList& list, const CellGrid& grid, ImVec2 min, ImVec2 max) {
    if (grid.right <= grid.left || grid.bottom <= grid.top) return;
    if (grid.cells.size() < static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows)) return;
    const Placing at{.grid = grid,
                     .min = min,
                     .max = max,
                     .cell_x = (max.x - min.x) / (grid.right - grid.left),
                     .cell_y = (max.y - min.y) / (grid.bottom - grid.top),
                     .columns = {min.x, max.x, grid.left, grid.right, grid.columns},
                     .rows = {min.y, max.y, grid.top, grid.bottom, grid.rows}};
    list.PushClipRect(min, max, true);
    draw_fills(list, at);
    draw_lines(list, at);
    for (int row = at.rows.begin; grid.has_rings && row < at.rows.end; ++row)
        for (int column = at.columns.begin; column < at.columns.end; ++column) draw_ring(list, at, row, column);
    list.PopClipRect();
}

}  // namespace tilescope::ui
