// core/include/tilescope/layout/tile.h -- operand tiles of swizzle atoms, and the descriptor of each slice.
// SPDX-License-Identifier: MIT
//
// One instruction reads a slice of a tile. A tile consists of atoms. An atom is the smallest block with the complete
// swizzle pattern. In memory, the atoms follow each other along M or N first, or along K first. Example: 128 x 128 f16,
// K-major 128B. An atom is 8 rows x 64 columns, 1024 bytes. The numbers show the order in memory:
//
//                  M first            K first
//     rows 0-7      0   16             0    1
//     rows 8-15     1   17             2    3          down: the next 8 rows, right: the next 64 columns
//     ...          ...  ...           ...  ...
//
// The step down is a stride field (sbo in this example). The step to the right needs a separate start address in
// K-major swizzled tiles, unless one instruction reads several atoms along K; in other tiles it is lbo or sbo.
//
// Source: CUTLASS include/cute/atom/mma_traits_sm100.hpp tile_to_mma_shape, make_umma_desc @7107b055; PTX ISA 9.1,
// Table 55 (atoms). Tests compare with all descriptors of CUTLASS in tests/data/vectors/cutlass.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/operand.h>
#include <tilescope/layout/smem_layout.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

enum class AtomOrder : std::uint8_t { mn_first, k_first };
inline constexpr NamedValue kAtomOrderNames[] = {{0, "mn"}, {1, "k"}};

// The size of an atom: rows (M or N) x columns (K), in elements.
struct AtomSize {
    int rows, columns;
    std::uint32_t bytes;
};
// Returns the size of the atom for a mode, majorness and type.
AtomSize atom_of(SwizzleMode mode, Major major, const ElementType& type);

struct TileSpec {
    SwizzleMode mode = SwizzleMode::b128;
    Major major = Major::k;
    const ElementType* type = &kElementTypes[0];
    int rows = 128, columns = 64;  // size of the whole tile
    AtomOrder order = AtomOrder::mn_first;
    std::uint32_t start = 0;      // address of the first stage
    unsigned stages = 1;          // pipeline stages; their tiles follow each other in memory
    int mma_columns = 0;          // columns of K that one instruction reads; 0: no more than an atom has
    std::uint32_t atom_step = 0;  // K-major, swizzled: bytes from an atom to the next one along K; 0: without gaps

    friend bool operator==(const TileSpec&, const TileSpec&) = default;
};

// Returns the tile with its rows and columns rounded up to whole atoms, as a writer pads it.
TileSpec padded(TileSpec spec);

struct OperandTile {
    TileSpec spec;
    AtomSize atom;
    int atoms_rows, atoms_columns;        // how many atoms along M or N, and along K
    std::uint32_t row_step, column_step;  // bytes from an atom to the next one along M or N, and along K
    std::uint32_t bytes;                  // size of one stage
    SmemLayout layout;                    // the layout of the first stage
};

// Returns the tile.
// Errors: the mode has no atom for this majorness, or the tile is not a whole number of atoms. The reason names sizes
// that are legal.
Answer<OperandTile> build_tile(const TileSpec& spec);

// The part of a tile that one instruction reads.
struct TileSlice {
    unsigned stage, row_block, k_step;
    SmemLayout layout;  // rows and columns of one instruction; a stride with only one step is 0, as in CUTLASS
};
struct SliceSize {
    int rows, columns;  // M or N, and the stored K, of one instruction
};

// Returns the slices: stage by stage, in each stage by row block, and in each row block by K step. The function
// compares every element of every slice with the tile. If K steps of 48 bytes (K = 96, packed fp4) cross the ends of
// 128-byte lines, all slices use the absolute-address mode (bit 52).
// Errors: the slices do not fill the tile, or no descriptor can read a slice.
Answer<std::vector<TileSlice>> slices_of(const OperandTile& tile, SliceSize size);

// Returns the widest swizzle whose atoms fill a tile of this size, as the builders of CUTLASS choose it. For 32-bit
// MN-major tiles only 128B_32B is legal (PTX ISA 9.1, Table 51). `mma_rows`: the rows of one instruction, which does
// not begin inside an atom of another one; 0: any.
SwizzleMode widest_mode(Major major, const ElementType& type, int rows, int columns, int mma_rows = 0);

// Returns two sentences: how the hardware uses lbo and sbo in one slice of the tile.
std::string strides_in_words(const SmemLayout& slice);

// ---- the start address of each instruction along K ----
//
// A dense MMA reads 32 bytes of K per row. A kernel loops over K; the descriptors of the loop differ only in their
// start address. Example: K-major 128B f16 at 0x400, 16 columns per instruction:
//
//     K step     0      1      2      3      4
//     start    0x400  0x420  0x440  0x460  the next atom
//
// A K-major swizzled descriptor does not contain the place of the next atom: see assumption_of() in smem_layout.h.
//
// Source: CUTLASS DescriptorIterator @7107b055 and PTX ISA 9.1, 9.7.16.3.

// Returns the columns of K that one dense instruction reads: 8 of 32-bit types, 16 of 16-bit types, 32 of 8-bit types
// and of padded 4-bit and 6-bit types, 64 of packed fp4.
constexpr unsigned dense_k(const ElementType& type) { return 256 / type.container_bits; }

// Returns the columns of K that B of one sparse instruction has: 64 bytes of each row.
constexpr int sparse_b_k(const ElementType& type) { return static_cast<int>(2 * dense_k(type)); }

// Returns the stored columns of A or B that one instruction with K = `k` reads. A sparse A stores half of the columns.
// These columns are 32 bytes of each row, except for B of a sparse instruction (64 bytes) and for K = 96 (48 bytes).
constexpr unsigned stored_k(unsigned k, bool is_a, bool sparse) { return is_a && sparse ? k / 2 : k; }

// Returns the start address of K step `step`: the linear address (before the swizzle) of column `step * columns`. Step
// 0 is the start of the layout. The start is never swizzled, because the hardware applies the XOR to the whole sum.
// `columns` are those of one instruction. 0: those that the layout states, or else dense_k().
std::uint32_t k_step_start(const SmemLayout& layout, unsigned step, unsigned columns = 0);

// Returns the difference of the starts of step + 1 and step, in units of 16 bytes. A kernel adds this number to the low
// 32 bits of the descriptor. For a 128B tile of 128 rows with two columns of atoms: 2, 2, 2, 1018.
int k_step_units(const SmemLayout& layout, unsigned step, unsigned columns = 0);

// Returns the layout of one instruction: with the start of the step, and `columns` and `mma_columns` of it. In the
// absolute-address mode (bit 52) its lbo is the address of the column of atoms after the one that contains the start.
SmemLayout k_step_slice(const SmemLayout& layout, unsigned step, unsigned columns = 0);

// ---- a tile that needs several instructions along M or N ----
//
// One wgmma has M = 64 and N of at most 256. A tile of 128 x 512 is four of them, which differ only in their start
// addresses and in their registers of D:
//
//                    B piece 0           B piece 1, distance.b bytes after piece 0
//     A piece 0      D[0..63][0..255]    D[0..63][256..511]
//     A piece 1      D[64..127][0..255]  D[64..127][256..511]       A: distance.a bytes after piece 0
//
//     const TilePieces two{.count = {2, 1}, .distance = {8192, 0}};     M = 128, K-major 128B f16
//
// The instructions can be of one warpgroup or of several: D is the same.

inline constexpr unsigned kMostPieces = 4;       // along M, and along N
inline constexpr unsigned kMostTileRows = 512;   // of A or B, all pieces together
inline constexpr std::uint32_t kPieceStep = 16;  // bytes: a start address counts them

struct TilePieces {
    OperandPair<unsigned> count = {1, 1};  // pieces of A along M, pieces of B along N
    OperandPair<std::uint32_t> distance;   // bytes from the start of a piece to that of the next one

    unsigned all() const { return count.a * count.b; }
    friend bool operator==(const TilePieces&, const TilePieces&) = default;
};

// "2 x 1 instructions, those along M 8192 bytes apart in A"; "one instruction".
std::string text_of(const TilePieces& pieces);

// Returns the layout of `count` pieces as one layout with the rows of all of them: its row `piece.rows` is row 0 of the
// second piece. A stride that one piece does not use becomes the distance. No value: no layout has these places.
std::optional<SmemLayout> layout_of_pieces(const SmemLayout& piece, unsigned count, std::uint32_t distance);

}  // namespace tilescope
