// tests/ui/tile_builder_test.cpp -- the tile builder: order of atoms, stages, the list, use of the strides.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/session/presets.h>

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
    h.states.tile.stages = 2;
    h.frames(2);
    h.click("tile.copy");
    EXPECT_NE(h.copied.find("1,0,0,33792,16,1024,"), std::string::npos) << h.copied;
}

TEST_F(TileBuilder, ATileThatIsNotAWholeNumberOfAtomsIsRefused) {
    h.states.tile.rows = 100;
    h.frames(2);
    EXPECT_TRUE(h.shows("tile.refused"));
    EXPECT_FALSE(h.shows("tile.copy"));
}

}  // namespace
}  // namespace tilescope::ui
