// tests/unit/layout/tmem_layout_test.cpp -- data path layouts A to G: worked examples, inverses, free cells, refusals.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/tmem_layout.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

namespace tilescope {
namespace {

const DataPathRow* path(std::string_view name) {
    for (const DataPathRow& row : kDataPaths)
        if (row.name == name) return &row;
    ADD_FAILURE() << "no data path " << name;
    return &kDataPaths[0];
}

TmemLayout d(std::string_view name, unsigned n) { return {.path = path(name), .columns = n}; }

TmemLayout a(std::string_view name, unsigned k, std::string_view type) {
    return {.operand = TmemOperand::a, .path = path(name), .columns = k, .type = find_type(type)};
}

struct PlacedCase {
    unsigned m, cta_group;
    bool ws, sparse;
    std::string_view name;
};

// Source: PTX ISA 9.1, Data Path Layout Organization.
TEST(TmemLayout, EveryFormHasTheDataPathOfTheManual) {
    for (const PlacedCase& c : {PlacedCase{256, 2, false, false, "A"},
                                {256, 2, false, true, "A"},
                                {128, 2, false, false, "B"},
                                {128, 2, false, true, "C"},
                                {128, 1, false, false, "D"},
                                {128, 1, true, true, "D"},
                                {64, 1, true, false, "E"},
                                {64, 1, true, true, "E"},
                                {64, 1, false, false, "F"},
                                {64, 1, false, true, "F"},
                                {32, 1, true, false, "G"},
                                {32, 1, true, true, "G"}}) {
        const auto have = data_path_of({c.m, c.cta_group, c.ws, c.sparse});
        ASSERT_TRUE(have) << have.why;
        EXPECT_EQ((*have)->name, c.name) << "M " << c.m << " cta_group " << c.cta_group;
    }
}

TEST(TmemLayout, ARefusalOfAFormListsTheLegalSizes) {
    EXPECT_EQ(data_path_of({.m = 96}).why, "M of cta_group::1 without .ws must be one of 64, 128, not 96");
    EXPECT_EQ(data_path_of({.m = 32}).why, "M of cta_group::1 without .ws must be one of 64, 128, not 32");
    EXPECT_EQ(data_path_of({.m = 256, .ws = true}).why,
              "M of cta_group::1 with .ws must be one of 32, 64, 128, not 256");
    EXPECT_EQ(data_path_of({.m = 64, .cta_group = 2}).why, "M of cta_group::2 must be one of 128, 256, not 64");
    EXPECT_EQ(data_path_of({.m = 128, .cta_group = 2, .ws = true}).why,
              ".ws requires cta_group::1; a pair of CTAs has no .ws form");
    EXPECT_EQ(data_path_of({.m = 128, .cta_group = 3}).why, "cta_group must be 1 or 2, not 3");
}

TEST(TmemLayout, PlacesElementsAsInTheFiguresOfTheManual) {
    EXPECT_EQ(places(d("A", 16), {200, 5})[0], (TmemCell{1, 72, 5, 0}));
    EXPECT_EQ(places(d("B", 32), {70, 17})[0], (TmemCell{1, 70, 1, 0}));
    EXPECT_EQ(places(d("B", 32), {6, 15})[0], (TmemCell{0, 6, 15, 0}));
    EXPECT_EQ(places(d("C", 32), {81, 9})[0], (TmemCell{1, 33, 9, 0}));
    EXPECT_EQ(places(d("D", 8), {127, 7})[0], (TmemCell{0, 127, 7, 0}));
    EXPECT_EQ(places(d("E", 128), {3, 70})[0], (TmemCell{0, 67, 6, 0}));
    EXPECT_EQ(places(d("F", 8), {17, 2})[0], (TmemCell{0, 33, 2, 0}));
    EXPECT_EQ(places(d("G", 64), {1, 47})[0], (TmemCell{0, 65, 15, 0}));
    TmemLayout upper = d("F", 8);
    upper.lane_half = 16, upper.base_column = 100;
    EXPECT_EQ(places(upper, {17, 2})[0], (TmemCell{0, 49, 102, 0}));
}

TEST(TmemLayout, InLayoutsBEAndGEveryBankHasACopyOfA) {
    const TmemCells b = places(a("B", 16, "f16"), {65, 3});
    ASSERT_EQ(b.count, 2u);
    EXPECT_EQ(b[0], (TmemCell{1, 1, 1, 16}));
    EXPECT_EQ(b[1], (TmemCell{1, 65, 1, 16}));
    EXPECT_EQ(places(a("E", 16, "f16"), {5, 0}).count, 2u);
    const TmemCells g = places(a("G", 32, "e4m3"), {5, 31});
    ASSERT_EQ(g.count, 4u);
    for (unsigned bank = 0; bank < 4; ++bank) EXPECT_EQ(g[bank], (TmemCell{0, 5 + 32 * bank, 7, 24}));
    EXPECT_EQ(places(a("F", 16, "f16"), {5, 0}).count, 1u);
}

// 256 bits of K use eight columns, for every type.
TEST(TmemLayout, AIsPackedByItsType) {
    for (const auto& [type, k, last_bit] : {std::tuple{"tf32", 8u, 0u},
                                            {"f16", 16u, 16u},
                                            {"e4m3", 32u, 24u},
                                            {"e2m3", 32u, 24u},
                                            {"e2m1", 32u, 26u},
                                            {"e2m1x2", 64u, 28u}}) {
        const TmemLayout layout = a("D", k, type);
        EXPECT_EQ(columns_used(layout), 8u) << type;
        EXPECT_EQ(places(layout, {9, static_cast<int>(k) - 1})[0], (TmemCell{0, 9, 7, last_bit})) << type;
    }
    for (const ElementType& type : kElementTypes) {
        if (type.id == "b1") continue;  // no target has both b1 and Tensor Memory
        EXPECT_EQ(packing_of(type).element_bits, type.bits) << type.id;
        EXPECT_EQ(packing_of(type).container_bits, type.container_bits) << type.id;
    }
}

TEST(TmemLayout, A16BitElementOfDUsesTheLowHalfOfItsCell) {
    TmemLayout half = d("D", 8);
    half.bits = 16;
    EXPECT_EQ(columns_used(half), 8u);
    EXPECT_EQ(places(half, {3, 5})[0], (TmemCell{0, 3, 5, 0}));
    EXPECT_EQ(element_at(half, {0, 3, 5, 15}), (Element{3, 5}));
    EXPECT_EQ(element_at(half, {0, 3, 5, 16}), std::nullopt);
}

std::vector<TmemLayout> all_layouts() {
    std::vector<TmemLayout> out;
    for (const DataPathRow& row : kDataPaths)
        for (const unsigned half : {0u, 16u}) {
            if (half != 0 && !row.half) continue;
            for (const unsigned n : {8u, 32u}) {
                out.push_back({.path = &row, .columns = n, .base_column = 5, .lane_half = half});
                out.push_back({.path = &row, .columns = n, .bits = 16, .lane_half = half});
            }
            for (const char* type : {"tf32", "f16", "e4m3", "e2m3", "e2m1", "e2m1x2"})
                out.push_back({.operand = TmemOperand::a,
                               .path = &row,
                               .columns = 40,
                               .type = find_type(type),
                               .base_column = 3,
                               .lane_half = half});
        }
    return out;
}

std::string name_of(const TmemLayout& l) {
    return say(l.path->name, l.operand == TmemOperand::a ? " A " : " D ", l.type->id, " ", l.columns, " ", l.bits);
}

TEST(TmemLayout, EveryElementHasSeparateCellsAndIsFoundFromThem) {
    std::size_t compared = 0;
    for (const TmemLayout& layout : all_layouts()) {
        ASSERT_EQ(can_be_placed(layout).why, "") << name_of(layout);
        std::set<std::tuple<unsigned, unsigned, unsigned, unsigned>> seen;
        for (int row = 0; row < static_cast<int>(row_count(layout)); ++row)
            for (int column = 0; column < static_cast<int>(layout.columns); ++column)
                for (const TmemCell& cell : places(layout, {row, column})) {
                    ASSERT_TRUE(seen.insert({cell.cta, cell.lane, cell.column, cell.bit}).second) << name_of(layout);
                    ASSERT_EQ(element_at(layout, cell), (Element{row, column})) << name_of(layout);
                    ASSERT_LT(cell.cta, ctas(layout));
                    ASSERT_LT(cell.lane, kTmem.lanes);
                    ASSERT_GE(cell.column, layout.base_column);
                    ASSERT_LT(cell.column, layout.base_column + columns_used(layout));
                    ++compared;
                }
    }
    EXPECT_GT(compared, 100'000u);
}

TEST(TmemLayout, AWalkAlongARowHasThePlacesOfItsElements) {
    std::vector<TmemLayout> layouts = all_layouts();
    layouts.push_back({.path = path("B"), .columns = 256});
    layouts.push_back({.path = path("A"), .columns = 20});
    for (const TmemLayout& layout : layouts)
        for (unsigned row = 0; row <= row_count(layout); ++row) {  // the last one is outside
            unsigned column = 0;
            for (RowWalk at(layout, row); !at.ended(); at.next(), ++column)
                ASSERT_TRUE(
                    std::ranges::equal(at.cells(), places(layout, {static_cast<int>(row), static_cast<int>(column)})))
                    << name_of(layout) << " row " << row << " column " << column;
            ASSERT_EQ(column, layout.columns) << name_of(layout);
        }
}

// The other direction: element_at() finds an element for exactly the bits that places() uses.
TEST(TmemLayout, EveryBitBelongsToOneElementOrToNone) {
    for (const TmemLayout& layout : all_layouts()) {
        const unsigned width = layout.operand == TmemOperand::d ? layout.bits : layout.type->bits;
        std::size_t have = 0, expected = 0;
        for (unsigned cta = 0; cta < ctas(layout); ++cta)
            for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
                for (unsigned column = 0; column < 46; ++column)
                    for (unsigned bit = 0; bit < 32; ++bit)
                        have += element_at(layout, {cta, lane, column, bit}).has_value();
        for (int row = 0; row < static_cast<int>(row_count(layout)); ++row)
            for (int column = 0; column < static_cast<int>(layout.columns); ++column)
                expected += width * places(layout, {row, column}).count;
        ASSERT_EQ(have, expected) << name_of(layout);
    }
}

TEST(TmemLayout, NoElementIsOutsideTheOperandOrTheMemory) {
    const TmemLayout layout = d("D", 8);
    for (const Element e : {Element{-1, 0}, {0, -1}, {128, 0}, {0, 8}}) EXPECT_TRUE(places(layout, e).empty());
    for (const TmemCell& c : {TmemCell{1, 0, 0, 0}, {0, 128, 0, 0}, {0, 0, 8, 0}, {0, 0, 0, 32}})
        EXPECT_EQ(element_at(layout, c), std::nullopt);
    EXPECT_EQ(element_at(d("F", 8), {0, 16, 0, 0}), std::nullopt) << "lanes 16..31 are free";
}

TEST(TmemLayout, StatesWhyALayoutDoesNotFit) {
    TmemLayout layout = d("G", 66);
    EXPECT_EQ(can_be_placed(layout).why, "layout G divides N into 4 banks: N must be a multiple of 4, not 66");
    layout = d("D", 256);
    layout.base_column = 300;
    EXPECT_EQ(can_be_placed(layout).why, "Tensor Memory has 512 columns: 256 columns from column 300 on do not fit");
    layout.base_column = ~0u;
    EXPECT_NE(can_be_placed(layout).why, "") << "the sum of columns must not overflow";
    layout = d("D", ~0u);
    EXPECT_NE(can_be_placed(layout).why, "");
    layout = d("D", 8);
    layout.lane_half = 16;
    EXPECT_EQ(can_be_placed(layout).why, "layout D must start at lane 0, not 16");
    layout = d("F", 8);
    layout.lane_half = 8;
    EXPECT_EQ(can_be_placed(layout).why, "layout F must start at lane 0 or 16, not 8");
    layout = d("D", 8);
    layout.bits = 8;
    EXPECT_EQ(can_be_placed(layout).why, "an element of D must have 16 or 32 bits, not 8");
    EXPECT_EQ(can_be_placed(d("D", 0)).why, "N must be at least 1, not 0");
    EXPECT_EQ(can_be_placed({.operand = TmemOperand::a, .path = path("D"), .columns = 32, .type = find_type("b1")}).why,
              "only wgmma multiplies single bits (b1), and wgmma does not use Tensor Memory");
}

TEST(TmemLayout, ExplainsAnElementInOneSentence) {
    EXPECT_EQ(explanation_of(d("E", 128), {3, 70}),
              "D(3, 70): CTA 0, lane 67 (3 + 64 x 1), column 6 (0 + 6); layout E, 2x2");
    EXPECT_EQ(explanation_of(d("F", 8), {17, 2}),
              "D(17, 2): CTA 0, lane 33 (32 x 1 + 1 + 0), column 2 (0 + 2); layout F, 4x1 half");
    EXPECT_EQ(explanation_of(a("B", 16, "f16"), {65, 3}),
              "A(65, 3): CTA 1, lane 1, column 1 (0 + 1), bit 16; also in lane 65; layout B, 2x2");
    EXPECT_EQ(explanation_of(d("D", 8), {128, 0}),
              "D(128, 0) is outside the operand, which has 128 rows and 8 columns");
}

TEST(TmemLayout, StatesWhatIsNotConfirmed) {
    for (const DataPathRow& row : kDataPaths) {
        const Grounds have = grounds_of({.path = &row, .columns = 64});
        EXPECT_EQ(have.certainty, row.name == "C" ? Certainty::secondary : Certainty::confirmed) << row.name;
        EXPECT_EQ(have.note.empty(), row.name != "C") << row.name;
        EXPECT_FALSE(row.source.empty() || row.a_source.empty());
    }
    EXPECT_EQ(grounds_of(a("B", 16, "f16")).certainty, Certainty::confirmed);
    EXPECT_EQ(grounds_of(a("E", 16, "f16")).certainty, Certainty::secondary);
    EXPECT_EQ(grounds_of(a("D", 32, "e2m1")).certainty, Certainty::secondary);
    EXPECT_NE(grounds_of(a("D", 32, "e2m1")).note.find("4-bit"), std::string::npos);
}

}  // namespace
}  // namespace tilescope
