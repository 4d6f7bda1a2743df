// tests/unit/layout/scale_matrix_test.cpp -- factors of a tile in a matrix in global memory: bytes, padding, copies.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/scale_matrix.h>
#include <tilescope/layout/tmem_view.h>

#include <gtest/gtest.h>

#include <map>

namespace tilescope {
namespace {

TileScales tile(unsigned rows, unsigned factors, unsigned id = 0, unsigned ctas = 1) {
    return {.first = {.vector = &kScaleVectors[0], .rows = rows, .id = id, .base_column = 32},
            .blocks = factors,
            .ctas = ctas,
            .k_per_factor = 32};
}

// The formula of CUTLASS's layout ((32,4),rows/128),((vec,4),k/4) : ((16,4),512*k_blocks),((0,1),512), written out.
std::uint64_t byte_by_hand(unsigned row, unsigned factor, unsigned factors) {
    const unsigned k_blocks = (factors + 3) / 4;
    return 512ull * (row / 128 * k_blocks + factor / 4) + row % 32 * 16 + row / 32 % 4 * 4 + factor % 4;
}

TEST(ScaleMatrix, EveryFactorOfARaggedTileIsAtItsByte) {
    for (const unsigned rows : {1u, 31u, 100u, 128u, 129u, 200u, 256u, 300u})
        for (const unsigned factors : {1u, 3u, 4u, 5u, 8u, 13u}) {
            const TileScales t = tile(rows, factors);
            const ScaleMatrix m = matrix_of({}, t);
            EXPECT_EQ(m, (ScaleMatrix{.rows = rows, .factors = factors}));
            std::map<std::uint64_t, unsigned> used;
            for (unsigned row = 0; row < rows; ++row)
                for (unsigned f = 0; f < factors; ++f) {
                    const auto byte = matrix_byte(m, t, {.row = row, .factor = f});
                    ASSERT_TRUE(byte);
                    ASSERT_EQ(*byte, byte_by_hand(row, f, factors))
                        << rows << " x " << factors << ": " << row << ", " << f;
                    ++used[*byte];
                }
            EXPECT_EQ(used.size(), std::size_t{rows} * factors) << "two factors share a byte";
            EXPECT_LT(used.rbegin()->first, bytes_of(memory_of(m)));
            EXPECT_FALSE(matrix_byte(m, t, {.row = rows, .factor = 0}));
            EXPECT_FALSE(matrix_byte(m, t, {.row = 0, .factor = factors}));
        }
}

// A tile of 128 rows and 8 factors at row 128 and factor 4 of a matrix of 200 x 13: blocks 5 and 6 of 2 x 4.
TEST(ScaleMatrix, ATileInsideAMatrixHasPaddingAndNoBytesBehindIt) {
    const TileScales t = tile(128, 8);
    const ScaleMatrix m = matrix_of({200, 13, 128, 4}, t);
    EXPECT_EQ(matrix_byte(m, t, {.row = 33, .factor = 2}), 5 * 512u + 16 + 4 + 2);
    EXPECT_EQ(factor_in_matrix(m, t, {.row = 33, .factor = 2}), (ScaleFactor{.row = 161, .factor = 6}));
    EXPECT_EQ(factor_in_tile(m, t, {.row = 161, .factor = 6}), (ScaleFactor{.row = 33, .factor = 2}));
    EXPECT_FALSE(factor_in_tile(m, t, {.row = 127, .factor = 6}));
    EXPECT_FALSE(factor_in_tile(m, t, {.row = 161, .factor = 3}));
    EXPECT_FALSE(factor_in_tile(m, t, {.row = 161, .factor = 12}));
    EXPECT_FALSE(is_padding(m, {.row = 199, .factor = 12}));
    EXPECT_TRUE(is_padding(m, {.row = 200, .factor = 12}));
    EXPECT_TRUE(is_padding(m, {.row = 199, .factor = 13}));
    EXPECT_TRUE(matrix_byte(m, t, {.row = 127, .factor = 7})) << "padding has bytes";
    const ScaleMatrix end = matrix_of({200, 13, 128, 12}, t);
    EXPECT_TRUE(matrix_byte(end, t, {.row = 0, .factor = 3}));
    EXPECT_FALSE(matrix_byte(end, t, {.row = 0, .factor = 4})) << "after the padded matrix";
    const ScaleMatrix huge = matrix_of({~0u, ~0u, ~0u, ~0u}, t);
    EXPECT_EQ(huge.rows, kMostScaleMatrix);
    EXPECT_EQ(huge.first_factor, kMostScaleMatrix);
}

// The copies move each byte of global memory to the byte of shared memory that the tile's own formula states.
TEST(ScaleMatrix, CopiesMoveEveryFactorToItsPlaceInSharedMemory) {
    for (const unsigned rows : {64u, 128u, 192u, 256u})
        for (const unsigned factors : {1u, 4u, 7u, 16u})
            for (const unsigned id : {0u, 2u})
                for (const unsigned ctas : {1u, 2u}) {
                    const TileScales t = tile(rows, factors, id, ctas);
                    const ScaleMatrix m = matrix_of({1000, 50, 256, 8}, t);
                    for (unsigned cta = 0; cta < ctas; ++cta) {
                        const auto copies = block_copies(m, t, cta);
                        if (cta == 1 && rows % 128 != 0) {
                            EXPECT_NE(copies.why.find("inside a block of 128 rows"), std::string::npos);
                            continue;
                        }
                        ASSERT_TRUE(copies) << copies.why;
                        ASSERT_EQ(copies->size() * 512, bytes_of(memory_of(t)));
                        for (unsigned row = cta * rows; row < (cta + 1) * rows; ++row)
                            for (unsigned f = 0; f < factors; ++f) {
                                const std::uint64_t to = memory_byte(t, {.row = row, .factor = f});
                                const ScaleBlockCopy& copy = copies->at(to / 512);
                                ASSERT_EQ(copy.tile_byte, to / 512 * 512);
                                ASSERT_EQ(copy.matrix_byte + to % 512, matrix_byte(m, t, {.row = row, .factor = f}));
                                const TmemCell cell = places(t, {.row = row, .factor = f}).front();
                                ASSERT_GE(cell.column, copy.column);
                                ASSERT_LT(cell.column, copy.column + 4);
                            }
                    }
                }
}

TEST(ScaleMatrix, ATileInsideABlockHasNoCopyOfBlocks) {
    const TileScales t = tile(128, 4);
    EXPECT_NE(block_copies(matrix_of({0, 0, 64, 0}, t), t, 0).why.find("begins at row 64"), std::string::npos);
    EXPECT_NE(block_copies(matrix_of({0, 0, 0, 2}, t), t, 0).why.find("begins at factor 2"), std::string::npos);
    EXPECT_TRUE(block_copies(matrix_of({10, 1, 128, 0}, t), t, 0)->empty()) << "the tile is after the matrix";
}

}  // namespace
}  // namespace tilescope
