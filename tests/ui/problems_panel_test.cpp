// tests/ui/problems_panel_test.cpp -- a line a problem; a click goes there, Fix stores the one right answer.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

// A reserved bit of A's descriptor is set: the table itself finds that.
void break_a_fixed_field(PanelHarness& h) {
    const Field& fixed = field(**find_format("smem", "", h.session.edition), "fixed");
    h.session.words[0] = put(fixed, h.session.words[0], 1);
    h.frames(3);
}

// The line of the problem that names the field, as an index.
std::size_t line_of(const PanelHarness& h, std::string_view field) {
    const Derived d = derive(h.session);
    for (std::size_t i = 0; i < d.problems.size(); ++i)
        if (d.problems[i].problem.field == field) return i;
    ADD_FAILURE() << "no problem names " << field;
    return 0;
}

TEST(ProblemsPanel, EveryProblemHasALineOnScreen) {
    PanelHarness h(draw_problems_panel, {1200, 600});
    break_a_fixed_field(h);
    const std::size_t count = derive(h.session).problems.size();
    ASSERT_GT(count, 0u);
    for (std::size_t i = 0; i < count; ++i) EXPECT_TRUE(h.shows(say("problems.", i))) << i;
    EXPECT_FALSE(h.shows("problems.none"));
}

TEST(ProblemsPanel, FixStoresTheRightAnswerAsOneStep) {
    PanelHarness h(draw_problems_panel, {1200, 600});
    const std::uint64_t right = h.session.word(WordId::a_desc);
    break_a_fixed_field(h);
    h.click(say("problems.", line_of(h, "fixed"), ".fix"));
    EXPECT_EQ(h.session.word(WordId::a_desc), right);
    EXPECT_EQ(h.history.done(), 1u);
}

TEST(ProblemsPanel, AClickOnALineGoesToItsField) {
    PanelHarness h(draw_problems_panel, {1200, 600});
    break_a_fixed_field(h);
    h.look.active = WordId::idesc;
    h.click(say("problems.", line_of(h, "fixed")));
    EXPECT_EQ(h.look.active, WordId::a_desc);
    EXPECT_EQ(h.look.selection, Focus(BitFocus{WordId::a_desc, 53}));
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(ProblemsPanel, PointingAtALinePointsAtItsField) {
    PanelHarness h(draw_problems_panel, {1200, 600});
    break_a_fixed_field(h);
    h.point_at(say("problems.", line_of(h, "fixed")));
    EXPECT_EQ(h.pointed, std::optional<Focus>(BitFocus{WordId::a_desc, 53}));
}

TEST(ProblemsPanel, WhySaysWhoSaysSoAndCanBeCopied) {
    PanelHarness h(draw_problems_panel);
    h.session.words[0] = 0x5600404000010040;  // L1
    h.frames(3);
    h.click("problems.0.why");
    ASSERT_TRUE(h.shows("problems.why.copy"));
    h.click("problems.why.copy");
    EXPECT_NE(h.copied.find("L1 (error)"), std::string::npos) << h.copied;
    EXPECT_NE(h.copied.find("Table 40"), std::string::npos) << h.copied;
}

}  // namespace
}  // namespace tilescope::ui
