// tests/ui/f2_panel_test.cpp -- the matrix over bits: pointing at columns, vectors, kernel, refusals.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

class F2Panel : public testing::Test {
protected:
    F2Panel() : h(draw_f2_panel, {820, 600}) {
        h.session = find_preset("k_major_128b_f16")->session();
        h.frames(3);
    }

    PanelHarness h;
};

TEST_F(F2Panel, AnUndocumentedSwizzleCodeHasNoMatrix) {
    h.session.words[0] |= std::uint64_t{1} << 61;  // swizzle code 3
    h.frames(3);
    EXPECT_TRUE(h.shows("f2.none"));
    EXPECT_FALSE(h.shows("f2.grid"));
}

TEST_F(F2Panel, ShowsMatrixVectorsAndRank) {
    EXPECT_TRUE(h.shows("f2.sentence"));
    EXPECT_TRUE(h.shows("f2.grid"));
    EXPECT_TRUE(h.shows("f2.vector.0"));
    EXPECT_NE(h.states.f2.picture.value.scene.sentence.find("13 index bits, rank 13"), std::string::npos);
    EXPECT_FALSE(h.shows("f2.kernel.0"));
}

TEST_F(F2Panel, PointingAtAColumnPointsAtTheElementItMoves) {
    h.point_at("f2.grid.0.3");
    EXPECT_EQ(h.pointed, Focus(ElementFocus{Matrix::a, 0, 8}));
    h.point_at("f2.grid.4.7");
    EXPECT_EQ(h.pointed, Focus(ElementFocus{Matrix::a, 2, 0}));
    h.point_at("f2.vector.6");
    EXPECT_EQ(h.pointed, Focus(ElementFocus{Matrix::a, 1, 0}));
    EXPECT_EQ(h.history.done(), 0u);
}

TEST_F(F2Panel, AClickSelectsThatElement) {
    h.click("f2.grid.0.1");
    EXPECT_EQ(h.view_state.selection, Focus(ElementFocus{Matrix::a, 0, 2}));
}

TEST_F(F2Panel, ListsElementsWithTheSameAddress) {
    h.session.words[0] = 0x4000400000010000;  // sbo 0, start 0
    h.frames(3);
    EXPECT_TRUE(h.shows("f2.kernel.0"));
    h.point_at("f2.kernel.0");
    EXPECT_EQ(h.pointed, Focus(ElementFocus{Matrix::a, 8, 0}));
}

TEST_F(F2Panel, ShowsTheCarryFreePartOfALayoutThatCarries) {
    h.session.words[0] = 0x4000406000010040;  // sbo 1536
    h.frames(3);
    EXPECT_TRUE(h.shows("f2.grid"));
    EXPECT_LT(h.states.f2.picture.value.map.rows, 128);
    EXPECT_NE(h.states.f2.picture.value.scene.sentence.find("not linear"), std::string::npos);
}

TEST_F(F2Panel, AnOperandInTensorMemoryHasNoMatrix) {
    h.session.variant.a_in_tmem = true;
    h.frames(3);
    EXPECT_TRUE(h.shows("f2.none"));
    h.click("f2.operand.b");
    EXPECT_TRUE(h.shows("f2.sentence") || h.shows("f2.refused"));
}

TEST_F(F2Panel, EveryPresetStaysInsideTheRegion) {
    for (const Preset& p : presets())
        for (const Operand o : kBothOperands) {
            h.session = p.session();
            h.view_state.operand = o;
            h.frames(2);
            for (const auto& [id, place] : h.items()) ASSERT_LE(place.max.x, 820) << p.id << " " << id;
        }
}

}  // namespace
}  // namespace tilescope::ui
