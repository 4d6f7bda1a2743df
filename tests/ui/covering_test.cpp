// tests/ui/covering_test.cpp -- the offer of values that show every wrong read, on both screens that emulate.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

// Only 1408 elements are wrong, but 11264 are computed from wrong places.
void read_b_with_half_its_stride(PanelHarness& h) {
    const Field& sbo = *find_field(*derive(h.session).of(WordId::b_desc).format, "sbo");
    h.session = apply_edit(h.session, SetField{WordId::b_desc, &sbo, 512 / 16});
    h.frames(2);
    h.emulate();
    h.frames(3);
}

TEST(Covering, IsOfferedBesideWrongElementsThatAreNotAll) {
    PanelHarness h(draw_mma_panel, {1084, 746});
    h.view_state.screen = Screen::mma;
    read_b_with_half_its_stride(h);
    EXPECT_TRUE(h.shows("mma.hint")) << "some elements are wrong";
    EXPECT_FALSE(h.shows("mma.cover")) << "it is among the counts";
    h.click("mma.more");
    ASSERT_TRUE(h.shows("mma.cover"));
    h.click("mma.cover");
    EXPECT_EQ(h.history.done(), 1u);
    h.emulate();
    h.frames(3);
    EXPECT_GT(h.results.emulation->count[static_cast<std::size_t>(Verdict::wrong)], 10000u);
    EXPECT_FALSE(h.shows("mma.cover")) << "A and B have these values now";
}

TEST(Covering, IsOfferedBesideTheNumbersToo) {
    PanelHarness h(draw_result_panel, {680, 600});
    h.view_state.screen = Screen::tmem;
    read_b_with_half_its_stride(h);
    h.click("result.more");
    EXPECT_TRUE(h.shows("result.cover"));
}

}  // namespace
}  // namespace tilescope::ui
