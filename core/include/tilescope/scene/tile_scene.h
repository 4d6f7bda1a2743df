// core/include/tilescope/scene/tile_scene.h -- an operand as matrix and the same chunks in memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/operand.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/scene.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace tilescope {

enum class Grain : std::uint8_t { element, chunk, line };
enum class Colouring : std::uint8_t { chunk, row, k_step, bank };
inline constexpr NamedValue kGrainNames[] = {{0, "element"}, {1, "chunk"}, {2, "line"}};
inline constexpr NamedValue kColouringNames[] = {{0, "chunk"}, {1, "row"}, {2, "K step"}, {3, "bank"}};

struct TileLook {
    Operand operand = Operand::a;
    Grain grain = Grain::chunk;
    Colouring colouring = Colouring::chunk;
    bool swizzle = true;  // false: the picture without the XOR
    unsigned k_step = 0;  // whose reads are lit
    unsigned mma_k = 16;  // columns one instruction reads
    friend bool operator==(const TileLook&, const TileLook&) = default;
};

// grids[0]: the tile, rows x K. grids[1]: the lines of 128 bytes that hold it, lowest address first; lines that hold
// nothing are left out and the gap is said in the row label of the next one. Cells of grids[1] that two elements share
// are crossed. Arrows for lbo and sbo where they act; ignored ones are marked. `bytes` is tile_map() of the layout
// (kNoKey: an element that lies nowhere; with look.swizzle off the function places the elements anew).
Scene tile_scene(const SmemLayout& layout, std::span<const std::uint32_t> bytes, const TileLook& look);

}  // namespace tilescope
