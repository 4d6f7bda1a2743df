// core/src/layout/scale_matrix.cpp -- a tile of scale factors inside its matrix in global memory.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/scale_matrix.h>
#include <tilescope/layout/tmem_view.h>

#include <algorithm>

namespace tilescope {

ScaleMatrix matrix_of(const ScaleMatrix& matrix, const TileScales& tile) {
    ScaleMatrix out = limited_matrix(matrix);
    if (out.rows == 0) out.rows = out.first_row + tile.rows();
    if (out.factors == 0) out.factors = out.first_factor + memory_of(tile).factors;
    return out;
}

ScaleMemory memory_of(const ScaleMatrix& matrix) {
    return {.order = ScaleOrder::k_first, .rows = matrix.rows, .factors = matrix.factors};
}

ScaleFactor factor_in_matrix(const ScaleMatrix& matrix, const TileScales& tile, const ScaleFactor& f) {
    return {.row = matrix.first_row + f.row, .factor = matrix.first_factor + tile.first.id + f.factor};
}

std::optional<ScaleFactor> factor_in_tile(const ScaleMatrix& matrix, const TileScales& tile, const ScaleFactor& f) {
    const unsigned first_factor = matrix.first_factor + tile.first.id;
    if (f.batch != 0 || f.row < matrix.first_row || f.factor < first_factor) return {};
    const ScaleFactor out{.row = f.row - matrix.first_row, .factor = f.factor - first_factor};
    if (out.row >= tile.rows() || out.factor >= tile.factors()) return {};
    return out;
}

std::optional<std::uint64_t> matrix_byte(const ScaleMatrix& matrix, const TileScales& tile, const ScaleFactor& f) {
    if (f.row >= tile.rows() || f.factor >= tile.factors() || f.batch != 0) return {};
    const ScaleFactor at = factor_in_matrix(matrix, tile, f);
    if (at.row >= padded_rows(matrix.rows) || at.factor >= padded_factors(matrix.factors)) return {};
    return place_in_memory(memory_of(matrix), at);
}

Answer<std::vector<ScaleBlockCopy>> block_copies(const ScaleMatrix& matrix, const TileScales& tile, unsigned cta) {
    const unsigned row = matrix.first_row + pick(tile.first.operand, cta * tile.first.rows, 0u);
    if (row % kScaleAtom.rows != 0)
        return Refusal("the tile begins at row ", row, " of the matrix, inside a block of ", kScaleAtom.rows,
                       " rows; whole blocks can be copied only from a multiple of ", kScaleAtom.rows);
    if (matrix.first_factor % kScaleAtom.factors != 0)
        return Refusal("the tile begins at factor ", matrix.first_factor, " of the matrix, inside a block of ",
                       kScaleAtom.factors, " factors; whole blocks can be copied only from a multiple of ",
                       kScaleAtom.factors);
    const ScaleMemory in_tile = memory_of(tile);
    // Both halves of N are in the same columns, but in different lanes.
    const unsigned part = std::max(tile.first.halves ? (in_tile.rows + 1) / 2 : in_tile.rows, 1u);
    std::vector<ScaleBlockCopy> out;
    for (unsigned factor = 0; factor < in_tile.factors; factor += kScaleAtom.factors)
        for (unsigned first = 0; first < in_tile.rows; first += kScaleAtom.rows) {
            const ScaleFactor from{.row = row + first, .factor = matrix.first_factor + factor};
            const std::uint64_t to = place_in_memory(in_tile, {.row = first, .factor = factor});
            if (from.row >= padded_rows(matrix.rows) || from.factor >= padded_factors(matrix.factors)) continue;
            out.push_back({.matrix_byte = place_in_memory(memory_of(matrix), from),
                           .tile_byte = to,
                           .column = tile.first.base_column + first % part / kScaleAtom.rows * kScaleCopy.columns +
                                     factor / kScaleAtom.factors * group_columns(tile.first)});
        }
    return out;
}

}  // namespace tilescope
