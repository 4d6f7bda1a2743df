// tests/unit/layout/scale_layout_test.cpp -- scale factors in memory and Tensor Memory: places, inverses, refusals.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/smem.h>
#include <tilescope/layout/scale_layout.h>

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace tilescope {
namespace {

const ScaleVectorRow* vec(std::string_view name, bool k96 = false, std::string_view kind = {}) {
    const auto found = scale_vector_of(name, k96, kind);
    EXPECT_TRUE(found) << found.why;
    return found ? *found : &kScaleVectors[0];
}

TEST(ScaleMemory, InAnAtomRowsWithADistanceOf32AreNeighbours) {
    const ScaleMemory atom;
    EXPECT_EQ(bytes_of(atom), 512u);
    EXPECT_EQ(place_in_memory(atom, {33, 2}), 22u);
    EXPECT_EQ(place_in_memory(atom, {1, 0}), 16u);
    EXPECT_EQ(place_in_memory(atom, {127, 3}), 511u);
}

// 256 rows of 8 factors are 2 x 2 atoms. The second atom is along the rows or along K.
TEST(ScaleMemory, TheTwoOrdersOfAtomsDifferFromTheSecondAtomOn) {
    const ScaleMemory shared{ScaleOrder::rows_first, 256, 8, 2}, global{ScaleOrder::k_first, 256, 8, 2};
    EXPECT_EQ(place_in_memory(shared, {128, 0}), 512u);
    EXPECT_EQ(place_in_memory(shared, {0, 4}), 1024u);
    EXPECT_EQ(place_in_memory(global, {128, 0}), 1024u);
    EXPECT_EQ(place_in_memory(global, {0, 4}), 512u);
    EXPECT_EQ(place_in_memory(shared, {0, 0, 1}), 2048u);
    EXPECT_EQ(place_in_memory(global, {0, 0, 1}), 2048u);
}

TEST(ScaleMemory, EveryByteIsOneFactorOrPadding) {
    for (const ScaleOrder order : {ScaleOrder::rows_first, ScaleOrder::k_first})
        for (const auto& [rows, factors, batches] :
             {std::tuple{128u, 4u, 1u}, {300u, 7u, 2u}, {192u, 8u, 1u}, {1u, 1u, 3u}}) {
            const ScaleMemory m{order, rows, factors, batches};
            EXPECT_EQ(bytes_of(m), padded_rows(rows) * padded_factors(factors) * batches);
            std::size_t found = 0;
            for (std::uint64_t byte = 0; byte < bytes_of(m); ++byte) {
                const auto factor = factor_at(m, byte);
                if (!factor) continue;
                ASSERT_EQ(place_in_memory(m, *factor), byte);
                ++found;
            }
            EXPECT_EQ(found, std::size_t{rows} * factors * batches);
            EXPECT_EQ(factor_at(m, bytes_of(m)), std::nullopt);
        }
    EXPECT_EQ(padded_rows(192), 256u) << "CUTLASS pads N = 192";
    EXPECT_EQ(padded_rows(128), 128u);
}

// Source: PTX ISA 9.1, Tables 43, 44 and 56; for K = 96 the captions of the figures.
TEST(ScaleLayout, EveryVectorSizeHasItsIds) {
    using Ids = std::vector<unsigned>;
    const auto ids = [](const ScaleVectorRow* v) { return Ids(v->ids.begin(), v->ids.end()); };
    EXPECT_EQ(ids(vec("scale_vec::1X")), (Ids{0, 1, 2, 3}));
    EXPECT_EQ(ids(vec("2X")), (Ids{0, 2}));
    EXPECT_EQ(ids(vec("4X")), (Ids{0}));
    EXPECT_EQ(ids(vec("block32", true)), (Ids{0, 1, 2, 3}));
    EXPECT_EQ(ids(vec("block16", true)), (Ids{0, 2}));
    EXPECT_EQ(vec("block32", false, "mxf8f6f4")->factors, 1u);
    EXPECT_EQ(vec("block32", false, "mxf4")->factors, 2u);
    EXPECT_EQ(vec("block32", true, "mxf4nvf4")->factors, 3u);
    EXPECT_EQ(vec("block16", true)->factors, 6u);
    EXPECT_EQ(takes_id(*vec("2X"), 1).why, "scale_vec::2X accepts id 0, 2, not 1");
    EXPECT_EQ(takes_id(*vec("4X", true), 3).why, "scale_vec::4X with K = 96 accepts id 0, 2, not 3");
    EXPECT_EQ(scale_vector_of("4X", false, "mxf4").why,
              "scale vector of kind mxf4: '4X' does not exist; use one of: scale_vec::2X (block32)");
    EXPECT_EQ(scale_vector_of("1X", true, "mxf8f6f4").why, "there are no scale vectors of kind mxf8f6f4 with K = 96");
}

TEST(ScaleLayout, EverySubPartitionHasACopy) {
    const ScaleLayout layout{.vector = vec("1X"), .id = 2, .base_column = 10};
    const TmemCells cells = places(layout, {33, 0});
    ASSERT_EQ(cells.count, 4u);
    for (unsigned copy = 0; copy < 4; ++copy) EXPECT_EQ(cells[copy], (TmemCell{0, 1 + 32 * copy, 11, 16}));
    EXPECT_EQ(explanation_of(layout, {33, 0}),
              "SFA(33, 0): lanes 1, 33, 65, 97, column 11 (10 + 1), byte 2 (id 2 + 0)");
    EXPECT_EQ(explanation_of(layout, {33, 1}),
              "SFA(33, 1) is outside the operand, which has 128 rows of 1 scale factor");
}

// N = 256 in layout B: the second 128 columns are multiplied by lanes 64 and up.
TEST(ScaleLayout, TheHalvesOfNAreInTheLanesThatMultiplyThem) {
    const ScaleLayout layout{.operand = Operand::b, .vector = vec("2X"), .rows = 256, .halves = true};
    const TmemCells low = places(layout, {40, 1}), high = places(layout, {168, 1});
    ASSERT_EQ(low.count, 2u);
    EXPECT_EQ(low[0], (TmemCell{0, 8, 1, 8}));
    EXPECT_EQ(low[1], (TmemCell{0, 40, 1, 8}));
    EXPECT_EQ(high[0], (TmemCell{0, 72, 1, 8}));
    EXPECT_EQ(high[1], (TmemCell{0, 104, 1, 8}));
    EXPECT_TRUE(has_halves(Operand::b, kDataPaths[1]));
    EXPECT_FALSE(has_halves(Operand::a, kDataPaths[1]));
    EXPECT_FALSE(has_halves(Operand::b, kDataPaths[0]));
    EXPECT_FALSE(has_halves(Operand::b, kDataPaths[4])) << "layout E has no block-scaled form";
}

TEST(ScaleLayout, BytesPastTheFourthContinueInTheNextGroup) {
    const ScaleLayout layout{.vector = vec("4X", true), .rows = 256, .id = 2};
    EXPECT_EQ(group_columns(layout), 8u);
    EXPECT_EQ(places(layout, {5, 1})[0], (TmemCell{0, 5, 0, 24}));
    EXPECT_EQ(places(layout, {5, 2})[0], (TmemCell{0, 5, 8, 0}));
    EXPECT_EQ(columns_used(layout), 16u);
    EXPECT_EQ(grounds_of(layout).certainty, Certainty::secondary);
    EXPECT_NE(explanation_of(layout, {5, 2}).find("next group"), std::string::npos);
}

// A tile of K = 4 x 96 with three factors for each instruction. The twelve bytes fill three groups without a gap.
TEST(ScaleLayout, TheFactorsOfInstructionsAlongKFollowEachOther) {
    const ScaleLayout first{.vector = vec("block32", true), .base_column = 100};
    for (unsigned k = 0; k < 4; ++k) {
        const ScaleLayout at = at_k_block(first, k);
        EXPECT_EQ(can_be_placed(at).why, "") << k;
        for (unsigned s = 0; s < 3; ++s) {
            const unsigned byte = 3 * k + s;
            EXPECT_EQ(places(at, {70, s})[0], (TmemCell{0, 6, 102 + byte / 4 * 4, byte % 4 * 8})) << k << " " << s;
        }
    }
    EXPECT_EQ(at_k_block(first, 1).id, 3u);
    EXPECT_EQ(at_k_block(first, 2).base_column, 104u);
}

TEST(ScaleLayout, FindsTheFactorOfEveryCell) {
    std::size_t compared = 0;
    for (const ScaleVectorRow& v : kScaleVectors)
        for (const unsigned id : v.ids)
            for (const unsigned rows : {8u, 64u, 128u, 192u, 256u})
                for (const bool halves : {false, true}) {
                    const ScaleLayout layout{Operand::b, &v, rows, id, 7, halves};
                    ASSERT_EQ(can_be_placed(layout).why, "");
                    std::set<std::tuple<unsigned, unsigned, unsigned>> seen;
                    for (unsigned row = 0; row < rows; ++row)
                        for (unsigned s = 0; s < v.factors; ++s)
                            for (const TmemCell& c : places(layout, {row, s})) {
                                ASSERT_TRUE(seen.insert({c.lane, c.column, c.bit}).second);
                                ASSERT_EQ(factor_at(layout, c), (ScaleFactor{row, s})) << v.name << " " << rows;
                                ++compared;
                            }
                    std::size_t found = 0;
                    for (unsigned lane = 0; lane < 128; ++lane)
                        for (unsigned column = 0; column < 7 + columns_used(layout) + 8; ++column)
                            for (unsigned bit = 0; bit < 32; bit += 8)
                                found += factor_at(layout, {0, lane, column, bit}).has_value();
                    ASSERT_EQ(found, seen.size()) << v.name << " " << rows;
                }
    EXPECT_GT(compared, 10'000u);
}

TEST(ScaleLayout, StatesReasonsOfRefusalsAndWhatIsNotConfirmed) {
    ScaleLayout layout{.vector = vec("2X"), .id = 1};
    EXPECT_EQ(can_be_placed(layout).why, "scale_vec::2X accepts id 0, 2, not 1");
    layout.id = 0, layout.halves = true;
    EXPECT_EQ(can_be_placed(layout).why, "only the scale factors of B can be divided into halves of N");
    layout.halves = false, layout.base_column = 510;
    EXPECT_EQ(can_be_placed(layout).why, "Tensor Memory has 512 columns: 4 columns from column 510 on do not fit");
    EXPECT_EQ(can_be_placed(ScaleLayout{.rows = 0}).why, "SFA must have at least 1 row, not 0");
    EXPECT_EQ(grounds_of(ScaleLayout{}).certainty, Certainty::confirmed);
    EXPECT_TRUE(grounds_of(ScaleLayout{}).note.empty());
    const ScaleLayout odd{.operand = Operand::b, .rows = 192, .halves = true};
    EXPECT_EQ(grounds_of(odd).certainty, Certainty::secondary);
    EXPECT_FALSE(grounds_of(odd).note.empty());
}

// Source: hardware-facts 6.2. A block is 32 units of 16 bytes and four columns; LBO field 1, SBO field 8.
TEST(ScaleCopies, EveryAtomHasADescriptorAndFourColumns) {
    const auto copies = scale_copies({ScaleOrder::rows_first, 192, 8}, 0x8400, 40);
    ASSERT_TRUE(copies) << copies.why;
    ASSERT_EQ(copies->size(), 4u);
    for (unsigned block = 0; block < 4; ++block) {
        const ScaleCopy& c = (*copies)[block];
        EXPECT_EQ(c.start, 0x8400u + 512 * block);
        EXPECT_EQ(c.column, 40 + 4 * block);
        EXPECT_EQ(get_field(field(kSmem91, "start"), c.word), 0x840u + 32 * block);
        EXPECT_EQ(get_field(field(kSmem91, "lbo"), c.word), 1u);
        EXPECT_EQ(get_field(field(kSmem91, "sbo"), c.word), 8u);
        EXPECT_EQ(get_field(field(kSmem91, "version"), c.word), 1u);
        EXPECT_EQ(get_field(field(kSmem91, "swizzle"), c.word), 0u);
    }
}

// The atom that is copied to columns 4b to 4b + 3 contains the factors that the instruction reads there.
TEST(ScaleCopies, CopyEveryByteToThePlaceThatTheInstructionReads) {
    const ScaleMemory tile{ScaleOrder::rows_first, 256, 16};
    const auto copies = scale_copies(tile, 0, 0);
    ASSERT_TRUE(copies);
    const ScaleLayout first{.operand = Operand::b, .vector = vec("4X"), .rows = 256};
    for (unsigned row = 0; row < 256; ++row)
        for (unsigned factor = 0; factor < 16; ++factor) {
            const std::uint64_t byte = place_in_memory(tile, {row, factor});
            const ScaleCopy& copy = (*copies)[byte / 512];
            const auto in_lane = static_cast<unsigned>(byte % 16), lane = static_cast<unsigned>(byte % 512 / 16);
            const TmemCell expected{0, lane, copy.column + in_lane / 4, in_lane % 4 * 8};
            ASSERT_EQ(places(at_k_block(first, factor / 4), {row, factor % 4})[0], expected) << row << " " << factor;
        }
}

TEST(ScaleCopies, RefusesABadStart) {
    EXPECT_EQ(scale_copies({}, 8, 0).why, "block 0: the field 'start' must be a multiple of 16: 0 or 16, not 8");
    EXPECT_EQ(scale_copies({ScaleOrder::rows_first, 256, 4}, 262'000 / 16 * 16, 0).why.substr(0, 9), "block 1: ");
    EXPECT_EQ(scale_copies({ScaleOrder::rows_first, 256, 4}, 0, 508).why,
              "Tensor Memory has 512 columns: 8 columns from column 508 on do not fit");
    EXPECT_FALSE(scale_copies({ScaleOrder::rows_first, ~0u, ~0u}, 0, 0));
    EXPECT_FALSE(scale_copies({ScaleOrder::k_first}, 0, 0));
}

}  // namespace
}  // namespace tilescope
