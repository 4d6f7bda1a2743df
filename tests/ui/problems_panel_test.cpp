// tests/ui/problems_panel_test.cpp -- one line per problem; a click goes to its field, Fix stores the correct value.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

// Draws the tools and the panel, as the drawer does.
void draw_both(const View& view, PanelStates& states, Requests& requests) {
    draw_problems_tools(view, states, requests);
    draw_problems_panel(view, states, requests);
}

// Sets the lowest fixed bit of A's descriptor. This is problem L38, which one click fixes.
void break_a_fixed_field(PanelHarness& h) {
    const Field& fixed = field_in(**find_format("smem", "", h.session.edition), "fixed");
    h.session.words[0] = set_field(fixed, h.session.words[0], 1);
    h.frames(3);
}

// Returns the index of the problem that names the field.
std::size_t line_of(const PanelHarness& h, std::string_view field) {
    const Derived d = derive(h.session);
    for (std::size_t i = 0; i < d.problems.size(); ++i)
        if (d.problems[i].problem.field == field) return i;
    ADD_FAILURE() << "no problem names " << field;
    return 0;
}

TEST(ProblemsPanel, TheTooltipLeavesTheProblemReadable) {
    PanelHarness h(draw_problems_panel, {700, 600});
    break_a_fixed_field(h);
    h.point_at("problems.0");
    h.frames(3);
    ASSERT_TRUE(h.shows("tooltip"));
    EXPECT_GE(h.rect("tooltip").min.y, h.rect("problems.0").max.y);
}

TEST(ProblemsPanel, EveryProblemHasALineOnScreen) {
    PanelHarness h(draw_problems_panel, {1200, 600});
    break_a_fixed_field(h);
    const std::size_t count = derive(h.session).problems.size();
    ASSERT_GT(count, 0u);
    for (std::size_t i = 0; i < count; ++i) EXPECT_TRUE(h.shows(say("problems.", i))) << i;
    EXPECT_FALSE(h.shows("problems.none"));
}

TEST(ProblemsPanel, FixStoresTheCorrectValueAsOneStep) {
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
    h.view_state.active = WordId::idesc;
    h.click(say("problems.", line_of(h, "fixed")));
    EXPECT_EQ(h.view_state.active, WordId::a_desc);
    EXPECT_EQ(h.view_state.selection, Focus(BitFocus{WordId::a_desc, 53}));
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(ProblemsPanel, PointingAtALinePointsAtItsField) {
    PanelHarness h(draw_problems_panel, {1200, 600});
    break_a_fixed_field(h);
    h.point_at(say("problems.", line_of(h, "fixed")));
    EXPECT_EQ(h.pointed, std::optional<Focus>(BitFocus{WordId::a_desc, 53}));
}

TEST(ProblemsPanel, WhyShowsTheSourceAndCanBeCopied) {
    PanelHarness h(draw_problems_panel);
    h.session.words[0] = 0x5600404000010040;  // L1
    h.frames(3);
    h.click("problems.0.why");
    ASSERT_TRUE(h.shows("problems.why.copy"));
    const Rect text = h.rect("problems.why.text");
    EXPECT_GT(text.max.x - text.min.x, 200) << "a column of words is hard to read";
    h.click("problems.why.copy");
    EXPECT_NE(h.copied.find("L1 (error)"), std::string::npos) << h.copied;
    EXPECT_NE(h.copied.find("Table 40"), std::string::npos) << h.copied;
}

void store(PanelHarness& h, std::string_view id, std::uint64_t raw) {
    h.session.words[0] = set_field(field_in(*derive(h.session).of(WordId::a_desc).format, id), h.session.words[0], raw);
    h.frames(3);
}

// Causes two errors and a note. The note is: the layout ignores lbo.
void break_several(PanelHarness& h) {
    break_a_fixed_field(h);
    store(h, "version", 0);
    store(h, "lbo", 5);
}

TEST(ProblemsPanel, WhyExplainsTheRuleAndItsLinksOpenTheHelpPanel) {
    PanelHarness h(draw_problems_panel);
    store(h, "swizzle", 1);
    const Derived d = derive(h.session);
    for (std::size_t i = 0; i < d.problems.size(); ++i)
        if (d.problems[i].problem.rule == "L9") h.click(say("problems.", i, ".why"));
    EXPECT_TRUE(h.shows("problems.why.title"));
    EXPECT_TRUE(h.shows("problems.why.source"));
    h.click("problems.why.see.X10");
    EXPECT_TRUE(h.has_requested(command("explain", "X10")));
    EXPECT_FALSE(h.shows("problems.why.title")) << "the popup closes after the click";
}

TEST(ProblemsPanel, SeveritiesAreCountedAndHiddenByAClick) {
    PanelHarness h(draw_both, {1200, 600});
    EXPECT_FALSE(h.shows("problems.filter.info")) << "one severity needs no filter";
    break_several(h);
    const Derived d = derive(h.session);
    ASSERT_TRUE(h.shows("problems.filter.error"));
    ASSERT_TRUE(h.shows("problems.filter.info"));
    h.click("problems.filter.info");
    for (std::size_t i = 0; i < d.problems.size(); ++i)
        EXPECT_EQ(h.shows(say("problems.", i)), d.problems[i].problem.severity != Severity::info) << i;
    h.click("problems.filter.info");
    for (std::size_t i = 0; i < d.problems.size(); ++i) EXPECT_TRUE(h.shows(say("problems.", i))) << i;
}

TEST(ProblemsPanel, HiddenProblemsAreListedIfThereAreNoOthers) {
    PanelHarness h(draw_both, {1200, 600});
    break_several(h);
    h.click("problems.filter.info");
    h.session = {};
    store(h, "lbo", 5);
    ASSERT_EQ(derive(h.session).problems.size(), 1u);
    EXPECT_TRUE(h.shows("problems.0"));
}

TEST(ProblemsPanel, FixAllIsOneStep) {
    PanelHarness h(draw_both, {1200, 600});
    break_a_fixed_field(h);
    EXPECT_FALSE(h.shows("problems.fix_all")) << "a single problem has its Fix button";
    store(h, "version", 0);
    h.click("problems.fix_all");
    EXPECT_EQ(h.session, Session{});
    EXPECT_EQ(h.history.done(), 1u);
    EXPECT_FALSE(h.shows("problems.fix_all"));
}

TEST(ProblemsPanel, TheRulesOfTheActiveWordAreOneClickAway) {
    PanelHarness h(draw_both, {1200, 600});
    h.view_state.active = WordId::idesc;
    h.click("problems.rules");
    EXPECT_TRUE(h.has_requested(command("explain", "rules of idesc")));
}

TEST(ProblemsPanel, AProblemWithoutAFieldOpensItsScreen) {
    PanelHarness h(draw_problems_panel, {1200, 600});
    h.session.words[3] = 0x0003028100000000;  // a mask without .ws
    h.frames(3);
    Derived d = derive(h.session);
    for (std::size_t i = 0; i < d.problems.size(); ++i)
        if (d.problems[i].problem.rule == "L69") h.click(say("problems.", i));
    EXPECT_EQ(h.view_state.screen, Screen::instruction);
    EXPECT_EQ(h.view_state.active, WordId::idesc);
    h.session = {};
    h.session.tmem[0] = 0x01f8;  // D's columns end past the last column
    h.frames(3);
    d = derive(h.session);
    for (std::size_t i = 0; i < d.problems.size(); ++i)
        if (d.problems[i].problem.rule == "L81") h.click(say("problems.", i));
    EXPECT_EQ(h.view_state.screen, Screen::tmem);
}

TEST(ProblemsPanel, AFieldOpensAScreenThatHasFields) {
    PanelHarness h(draw_problems_panel, {1200, 600});
    break_a_fixed_field(h);
    h.view_state.screen = Screen::tmem;
    h.click(say("problems.", line_of(h, "fixed")));
    EXPECT_EQ(h.view_state.screen, Screen::memory);
}

}  // namespace
}  // namespace tilescope::ui
