// tests/ui/layout_panel_test.cpp -- the layout tab: units, requested layouts, solutions, refusals.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

class LayoutPanel : public testing::Test {
protected:
    LayoutPanel() : h(draw_layout_panel, {820, 600}) {
        h.session = find_preset("k_major_128b_f16")->session();
        h.frames(3);
    }
    std::uint64_t word() const { return h.session.word(WordId::a_desc); }

    PanelHarness h;
};

TEST_F(LayoutPanel, CopiesTheTextInTheSelectedUnit) {
    h.click("layout.copy");
    EXPECT_EQ(h.copied, "Sw<3,4,3> o smem_ptr[16b](0x400) o ((8,16),(8,8)):((64,512),(1,8))");
    h.click("layout.unit.bytes");
    EXPECT_EQ(h.view_state.stride_unit, StrideUnit::bytes);
    h.click("layout.copy");
    EXPECT_EQ(h.copied, "Sw<3,4,3> o smem_ptr[8b](0x400) o ((8,16),(8,8)):((128,1024),(2,16))");
    EXPECT_EQ(h.history.done(), 0u) << "a view change makes no edit";
}

TEST_F(LayoutPanel, AnImpossibleUnitShowsTheReason) {
    h.click("layout.unit.units128");
    EXPECT_FALSE(h.shows("layout.copy"));
    EXPECT_TRUE(h.shows("layout.cute"));
}

TEST_F(LayoutPanel, ATypedLayoutIsSolvedAndApplied) {
    EXPECT_TRUE(h.shows("layout.empty"));
    h.type_into("layout.wish", "Sw<2,4,3> o smem_ptr[16b](0x800) o ((8,16),(8,4)):((32,256),(1,8))");
    EXPECT_EQ(h.history.done(), 1u) << "all typing in one box is one step";
    ASSERT_TRUE(h.shows("layout.apply.0"));
    EXPECT_FALSE(h.shows("layout.refused"));
    h.click("layout.apply.0");
    EXPECT_EQ(word(), 0x8000402000010080u);
    h.undo();
    EXPECT_EQ(word(), 0x4000404000010040u);
    EXPECT_FALSE(h.session.requested_layout.empty()) << "the requested layout is a separate step";
}

TEST_F(LayoutPanel, ASolutionWithTheOtherMajorChangesTheTransposeBit) {
    h.type_into("layout.wish", "Sw<3,4,3> o smem_ptr[16b](0x400) o ((64,2),16):((1,1024),64)");
    ASSERT_TRUE(h.shows("layout.apply.0"));
    h.click("layout.apply.0");
    EXPECT_EQ(derive(h.session).a.layout.major, Major::mn);
    EXPECT_EQ(h.history.done(), 2u) << "word and transpose bit are one step";
    h.undo();
    EXPECT_EQ(derive(h.session).a.layout.major, Major::k);
}

TEST_F(LayoutPanel, AnUnreadableLayoutIsRefusedAndChangesNoWord) {
    h.type_into("layout.wish", "((8,16),(8,8):((64,512),(1,8))");
    EXPECT_TRUE(h.shows("layout.refused"));
    EXPECT_FALSE(h.shows("layout.apply.0"));
    EXPECT_EQ(word(), 0x4000404000010040u);
}

TEST_F(LayoutPanel, ARefusalSelectsTheElementThatDoesNotFit) {
    h.type_into("layout.wish", "((8,16),(8,8)):((8,128),(1,12))");
    ASSERT_TRUE(h.shows("layout.misfit"));
    h.click("layout.misfit");
    EXPECT_EQ(h.view_state.selection, Focus(ElementFocus{Matrix::a, 0, 8}));
    EXPECT_EQ(tab_of(h.view_state, Screen::memory), StageTab::memory);
}

TEST_F(LayoutPanel, EachOperandHasASeparateText) {
    h.click("layout.operand.b");
    EXPECT_EQ(h.view_state.operand, Operand::b);
    h.click("layout.copy");
    EXPECT_NE(h.copied.find("((8,12),(8,8))"), std::string::npos) << h.copied;
}

TEST_F(LayoutPanel, AnOperandInTensorMemoryHasNoLayout) {
    h.session.variant.a_in_tmem = true;
    h.frames(3);
    EXPECT_TRUE(h.shows("layout.none"));
    EXPECT_FALSE(h.shows("layout.wish"));
}

}  // namespace
}  // namespace tilescope::ui
