// core/include/tilescope/scene/tmem_scene.h -- what is in Tensor Memory: a map, sparsity metadata, scale factors.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/scene.h>

#include <cstdint>
#include <string>

namespace tilescope {

// ---- a map of the lanes and columns in use ----

// overview: each drawn cell is 8 columns x 4 lanes. All of Tensor Memory fits, and a free half of a sub-partition is
// still visible.
enum class TmemGrain : std::uint8_t { overview, cell };
inline constexpr NamedValue kTmemGrainNames[] = {{0, "overview"}, {1, "cell"}};

struct TmemOptions {
    unsigned cta = 0;
    TmemGrain grain = TmemGrain::overview;
    friend bool operator==(const TmemOptions&, const TmemOptions&) = default;
};

// Draws one grid of lanes x columns, with one area per region (ids as in kTmemPlaces). Cells that two operands share
// are crossed. A region is hatched if its location is not confirmed. No grid if Tensor Memory is not used.
Scene tmem_scene(const TmemView& view, const TmemOptions& options);

// ---- sparsity metadata: the codes, and their location ----

// Draws two grids, or none if the form has no metadata:
//
//     grids[0], "codes"    the sixteen codes, one per row: kept positions in stored order; invalid codes are hatched
//     grids[1], "meta"     lanes of one CTA x four-bit codes, labelled with the row of A
//
// If the location of the codes is not known, grids[1] is missing and the sentence gives the reason.
Scene sparse_scene(const TmemView& view, unsigned cta);

// ---- scale factors: an atom in shared memory, its cells, its matrix ----

struct ScaleOptions {
    Operand operand = Operand::a;
    unsigned cta = 0;
    unsigned row_atom = 0;  // index of the block of 128 rows
    unsigned k_step = 0;    // the K step whose factors are lit
    friend bool operator==(const ScaleOptions&, const ScaleOptions&) = default;
};

// Returns the number of atoms of 128 rows for the scale factors of one CTA, at least 1.
unsigned row_atoms(const TileScales& scales);

// Draws three grids, or none if the form has no scale factors:
//
//     grids[0]    the atom in shared memory, 32 lines of 16 bytes; two atoms if the factors of the step are in both
//     grids[1]    all cells of Tensor Memory that get the atom, four bytes per column
//     grids[2]    the matrix in global memory, see scale_matrix_grid()
//
// Labels are rows of the operand. The bytes that the K step reads are lit.
Scene scale_scene(const TmemView& view, const ScaleOptions& options);
Scene scale_scene(const TileScales& scales, const ScaleMatrix& matrix, const ScaleOptions& options);

// Draws the matrix in global memory: blocks of 512 bytes, each as 32 lines of 16 bytes, in the order of memory: along K
// from left to right, then along the rows from top to bottom. Labels are rows of the matrix. Bytes of the tile have the
// colours and keys of the other grids; padding is hatched. A matrix of more than kMostDrawnBlocks blocks is drawn from
// the tile's first block on; the title has the number of the first block.
// Requires: a matrix with its size.
inline constexpr unsigned kMostDrawnBlocks = 64;
Cells scale_matrix_grid(const TileScales& scales, const ScaleMatrix& matrix, const ScaleOptions& options);

// Returns the copy of each block that is drawn: "Copy: block 1 (bytes 512 to 1023) of global memory to block 0 (bytes 0
// to 511) of shared memory, then to columns 0 to 3 of Tensor Memory." Or why no copy of whole blocks gives the tile.
std::string scale_copy_words(const TileScales& scales, const ScaleMatrix& matrix, const ScaleOptions& options);

}  // namespace tilescope
