// tests/ui/places_panel_test.cpp -- Tensor Memory addresses: typed, stepped, refused, lanes.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

class PlacesPanel : public testing::Test {
protected:
    PlacesPanel() : h(draw_places_panel, {320, 600}) {
        h.view_state.screen = Screen::tmem;
        h.frames(3);
    }
    std::uint32_t address(TmemPlace place) const { return h.session.address(place); }
    PanelHarness h;
};

TEST_F(PlacesPanel, AColumnCanBeTypedAndUndone) {
    h.type_into("places.tmem_d", "128");
    EXPECT_EQ(address(TmemPlace::d), 128u);
    h.undo();
    EXPECT_EQ(address(TmemPlace::d), 0u);
    h.type_into("places.tmem_d", "0x40");
    EXPECT_EQ(address(TmemPlace::d), 64u);
}

TEST_F(PlacesPanel, ATextThatIsNotANumberIsRefused) {
    h.type_into("places.tmem_d", "x");
    EXPECT_TRUE(h.shows("places.tmem_d.refusal"));
    EXPECT_EQ(h.history.done(), 0u);
}

TEST_F(PlacesPanel, ButtonsStepByAColumn) {
    h.click("places.tmem_d.plus");
    EXPECT_EQ(address(TmemPlace::d), 1u);
    h.click("places.tmem_d.minus");
    EXPECT_EQ(address(TmemPlace::d), 0u);
}

TEST_F(PlacesPanel, AnOperandThatTheFormLacksShowsTheReason) {
    for (const char* id : {"places.tmem_a.missing", "places.tmem_sfa.missing", "places.tmem_meta.missing"})
        EXPECT_TRUE(h.shows(id)) << id;
    EXPECT_FALSE(h.shows("places.tmem_sfa"));
    h.session = find_preset("block_scaled_mxf4nvf4")->session();
    h.frames(3);
    EXPECT_TRUE(h.shows("places.tmem_sfa"));
    EXPECT_FALSE(h.shows("places.tmem_sfa.missing"));
}

TEST_F(PlacesPanel, AHalfOfTheLanesCanBeChosenIfThePlacementHasHalves) {
    EXPECT_FALSE(h.shows("places.tmem_d.lane.16"));
    h.session.words[2] = 0x04180010;  // M 64
    h.session = apply_edit(h.session, SetTmemAddress{TmemPlace::d, 8});
    h.frames(3);
    h.click("places.tmem_d.lane.16");
    EXPECT_EQ(address(TmemPlace::d), 16u << 16 | 8);
    h.type_into("places.tmem_d", "32");
    EXPECT_EQ(address(TmemPlace::d), 16u << 16 | 32) << "the lane does not change";
}

TEST_F(PlacesPanel, AWrongLaneCanBeCorrected) {
    h.session = apply_edit(h.session, SetTmemAddress{TmemPlace::d, 8u << 16});
    h.frames(3);
    EXPECT_TRUE(h.shows("places.tmem_d.lane.8"));
    h.click("places.tmem_d.lane.0");
    EXPECT_EQ(address(TmemPlace::d), 0u);
    EXPECT_FALSE(h.shows("places.tmem_d.lane.0"));
}

TEST_F(PlacesPanel, HopperHasNoAddresses) {
    h.session = find_preset("wgmma_128b_f16")->session();
    h.frames(3);
    EXPECT_TRUE(h.shows("places.empty"));
    EXPECT_FALSE(h.shows("places.tmem_d"));
}

}  // namespace
}  // namespace tilescope::ui
