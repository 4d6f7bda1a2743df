// tests/scene/maps_test.cpp -- pictures of banks, of address bits and of TMA copies.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/scene/tile_scene.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

SmemLayout layout_128b() {
    return {.mode = SwizzleMode::b128,
            .type = find_type("f16"),
            .start = 0x400,
            .lbo = 16,
            .sbo = 1024,
            .rows = 16,
            .columns = 64};
}

std::string row_of_labels(const Cells& cells, int row) {
    std::string out;
    for (int c = 0; c < cells.columns; ++c) {
        const std::size_t at = cells.at(row, c);
        out += cells.label[at] == kNoLabel ? "." : std::to_string(cells.label[at]);
        out += cells.mark[at] == Mark::crossed ? "x" : "";
    }
    return out;
}

TEST(BankScene, ShowsEachRowInDifferentBanks) {
    const auto found = banks_of(layout_128b(), {});
    ASSERT_TRUE(found) << found.why;
    const Scene on = bank_scene(*found, {});
    ASSERT_EQ(on.grids.size(), 1u);
    EXPECT_EQ(on.grids[0].rows, 8);
    EXPECT_EQ(row_of_labels(on.grids[0], 0), "0000............................");
    EXPECT_EQ(row_of_labels(on.grids[0], 1), "....1111........................");
    EXPECT_EQ(row_of_labels(on.grids[0], 7), "............................7777");
    EXPECT_EQ(on.grids[0].row_labels[1], "0x480");
    EXPECT_EQ(on.grids[0].key[on.grids[0].at(1, 4)], 0x490u);
    EXPECT_EQ(on.grids[0].title, "AS STORED  1 turn, minimum 1  row = line of memory");
    const Scene off = bank_scene(*found, {.swizzle = false});
    for (int row = 0; row < 8; ++row) {
        const std::string n = std::to_string(row) + "x";
        EXPECT_EQ(row_of_labels(off.grids[0], row), n + n + n + n + "............................");
    }
    EXPECT_EQ(off.grids[0].key[0], kNoKey) << "linear addresses are not real locations";
    EXPECT_EQ(on.sentence, "no conflict (without the XOR: 8-way)");
    EXPECT_EQ(off.sentence, "8-way conflict in banks 0-3: rows 0, 1, 2, 3, ... share them (with the XOR: no conflict)");
}

TEST(BankScene, ColoursByPhase) {
    SmemLayout l = layout_128b();
    l.rows = 32;
    const auto found = banks_of(l, {.kind = AccessKind::across});
    const Scene s = bank_scene(*found, {.by_phase = true});
    ASSERT_EQ(s.grids[0].rows, 32);
    EXPECT_EQ(row_of_labels(s.grids[0], 9), "....1111........................");
    const auto lines = phase_lines(*found);
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[1], "threads 8-15: 1 turn (without the XOR: 8), all banks; no conflict");
}

TEST(F2Scene, ShowsTheVectorsOfTheExample) {
    SmemLayout l = layout_128b();
    l.rows = 8;
    const F2Picture p = f2_picture(l);
    ASSERT_TRUE(p.refused.empty()) << p.refused;
    ASSERT_EQ(p.scene.grids.size(), 1u);
    const Cells& cells = p.scene.grids[0];
    EXPECT_EQ(cells.columns, 10) << "nine bits and the offset";
    EXPECT_EQ(cells.rows, 11) << "up to 0x400";
    EXPECT_EQ(cells.column_labels[0], "c1");
    EXPECT_EQ(cells.column_labels[6], "r1");
    EXPECT_EQ(cells.column_labels[9], "at");
    EXPECT_EQ(row_of_labels(cells, 1), "1000000000");  // byte 2
    EXPECT_EQ(row_of_labels(cells, 4), "0001001000");  // byte 16: column 8, and row 1 by the swizzle
    EXPECT_EQ(row_of_labels(cells, 7), "0000001000");
    EXPECT_EQ(row_of_labels(cells, 10), "0000000001");
    ASSERT_EQ(p.vectors.size(), 9u);
    EXPECT_EQ(p.vectors[6].name, "row 1");
    EXPECT_EQ(p.vectors[6].text, "0x090 = byte 16 + byte 128");
    EXPECT_EQ(p.vectors[6].element, (Element{1, 0}));
    EXPECT_EQ(p.scene.sentence,
              "9 index bits, rank 9: every element has a different address, so the map is invertible.");
    EXPECT_EQ(inputs_of(p.map, {3, 24}), (std::vector<unsigned>{3, 4, 6, 7}));
    EXPECT_TRUE(inputs_of(p.map, {8, 0}).empty());
}

TEST(F2Scene, SharedAddressesAreTheKernel) {
    SmemLayout l = layout_128b();
    l.start = 0, l.sbo = 0;
    const F2Picture p = f2_picture(l);
    ASSERT_EQ(p.kernel.size(), 1u);
    EXPECT_EQ(p.kernel[0], "row 8");
    EXPECT_EQ(p.kernel_first[0], (Element{8, 0}));
    EXPECT_NE(p.scene.sentence.find("2 elements share each address"), std::string::npos) << p.scene.sentence;
}

TEST(F2Scene, AStartThatCarriesIsTheBaseAndHasNoColumn) {
    SmemLayout l = layout_128b();
    l.rows = 128;
    const F2Picture p = f2_picture(l);
    ASSERT_TRUE(p.refused.empty()) << p.refused;
    EXPECT_EQ(p.map.base, 0x400u);
    EXPECT_EQ(p.scene.grids[0].columns, 13);
    EXPECT_EQ(p.scene.legend.size(), 2u);
    EXPECT_NE(p.scene.sentence.find("0x400"), std::string::npos) << p.scene.sentence;
}

TEST(F2Scene, ALayoutThatCarriesNamesTheElement) {
    SmemLayout l = layout_128b();
    l.sbo = 1040;
    l.rows = 64;
    const F2Picture p = f2_picture(l);
    ASSERT_EQ(p.scene.grids.size(), 1u) << "the picture shows the carry-free part";
    EXPECT_LT(p.map.rows, 64);
    EXPECT_NE(p.scene.sentence.find("not linear: element"), std::string::npos) << p.scene.sentence;
}

std::size_t crossed(const Cells& cells) {
    return static_cast<std::size_t>(std::ranges::count(cells.mark, Mark::crossed));
}

TEST(TmaScene, CrossesElementsThatAreReadFromAWrongPlace) {
    SmemLayout l = layout_128b();
    const TmaTile tile = covered(copy_for(l), l.major, l.rows, l.columns);
    std::vector<std::uint32_t> written;
    for (const std::uint64_t bit : written_bits(tile, l.rows, l.columns))
        written.push_back(static_cast<std::uint32_t>(bit / 8));
    const std::vector<std::uint32_t> right = tile_map(l);
    const Scene agrees = tma_scene({l, right, written, {}}, {});
    ASSERT_EQ(agrees.grids.size(), 2u);
    EXPECT_EQ(crossed(agrees.grids[0]) + crossed(agrees.grids[1]), 0u);
    l.sbo = 512;
    const Agreement a = compare_tma_mma(tile, l);
    const Scene wrong = tma_scene({l, tile_map(l), written, a.differing}, {});
    EXPECT_EQ(crossed(wrong.grids[0]), 8u * 8u) << "rows from 8 on";
    EXPECT_EQ(crossed(wrong.grids[1]), 8u * 8u);
    EXPECT_EQ(wrong.grids[1].row_labels[8], "0x800") << "memory is drawn as TMA writes it";
    EXPECT_EQ(wrong.grids[1].rows, 16);
    EXPECT_EQ(wrong.sentence, "Operand A, 16 x 64 f16, as TMA writes it: 16 lines of 128 bytes from 0x400.");
}

TEST(TmaScene, ElementsThatNoBoxWritesHaveNoLocation) {
    const SmemLayout l = layout_128b();
    std::vector<std::uint32_t> written = tile_map(l);
    const std::vector<std::uint32_t> read = written;
    for (std::size_t i = 8 * 64; i < written.size(); ++i) written[i] = kNoKey;
    const Element lost[] = {{8, 0}};
    const Scene s = tma_scene({l, read, written, lost}, {});
    EXPECT_EQ(s.grids[1].rows, 8);
    EXPECT_EQ(crossed(s.grids[0]), 1u);
    EXPECT_EQ(crossed(s.grids[1]), 0u);
    std::ranges::fill(written, kNoKey);
    EXPECT_EQ(tma_scene({l, read, written, lost}, {}).sentence, "Operand A, 16 x 64 f16, as TMA writes it: no line.");
}

}  // namespace
}  // namespace tilescope
