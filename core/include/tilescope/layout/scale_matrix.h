// core/include/tilescope/layout/scale_matrix.h -- a tile of scale factors inside its matrix in global memory.
// SPDX-License-Identifier: MIT
//
// Kernels that quantise write the factors of a whole matrix, in blocks of 512 bytes (scale_layout.h). A GEMM copies the
// blocks of one tile to shared memory and from there to Tensor Memory:
//
//     global memory, along K first    0 1 2 3        shared memory, along the rows first    0 2
//     (256 rows, 16 factors)          4 5 6 7        (a tile of 256 rows, 8 factors         1 3
//                                                    that begins at factor 4: blocks 1 2 5 6)
//
// The bytes inside a block stay in their order. So the copy is one of whole blocks if the tile begins at a block.
//
// Source: CUTLASS include/cutlass/detail/sm100_blockscaled_layout.hpp @7107b055, tile_atom_to_shape_SFA.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/scale_layout.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace tilescope {

struct TileScales;

struct ScaleMatrix {
    unsigned rows = 0, factors = 0;            // without the padding; 0: the matrix ends with the tile
    unsigned first_row = 0, first_factor = 0;  // of the tile in shared memory, which begins with byte 0 of a cell
    friend bool operator==(const ScaleMatrix&, const ScaleMatrix&) = default;
};
inline constexpr unsigned kMostScaleMatrix = 1u << 20;  // rows or factors

// Returns the matrix with each number limited to kMostScaleMatrix.
constexpr ScaleMatrix limited_matrix(const ScaleMatrix& m) {
    const auto limited = [](unsigned n) { return n < kMostScaleMatrix ? n : kMostScaleMatrix; };
    return {limited(m.rows), limited(m.factors), limited(m.first_row), limited(m.first_factor)};
}

// Returns the matrix with its size, and each number limited: a size of 0 is replaced by the end of the tile.
ScaleMatrix matrix_of(const ScaleMatrix& matrix, const TileScales& tile);

// The functions below require a matrix with its size.

// Returns the memory of the whole matrix, along K first.
ScaleMemory memory_of(const ScaleMatrix& matrix);

// Return the factor of the matrix that the tile has as `factor`, and the reverse: nothing if it is outside the tile.
ScaleFactor factor_in_matrix(const ScaleMatrix& matrix, const TileScales& tile, const ScaleFactor& factor);
std::optional<ScaleFactor> factor_in_tile(const ScaleMatrix& matrix, const TileScales& tile, const ScaleFactor& factor);

// Returns whether the matrix only has padding there.
constexpr bool is_padding(const ScaleMatrix& matrix, const ScaleFactor& f) {
    return f.row >= matrix.rows || f.factor >= matrix.factors;
}

// Returns the byte of a factor of the tile, from the start of the matrix. Returns nothing for a factor outside the tile
// or outside the padded matrix.
//
//     matrix_byte(matrix, tile, {.row = 33, .factor = 2})     22 if the tile begins at row 0 and factor 0, with id 0
std::optional<std::uint64_t> matrix_byte(const ScaleMatrix& matrix, const TileScales& tile, const ScaleFactor& factor);

// The copy of one block.
struct ScaleBlockCopy {
    std::uint64_t matrix_byte = 0, tile_byte = 0;  // first byte in global and in shared memory
    unsigned column = 0;                           // first of its four columns of Tensor Memory
    friend bool operator==(const ScaleBlockCopy&, const ScaleBlockCopy&) = default;
};

// Returns the copies of the tile of one CTA, in the order of its blocks. Blocks outside the padded matrix are left out.
// Errors: the tile does not begin at a block, so no copy of whole blocks gives it.
Answer<std::vector<ScaleBlockCopy>> block_copies(const ScaleMatrix& matrix, const TileScales& tile, unsigned cta);

}  // namespace tilescope
