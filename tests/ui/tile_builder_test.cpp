// tests/ui/tile_builder_test.cpp -- the tile builder: order of atoms, stages, the list, use of the strides.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

class TileBuilder : public testing::Test {
protected:
    TileBuilder() : h(draw_operands_panel, {900, 800}) {
        h.session = find_preset("k_major_128b_f16")->session();
        h.session.tile_k = 128;
        h.frames(3);
        h.click("operands.build_a");
    }
    PanelHarness h;
};

TEST_F(TileBuilder, ListsTheDescriptorOfEverySlice) {
    ASSERT_TRUE(h.shows("tile.copy"));
    h.click("tile.copy");
    EXPECT_EQ(std::count(h.copied.begin(), h.copied.end(), '\n'), 1 + 8) << h.copied;
    EXPECT_NE(h.copied.find("0,0,1,1056,16,1024,0x4000404000010042\n"), std::string::npos) << h.copied;
    EXPECT_NE(h.copied.find("0,0,4,17408,16,1024,0x4000404000010440\n"), std::string::npos) << h.copied;
}

TEST_F(TileBuilder, TheOrderOfAtomsIsAnEditAndMovesTheSlices) {
    h.click("tile.order.k");
    EXPECT_EQ(h.session.atom_order.a, AtomOrder::k_first);
    EXPECT_EQ(h.session.atom_order.b, AtomOrder::mn_first);
    h.click("tile.copy");
    EXPECT_NE(h.copied.find("0,0,4,2048,16,2048,0x4000408000010080\n"), std::string::npos) << h.copied;
    EXPECT_EQ(derive(h.session).a.layout.k_atom, 1024u);
    h.undo();
    EXPECT_EQ(h.session.atom_order.a, AtomOrder::mn_first);
}

TEST_F(TileBuilder, ItsStridesCanBeStoredInTheWord) {
    h.click("tile.order.k");
    h.click("tile.use");
    EXPECT_EQ(h.session.word(WordId::a_desc), 0x4000408000010040u);
    EXPECT_FALSE(derive(h.session).a.overlaps);
}

TEST_F(TileBuilder, StagesFollowEachOther) {
    h.states.operands.tile.stages = 2;
    h.frames(2);
    h.click("tile.copy");
    EXPECT_NE(h.copied.find("1,0,0,33792,16,1024,"), std::string::npos) << h.copied;
}

TEST_F(TileBuilder, ATileThatIsNotAWholeNumberOfAtomsIsRefused) {
    h.states.operands.tile.rows = 100;
    h.frames(2);
    EXPECT_TRUE(h.shows("tile.refused"));
    EXPECT_FALSE(h.shows("tile.copy"));
}

// A new piece begins where the memory has its rows: 64 rows of A have 8 KiB, 128 rows of B have 16 KiB.
TEST(TilePiecesBoxes, ATileOfWgmmaGetsMoreInstructions) {
    PanelHarness h(draw_operands_panel, {900, 800});
    h.frames(3);
    EXPECT_FALSE(h.shows("operands.tile_m")) << "tcgen05";
    h.session = find_preset("wgmma_128b_f16")->session();
    h.frames(3);
    h.click("operands.tile_m.plus");
    EXPECT_EQ(h.session.pieces, (TilePieces{{2, 1}, {8192, 0}}));
    h.click("operands.tile_n.plus");
    EXPECT_EQ(h.session.pieces, (TilePieces{{2, 2}, {8192, 16384}}));
    EXPECT_EQ(derive(h.session).a.layout.rows, 128);
    h.click("operands.tile_n.minus");
    EXPECT_EQ(h.session.pieces.count.b, 1u);
    h.undo();
    EXPECT_EQ(h.session.pieces.count.b, 2u);
}

}  // namespace
}  // namespace tilescope::ui
