// tests/ui/button_icons_test.cpp -- buttons have the icon that the buttons beside them have.
// SPDX-License-Identifier: MIT
#include "app/widgets/buttons.h"
#include "tests/ui/panel_harness.h"

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

void expect_icon(const PanelHarness& h, std::string_view id, Icon icon, const char* word) {
    ASSERT_TRUE(h.shows(id)) << id;
    const Rect r = h.rect(id);
    EXPECT_NEAR(r.max.x - r.min.x, action_width(icon, word), 1) << id;
}

TEST(ButtonIcons, OfTheResult) {
    PanelHarness h(draw_result_panel, {680, 470});
    expect_icon(h, "result.emulate", Icon::run, "Emulate");
    h.results.state = ResultState::running;
    h.frames(2);
    expect_icon(h, "result.stop", Icon::stop, "Stop");
    h.emulate();
    h.frames(2);
    expect_icon(h, "result.copy", Icon::copy, "Copy as");
}

TEST(ButtonIcons, OfAZoomedPicture) {
    PanelHarness h(draw_mma_panel, {1084, 746});
    h.view_state.screen = Screen::mma;
    h.frames(2);
    h.point_at("mma.d");
    h.wheel(6);
    h.frames(12);
    expect_icon(h, "mma.fit", Icon::fit, "Show all");
}

TEST(ButtonIcons, OfAFollowedFile) {
    PanelHarness h(draw_batch_tab, {900, 400});
    h.states.batch.following = "Following train.log: 3 words.";
    h.frames(2);
    expect_icon(h, "batch.follow.stop", Icon::stop, "Stop following");
}

}  // namespace
}  // namespace tilescope::ui
