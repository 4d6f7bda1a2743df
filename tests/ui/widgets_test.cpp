// tests/ui/widgets_test.cpp -- tests clicks, drags and wheel turns on the widgets.
// SPDX-License-Identifier: MIT
#include "app/widgets/buttons.h"
#include "app/widgets/cell_grid.h"
#include "app/widgets/problem_line.h"
#include "app/widgets/sliders.h"
#include "app/widgets/text_fit.h"
#include "tests/support/ui_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tilescope::ui {
namespace {

Style plain_style() { return {theme(false), sizes_at(1), ImGui::GetIO().Fonts->Fonts[1], nullptr}; }

struct SplitterUnderTest {
    float size = 240;
    Grows grows = Grows::right;
    UiHarness ui{UiHarness::in_window([this] {
        const float x = grows == Grows::right ? size : 1440 - size;
        splitter({.id = "rail", .edge = {{x, 0}, {x, 900}}, .grows = grows, .least = 180, .most = 320}, size,
                 plain_style());
    })};
};

TEST(Splitter, FollowsThePointer) {
    SplitterUnderTest t;
    t.ui.drag("rail", 40, 0);
    EXPECT_EQ(t.size, 280);
}

TEST(Splitter, GrowsLeftIfItsRegionIsOnTheRight) {
    SplitterUnderTest t;
    t.grows = Grows::left;
    t.ui.frames(1);
    t.ui.drag("rail", -40, 0);
    EXPECT_EQ(t.size, 280);
}

TEST(Splitter, StopsAtItsLimits) {
    SplitterUnderTest t;
    t.ui.drag("rail", 500, 0);
    EXPECT_EQ(t.size, 320);
    t.ui.drag("rail", -500, 0);
    EXPECT_EQ(t.size, 180);
}

struct SegmentedUnderTest {
    std::size_t chosen = 0;
    int clicks = 0;
    UiHarness ui{UiHarness::in_window([this] {
        const Segment segments[] = {
            {"blackwell", "Blackwell"}, {"hopper", "Hopper"}, {"next", "Next", "not yet known"}};
        if (const auto clicked = segmented("chip", segments, chosen, plain_style())) chosen = *clicked, ++clicks;
    })};
};

TEST(Segmented, SelectsTheClickedSegment) {
    SegmentedUnderTest t;
    t.ui.click("chip.hopper");
    EXPECT_EQ(t.chosen, 1u);
    t.ui.click("chip.blackwell");
    EXPECT_EQ(t.chosen, 0u);
}

TEST(Segmented, ReturnsNothingForTheSelectedSegmentAndForADisabledOne) {
    SegmentedUnderTest t;
    t.ui.click("chip.blackwell");
    t.ui.click("chip.next");
    EXPECT_EQ(t.clicks, 0);
}

TEST(CopyMenu, ReturnsTheChosenText) {
    std::optional<std::string> copied;
    UiHarness ui(UiHarness::in_window([&] {
        const auto choices = [] {
            return std::vector<CopyChoice>{{"hex", "hexadecimal", "0x400"}, {"decimal", "decimal", "1024"}};
        };
        if (auto text = copy_menu("word.copy", choices, plain_style())) copied = std::move(text);
    }));
    EXPECT_FALSE(ui.shows("word.copy.hex"));
    ui.click("word.copy");
    ui.click("word.copy.decimal");
    EXPECT_EQ(copied, "1024");
    EXPECT_FALSE(ui.shows("word.copy.hex")) << "the list closes";
}

struct ProblemUnderTest {
    Problem problem{.rule = "L1", .field = "fixed", .severity = Severity::warn, .text = "must be 1 but holds 0"};
    ProblemReply last;
    UiHarness ui{UiHarness::in_window([this] {
        const ProblemReply reply = problem_line("problem.L1", problem, false, plain_style());
        if (reply.clicked != ProblemClick::none) last.clicked = reply.clicked;
        last.hovered = reply.hovered;
    })};
};

TEST(ProblemLine, ShowsTheFixButtonIfThereIsAFix) {
    ProblemUnderTest t;
    EXPECT_FALSE(t.ui.shows("problem.L1.fix"));
    t.problem.one_click = FieldFix{"fixed", 1};
    t.ui.frames(1);
    t.ui.click("problem.L1.fix");
    EXPECT_EQ(t.last.clicked, ProblemClick::fix);
}

TEST(ProblemLine, ReportsWhyHoverAndClick) {
    ProblemUnderTest t;
    t.ui.click("problem.L1.why");
    EXPECT_EQ(t.last.clicked, ProblemClick::why);
    t.ui.point_at("problem.L1");
    EXPECT_TRUE(t.last.hovered);
    t.ui.click("problem.L1");
    EXPECT_EQ(t.last.clicked, ProblemClick::line);
}

TEST(ProblemLine, LongTextWrapsAndLeavesRoomForTheButtons) {
    ProblemUnderTest t;
    for (int i = 0; i < 40; ++i) t.problem.text += " and this goes on";
    t.ui.frames(2);
    const Rect line = t.ui.rect("problem.L1"), why = t.ui.rect("problem.L1.why");
    EXPECT_GT(line.max.y - line.min.y, 40);
    EXPECT_LE(line.max.x, why.min.x);
    EXPECT_LE(why.max.x, 1440);
}

TEST(Severities, HaveDifferentSigns) {
    EXPECT_STREQ(sign_of(Severity::error), "x");
    EXPECT_STREQ(sign_of(Severity::warn), "!");
    EXPECT_STREQ(sign_of(Severity::ask), "?");
    EXPECT_STREQ(sign_of(Severity::info), "i");
}

TEST(HeadingAndLegend, DrawTextAtAnyWidth) {
    float width = 400;
    int vertices = 0;
    UiHarness ui(UiHarness::in_window([&] {
        begin_part("part", {width, 200});
        heading("FIELDS", plain_style(), "by meaning");
        const LegendEntry entries[] = {{Tone::step0, Mark::none, "chunk 0"},
                                       {Tone::zeroed, Mark::hatched, "zeroed"},
                                       {Tone::step7, Mark::crossed, "two elements share these bytes"}};
        legend(entries, plain_style());
        ImGui::EndChild();
    }));
    for (const float w : {600.0f, 120.0f, 10.0f}) {
        width = w;
        ui.frames(2);
        vertices = ui.drawn().TotalVtxCount;
        EXPECT_GT(vertices, 0) << "width " << w;
    }
}

TEST(Lines, BreakAtWordsAndKeepEveryLetter) {
    std::string text;
    UiHarness ui{UiHarness::in_window([&] { text = in_lines("Set sbo of a_desc to 1024 bytes", 120); })};
    ui.frames(1);
    EXPECT_GT(std::ranges::count(text, '\n'), 0);
    std::ranges::replace(text, '\n', ' ');
    EXPECT_EQ(text, "Set sbo of a_desc to 1024 bytes");
}

TEST(TextFit, LeadsWithWholeSentences) {
    const std::string text = "D.npy: sbo is 512. 1408 of 12288 differ. Select one.";
    std::vector<std::string> shown;
    UiHarness ui{UiHarness::in_window([&] {
        const auto width = [](const char* part) { return ImGui::CalcTextSize(part).x; };
        shown = {leading_sentences(text, width(text.c_str())), leading_sentences(text, width(text.c_str()) - 1),
                 leading_sentences(text, width("D.npy: sbo is 512.")), leading_sentences(text, width("D.npy:")),
                 leading_sentences("", 100)};
    })};
    ui.frames(1);
    EXPECT_EQ(shown, (std::vector<std::string>{text, "D.npy: sbo is 512. 1408 of 12288 differ.", "D.npy: sbo is 512.",
                                               "", ""}));
}

}  // namespace
}  // namespace tilescope::ui
