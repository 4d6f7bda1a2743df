// core/include/tilescope/scene/tile_scene.h -- an operand as a matrix, and the same chunks in shared memory.
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

struct TileOptions {
    Operand operand = Operand::a;
    Grain grain = Grain::chunk;
    Colouring colouring = Colouring::chunk;
    bool swizzle = true;       // false: the picture omits the XOR
    unsigned k_step = 0;       // the K step whose reads are lit
    unsigned mma_k = 16;       // columns that one instruction reads
    bool stored_half = false;  // the operand is A of a sparse MMA: memory has half of its columns
    friend bool operator==(const TileOptions&, const TileOptions&) = default;
};

// Draws two grids, and arrows for lbo and sbo:
//
//     grids[0]    the tile, rows x K
//     grids[1]    the 128-byte lines that contain the tile, lowest address first
//
// grids[1] omits empty lines; the row label after a gap starts with "..". Cells that two elements share are crossed.
// The arrow of an ignored stride is marked as ignored. `bytes` is tile_map() of the layout; kNoKey: the element has no
// location. If options.swizzle is false, the function removes the XOR from these addresses. `shared` has the bytes that
// the other operand uses too: their cells have a sign (Cells::both).
Scene tile_scene(const SmemLayout& layout, std::span<const std::uint32_t> bytes, const TileOptions& options,
                 const SharedMap& shared = {});

// "64", or for the stored half of A "128 (64 stored)": the K of an operand in a title.
std::string k_text(int stored_columns, bool stored_half);

// Returns the number of the chunk of an element within its swizzle row, which the pictures print. Without a swizzle it
// is the number modulo 8.
int chunk_in_row(const SmemLayout& layout, const Element& element);

}  // namespace tilescope
