// core/src/view/animation_tma.cpp -- TMA writes a tile line by line, then the MMA reads it.
// SPDX-License-Identifier: MIT

#include "animation_parts.h"

#include <algorithm>
#include <functional>

namespace tilescope::animated {
namespace {

constexpr std::size_t kTmaTensor = 0, kTmaShared = 1, kTmaRead = 2;
constexpr int kSingleLines = 8;  // so many lines go one by one, the rest in groups of as many

// The copy of an operand, and the bytes that it writes.
struct Copied {
    TmaTile tile;
    std::vector<std::uint32_t> bytes;
    Agreement agreement;
    bool of_session = false;  // the session has a tensor map; else the copy is the one that fits the descriptor
};

Copied copied(const Derived& d, Operand which) {
    const TmaView& view = d.tma[which];
    if (view.any) return {view.tile, view.bytes, view.agreement, true};
    const SmemLayout& l = d.of(which).layout;
    const TmaTile tile = covered(copy_from_descriptor(d, which), l.major, l.rows, l.columns);
    return {tile, written_bytes(tile, l), compare_tma_mma(tile, l), false};
}

struct TmaPlay {
    const OperandView& o;
    Operand which;
    Copied copy;
    Cells tile, memory;  // with all their cells
    CellsByKey in_memory;
    std::vector<bool> wrong;  // of each cell of the tile: the MMA reads one of its elements elsewhere
    std::string_view word;    // what a cell is
    Animation out;

    std::size_t element(std::size_t cell) const {
        return (tile.key[cell] >> 16) * static_cast<std::size_t>(o.layout.columns) + (tile.key[cell] & 0xffff);
    }
    std::optional<std::size_t> written_at(std::size_t cell) const { return place(copy.bytes, cell); }
    std::optional<std::size_t> read_at(std::size_t cell) const { return place(o.bytes, cell); }

private:
    std::optional<std::size_t> place(const std::vector<std::uint32_t>& bytes, std::size_t cell) const {
        const std::uint32_t byte = bytes[element(cell)];
        return byte == kNoKey ? std::nullopt : cell_of_byte(in_memory, memory, byte);
    }
};

// Splits `count` lines into steps: calls add(first, end).
template <class Add>
void by_groups(int count, const Add& add) {
    for (int i = 0; i < count;) {
        const int end = i < kSingleLines ? i + 1 : std::min(i + kSingleLines, count);
        add(i, end);
        i = end;
    }
}

std::string box_text(const TmaPlay& p, std::uint32_t byte) {
    const std::uint64_t bytes = box_bytes(p.copy.tile.map);
    const auto& loads = p.copy.tile.loads;
    for (std::size_t i = 0; i < loads.size(); ++i)
        if (byte >= loads[i].smem && byte - loads[i].smem < bytes)
            return say("Box ", i, " of ", loads.size(), ", written to ", hex(loads[i].smem));
    return "TMA";
}

void add_write(TmaPlay& p, int first, int end, const std::vector<std::vector<std::size_t>>& cells_of_row) {
    AnimationStep step;
    std::string one;
    for (int row = first; row < end; ++row)
        for (const std::size_t cell : cells_of_row[static_cast<std::size_t>(row)]) {
            const std::size_t to = *p.written_at(cell);
            step.movements.push_back(movement_of(p.tile, cell, spot_of(p.out.start, kTmaTensor, cell),
                                                 spot_of(p.out.start, kTmaShared, to)));
            step.lit.push_back(spot_of(p.out.start, kTmaTensor, cell));
        }
    if (step.movements.empty()) return;
    const Movement& head = step.movements.front();
    const std::uint32_t byte = p.memory.key[p.memory.at(head.to.row, head.to.column)];
    const auto labels = [&](int row) { return p.memory.row_labels[static_cast<std::size_t>(row)]; };
    const std::string name = cell_name(p.o, p.which, p.tile, p.tile.at(head.from.row, head.from.column));
    const std::string mode(p.copy.tile.map.swizzle->name);
    if (end - first == 1)
        step.sentence =
            say(box_text(p, byte), ": TMA writes ", counted(step.movements.size(), p.word), " to line ", labels(first),
                ". Swizzle ", mode, " puts ", name, " at ", hex(byte), ", column ", head.to.column, " of the line.");
    else
        step.sentence = say(box_text(p, byte), ": TMA writes lines ", labels(first), " to ", labels(end - 1),
                            " with the same pattern, ", counted(step.movements.size(), p.word), ". ", name, " is at ",
                            hex(byte), ".");
    p.out.steps.push_back(std::move(step));
}

void add_writes(TmaPlay& p) {
    std::vector<std::vector<std::size_t>> cells_of_row(static_cast<std::size_t>(p.memory.rows));
    std::vector<bool> seen(p.memory.tone.size());
    for (std::size_t cell = 0; cell < p.tile.key.size(); ++cell) {
        const auto to = p.written_at(cell);
        if (!to || seen[*to]) continue;
        seen[*to] = true;
        cells_of_row[*to / static_cast<std::size_t>(p.memory.columns)].push_back(cell);
    }
    by_groups(p.memory.rows, [&](int first, int end) { add_write(p, first, end, cells_of_row); });
}

// What the MMA reads of a part of the tile.
struct Reads {
    std::size_t all = 0, wrong = 0, nowhere = 0;
    std::optional<std::size_t> first;  // the first cell that is read elsewhere
};

// "A[8][0..7] is read at 0x800, where TMA wrote A[16][0..7]."
std::string first_wrong(const TmaPlay& p, std::size_t cell) {
    const std::uint32_t byte = p.o.bytes[p.element(cell)];
    const std::string name = cell_name(p.o, p.which, p.tile, cell);
    if (byte == kNoKey) return say(name, " has no place.");
    std::string found = "nothing";
    const auto at = p.read_at(cell);
    for (std::size_t other = 0; at && other < p.tile.key.size(); ++other)
        if (p.written_at(other) == at) {
            found = other == cell ? "it with another order of bytes" : cell_name(p.o, p.which, p.tile, other);
            break;
        }
    return say(name, " is read at ", hex(byte), ", where TMA wrote ", found, ".");
}

std::string read_text(const TmaPlay& p, int first, int end, const Reads& reads) {
    const auto row = [&](int r) { return static_cast<std::size_t>(std::min(r * p.tile.cell_rows, p.o.layout.rows)); };
    const std::string rows = say(row(end) - row(first) == 1 ? "row " : "rows ", range_text(row(first), row(end) - 1));
    std::string out = say("The MMA reads ", rows, " of ", name_of(p.which), " where its descriptor says. ");
    if (!reads.first) return say(out, "All ", counted(reads.all, p.word), " are as TMA wrote them.");
    out += say(reads.wrong + reads.nowhere, " of ", counted(reads.all, p.word), " are not: they are crossed. ");
    return out + first_wrong(p, *reads.first);
}

void add_reads(TmaPlay& p, int first, int end) {
    AnimationStep step;
    Reads reads;
    for (int row = first; row < end; ++row)
        for (int column = 0; column < p.tile.columns; ++column) {
            const std::size_t cell = p.tile.at(row, column);
            const CellSpot to{kTmaRead, row, column};
            ++reads.all;
            const auto from = p.read_at(cell);
            if (!from || p.memory.label[*from] == kNoLabel) {
                ++reads.nowhere;
                reads.first = reads.first.value_or(cell);
                step.changes.push_back({.at = to, .tone = Tone::wrong, .mark = Mark::crossed});
                continue;
            }
            Movement m = movement_of(p.memory, *from, spot_of(p.out.start, kTmaShared, *from), to);
            if (p.wrong[cell]) m.mark = Mark::crossed, ++reads.wrong, reads.first = reads.first.value_or(cell);
            step.movements.push_back(m);
            step.lit.push_back(m.from);
        }
    step.sentence = read_text(p, first, end, reads);
    p.out.steps.push_back(std::move(step));
}

void add_first(TmaPlay& p) {
    const TensorMap& map = p.copy.tile.map;
    const std::string box = list_of(std::span(map.box).first(map.rank), std::identity(), " x ");
    p.out.steps.push_back(
        {.sentence = say(p.copy.of_session ? "The tensor map of the session copies "
                                           : "The session has no tensor map. This one fits the descriptor: it copies ",
                         name_of(p.which), " in ", p.copy.tile.loads.size(),
                         p.copy.tile.loads.size() == 1 ? " box of " : " boxes of ", box, " elements, with swizzle ",
                         map.swizzle->name, ", to shared memory from ",
                         p.copy.tile.loads.empty() ? "?" : hex(p.copy.tile.loads.front().smem), " on.")});
}

}  // namespace

Animation tma_animation(const Derived& derived, const ViewState& view_state) {
    const Operand which = view_state.operand;
    const OperandView& o = derived.of(which);
    TmaPlay p{o, which, copied(derived, which), {}, {}, {}, {}, cell_word(view_state), {}};
    p.out.start = still_tile(o, o.bytes, which, view_state);
    Scene written = still_tile(o, p.copy.bytes, which, view_state);
    auto& grids = p.out.start.grids;
    if (written.grids.size() > 1) grids[kTmaShared] = std::move(written.grids[1]);
    p.tile = grids[kTmaTensor], p.memory = grids[kTmaShared];
    p.in_memory = cells_by_key(p.memory);
    grids.push_back(p.tile);
    grids[kTmaTensor].id += "_tensor", grids[kTmaTensor].title = say("GLOBAL MEMORY  ", p.tile.title);
    grids[kTmaShared].title = "SHARED MEMORY  as TMA writes it";
    grids[kTmaRead].title = "AS THE MMA READS IT  cross = wrong element";
    empty_cells(grids[kTmaShared]);
    empty_cells(grids[kTmaRead]);
    p.wrong.resize(p.tile.tone.size());
    for (const Element e : p.copy.agreement.differing)
        p.wrong[p.tile.at(e.row / p.tile.cell_rows, e.column / p.tile.cell_columns)] = true;
    p.out.start.legend.push_back({Tone::wrong, Mark::crossed, "the MMA reads something else"});
    add_first(p);
    add_writes(p);
    by_groups(p.tile.rows, [&](int first, int end) { add_reads(p, first, end); });
    p.out.steps.push_back({.sentence = p.copy.agreement.sentence});
    return p.out;
}

}  // namespace tilescope::animated
