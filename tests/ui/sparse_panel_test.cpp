// tests/ui/sparse_panel_test.cpp -- sparsity metadata: codes, rows, forms without metadata.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

class SparsePanel : public testing::Test {
protected:
    SparsePanel() : h(draw_sparse_panel, {900, 700}) {
        h.session = find_preset("sparse_f16")->session();
        h.view_state.screen = Screen::tmem;
        h.view_state.active = WordId::idesc;
        h.frames(3);
    }
    PanelHarness h;
};

// Lane 9, the sixth code: row 9, code 5, stored elements 10 and 11.
TEST_F(SparsePanel, ACodePointsAtItsElements) {
    h.point_at("sparse.meta.9.5");
    EXPECT_EQ(h.pointed, Focus(ElementFocus{Matrix::a, 9, 10}));
    h.click("sparse.meta.9.5");
    EXPECT_EQ(h.view_state.selection, Focus(ElementFocus{Matrix::a, 9, 10}));
}

TEST_F(SparsePanel, TheCodesOfTheRowInFocusAreListed) {
    EXPECT_FALSE(h.shows("sparse.row"));
    h.point_at("sparse.meta.9.5");
    EXPECT_TRUE(h.shows("sparse.row"));
}

TEST_F(SparsePanel, ADenseFormShowsASentenceAndIsMadeSparseInOneStep) {
    h.session = Session{};
    h.frames(3);
    EXPECT_TRUE(h.shows("sparse.empty"));
    EXPECT_FALSE(h.shows("sparse.codes"));
    h.click("sparse.make_sp");
    EXPECT_TRUE(h.session.variant.sparse);
    EXPECT_EQ(h.field("sparse"), 1u);
    EXPECT_EQ(h.history.done(), 1u);
    EXPECT_TRUE(h.shows("sparse.codes"));
    h.undo();
    EXPECT_FALSE(h.session.variant.sparse);
    EXPECT_EQ(h.field("sparse"), 0u);
}

TEST_F(SparsePanel, AnUnknownPlacementShowsOnlyTheCodesAndANote) {
    EXPECT_TRUE(h.shows("sparse.meta"));
    EXPECT_FALSE(h.shows("sparse.note"));
    h.session.words[2] = 0x04200014;  // M 64
    h.frames(3);
    EXPECT_TRUE(h.shows("sparse.codes"));
    EXPECT_FALSE(h.shows("sparse.meta"));
    EXPECT_TRUE(h.shows("sparse.note"));
}

TEST_F(SparsePanel, HopperShowsNoMetadata) {
    h.session = find_preset("wgmma_128b_f16")->session();
    h.frames(3);
    EXPECT_TRUE(h.shows("sparse.empty"));
    EXPECT_FALSE(h.shows("sparse.make_sp"));
}

}  // namespace
}  // namespace tilescope::ui
