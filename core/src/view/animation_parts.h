// core/src/view/animation_parts.h -- what several animations need: names, places of cells, movements.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/view/animation.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::animated {

// One function for each animation. Requires: can_be_played().
Animation swizzle_animation(const Derived& derived, const ViewState& view_state);
Animation before_after_animation(const Derived& derived, const ViewState& view_state);
Animation k_step_animation(const Derived& derived, const ViewState& view_state);
Animation tma_animation(const Derived& derived, const ViewState& view_state);
Animation mask_animation(const Derived& derived, const ViewState& view_state);
Animation scales_animation(const Derived& derived, const ViewState& view_state);

// Removes what the cells show. Their keys and the labels of rows and columns stay.
inline void empty_cells(Cells& cells) {
    cells.tone.assign(cells.tone.size(), Tone::empty);
    cells.mark.assign(cells.mark.size(), Mark::none);
    cells.label.assign(cells.label.size(), kNoLabel);
    cells.lit.assign(cells.lit.size(), 0);
    cells.both.clear();
}

inline CellSpot spot_of(const Scene& scene, std::size_t grid, std::size_t index) {
    const auto columns = static_cast<std::size_t>(scene.grids[grid].columns);
    return {grid, static_cast<int>(index / columns), static_cast<int>(index % columns)};
}

// A movement that shows what `looks` is in its cell `index`.
inline Movement movement_of(const Cells& looks, std::size_t index, CellSpot from, CellSpot to) {
    return {.from = from,
            .to = to,
            .tone = looks.tone[index],
            .mark = looks.mark[index],
            .label = looks.label[index],
            .key = looks.key[index]};
}

// "1 chunk", "8 chunks"
inline std::string counted(std::size_t count, std::string_view one) {
    return say(count, " ", one, count == 1 ? "" : "s");
}

// What a cell of these pictures is: "chunk" or "element".
inline std::string_view cell_word(const ViewState& view_state) {
    return view_state.grain == Grain::element ? "element" : "chunk";
}

// "5", "8 to 15"
inline std::string range_text(std::size_t first, std::size_t last) {
    return first == last ? say(first) : say(first, " to ", last);
}

// The elements of a cell of the tile: "A[5][24..31]".
std::string cell_name(const OperandView& operand, Operand which, const Cells& tile, std::size_t index);

// How the address of a chunk becomes the address where it is stored: "Address bits 7 to 9 are 101 and bits 4 to 6 are
// 011: 011 xor 101 = 110".
std::string xor_text(const SmemLayout& layout, std::uint32_t sum, std::uint32_t stored);

// The address of each element before the XOR, as place_in_memory() has it after the XOR in `bytes`.
std::vector<std::uint32_t> sums_of(const SmemLayout& layout, std::span<const std::uint32_t> bytes);

// The picture of a tile and its memory, with no cell lit. `bytes` has the address of each element.
Scene still_tile(const OperandView& operand, std::span<const std::uint32_t> bytes, Operand which,
                 const ViewState& view_state);

}  // namespace tilescope::animated
