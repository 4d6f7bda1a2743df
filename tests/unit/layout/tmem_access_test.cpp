// tests/unit/layout/tmem_access_test.cpp -- the fragments of tcgen05.ld and the lanes of tcgen05.cp, both ways.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/tmem_access.h>

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

namespace tilescope {
namespace {

TEST(TmemAccess, MatchesTheWorkedExamples) {
    EXPECT_EQ(cell_of({LoadShape::b128, 2}, {5, 3}), (LaneColumn{9, 5}));
    EXPECT_EQ(cell_of({LoadShape::b32, 4}, {31, 3}), (LaneColumn{31, 3}));
    EXPECT_EQ(cell_of({LoadShape::b64, 1}, {7, 0}), (LaneColumn{9, 1}));
    EXPECT_EQ(cell_of({LoadShape::b256, 2}, {6, 7}), (LaneColumn{9, 13}));
    EXPECT_EQ(cell_of({LoadShape::b32x2, 4, 32}, {17, 2}), (LaneColumn{1, 34}));
}

TEST(TmemAccess, AcceptsPowersOfTwoUpToTheLimitOfTheShape) {
    EXPECT_EQ(legal_nums(LoadShape::b256), (std::vector<unsigned>{1, 2, 4, 8, 16, 32}));
    EXPECT_EQ(legal_nums(LoadShape::b32).back(), 128u);
    EXPECT_EQ(legal_nums(LoadShape::b64).back(), 128u);
    EXPECT_EQ(legal_nums(LoadShape::b128).back(), 64u);
    EXPECT_EQ(legal_nums(LoadShape::b32x2).back(), 128u);
    EXPECT_EQ(takes_num({LoadShape::b256, 3}).why, "16x256b accepts .num 1, 2, 4, 8, 16, 32, not 3");
    EXPECT_EQ(takes_num({LoadShape::b256, 32}).why, "");
    for (const LoadShapeRow& row : kLoadShapes) {
        EXPECT_EQ(load_shape_named(row.name), &row);
        EXPECT_EQ(row.registers * row.max_num, 128u) << row.name << ": the limit of all shapes is 128 registers";
    }
}

TEST(TmemAccess, EveryCellOfAFragmentBelongsToOneRegister) {
    for (const LoadShapeRow& row : kLoadShapes)
        for (const unsigned num : legal_nums(row.shape)) {
            const LoadFragment f{row.shape, num, row.split ? num : 0};
            std::set<std::pair<unsigned, unsigned>> cells;
            for (unsigned t = 0; t < 32; ++t)
                for (unsigned i = 0; i < registers_of(f); ++i) {
                    const auto cell = cell_of(f, {t, i});
                    ASSERT_TRUE(cell) << row.name;
                    ASSERT_TRUE(cells.insert({cell->lane, cell->column}).second) << row.name << " x" << num;
                    ASSERT_LT(cell->lane, row.lanes);
                    ASSERT_LT(cell->column, columns_of(f));
                    ASSERT_EQ(readers_of(f, *cell), (std::vector<ThreadRegister>{{t, i}})) << row.name << " x" << num;
                }
            EXPECT_EQ(cells.size(), row.lanes * columns_of(f)) << row.name << " x" << num << ": every cell is loaded";
            EXPECT_EQ(cell_of(f, {32, 0}), std::nullopt);
            EXPECT_EQ(cell_of(f, {0, registers_of(f)}), std::nullopt);
            EXPECT_TRUE(readers_of(f, {row.lanes, 0}).empty());
            EXPECT_TRUE(readers_of(f, {0, columns_of(f)}).empty());
        }
}

// The two parts of 16x32bx2 can have a gap between them, which no thread reads. They can also overlap; two threads then
// read the same cells.
TEST(TmemAccess, TheSplitMovesTheSecondPart) {
    const LoadFragment apart{LoadShape::b32x2, 2, 8}, over{LoadShape::b32x2, 4, 1};
    EXPECT_EQ(columns_of(apart), 10u);
    EXPECT_TRUE(readers_of(apart, {3, 4}).empty());
    EXPECT_EQ(readers_of(apart, {3, 9}), (std::vector<ThreadRegister>{{19, 1}}));
    EXPECT_EQ(readers_of(over, {3, 2}), (std::vector<ThreadRegister>{{3, 2}, {19, 1}}));
    for (unsigned column = 0; column < columns_of(over); ++column)
        for (const ThreadRegister& r : readers_of(over, {3, column}))
            EXPECT_EQ(cell_of(over, r), (LaneColumn{3, column}));
}

TEST(TmemAccess, AWarpReadsTheLanesOfItsSubPartition) {
    const TmemAccess access{.fragment = {LoadShape::b128, 2}, .lane_half = 0, .column = 20};
    EXPECT_EQ(readers_of(access, {41, 25}), (std::vector<Reader>{{1, 5, 3}}));
    EXPECT_TRUE(readers_of(access, {41, 19}).empty()) << "before the first column";
    EXPECT_TRUE(readers_of(access, {41, 28}).empty()) << "past the last column";
    EXPECT_TRUE(readers_of(access, {57, 25}).empty()) << "the upper half of the sub-partition";
    EXPECT_TRUE(readers_of(access, {128, 25}).empty());
    const TmemAccess upper{.fragment = {LoadShape::b128, 2}, .lane_half = 16, .column = 20};
    EXPECT_EQ(readers_of(upper, {57, 25}), (std::vector<Reader>{{1, 5, 3}}));
    EXPECT_TRUE(readers_of(upper, {41, 25}).empty());
    const TmemAccess all{.fragment = {LoadShape::b32, 8}};
    for (unsigned lane = 0; lane < 128; ++lane)
        EXPECT_EQ(readers_of(all, {lane, 7}), (std::vector<Reader>{{lane / 32, lane % 32, 7}}));
    EXPECT_EQ(explanation_of(access, {41, 25}),
              "lane 41, column 25: warp 1, thread 5, register 3 (16x128b.x2 from column 20)");
    EXPECT_EQ(explanation_of(upper, {0, 25}),
              "lane 0, column 25: no thread reads it (16x128b.x2 from column 20, upper half)");
}

// Source: PTX ISA 9.1, tcgen05.cp, the multicast forms.
TEST(TmemAccess, ACopyWritesAllItsSubPartitions) {
    using Lanes = std::vector<unsigned>;
    EXPECT_EQ(lanes_of(*copy_shape_named("32x128b.warpx4"), 7), (Lanes{7, 39, 71, 103}));
    EXPECT_EQ(lanes_of(*copy_shape_named("64x128b.warpx2::02_13"), 40), (Lanes{40, 104}));
    EXPECT_EQ(lanes_of(*copy_shape_named("64x128b.warpx2::01_23"), 7), (Lanes{7, 39}));
    EXPECT_EQ(lanes_of(*copy_shape_named("64x128b.warpx2::01_23"), 40), (Lanes{72, 104}));
    EXPECT_EQ(lanes_of(*copy_shape_named("128x256b"), 100), (Lanes{100}));
    EXPECT_TRUE(lanes_of(*copy_shape_named("128x256b"), 128).empty());
    EXPECT_EQ(columns_of(*copy_shape_named("128x256b")), 8u);
    EXPECT_EQ(columns_of(*copy_shape_named("32x128b.warpx4")), 4u);
}

TEST(TmemAccess, EveryLaneOfACopyHasOneSourceRow) {
    for (const CopyShapeRow& shape : kCopyShapes)
        for (const CopyReading reading : {CopyReading::spaced, CopyReading::refresh}) {
            std::map<unsigned, unsigned> source;
            for (unsigned row = 0; row < shape.rows; ++row)
                for (const unsigned lane : lanes_of(shape, row, reading)) {
                    ASSERT_TRUE(source.emplace(lane, row).second) << shape.name << " lane " << lane;
                    ASSERT_EQ(source_row(shape, lane, reading), row) << shape.name;
                }
            const bool small = shape.rows == 4;
            EXPECT_EQ(source.size(), !small ? 128u : reading == CopyReading::spaced ? 4u : 16u) << shape.name;
        }
}

TEST(TmemAccess, Shape4x256bIsUnknownAndHasBothReadings) {
    const CopyShapeRow& shape = *copy_shape_named("4x256b");
    EXPECT_EQ(shape.certainty, Certainty::unknown);
    EXPECT_FALSE(shape.readings.empty());
    EXPECT_EQ(lanes_of(shape, 2, CopyReading::spaced), (std::vector<unsigned>{64}));
    EXPECT_EQ(lanes_of(shape, 2, CopyReading::refresh), (std::vector<unsigned>{30, 62, 94, 126}));
    for (const CopyShapeRow& row : kCopyShapes) EXPECT_EQ(row.readings.empty(), row.certainty != Certainty::unknown);
}

TEST(TmemAccess, DecompressionFillsSixteenBytes) {
    for (const CopyFormatRow& row : kCopyFormats) {
        EXPECT_EQ(row.data_bytes + row.pad_bytes, 16u) << row.name;
        EXPECT_EQ(row.data_bytes * 8, 16 * row.element_bits) << row.name;
        EXPECT_LE(row.first_bit + row.element_bits, 8u) << row.name;
    }
}

}  // namespace
}  // namespace tilescope
