// tests/scene/tmem_scene_test.cpp -- pictures of Tensor Memory, scale factors and metadata codes.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/presets.h>
#include <tilescope/scene/tmem_scene.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

Session form(std::uint64_t idesc, const Variant& variant = {}) {
    Session s;
    s.words[2] = idesc;
    s.variant = variant;
    return s;
}
Session moved(const Session& s, TmemPlace place, std::uint32_t address) {
    return apply_edit(s, SetTmemAddress{place, address});
}
Session mxf4() { return find_preset("k_major_128b_mxf4")->session(); }

// Returns a row of the map as letters.
std::string row_of(const Cells& cells, int row) {
    std::string out;
    for (int c = 0; c < cells.columns; ++c) {
        const std::size_t at = cells.at(row, c);
        switch (cells.tone[at]) {
        case Tone::d: out += 'D'; break;
        case Tone::a: out += 'A'; break;
        case Tone::sfa: out += 'a'; break;
        case Tone::sfb: out += 'b'; break;
        case Tone::meta: out += 'm'; break;
        default: out += '.';
        }
        if (cells.mark[at] == Mark::crossed) out.back() = 'X';
        if (cells.mark[at] == Mark::hatched) out.back() = '?';
    }
    return out;
}
std::string repeated(std::size_t n, char c) { return std::string(n, c); }

// The picture of the design document: 96 columns of D, everything else free.
TEST(TmemScene, TheMapShowsDInAllLanes) {
    const Scene s = tmem_scene(derive({}).tmem, {});
    ASSERT_EQ(s.grids.size(), 1u);
    const Cells& map = s.grids[0];
    EXPECT_EQ(map.rows, 32);
    EXPECT_EQ(map.columns, 64);
    for (int row = 0; row < map.rows; ++row) EXPECT_EQ(row_of(map, row), repeated(12, 'D') + repeated(52, '.')) << row;
    ASSERT_EQ(s.areas.size(), 1u);
    EXPECT_EQ(s.areas[0].id, "tmem_d");
    EXPECT_EQ(s.areas[0].columns, 12);
    EXPECT_EQ(s.sentence, "D columns 0 to 95, next free column 96.");
}

TEST(TmemScene, TheMapHasTheColumnsOfTheTarget) {
    Session session;
    session.edition = Edition::v9_4;
    session.arch = "sm_107a";
    const Scene s = tmem_scene(derive(moved(session, TmemPlace::d, 480)).tmem, {});
    EXPECT_EQ(s.grids[0].columns, 72);
    EXPECT_EQ(row_of(s.grids[0], 31), repeated(60, '.') + repeated(12, 'D'));
    EXPECT_EQ(s.sentence, "D columns 480 to 575, no column is free after them.");
}

TEST(TmemScene, HalfSubPartitionsLeaveTheOtherHalfFree) {
    const Scene s = tmem_scene(derive(form(0x04180010)).tmem, {});
    for (int row = 0; row < 32; ++row)
        EXPECT_EQ(s.grids[0].tone[s.grids[0].at(row, 0)], row % 8 < 4 ? Tone::d : Tone::empty) << row;
    const Scene low = tmem_scene(derive(moved(form(0x04180010), TmemPlace::d, 16u << 16)).tmem, {});
    EXPECT_EQ(low.grids[0].tone[low.grids[0].at(0, 0)], Tone::empty);
    EXPECT_EQ(low.grids[0].tone[low.grids[0].at(4, 0)], Tone::d);
}

TEST(TmemScene, CellsShowTheColumnOfD) {
    const Scene s = tmem_scene(derive(form(0x04200010, {.ws = true})).tmem, {.grain = TmemGrain::cell});
    const Cells& cells = s.grids[0];
    EXPECT_EQ(cells.rows, 128);
    EXPECT_EQ(cells.columns, 512);
    EXPECT_EQ(cells.label[cells.at(67, 6)], 70) << "layout E: the second bank";
    EXPECT_EQ(cells.key[cells.at(67, 6)], 67u << 16 | 6);
    EXPECT_EQ(cells.tone[cells.at(0, 64)], Tone::empty);
}

TEST(TmemScene, EveryOperandOfABlockScaledFormHasItsRegion) {
    const Scene s = tmem_scene(derive(mxf4()).tmem, {});
    EXPECT_EQ(row_of(s.grids[0], 0), repeated(16, 'D') + repeated(32, '.') + "a.b" + repeated(13, '.'));
    ASSERT_EQ(s.areas.size(), 3u);
    EXPECT_EQ(s.areas[1].label, "SFA");
    EXPECT_EQ(s.areas[2].column, 50);
}

TEST(TmemScene, CrossesSharedCellsAndHatchesUnconfirmedOnes) {
    const Scene shared = tmem_scene(derive(moved(mxf4(), TmemPlace::sfa, 120)).tmem, {});
    EXPECT_EQ(row_of(shared.grids[0], 5), repeated(15, 'D') + "X" + repeated(34, '.') + "b" + repeated(13, '.'));
    EXPECT_TRUE(std::ranges::any_of(shared.legend, [](const LegendEntry& e) { return e.mark == Mark::crossed; }));
    const Scene copies = tmem_scene(derive(form(0x04200010, {.ws = true, .a_in_tmem = true})).tmem, {});
    EXPECT_EQ(row_of(copies.grids[0], 0), repeated(8, 'D') + repeated(24, '.') + "????" + repeated(28, '.'));
}

TEST(TmemScene, CutsOffColumnsPastTheEnd) {
    const Scene s = tmem_scene(derive(moved({}, TmemPlace::d, 480)).tmem, {});
    EXPECT_EQ(row_of(s.grids[0], 0), repeated(60, '.') + "DDDD");
    EXPECT_EQ(s.areas[0].columns, 4);
    EXPECT_TRUE(tmem_scene(derive(moved({}, TmemPlace::d, 0xffff)).tmem, {}).areas.empty());
}

TEST(TmemScene, WithoutTensorMemoryThereIsOnlyASentence) {
    const Scene s = tmem_scene(derive(find_preset("wgmma_128b_f16")->session()).tmem, {});
    EXPECT_TRUE(s.grids.empty());
    EXPECT_NE(s.sentence.find("registers"), std::string::npos);
}

// Row 33, factor 2: byte 6 of line 1; byte 2 of column 385.
TEST(ScaleScene, AFactorHasTheSamePositionInItsLineAndInItsLane) {
    const Scene s = scale_scene(derive(mxf4()).tmem, {.k_step = 1});
    ASSERT_EQ(s.grids.size(), 3u);
    const Cells &memory = s.grids[0], &cells = s.grids[1];
    EXPECT_EQ(memory.rows, 32);
    EXPECT_EQ(memory.columns, 16);
    EXPECT_EQ(memory.key[memory.at(1, 6)], 33u << 16 | 2);
    EXPECT_EQ(memory.row_labels[1], "16");
    for (const int lane : {1, 33, 65, 97}) EXPECT_EQ(cells.key[cells.at(lane, 6)], 33u << 16 | 2) << lane;
    EXPECT_EQ(cells.column_labels[4], "385");
    EXPECT_TRUE(memory.lit[memory.at(1, 6)] && memory.lit[memory.at(1, 7)]);
    EXPECT_FALSE(memory.lit[memory.at(1, 5)]) << "K step 1 has id 2";
    EXPECT_EQ(s.sentence,
              "scale_vec::2X: K step 1 reads 2 factors per row, starting at byte 2 of the cells (scale factor ID 2).");
}

TEST(ScaleScene, LaterStepsShowTheirAtom) {
    const Scene s = scale_scene(derive(mxf4()).tmem, {.operand = Operand::b, .k_step = 2});
    EXPECT_EQ(s.grids[0].row_labels[0], "512");
    EXPECT_EQ(s.grids[1].column_labels[0], "404");
    EXPECT_EQ(s.grids[0].kind, CellKind::factor_b);
    EXPECT_EQ(s.grids[0].key[0], 4u);
    Session k96 = mxf4();
    k96.variant.kind = "mxf4nvf4";
    k96.words[2] |= 1u << 31;
    EXPECT_EQ(scale_scene(derive(k96).tmem, {}).grids[0].columns, 32) << "six factors continue in the next atom";
}

// Each drawn byte of global memory, by its labels, is the byte that place_in_memory() (and so the command line) gives.
TEST(ScaleScene, GlobalMemoryHasEveryFactorAtItsByte) {
    for (const ScaleMatrix asked :
         {ScaleMatrix{}, {200, 13, 0, 0}, {300, 13, 128, 4}, {90, 3, 0, 0}, {5000, 70, 1024, 8}}) {
        Session session = mxf4();
        session.scale_matrix.a = asked;
        const TmemView view = derive(session).tmem;
        const ScaleMatrix m = view.scale_matrix.a;
        const TileScales& tile = *view.sfa;
        const Cells g = scale_scene(view, {}).grids.at(2);
        std::size_t factors = 0, keys = 0, hatched = 0;
        for (int row = 0; row < g.rows; ++row)
            for (int column = 0; column < g.columns; ++column) {
                const std::size_t at = g.at(row, column);
                const int block = column / 16;
                if (column % 16 == 0 && block != 0) {
                    ASSERT_EQ(g.column_labels[static_cast<std::size_t>(column)], "+" + std::to_string(block * 512));
                }
                const std::uint64_t byte = std::stoull(g.row_labels[static_cast<std::size_t>(row)]) +
                                           static_cast<std::uint64_t>(block) * 512 +
                                           static_cast<std::uint64_t>(column) % 16;
                const auto f = factor_at(memory_of(m), byte);
                ASSERT_EQ(g.mark[at] == Mark::hatched, !f) << "byte " << byte;
                hatched += !f;
                ASSERT_EQ(g.label[at], f ? static_cast<int>(f->row) : kNoLabel);
                factors += f.has_value();
                if (g.key[at] == kNoKey) continue;
                const ScaleFactor in_tile{.row = g.key[at] >> 16, .factor = g.key[at] & 0xffff};
                ASSERT_EQ(matrix_byte(m, tile, in_tile), byte);
                ++keys;
            }
        if (m.rows < 1000) {  // the whole matrix is drawn
            EXPECT_EQ(factors, std::size_t{m.rows} * m.factors);
            EXPECT_EQ(hatched, bytes_of(memory_of(m)) - factors);
        }
        EXPECT_GT(keys, 0u);
        std::size_t reachable = 0;
        for (unsigned row = 0; row < tile.rows(); ++row)
            for (unsigned f = 0; f < tile.factors(); ++f)
                reachable += matrix_byte(m, tile, {.row = row, .factor = f}).has_value();
        EXPECT_EQ(keys, reachable) << m.rows << " x " << m.factors;
    }
}

TEST(ScaleScene, SaysWhichBlockIsCopied) {
    Session session = mxf4();
    session.scale_matrix.a = {300, 13, 128, 4};
    const TmemView view = derive(session).tmem;
    const std::string words = scale_copy_words(*view.sfa, view.scale_matrix.a, {});
    EXPECT_EQ(words.find("Copy: block 5 (bytes 2560 to 3071) of global memory to block 0 (bytes 0 to 511) of shared "
                         "memory, then to columns 384 to 387 of Tensor Memory."),
              0u)
        << words;
    EXPECT_NE(scale_copy_words(*view.sfa, matrix_of({0, 0, 1, 0}, *view.sfa), {}).find("No copy of whole blocks"),
              std::string::npos);
}

TEST(ScaleScene, AKindWithoutScaleFactorsHasOnlyASentence) {
    const Scene s = scale_scene(derive({}).tmem, {});
    EXPECT_TRUE(s.grids.empty());
    EXPECT_EQ(s.sentence, "f16 has no scale factors.");
}

TEST(SparseScene, CodesAreDotsAndInvalidCodesAreHatched) {
    const Scene s = sparse_scene(derive(form(0x08180014, {.sparse = true})).tmem, 0);
    ASSERT_EQ(s.grids.size(), 2u);
    const Cells& codes = s.grids[0];
    EXPECT_EQ(codes.rows, 16);
    EXPECT_EQ(codes.columns, 4);
    EXPECT_EQ(codes.row_labels[9], "1001");
    EXPECT_EQ(codes.label[codes.at(9, 1)], 0);
    EXPECT_EQ(codes.label[codes.at(9, 2)], 1);
    EXPECT_EQ(codes.label[codes.at(6, 1)], 1) << "0110 stores position 2 first";
    EXPECT_EQ(codes.tone[codes.at(9, 0)], Tone::empty);
    EXPECT_EQ(codes.mark[codes.at(5, 0)], Mark::hatched);
}

// Row 9, code 5 is in lane 9, bits 20 to 23: the sixth code of the cell.
TEST(SparseScene, PlacesEveryCodeInTheLaneOfItsRow) {
    const Scene s = sparse_scene(derive(form(0x08180014, {.sparse = true})).tmem, 0);
    const Cells& meta = s.grids[1];
    EXPECT_EQ(meta.columns, 8);
    EXPECT_EQ(meta.key[meta.at(9, 5)], 9u << 16 | 5);
    EXPECT_EQ(meta.label[meta.at(1, 0)], 1);
    EXPECT_EQ(meta.label[meta.at(1, 4)], 9) << "rows r and r + 8 share cells";
    EXPECT_EQ(meta.column_labels[0], "416");
    std::vector<std::uint32_t> keys = meta.key;
    std::ranges::sort(keys);
    EXPECT_TRUE(std::ranges::adjacent_find(keys) == keys.end()) << "each once";
}

TEST(SparseScene, AnUnknownLocationShowsOnlyTheCodes) {
    const Scene s = sparse_scene(derive(form(0x04180014, {.sparse = true})).tmem, 0);
    EXPECT_EQ(s.grids.size(), 1u);
    EXPECT_TRUE(s.sentence.starts_with("The location of the codes is not known."));
    EXPECT_TRUE(sparse_scene(derive({}).tmem, 0).grids.empty());
}

}  // namespace
}  // namespace tilescope
