// tests/ui/banks_panel_test.cpp -- choosing an access, pointing at banks, and refusals.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

class BanksPanel : public testing::Test {
protected:
    BanksPanel() : h(draw_banks_panel, {820, 600}) {
        h.session = find_preset("k_major_128b_f16")->session();
        h.frames(3);
    }
    std::string sentence() const {
        const BanksPictures& p = h.states.banks.cache.value;
        const BanksPictures::Side& side = h.wide || h.view_state.swizzle ? p.on : p.off;
        return p.access + ": " + side.picture.scene.sentence + '.';
    }

    PanelHarness h;
};

TEST_F(BanksPanel, ShowsTheConflictsWithAndWithoutSwizzleAsOneSentence) {
    EXPECT_TRUE(h.shows("banks.sentence"));
    EXPECT_EQ(sentence(), "Read one chunk in each of 8 rows from A[0][0]: no conflict (without the XOR: 8-way).");
    EXPECT_TRUE(h.shows("banks.phase.0"));
    EXPECT_TRUE(h.shows("banks.on"));
    EXPECT_TRUE(h.shows("banks.on.axis")) << "the columns are banks";
}

// The words are about the picture above them.
TEST_F(BanksPanel, WithoutTheSwizzleTheWordsAreAboutTheConflict) {
    h.click("banks.swizzle.off");
    EXPECT_EQ(sentence(),
              "Read one chunk in each of 8 rows from A[0][0]: 8-way conflict in banks 0-3: rows 0, 1, 2, 3, ... share "
              "them (with the XOR: no conflict).");
    EXPECT_EQ(h.states.banks.cache.value.off.phases.at(0),
              "threads 0-7: 8 turns (with the XOR: 1), banks 0-3; 8-way conflict in banks 0-3: rows 0, 1, 2, 3, ... "
              "share them");
}

TEST_F(BanksPanel, TheAccessBeginsAtTheSelectedElement) {
    h.view_state.selection = ElementFocus{Matrix::a, 3, 24};
    h.frames(3);
    EXPECT_NE(sentence().find("from A[3][24]"), std::string::npos) << sentence();
    h.view_state.selection = ElementFocus{Matrix::b, 5, 8};
    h.frames(3);
    EXPECT_NE(sentence().find("from A[0][0]"), std::string::npos) << sentence();
    h.click("banks.operand.b");
    EXPECT_EQ(h.view_state.operand, Operand::b);
    EXPECT_NE(sentence().find("from B[5][8]"), std::string::npos) << sentence();
    h.view_state.selection = BitFocus{WordId::b_desc, 3};
    h.frames(3);
    EXPECT_NE(sentence().find("from B[0][0]"), std::string::npos) << "a bit is not in the tile";
}

TEST_F(BanksPanel, EveryAccessCanBeChosen) {
    h.click("banks.access.column");
    EXPECT_EQ(h.view_state.bank_access, "column");
    EXPECT_NE(sentence().find("4-way"), std::string::npos) << sentence();
    h.click("banks.access.across");
    EXPECT_TRUE(h.shows("banks.phase.3"));
    h.click("banks.bytes.8");
    EXPECT_EQ(h.view_state.bank_access, "across:8");
    h.click("banks.access.along");
    EXPECT_EQ(h.view_state.bank_access, "along");
    h.click("banks.access.block");
    EXPECT_EQ(h.view_state.bank_access, "8x8");
    EXPECT_EQ(h.history.done(), 0u) << "a view change makes no edit";
}

TEST_F(BanksPanel, ACustomBlockIsTypedOrRefusedWithTheReasonOfTheCore) {
    h.click("banks.access.block");
    h.type_into("banks.block", "4x64");
    EXPECT_EQ(h.view_state.bank_access, "4x64");
    EXPECT_NE(sentence().find("a block of 4 x 64"), std::string::npos) << sentence();
    h.type_into("banks.block", "many");
    EXPECT_EQ(h.view_state.bank_access, "4x64");
    EXPECT_TRUE(h.shows("banks.block.refusal") || !h.states.banks.box.why.empty());
    h.type_into("banks.block", "900x8");
    EXPECT_TRUE(h.shows("banks.refused")) << "this tile does not contain such a block";
}

TEST_F(BanksPanel, PointingAtABankPointsAtItsByte) {
    h.point_at("banks.on.1.4");
    EXPECT_EQ(h.pointed, Focus(ByteFocus{0, 0x490}));
    h.click("banks.swizzle.off");
    EXPECT_FALSE(h.view_state.swizzle);
    EXPECT_TRUE(h.shows("banks.off"));
    h.point_at("banks.off.1.0");
    EXPECT_FALSE(h.pointed) << "without the swizzle this cell is empty";
}

TEST_F(BanksPanel, AClickSelectsAnElementAndMovesTheAccess) {
    h.click("banks.on.3.12");
    EXPECT_EQ(h.view_state.selection, Focus(ByteFocus{0, 0x5b0}));
    EXPECT_NE(sentence().find("from A[3][0]"), std::string::npos) << sentence();
}

TEST_F(BanksPanel, AWideWindowShowsBothPictures) {
    h.wide = true;
    h.frames(3);
    EXPECT_TRUE(h.shows("banks.on"));
    EXPECT_TRUE(h.shows("banks.off"));
    EXPECT_FALSE(h.shows("banks.swizzle.on"));
}

TEST_F(BanksPanel, AnOperandInTensorMemoryHasNoBanks) {
    h.session.variant.a_in_tmem = true;
    h.frames(3);
    EXPECT_TRUE(h.shows("banks.none"));
    EXPECT_FALSE(h.shows("banks.on"));
    h.click("banks.operand.b");
    EXPECT_TRUE(h.shows("banks.on"));
}

TEST_F(BanksPanel, EveryPresetAndAccessStaysInsideTheRegion) {
    for (const Preset& p : presets())
        for (const char* access : {"chunk", "column", "along:4", "across:16", "8x8", "nothing"}) {
            h.session = p.session();
            h.view_state.bank_access = access;
            h.view_state.bank_phases = !h.view_state.bank_phases;
            h.frames(2);
            for (const auto& [id, place] : h.items()) ASSERT_LE(place.max.x, 820) << p.id << " " << access << " " << id;
        }
}

}  // namespace
}  // namespace tilescope::ui
