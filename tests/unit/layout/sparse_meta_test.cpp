// tests/unit/layout/sparse_meta_test.cpp -- codes of sparse groups, places of metadata, and unknown places.
// SPDX-License-Identifier: MIT
#include "tests/support/meta_memory.h"

#include <tilescope/layout/sparse_meta.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

namespace tilescope {
namespace {

using test::atom_k;
using test::MetaElement;
using test::MetaMemory;

std::vector<unsigned> kept(std::string_view grain, unsigned code) {
    const Answer<KeptPositions> have = kept_by(*find_grain(grain), code);
    return have ? std::vector<unsigned>(have->begin(), have->end()) : std::vector<unsigned>{};
}

MetaLayout meta(std::string_view kind, unsigned m, unsigned cta_group = 1, bool ws = false) {
    const auto path = data_path_of({m, cta_group, ws, true});
    EXPECT_TRUE(path) << path.why;
    return {.kind = meta_of_kind(kind), .path = *path, .ws = ws};
}

using List = std::vector<unsigned>;

// Source: PTX ISA 9.1, Sparse Matrices. The low two bits are the first kept position.
TEST(SparseCodes, KeepThePositionsOfTheManual) {
    EXPECT_EQ(kept("2:4", 0b0100), (List{0, 1}));
    EXPECT_EQ(kept("2:4", 0b1001), (List{1, 2}));
    EXPECT_EQ(kept("2:4", 0b1110), (List{2, 3}));
    EXPECT_EQ(kept("2:4", 0b0110), (List{2, 1})) << "stored in the other order";
    EXPECT_EQ(kept("1:2", 0b0100), (List{0}));
    EXPECT_EQ(kept("1:2", 0b1110), (List{1}));
    EXPECT_EQ(kept("4:8", 0b1101), (List{2, 3, 6, 7}));
}

TEST(SparseCodes, ConsistOfTwoPositionsLowPairFirst) {
    for (const SparseGrain& grain : kSparseGrains) {
        if (grain.group == 2) continue;  // positions are halves of elements: checked above
        for (unsigned code = 0; code < 16; ++code) {
            const List have = kept(grain.name, code);
            if (have.empty()) continue;
            EXPECT_EQ(have.front(), (code & 3) * grain.unit) << grain.name << " " << code;
            EXPECT_EQ(have[grain.unit], (code >> 2) * grain.unit) << grain.name << " " << code;
        }
    }
}

TEST(SparseCodes, FindsEveryLegalCodeFromItsPositions) {
    const std::vector<List> legal = {{4, 14}, {4, 6, 8, 9, 12, 13, 14}, {4, 6, 8, 9, 12, 13, 14}};
    for (std::size_t g = 0; g < 3; ++g) {
        List found;
        for (unsigned code = 0; code < 16; ++code) {
            const List positions = kept(kSparseGrains[g].name, code);
            if (positions.empty()) continue;
            EXPECT_EQ(*code_for(kSparseGrains[g], positions), code);
            EXPECT_EQ(positions.size() * 2, kSparseGrains[g].group) << "half of the group is kept";
            found.push_back(code);
        }
        EXPECT_EQ(found, legal[g]) << kSparseGrains[g].name;
    }
}

TEST(SparseCodes, ARefusalOfAnIllegalCodeListsTheLegalCodes) {
    EXPECT_EQ(kept_by(*find_grain("2:4"), 0).why,
              "code 0b0000 has no meaning in 2:4: use one of 0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b0110, 0b1110");
    EXPECT_EQ(kept_by(*find_grain("1:2"), 0b1001).why, "code 0b1001 has no meaning in 1:2: use one of 0b0100, 0b1110");
    EXPECT_EQ(kept_by(*find_grain("1:2"), 16).why, "code 16 has no meaning in 1:2: use one of 0b0100, 0b1110");
    EXPECT_EQ(code_for(*find_grain("1:2"), List{2}).why,
              "no code of 1:2 keeps positions 2 in this order: use one of 0; 1");
    EXPECT_EQ(code_for(*find_grain("2:4"), List{3, 1}).why,
              "no code of 2:4 keeps positions 3, 1 in this order: use one of 0, 1; 0, 2; 0, 3; 1, 2; 1, 3; 2, 1; 2, 3");
    EXPECT_FALSE(code_for(*find_grain("4:8"), List{0, 1, 2, 4})) << "pairs stay together";
    EXPECT_FALSE(code_for(*find_grain("2:4"), List{}));
}

// Source: the formulas in the table of hardware-facts 6.3, checked element by element.
TEST(SparseMeta, IsAtThePlacesOfTheTable) {
    const auto first = [](std::string_view kind, int m, int k) { return places(meta(kind, 128), {m, k})[0]; };
    for (int m = 0; m < 128; ++m) {
        const auto row = static_cast<unsigned>(m);
        for (unsigned k = 0; k < 32; ++k)
            ASSERT_EQ(first("f16", m, static_cast<int>(k)),
                      (TmemCell{0, row % 8 + 8 * (k / 16) + 16 * (row / 16), 0, k % 16 + 16 * (row / 8 % 2)}));
        for (unsigned k = 0; k < 16; ++k)
            ASSERT_EQ(first("tf32", m, static_cast<int>(k)),
                      (TmemCell{0, row % 8 + 8 * (k / 8) + 16 * (row / 16), 0, 2 * (k % 8 + 8 * (row / 8 % 2))}));
        for (unsigned k = 0; k < 64; ++k)
            ASSERT_EQ(first("i8", m, static_cast<int>(k)), (TmemCell{0, row, k / 32, k % 32}));
        for (unsigned k = 0; k < 128; ++k)
            ASSERT_EQ(first("mxf4", m, static_cast<int>(k)), (TmemCell{0, row, k / 64, k / 2 % 32}));
    }
}

TEST(SparseMeta, TheSelectorSelectsTheColumn) {
    MetaLayout layout = meta("f16", 256, 2);
    layout.base_column = 10;
    EXPECT_EQ(places(layout, {200, 20})[0], (TmemCell{1, 72, 10, 20}));
    layout.selector = 1;
    EXPECT_EQ(places(layout, {200, 20})[0], (TmemCell{1, 72, 11, 20}));
    EXPECT_EQ(element_at(layout, {1, 72, 11, 20}), (Element{200, 20}));
    EXPECT_EQ(element_at(layout, {1, 72, 10, 20}), std::nullopt);
    EXPECT_EQ(columns_used(layout), 2u);
    layout.selector = 2;
    EXPECT_TRUE(places(layout, {200, 20}).empty());
    EXPECT_EQ(grounds_of(layout).certainty, Certainty::unknown);
}

TEST(SparseMeta, WsHasACopyInEveryBank) {
    const TmemCells e = places(meta("f16", 64, 1, true), {9, 20});
    ASSERT_EQ(e.count, 2u);
    EXPECT_EQ(e[0], (TmemCell{0, 9, 0, 20}));
    EXPECT_EQ(e[1], (TmemCell{0, 73, 0, 20}));
    const TmemCells g = places(meta("i8", 32, 1, true), {31, 33});
    ASSERT_EQ(g.count, 4u);
    for (unsigned bank = 0; bank < 4; ++bank) EXPECT_EQ(g[bank], (TmemCell{0, 31 + 32 * bank, 1, 1}));
}

TEST(SparseMeta, HalfSubPartitionsHaveNoKnownPlace) {
    for (const MetaLayout& layout : {meta("f16", 64), meta("f8f6f4", 128, 2)}) {
        EXPECT_TRUE(places(layout, {0, 0}).empty());
        EXPECT_EQ(element_at(layout, {0, 0, 0, 0}), std::nullopt);
        EXPECT_EQ(grounds_of(layout).certainty, Certainty::unknown);
        EXPECT_FALSE(grounds_of(layout).note.empty());
        EXPECT_NE(explanation_of(layout, {0, 0}).find("the place is unknown"), std::string::npos);
    }
    EXPECT_EQ(grounds_of(meta("f16", 128)).certainty, Certainty::confirmed);
}

TEST(SparseMeta, FindsTheElementOfEveryBit) {
    for (const MetaRow& kind : kMetaRows)
        for (const auto& [m, cta_group, ws] :
             {std::tuple{128u, 1u, false}, {256u, 2u, false}, {64u, 1u, true}, {32u, 1u, true}}) {
            if (ws && !kind.ws) continue;
            MetaLayout layout = meta(std::ranges::find(kKinds, kind.name, &KindRow::metadata)->id, m, cta_group, ws);
            layout.base_column = 6;
            ASSERT_EQ(can_be_placed(layout).why, "");
            const unsigned pair = kind.grain->unit;  // elements that share their bits
            std::set<std::tuple<unsigned, unsigned, unsigned, unsigned>> seen;
            for (int row = 0; row < static_cast<int>(row_count(layout)); ++row)
                for (int k = 0; k < static_cast<int>(kind.k); ++k)
                    for (const TmemCell& c : places(layout, {row, k})) {
                        ASSERT_EQ(seen.insert({c.cta, c.lane, c.column, c.bit}).second,
                                  k % static_cast<int>(pair) == 0);
                        ASSERT_EQ(element_at(layout, c), (Element{row, k - k % static_cast<int>(pair)})) << kind.name;
                    }
            std::size_t bits = 0;
            for (unsigned cta = 0; cta < 2; ++cta)
                for (unsigned lane = 0; lane < 129; ++lane)
                    for (unsigned column = 5; column < 10; ++column)
                        for (unsigned bit = 0; bit < 33; ++bit)
                            bits += element_at(layout, {cta, lane, column, bit}).has_value();
            EXPECT_EQ(bits, std::size_t{cta_group} * 128 * 32 * kind.columns) << kind.name << ": all cells are full";
        }
}

TEST(SparseMeta, ARefusalStatesTheReason) {
    MetaLayout layout = meta("mxf4", 128);
    layout.ws = true;
    EXPECT_EQ(can_be_placed(layout).why, "mxf4 kinds have no .ws form");
    layout = meta("i8", 128);
    layout.selector = 1;
    EXPECT_EQ(can_be_placed(layout).why, "the selector of 8-bit kinds must be 0, not 1");
    layout = meta("f16", 128);
    layout.base_column = 3;
    EXPECT_EQ(can_be_placed(layout).why,
              "metadata of f16 must start at an even column, not 3: selector 1 selects the odd column");
    layout.base_column = 0, layout.selector = 4;
    EXPECT_EQ(can_be_placed(layout).why, "the selector must be 0 to 3, not 4");
    layout.path = &kDataPaths[1], layout.selector = 0;
    EXPECT_EQ(can_be_placed(layout).why, "layout B is for dense instructions only");
    layout = meta("i8", 128);
    layout.base_column = 511;
    EXPECT_EQ(can_be_placed(layout).why, "Tensor Memory has 512 columns: 2 columns from column 511 on do not fit");
    EXPECT_EQ(meta_of_kind("ti16"), nullptr);
    EXPECT_EQ(meta_of_kind(""), nullptr);
}

TEST(SparseMeta, ExplainsAPlace) {
    EXPECT_EQ(explanation_of(meta("f16", 128), {9, 20}),
              "metadata of A(9, 20): code 5 of its row, CTA 0, lane 9, column 0, bits 20 to 23");
    EXPECT_EQ(explanation_of(meta("f16", 64, 1, true), {9, 20}),
              "metadata of A(9, 20): code 5 of its row, CTA 0, lane 9, column 0, bits 20 to 23; also in lane 73");
    EXPECT_EQ(explanation_of(meta("f16", 128), {128, 0}),
              "metadata of A(128, 0) is outside A, which has 128 rows and logical K 32");
}

// Source: the shapes and strides of CUTLASS sm1xx_sparse_config.inl, TensorEAtom_MMA_*, in metadata elements. tf32 has
// two bits for each element, 4:8 has half a bit.
TEST(SparseMetaMemory, AtomsHaveTheStridesOfCutlass) {
    const auto bit = [](std::string_view kind, unsigned rows, unsigned k, MetaElement e) {
        return bit_of({.kind = meta_of_kind(kind), .rows = rows, .k = k, .batches = 2}, e);
    };
    for (unsigned m = 0; m < 128; ++m)
        for (unsigned k = 0; k < 64; ++k) {
            ASSERT_EQ(bit("tf32", 128, 64, {m, k}),
                      2 * (m % 8 * 64 + m / 8 % 2 * 8 + m / 16 * 1024 + k % 8 + k / 8 % 2 * 512 + k / 16 * 16));
            ASSERT_EQ(bit("mxf4", 128, 256, {m, 4 * k}), (m * 256 + 4 * k) / 2);
        }
    EXPECT_EQ(bit("f16", 256, 256, {128, 0}), 16'384u) << "atoms follow each other along M,";
    EXPECT_EQ(bit("f16", 256, 256, {0, 128}), 32'768u) << "then along K,";
    EXPECT_EQ(bit("f16", 256, 256, {0, 0, 1}), 65'536u) << "then batches";
    EXPECT_EQ(atom_k(*meta_of_kind("tf32")), 64u);
    EXPECT_EQ(atom_k(*meta_of_kind("f16")), 128u);
    EXPECT_EQ(atom_k(*meta_of_kind("mxf4")), 256u);
}

TEST(SparseMetaMemory, EveryBitIsOneElementOrPadding) {
    for (const MetaRow& kind : kMetaRows) {
        const MetaMemory memory{.kind = &kind, .rows = 130, .k = atom_k(kind) + 16, .batches = 2};
        std::size_t found = 0;
        for (std::uint64_t bit = 0; bit < bytes_of(memory) * 8; ++bit) {
            const auto e = element_at(memory, bit);
            if (!e) continue;
            const std::uint64_t first = bit_of(memory, *e);
            ASSERT_TRUE(first == bit || (kind.grain->group == 2 && first + 1 == bit)) << kind.name << " bit " << bit;
            ++found;
        }
        EXPECT_EQ(found, std::size_t{memory.rows} * memory.k * 2 * 4 / kind.grain->group) << kind.name;
        EXPECT_EQ(element_at(memory, bytes_of(memory) * 8), std::nullopt);
    }
}

// wgmma runs with every code. The oracle silicon/h100_sparse_codes.csv has what an H100 does.
TEST(SparseMeta, EachHalfOfACodeIsAnIndexForWgmma) {
    const SparseGrain &four = *find_grain("2:4"), &two = *find_grain("1:2");
    const std::uint32_t b[] = {10, 11, 12, 13}, pair[] = {0x11112222, 0x33334444};
    EXPECT_EQ(positions_met(four, 0b0001), (KeptPositions{.at = {1, 0}, .count = 2})) << "falling order";
    EXPECT_EQ(word_met(four, 0b0000, 1, b), 10u) << "both stored elements meet element 0";
    EXPECT_EQ(word_met(four, 0b1110, 0, b), 12u);
    EXPECT_EQ(word_met(two, 0b0100, 0, pair), 0x11112222u);
    EXPECT_EQ(word_met(two, 0b1110, 0, pair), 0x33334444u);
    EXPECT_EQ(word_met(two, 0b0001, 0, pair), 0x22221111u) << "the halves of element 0, exchanged";
    EXPECT_EQ(word_met(two, 0b1101, 0, pair), 0x33331111u) << "a word that B does not have";
    for (const SparseGrain* grain : {&four, &two})
        for (const SparseCode& c : grain->codes) EXPECT_EQ(*kept_by(*grain, c.code), positions_met(*grain, c.code));
    EXPECT_EQ(meeting_text(four, 0b0101), "code 0b0101 keeps elements 1 and 1");
}

}  // namespace
}  // namespace tilescope
