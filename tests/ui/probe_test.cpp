// tests/ui/probe_test.cpp -- tests that the probe finds visible items by name, and when the loop draws a frame.
// SPDX-License-Identifier: MIT
#include "app/ui/ui_probe.h"
#include "app/window/frame/redraw.h"
#include "tests/support/ui_harness.h"

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

TEST(Probe, FindsADrawnItem) {
    UiHarness ui(UiHarness::in_window([] {
        ImGui::SetCursorScreenPos({100, 50});
        ImGui::Button("b", {80, 24});
        mark("panel.field", ".plus");
    }));
    const Rect r = ui.rect("panel.field.plus");
    EXPECT_EQ(r.min.x, 100);
    EXPECT_EQ(r.min.y, 50);
    EXPECT_EQ(r.max.x, 180);
    EXPECT_EQ(r.max.y, 74);
}

TEST(Probe, KeepsTheLastOfTwoItemsWithOneName) {
    UiHarness ui(UiHarness::in_window([] {
        for (const float x : {10.0f, 300.0f}) {
            ImGui::SetCursorScreenPos({x, 10});
            ImGui::Dummy({20, 20});
            mark("same");
        }
    }));
    EXPECT_EQ(ui.rect("same").min.x, 300);
}

TEST(Probe, ForgetsAnItemThatIsNotDrawnAgain) {
    bool shown = true;
    UiHarness ui(UiHarness::in_window([&] {
        ImGui::Dummy({20, 20});
        if (shown) mark("item");
    }));
    EXPECT_TRUE(ui.shows("item"));
    shown = false;
    ui.frames(1);
    EXPECT_FALSE(ui.shows("item"));
}

TEST(Probe, CutsItemsToTheirVisiblePartAndLeavesOutHiddenItems) {
    UiHarness ui(UiHarness::in_window([] {
        begin_part("small", {100, 40});
        ImGui::Dummy({50, 60});
        mark("half");
        ImGui::Dummy({50, 60});
        mark("hidden");
        ImGui::EndChild();
    }));
    EXPECT_LE(ui.rect("half").max.y - ui.rect("half").min.y, 40);
    EXPECT_FALSE(ui.shows("hidden"));
}

TEST(Probe, WritesFramesThenOneLineForEachItem) {
    UiHarness ui(UiHarness::in_window([] { mark_rect({{10, 20}, {30, 25}}, "cell.1.2"); }));
    EXPECT_EQ(ui.probe().to_text(), "frame 3\ncell.1.2 10 20 20 5\n");
    ui.probe().note_key(284);
    EXPECT_EQ(ui.probe().to_text(), "frame 3\nkey 284\ncell.1.2 10 20 20 5\n");
}

TEST(Probe, RecordsNothingWhenItIsOff) {
    UiHarness ui(UiHarness::in_window([] {
        ImGui::Dummy({20, 20});
        mark("item");
        mark_rect({{0, 0}, {5, 5}}, "part");
    }));
    g_probe = nullptr;
    ui.frames(1);
    EXPECT_TRUE(ui.probe().items().empty());
}

TEST(Redraw, DrawsThreeFramesAfterATouchAndThenSleeps) {
    Redraw redraw;
    int drawn = 0;
    for (; redraw.sleep() == 0; ++drawn) redraw.drew_a_frame();
    EXPECT_EQ(drawn, 3);
    EXPECT_LT(redraw.sleep(), 0) << "until an event";
    redraw.touch();
    EXPECT_EQ(redraw.sleep(), 0);
}

TEST(Redraw, WakesToCheckARunInProgress) {
    Redraw redraw;
    for (int i = 0; i < 3; ++i) redraw.drew_a_frame();
    EXPECT_GT(redraw.sleep(true), 0);
}

}  // namespace
}  // namespace tilescope::ui
