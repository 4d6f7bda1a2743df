// tests/ui/tmem_panel_test.cpp -- the map of Tensor Memory: pointing, dragging regions, CTAs, empty states.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

class TmemPanel : public testing::Test {
protected:
    TmemPanel() : h(draw_tmem_panel, {900, 700}) {
        h.view_state.screen = Screen::tmem;
        h.frames(3);
    }
    void open(std::string_view preset) {
        h.session = find_preset(preset)->session();
        h.frames(3);
    }
    unsigned column(TmemPlace place) const { return h.session.address(place) & 0xffff; }
    // Expects a cell inside the 4 lanes x 8 columns of one overview cell.
    static void expect_in(const Focus& focus, unsigned cta, unsigned row, unsigned column) {
        const auto* cell = std::get_if<CellFocus>(&focus);
        ASSERT_NE(cell, nullptr);
        EXPECT_EQ(cell->cta, cta);
        EXPECT_EQ(cell->lane / 4, row);
        EXPECT_EQ(cell->column / 8, column);
    }
    float cell() const {
        const Rect r = h.rect("tmem.map.0.0");
        return r.max.x - r.min.x;
    }

    PanelHarness h;
};

TEST_F(TmemPanel, PointingAtTheMapPointsAtTheCellUnderThePointer) {
    h.point_at("tmem.map.1.2");
    expect_in(h.pointed.value_or(Focus{}), 0, 1, 2);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST_F(TmemPanel, CuteTextIsShownWithTheMap) {
    EXPECT_TRUE(h.shows("tmem.cute"));
    open("wgmma_128b_f16");
    EXPECT_FALSE(h.shows("tmem.cute")) << "Hopper has no tensor memory";
}

TEST_F(TmemPanel, AClickSelectsTheCell) {
    h.click("tmem.map.1.2");
    expect_in(h.view_state.selection, 0, 1, 2);
    EXPECT_EQ(h.history.done(), 0u) << "a click does not drag";
}

TEST_F(TmemPanel, CellsAreDrawnOneByOneOnRequest) {
    h.click("tmem.grain.cell");
    EXPECT_EQ(h.view_state.tmem_grain, TmemGrain::cell);
    h.point_at("tmem.map.5.17");
    EXPECT_EQ(h.pointed, Focus(CellFocus{0, 5, 17}));
}

TEST_F(TmemPanel, ARegionIsDraggedToAnotherColumnInOneStep) {
    h.press("tmem.region.tmem_d");
    h.move_by(cell(), 0);
    h.move_by(3 * cell(), 0);
    EXPECT_EQ(column(TmemPlace::d), 32u);
    h.release();
    EXPECT_EQ(h.history.done(), 1u);
    h.undo();
    EXPECT_EQ(column(TmemPlace::d), 0u);
}

TEST_F(TmemPanel, ADragStopsAtTheEndOfTensorMemory) {
    h.press("tmem.region.tmem_d");
    h.move_by(57 * cell(), 0);
    h.release();
    EXPECT_EQ(column(TmemPlace::d), 512u - 96);
}

TEST_F(TmemPanel, EscCancelsADrag) {
    h.press("tmem.region.tmem_d");
    h.move_by(4 * cell(), 0);
    ASSERT_EQ(column(TmemPlace::d), 32u);
    h.key(Key::escape);
    EXPECT_EQ(column(TmemPlace::d), 0u);
    h.move_by(4 * cell(), 0);
    EXPECT_EQ(column(TmemPlace::d), 0u) << "a cancelled drag does not continue";
    h.release();
}

TEST_F(TmemPanel, TheLaneOfAnAddressStaysWhenItsColumnIsDragged) {
    h.session.words[2] = 0x04180010;  // M 64
    h.session = apply_edit(h.session, SetTmemAddress{TmemPlace::d, 16u << 16});
    h.frames(3);
    h.press("tmem.region.tmem_d");
    h.move_by(2 * cell(), 0);
    h.release();
    EXPECT_EQ(h.session.address(TmemPlace::d), 16u << 16 | 16);
}

TEST_F(TmemPanel, EveryOperandHasARegionThatCanBeDragged) {
    open("block_scaled_mxf4nvf4");
    for (const char* id : {"tmem.region.tmem_d", "tmem.region.tmem_sfa", "tmem.region.tmem_sfb"})
        EXPECT_TRUE(h.shows(id)) << id;
    EXPECT_FALSE(h.shows("tmem.region.tmem_a"));
    h.press("tmem.region.tmem_sfa");
    h.move_by(-8 * cell(), 0);
    h.release();
    EXPECT_EQ(column(TmemPlace::sfa), 384u - 64);
    EXPECT_EQ(column(TmemPlace::d), 0u);
}

TEST_F(TmemPanel, APairOfCtasCanShowEitherCta) {
    EXPECT_FALSE(h.shows("tmem.cta.1"));
    open("pair_a_in_tmem");
    h.click("tmem.cta.1");
    EXPECT_EQ(h.view_state.tmem_cta, 1u);
    h.point_at("tmem.map.0.0");
    expect_in(h.pointed.value_or(Focus{}), 1, 0, 0);
}

TEST_F(TmemPanel, AnUnconfirmedRegionShowsANote) {
    EXPECT_FALSE(h.shows("tmem.tmem_a.note"));
    h.session = find_preset("zero_mask_ws")->session();
    h.session.variant.a_in_tmem = true;
    h.frames(3);
    EXPECT_TRUE(h.shows("tmem.tmem_a.note"));
    h.session = apply_edit(h.session, SetTmemAddress{TmemPlace::d, 500});
    h.frames(3);
    EXPECT_TRUE(h.shows("tmem.tmem_d.why_not"));
}

TEST_F(TmemPanel, HopperHasASentenceInsteadOfAMap) {
    EXPECT_FALSE(h.shows("tmem.empty"));
    open("wgmma_128b_f16");
    EXPECT_TRUE(h.shows("tmem.empty"));
    EXPECT_FALSE(h.shows("tmem.map"));
}

TEST_F(TmemPanel, AnyAddressAndSizeStaysInsideTheRegion) {
    for (const std::uint32_t address : {0u, 500u, 511u, 512u, 0xffffu, 0xffffffffu, 0x00100000u})
        for (const std::uint64_t idesc : {0x08180010ull, 0x04180014ull, 0x0ull, 0xffffffffull}) {
            h.session.words[2] = idesc;
            h.session.variant = {.kind = "f16", .sparse = true, .a_in_tmem = true};
            for (auto& a : h.session.tmem) a = address;
            h.frames(2);
            for (const auto& [id, place] : h.items()) ASSERT_LE(place.max.x, 900) << address << " " << id;
        }
}

}  // namespace
}  // namespace tilescope::ui
