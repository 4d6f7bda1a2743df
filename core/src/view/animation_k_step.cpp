// core/src/view/animation_k_step.cpp -- the start address advances along K; the MMA reads, and D adds.
// SPDX-License-Identifier: MIT

#include "animation_parts.h"

#include <tilescope/layout/tile.h>

#include <algorithm>

namespace tilescope::animated {
namespace {

constexpr std::size_t kStepMemory = 0, kStepTile = 1, kStepProduct = 2;
constexpr int kMostProductCells = 16;  // rows and columns of D in the picture

struct KSteps {
    const Derived& d;
    Operand which;
    const OperandView& o;
    Cells tile;  // with all its cells, as the picture shows them once they are read
    CellsByKey in_memory;
    std::vector<std::uint32_t> sums;
    Animation out;

    unsigned wide() const { return std::max(o.mma_k, 1u); }
    unsigned count() const { return (static_cast<unsigned>(o.layout.columns) + wide() - 1) / wide(); }
    const Cells& memory() const { return out.start.grids[kStepMemory]; }
    std::size_t element(int row, int column) const { return index_in(o.layout.columns, {row, column}); }
    std::uint32_t byte_of_cell(std::size_t i) const {
        return o.bytes[element(static_cast<int>(tile.key[i] >> 16), static_cast<int>(tile.key[i] & 0xffff))];
    }
};

// D as a grid of few cells. The number of a cell is that of the K steps that it has added.
Cells product_grid(const Derived& d) {
    const auto m = static_cast<int>(d.tile_m), n = static_cast<int>(d.tile_n);
    const auto parts = [](int count, int each) { return (count + each - 1) / each; };
    const int rows = std::max(parts(m, kMostProductCells), 1), columns = std::max(parts(n, kMostProductCells), 1);
    Cells out = empty_grid("d", say("D  m ", m, " x n ", n, "  number = K steps added"), {"m", "n"},
                           {parts(m, rows), parts(n, columns)}, CellKind::element_d);
    out.cell_rows = rows, out.cell_columns = columns;
    out.key_by_place();
    out.row_labels = number_labels(out.rows, rows), out.column_labels = number_labels(out.columns, columns);
    return out;
}

// The cells of the tile that a K step reads.
std::vector<std::size_t> read_cells(const KSteps& k, unsigned step) {
    const int first = static_cast<int>(step * k.wide()), end = first + static_cast<int>(k.wide());
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < k.tile.key.size(); ++i) {
        const auto column = static_cast<int>(k.tile.key[i] & 0xffff);
        if (column + k.tile.cell_columns > first && column < end) out.push_back(i);
    }
    return out;
}

// What one step lights: the cells of memory that it reads.
void light_memory(const KSteps& k, std::span<const std::size_t> cells, AnimationStep& step) {
    for (const std::size_t i : cells)
        if (const auto at = cell_of_byte(k.in_memory, k.memory(), k.byte_of_cell(i)))
            step.lit.push_back(spot_of(k.out.start, kStepMemory, *at));
}

void add_start(KSteps& k, unsigned s, std::span<const std::size_t> cells) {
    AnimationStep step;
    const SmemLayout& l = k.o.layout;
    const std::uint32_t now = k_step_start(l, s, k.wide());
    light_memory(k, cells, step);
    if (s == 0) {
        step.sentence = say("K step 0 of ", k.count(), " starts at ", hex(now),
                            ", the start address of the descriptor of ", name_of(k.which), ".");
    } else {
        const std::uint32_t before = k_step_start(l, s - 1, k.wide());
        const int units = k_step_units(l, s - 1, k.wide());
        step.sentence = say("K step ", s, " of ", k.count(), " starts at ", hex(now), ". The kernel adds ", units,
                            " to the start field of the descriptor: ", hex(before / 16), " becomes ", hex(now / 16),
                            ", in units of 16 bytes. The start has no XOR.");
        const auto from = cell_of_byte(k.in_memory, k.memory(), before),
                   to = cell_of_byte(k.in_memory, k.memory(), now);
        if (from && to) {
            Movement start = movement_of(k.memory(), *from, spot_of(k.out.start, kStepMemory, *from),
                                         spot_of(k.out.start, kStepMemory, *to));
            start.tone = Tone::used, start.label = kNoLabel, start.stays = false;
            step.movements.push_back(start);
        }
    }
    k.out.steps.push_back(std::move(step));
}

// "A[1][16] is read at 0x4b0 (0x4a0 before the XOR)"
std::string read_at(const KSteps& k, int row, int column) {
    const std::uint32_t byte = k.o.bytes[k.element(row, column)], sum = k.sums[k.element(row, column)];
    const std::string name = say(name_of(k.which), "[", row, "][", column, "]");
    if (byte == kNoKey) return say(name, " has no place");
    return say(name, " is read at ", hex(byte), sum == byte ? std::string() : say(" (", hex(sum), " before the XOR)"));
}

void add_read(KSteps& k, unsigned s, std::span<const std::size_t> cells) {
    AnimationStep step;
    light_memory(k, cells, step);
    for (const std::size_t i : cells)
        if (const auto at = cell_of_byte(k.in_memory, k.memory(), k.byte_of_cell(i)))
            step.movements.push_back(
                movement_of(k.tile, i, spot_of(k.out.start, kStepMemory, *at), spot_of(k.out.start, kStepTile, i)));
    const SmemLayout& l = k.o.layout;
    const int first = static_cast<int>(s * k.wide()),
              last = std::min(first + static_cast<int>(k.wide()), l.columns) - 1;
    const bool next_row = l.major == Major::k;  // the next element that is in another line
    step.sentence =
        say("The MMA reads columns ", range_text(static_cast<std::size_t>(first), static_cast<std::size_t>(last)),
            " of all ", l.rows, " rows of ", name_of(k.which), ". ", read_at(k, 0, first), "; ",
            next_row ? read_at(k, std::min(1, l.rows - 1), first) : read_at(k, 0, std::min(first + 1, last)), ".");
    k.out.steps.push_back(std::move(step));
}

void add_sum(KSteps& k, unsigned s, std::span<const std::size_t> cells) {
    const Cells& d = k.out.start.grids[kStepProduct];
    AnimationStep step;
    for (std::size_t i = 0; i < d.tone.size(); ++i)
        step.changes.push_back(
            {.at = spot_of(k.out.start, kStepProduct, i), .tone = Tone::d, .label = static_cast<std::int32_t>(s + 1)});
    const bool by_row = pick(k.which, true, false);  // a row of A gives a row of D, a row of B gives a column
    const int group = by_row ? d.cell_rows : d.cell_columns, groups = by_row ? d.rows : d.columns;
    int next = 0;
    for (const std::size_t i : cells) {
        const int at = static_cast<int>(k.tile.key[i] >> 16) / group;
        if (at < next || at >= groups) continue;
        next = at + 1;
        Movement m = movement_of(k.tile, i, spot_of(k.out.start, kStepTile, i),
                                 by_row ? CellSpot{kStepProduct, at, 0} : CellSpot{kStepProduct, 0, at});
        m.stays = false;
        step.movements.push_back(m);
    }
    for (const std::size_t i : cells) step.lit.push_back(spot_of(k.out.start, kStepTile, i));
    const unsigned along = k.d.k == 0 ? k.wide() : k.d.k;
    step.sentence = say("Every D[m][n] adds ", along, " products A[m][k] x B[n][k], k = ", s * along, " to ",
                        (s + 1) * along - 1, ". D has now added ", s + 1, " of ", k.count(), " K steps.");
    k.out.steps.push_back(std::move(step));
}

}  // namespace

Animation k_step_animation(const Derived& derived, const ViewState& view_state) {
    const OperandView& o = derived.of(view_state.operand);
    KSteps k{derived, view_state.operand, o, {}, {}, sums_of(o.layout, o.bytes), {}};
    k.out.start = still_tile(o, o.bytes, view_state.operand, view_state);
    auto& grids = k.out.start.grids;
    k.tile = grids[0];
    std::swap(grids[0], grids[1]);
    empty_cells(grids[kStepTile]);
    grids[kStepTile].title = say("READ  ", grids[kStepTile].title);
    k.in_memory = cells_by_key(k.memory());
    const bool has_d = derived.m != 0 && derived.n != 0;
    if (has_d) grids.push_back(product_grid(derived));
    for (unsigned s = 0; s < k.count(); ++s) {
        const std::vector<std::size_t> cells = read_cells(k, s);
        add_start(k, s, cells);
        add_read(k, s, cells);
        if (has_d) add_sum(k, s, cells);
    }
    return k.out;
}

}  // namespace tilescope::animated
