// core/src/view/animation_swizzle.cpp -- line by line, chunks go from their places without the XOR to those with it.
// SPDX-License-Identifier: MIT

#include "animation_parts.h"

#include <tilescope/layout/smem_layout.h>

#include <algorithm>

namespace tilescope::animated {
namespace {

constexpr std::size_t kXorTile = 0, kXorBefore = 1, kXorStored = 2;

// A cell of memory: where it is without the XOR and with it, and its elements.
struct MovedCell {
    std::uint32_t sum, stored;  // byte addresses
    std::size_t tile, before, after;
};

std::vector<MovedCell> moved_cells(const OperandView& o, const Scene& scene, std::span<const std::uint32_t> sums) {
    const Cells &tile = scene.grids[kXorTile], &before = scene.grids[kXorBefore], &stored = scene.grids[kXorStored];
    const CellsByKey in_before = cells_by_key(before), in_stored = cells_by_key(stored);
    const auto columns = static_cast<std::size_t>(o.layout.columns);
    std::vector<MovedCell> out;
    std::vector<bool> seen(before.tone.size());
    for (std::size_t i = 0; i < tile.key.size(); ++i) {
        const std::size_t element = (tile.key[i] >> 16) * columns + (tile.key[i] & 0xffff);
        if (sums[element] == kNoKey) continue;
        const auto from = cell_of_byte(in_before, before, sums[element]);
        const auto to = cell_of_byte(in_stored, stored, o.bytes[element]);
        if (!from || !to || seen[*from]) continue;
        seen[*from] = true;
        out.push_back({before.key[*from], stored.key[*to], i, *from, *to});
    }
    std::ranges::sort(out, {}, &MovedCell::sum);
    return out;
}

std::string one_cell(const OperandView& o, Operand which, const Scene& scene, const MovedCell& c) {
    return say(cell_name(o, which, scene.grids[kXorTile], c.tile), " is at ", hex(c.sum), " without the XOR. ",
               xor_text(o.layout, c.sum, c.stored), ", so it ", c.sum == c.stored ? "stays at " : "is stored at ",
               hex(c.stored), ".");
}

// The cells of a line of memory; one of them, that moves if any does, is the example.
std::string one_line(const OperandView& o, Operand which, const Scene& scene, std::string_view word,
                     std::span<const MovedCell> cells) {
    const auto moves = std::ranges::find_if(cells, [](const MovedCell& c) { return c.sum != c.stored; });
    const MovedCell& example = moves == cells.end() ? cells.front() : *moves;
    const std::string text = one_cell(o, which, scene, example);
    if (cells.size() == 1) return text;
    return say(text, " The other ", counted(cells.size() - 1, word), " of line ",
               hex(example.sum / kLineBytes * kLineBytes), cells.size() == 2 ? " goes" : " go", " the same way.");
}

std::string many_cells(const SwizzleRow& mode, std::string_view word, std::span<const MovedCell> cells) {
    const auto lines = [](std::uint32_t byte) { return hex(byte / kLineBytes * kLineBytes); };
    const std::string from = lines(cells.front().sum), to = lines(cells.back().sum);
    const std::string where = from == to ? say("line ", from) : say("lines ", from, " to ", to);
    return say("The XOR repeats every ", mode.pattern_bytes, " bytes, because it reads only the address bits below ",
               mode.pattern_bytes, ". So the ", counted(cells.size(), word), " of ", where,
               " change places as those of the lines before did.");
}

void add_cell(AnimationStep& step, const Scene& scene, const MovedCell& c) {
    step.movements.push_back(movement_of(scene.grids[kXorBefore], c.before, spot_of(scene, kXorBefore, c.before),
                                         spot_of(scene, kXorStored, c.after)));
    step.lit.push_back(spot_of(scene, kXorTile, c.tile));
}

}  // namespace

Animation swizzle_animation(const Derived& derived, const ViewState& view_state) {
    const Operand which = view_state.operand;
    const OperandView& o = derived.of(which);
    const SwizzleRow& mode = row_of(o.layout.mode);
    const std::vector<std::uint32_t> sums = sums_of(o.layout, o.bytes);
    Animation out;
    out.start = still_tile(o, sums, which, view_state);
    Scene stored = still_tile(o, o.bytes, which, view_state);
    out.start.grids.push_back(std::move(stored.grids[1]));
    Cells& before = out.start.grids[kXorBefore];
    before.id += "_before";
    before.title = "WITHOUT THE XOR  line = 128 bytes";
    out.start.grids[kXorStored].title = "STORED  line = 128 bytes";
    const std::vector<MovedCell> cells = moved_cells(o, out.start, sums);
    empty_cells(out.start.grids[kXorStored]);

    const std::string_view word = cell_word(view_state);
    const auto pattern = [&](const MovedCell& c) { return c.sum / mode.pattern_bytes; };
    for (std::size_t i = 0; i < cells.size();) {
        const bool line_by_line = pattern(cells[i]) == pattern(cells.front());
        const auto group = [&](const MovedCell& c) { return line_by_line ? c.sum / kLineBytes : pattern(c); };
        std::size_t end = i + 1;
        while (end < cells.size() && group(cells[end]) == group(cells[i])) ++end;
        AnimationStep step;
        for (std::size_t c = i; c < end; ++c) add_cell(step, out.start, cells[c]);
        const std::span<const MovedCell> moved = std::span(cells).subspan(i, end - i);
        step.sentence = line_by_line ? one_line(o, which, out.start, word, moved) : many_cells(mode, word, moved);
        out.steps.push_back(std::move(step));
        i = end;
    }
    const auto moved = std::ranges::count_if(cells, [](const MovedCell& c) { return c.sum != c.stored; });
    out.steps.push_back({.sentence = say("All ", counted(cells.size(), word), " of ", name_of(which),
                                         " are stored. The XOR of mode ", mode.name, " gave ", moved,
                                         " of them another place in their 128-byte line. No cell left its line.")});
    return out;
}

}  // namespace tilescope::animated
