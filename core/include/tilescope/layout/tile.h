// core/include/tilescope/layout/tile.h -- whole operand tiles of swizzle atoms, and the descriptor of every slice.
// SPDX-License-Identifier: MIT
//
// A tile is larger than what one instruction reads. It is made of atoms, the smallest block in which the swizzle is
// complete, and they may follow each other in memory along M or N first, or along K first:
//
//     128 x 128 f16, K-major 128B: atoms of 8 rows x 64 columns, 1024 bytes, numbered as they lie in memory
//
//                  M first            K first
//     rows 0-7      0   16             0    1
//     rows 8-15     1   17             2    3          down: 8 rows on, right: 64 columns on
//     ...          ...  ...           ...  ...
//
// Down is a stride field (sbo here); right is a start address of its own for K-major swizzled tiles, lbo or sbo for the
// others.
//
// Source: CUTLASS include/cute/atom/mma_traits_sm100.hpp tile_to_mma_shape, make_umma_desc @7107b055 (tests compare all
// its descriptors of tests/data/vectors/cutlass); PTX ISA 9.1, Table 55 (atoms).
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/smem_layout.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class AtomOrder : std::uint8_t { mn_first, k_first };
inline constexpr NamedValue kAtomOrderNames[] = {{0, "mn"}, {1, "k"}};

// What an atom is for a mode, majorness and type: rows (M or N) x columns (K) elements.
struct AtomSize {
    int rows, columns;
    std::uint32_t bytes;
};
AtomSize atom_of(SwizzleMode mode, Major major, const ElementType& type);

struct TileSpec {
    SwizzleMode mode = SwizzleMode::b128;
    Major major = Major::k;
    const ElementType* type = &kElementTypes[0];
    int rows = 128, columns = 64;  // of the whole tile
    AtomOrder order = AtomOrder::mn_first;
    std::uint32_t start = 0;  // bytes; of the first stage
    unsigned stages = 1;      // pipeline stages, one tile after the other

    friend bool operator==(const TileSpec&, const TileSpec&) = default;
};

struct OperandTile {
    TileSpec spec;
    AtomSize atom;
    int atoms_rows, atoms_columns;        // how many atoms along M or N, and along K
    std::uint32_t row_step, column_step;  // bytes from an atom to the next one along M or N, and along K
    std::uint32_t bytes;                  // of one stage
    SmemLayout layout;                    // of the whole first stage
};

// Refused where the tile is no whole number of atoms, with the sizes that would be right; where a mode has no atom.
Answer<OperandTile> build_tile(const TileSpec& spec);

// What one instruction reads of a tile.
struct TileSlice {
    unsigned stage, row_block, k_step;
    SmemLayout layout;  // rows and columns of one instruction; strides as CUTLASS writes them: 0 for a single step
};
struct SliceSize {
    int rows, columns;  // M or N and the stored K of one instruction
};

// Stage by stage, along M or N, then along K. Every element of every slice is compared with the tile: refused where the
// slices do not fill it, and where a slice is no part that a descriptor can read. Packed 4-bit steps of 48 bytes (K =
// 96) that leave their line take the absolute mode (bit 52).
Answer<std::vector<TileSlice>> slices_of(const OperandTile& tile, SliceSize size);

// The widest swizzle whose atoms fill a tile of that size, as CUTLASS's builders choose it; 32-bit MN-major tiles take
// 128B_32B alone (PTX ISA 9.1, Table 51).
SwizzleMode widest_mode(Major major, const ElementType& type, int rows, int columns);

// "lbo is not walked: ...; sbo steps over ...": what the hardware does with either in one slice of the tile.
std::string strides_in_words(const SmemLayout& slice);

}  // namespace tilescope
