// tests/unit/layout/tile_pieces_test.cpp -- the layout of a tile that needs several instructions.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

constexpr SmemLayout kOfK = {.mode = SwizzleMode::b128,
                             .type = find_type("f16"),
                             .start = 0x400,
                             .sbo = 1024,
                             .rows = 64,
                             .columns = 128,
                             .mma_columns = 16};
constexpr SmemLayout kOfMn = {.mode = SwizzleMode::b128,
                              .major = Major::mn,
                              .type = find_type("f16"),
                              .start = 0x400,
                              .lbo = 16,
                              .sbo = 1024,
                              .rows = 64,
                              .columns = 64,
                              .mma_columns = 16};

TEST(TilePieces, RowsOfThePiecesFollowEachOther) {
    const auto whole = layout_of_pieces(kOfK, 3, 8192);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->rows, 192);
    for (int piece = 0; piece < 3; ++piece) {
        SmemLayout one = kOfK;
        one.start += static_cast<std::uint32_t>(piece) * 8192;
        EXPECT_EQ(place_in_memory(*whole, {64 * piece + 5, 17}), place_in_memory(one, {5, 17})) << piece;
    }
    EXPECT_EQ(layout_of_pieces(kOfK, 1, 4096), kOfK);
}

// One piece has one atom along M, so its word says nothing about the next one.
TEST(TilePieces, AStrideThatOnePieceDoesNotUseIsTheDistance) {
    const auto whole = layout_of_pieces(kOfMn, 2, 8192);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->lbo, 8192u);
    EXPECT_EQ(place_in_memory(*whole, {64, 0}).byte, 0x2400u);
}

TEST(TilePieces, NoLayoutHasPiecesAtOtherPlaces) {
    EXPECT_FALSE(layout_of_pieces(kOfK, 2, 4096));
    EXPECT_FALSE(layout_of_pieces(kOfK, 2, 16384));
    SmemLayout walked = kOfMn;
    walked.mode = SwizzleMode::b32;
    walked.lbo = 512;
    EXPECT_TRUE(layout_of_pieces(walked, 2, 2048));
    EXPECT_FALSE(layout_of_pieces(walked, 2, 8192));
}

TEST(TilePieces, HaveAText) {
    EXPECT_EQ(text_of(TilePieces()), "one instruction");
    EXPECT_EQ(text_of(TilePieces{{2, 1}, {8192, 0}}), "2 x 1 instructions, those along M 8192 bytes apart in A");
}

}  // namespace
}  // namespace tilescope
