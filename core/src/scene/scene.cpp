// core/src/scene/scene.cpp -- grids, cells as few boxes, and cells on their way from one place to another.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/scene/scene.h>

#include <algorithm>
#include <set>
#include <tuple>

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

void set_basis(Cells& cells, Basis basis) {
    if (basis == Basis::given || cells.basis == basis) return;
    cells.basis = basis;
    cells.title += say(", ", name_of(basis));
    if (basis == Basis::unknown) {
        cells.make_empty();
        cells.both.clear();
    }
    std::ranges::replace(cells.mark, Mark::none, Mark::hatched);
}

std::vector<std::string> number_labels(int count, int step) {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) out.push_back(say(i * step));
    return out;
}

CellsByKey cells_by_key(const Cells& cells) {
    CellsByKey out;
    out.reserve(cells.key.size());
    for (std::size_t i = 0; i < cells.key.size(); ++i)
        if (cells.key[i] != kNoKey) out.try_emplace(cells.key[i], i);
    return out;
}

std::optional<std::size_t> cell_of_byte(const CellsByKey& by_key, const Cells& memory, std::uint32_t byte) {
    const auto width = static_cast<std::uint32_t>(memory.cell_columns);
    const auto found = by_key.find(byte / width * width);
    return found == by_key.end() ? std::nullopt : std::optional(found->second);
}

std::vector<CellBox> boxes_of(int rows, int columns, std::span<const int> key) {
    std::vector<CellBox> out, open;  // open: boxes that end at the row before
    const auto at = [&](int r, int c) {
        return static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c);
    };
    for (int r = 0; r < rows; ++r) {
        std::vector<CellBox> next;
        for (int c = 0, end = 0; c < columns; c = end) {
            const int here = key[at(r, c)];
            for (end = c + 1; end < columns && key[at(r, end)] == here;) ++end;
            if (here < 0) continue;
            const auto above = std::ranges::find_if(open, [&](const CellBox& b) {
                return b.column == c && b.columns == end - c && key[at(r - 1, c)] == here;
            });
            next.push_back({r, c, 1, end - c});
            if (above == open.end()) continue;
            next.back() = {above->row, c, above->rows + 1, end - c};
            open.erase(above);
        }
        out.insert(out.end(), open.begin(), open.end());
        open = std::move(next);
    }
    out.insert(out.end(), open.begin(), open.end());
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

void drop_absent_marks(Scene& scene) {
    std::erase_if(scene.legend, [&](const LegendEntry& entry) {
        const auto has = [&](const Cells& cells) {
            return std::ranges::find(cells.mark, entry.mark) != cells.mark.end();
        };
        return entry.mark != Mark::none && std::ranges::none_of(scene.grids, has);
    });
}

double part_of_way(double time, std::size_t index, std::size_t count) {
    const double wait = count < 2 ? 0 : kLongestWait * static_cast<double>(index) / static_cast<double>(count - 1);
    const double t = std::clamp((time - wait) / (count < 2 ? 1 : 1 - kLongestWait), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

std::vector<std::size_t> trails_of(std::span<const Movement> movements) {
    const auto rows = [](const Movement& m) { return std::tuple(m.from.grid, m.from.row, m.to.grid, m.to.row); };
    std::set<decltype(rows(movements[0]))> seen;
    std::vector<std::size_t> all, out;
    for (std::size_t i = 0; i < movements.size(); ++i)
        if (const Movement& m = movements[i]; m.from.grid != m.to.grid && seen.insert(rows(m)).second) all.push_back(i);
    const std::size_t count = std::min(all.size(), kMostTrails);
    for (std::size_t i = 0; i < count; ++i) out.push_back(all[i * all.size() / count]);
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

Scene rows_of(const Scene& whole, std::span<const RowRange> ranges) {
    Scene out = whole;
    std::vector<int> from(out.grids.size(), 0);
    bool is_cut = false;
    for (std::size_t grid = 0; grid < out.grids.size() && grid < ranges.size(); ++grid) {
        Cells& cells = out.grids[grid];
        const auto [first, last] = ranges[grid];
        if (cells.rows <= first || last < first) continue;
        from[grid] = first;
        is_cut |= first > 0 || last + 1 < cells.rows;
        cut_grid(cells, first, std::min(last + 1, cells.rows) - first);
    }
    std::erase_if(out.arrows, [&](Arrow& a) {
        a.from_row -= from[a.grid], a.to_row -= from[a.grid];
        return std::min(a.from_row, a.to_row) < 0 || std::max(a.from_row, a.to_row) >= out.grids[a.grid].rows;
    });
    std::erase_if(out.areas, [&](Area& a) {
        a.row -= from[a.grid];
        return a.row < 0 || a.row + a.rows > out.grids[a.grid].rows;
    });
    if (is_cut) out.sentence += " Only some of the rows are shown.";  // the sentence is about all of them
    return out;
}

}  // namespace tilescope
