// tests/ui/history_panel_test.cpp -- the list of edits; a click requests to go to that step.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

TEST(HistoryPanel, ShowsASentenceIfThereAreNoEdits) {
    PanelHarness h(draw_history_panel);
    EXPECT_TRUE(h.shows("history.none"));
    EXPECT_FALSE(h.shows("history.0"));
}

TEST(HistoryPanel, HasOneLinePerStepAndOneForTheStart) {
    PanelHarness h(draw_history_panel);
    for (const std::uint64_t word : {1u, 2u, 3u}) h.history.record_and_apply(h.session, SetWord{WordId::zcm, word});
    h.frames(3);
    for (const char* id : {"history.0", "history.1", "history.2", "history.3"}) EXPECT_TRUE(h.shows(id)) << id;
    EXPECT_FALSE(h.shows("history.4"));
}

TEST(HistoryPanel, AClickRequestsTheStepUnlessItIsTheCurrentOne) {
    PanelHarness h(draw_history_panel);
    for (const std::uint64_t word : {1u, 2u, 3u}) h.history.record_and_apply(h.session, SetWord{WordId::zcm, word});
    h.frames(3);
    h.click("history.3");
    EXPECT_TRUE(h.commands.empty());
    h.click("history.1");
    EXPECT_TRUE(h.has_requested(command("go_to_step", 1u)));
    h.click("history.0");
    EXPECT_TRUE(h.has_requested(command("go_to_step", 0u)));
}

TEST(HistoryPanel, UndoneStepsStayInTheListAndCanBeRedone) {
    PanelHarness h(draw_history_panel);
    for (const std::uint64_t word : {1u, 2u}) h.history.record_and_apply(h.session, SetWord{WordId::zcm, word});
    h.undo();
    EXPECT_TRUE(h.shows("history.2"));
    h.click("history.2");
    EXPECT_TRUE(h.has_requested(command("go_to_step", 2u)));
}

}  // namespace
}  // namespace tilescope::ui
