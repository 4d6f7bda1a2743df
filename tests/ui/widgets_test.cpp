// tests/ui/widgets_test.cpp -- tests clicks, drags and wheel turns on the widgets.
// SPDX-License-Identifier: MIT
#include "app/widgets/cell_grid.h"
#include "app/widgets/cell_grid_labels.h"
#include "app/widgets/copy_menu.h"
#include "app/widgets/heading.h"
#include "app/widgets/legend.h"
#include "app/widgets/problem_line.h"
#include "app/widgets/segmented.h"
#include "app/widgets/splitter.h"
#include "app/widgets/text_fit.h"
#include "tests/support/ui_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace tilescope::ui {
namespace {

Style plain_style(CellPainter* painter = nullptr) {
    return {theme(false), sizes_at(1), ImGui::GetIO().Fonts->Fonts[1], painter};
}

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
        const CopyChoice choices[] = {{"hex", "hexadecimal", "0x400"}, {"decimal", "decimal", "1024"}};
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

Cells cells_of(int rows, int columns) {
    Cells cells;
    cells.rows = rows, cells.columns = columns;
    const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    for (std::size_t i = 0; i < count; ++i) {
        cells.tone.push_back(static_cast<Tone>(i % kStepCount));
        cells.mark.push_back(i % 5 == 0 ? Mark::hatched : i % 7 == 0 ? Mark::crossed : Mark::none);
        cells.label.push_back(static_cast<std::int32_t>(i % 8));
        cells.lit.push_back(i % 3 == 0);
    }
    for (int row = 0; row < rows; ++row) cells.row_labels.push_back(std::to_string(row));
    for (int column = 0; column < columns; ++column) cells.column_labels.push_back(std::to_string(column));
    return cells;
}

// Records the grids that it should draw.
struct RecordingPainter final : CellPainter {
    int calls = 0;
    std::vector<std::uint8_t> cells;
    std::uint64_t revision = 0;
    void draw(ImDrawList&, const CellGrid& grid, ImVec2, ImVec2) override {
        ++calls;
        cells.assign(grid.cells.begin(), grid.cells.end());
        revision = grid.revision;
    }
};

struct GridUnderTest {
    explicit GridUnderTest(int rows, int columns, ImVec2 room = {600, 400})
        : cells(cells_of(rows, columns)), size(room) {
        ui.frames(1);
    }

    Cells cells;
    ImVec2 size;
    GridView view;
    GridReply reply;
    RecordingPainter painter;
    std::vector<std::size_t> selected;
    std::optional<std::size_t> clicked, menu, reveal;
    UiHarness ui{UiHarness::in_window([this] {
        const GridOptions ask{.id = "grid", .size = size, .selected = selected, .reveal = reveal};
        reply = cell_grid(cells, ask, view, plain_style(&painter));
        if (reply.clicked) clicked = reply.clicked;
        if (reply.menu) menu = reply.menu;
    })};
};

TEST(CellGridWidget, ReportsTheCellUnderThePointer) {
    GridUnderTest t(8, 8);
    for (const std::size_t index : {0u, 7u, 28u, 63u}) {
        t.ui.point_at(say("grid.", index / 8, '.', index % 8));
        ASSERT_TRUE(t.reply.hovered.has_value()) << index;
        EXPECT_EQ(*t.reply.hovered, index);
    }
}

TEST(CellGridWidget, ReportsClicksOfBothButtons) {
    GridUnderTest t(8, 8);
    t.ui.click("grid.3.4");
    EXPECT_EQ(t.clicked, 28u);
    t.ui.click("grid.2.1", 1);
    EXPECT_EQ(t.menu, 17u);
}

TEST(CellGridWidget, ZoomKeepsTheCellUnderThePointer) {
    GridUnderTest t(64, 64);
    t.ui.point_at("grid.20.20");
    const auto before = t.reply.hovered;
    ASSERT_TRUE(before.has_value());
    t.ui.wheel("grid.20.20", 3);
    t.ui.frames(12);  // the zoom takes 120 ms
    EXPECT_GT(t.view.zoom, 1.5f);
    EXPECT_EQ(t.reply.hovered, before);
}

TEST(CellGridWidget, PansWithTheMiddleButtonButNotOutOfSight) {
    GridUnderTest t(128, 8);
    t.ui.drag("grid", 0, -100, 2);
    EXPECT_GT(t.view.top, 1);
    t.ui.drag("grid", 0, 300, 2);
    t.ui.drag("grid", 0, 300, 2);
    EXPECT_EQ(t.view.top, 0);
    EXPECT_EQ(t.view.left, 0);
}

TEST(CellGridWidget, DoubleClickShowsTheWholeGridAndTheNextOneTheStart) {
    GridUnderTest t(128, 8);
    EXPECT_FALSE(t.ui.shows("grid.127.0"));
    t.ui.double_click("grid.2.2");
    t.ui.frames(12);
    EXPECT_LT(t.view.zoom, 1);
    EXPECT_NEAR(t.reply.places.height * 128, t.reply.places.area.max.y - t.reply.places.area.min.y, 1);
    ImGui::GetIO().DeltaTime = 10;
    t.ui.frames(1);
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    t.ui.double_click("grid");
    t.ui.frames(12);
    EXPECT_EQ(t.view.zoom, 1);
}

TEST(CellGridWidget, RevealsACell) {
    GridUnderTest t(128, 8);
    t.reveal = t.cells.at(100, 3);
    t.ui.frames(12);
    EXPECT_TRUE(t.ui.shows("grid.100.3"));
}

TEST(CellGridWidget, UsesThePainterForLargeGridsOnly) {
    {
        GridUnderTest small(32, 8);
        EXPECT_EQ(small.painter.calls, 0);
    }
    GridUnderTest big(256, 256);
    EXPECT_GT(big.painter.calls, 0);
    EXPECT_EQ(big.painter.cells.size(), 65536u);
}

TEST(CellGridWidget, ChangesItsRevisionOnlyIfTheCellsChange) {
    GridUnderTest t(256, 256);
    const std::uint64_t first = t.painter.revision;
    t.ui.frames(2);
    EXPECT_EQ(t.painter.revision, first);
    t.cells.tone[5] = Tone::zeroed;
    t.ui.frames(1);
    EXPECT_NE(t.painter.revision, first);
    t.cells.tone[5] = Tone::step5;
    t.ui.frames(1);
    EXPECT_EQ(t.painter.revision, first);
}

TEST(CellGridWidget, UsesThePainterForManyRingsOnly) {
    GridUnderTest t(256, 256);
    const std::uint64_t first = t.painter.revision;
    const int vertices = t.ui.drawn().TotalVtxCount;
    t.selected = {5};
    t.ui.frames(1);
    EXPECT_EQ(t.painter.revision, first) << "pointing must not upload a texture";
    EXPECT_GT(t.ui.drawn().TotalVtxCount, vertices);
    for (std::size_t i = 0; i < 5000; ++i) t.selected.push_back(i);
    t.ui.frames(1);
    EXPECT_EQ(t.painter.cells[5] & kCellSelected, kCellSelected);
    EXPECT_EQ(t.ui.drawn().TotalVtxCount, vertices);
}

TEST(CellGridWidget, AcceptsAnySizeViewAndRings) {
    GridUnderTest t(3, 5);
    t.selected = {0, 14, 15, 1000000};
    t.reveal = 1000000;
    const ImVec2 sizes[] = {{0, 0}, {1, 1}, {5, 300}, {-20, 40}, {4000, 3000}};
    const GridView views[] = {{0, 0, 0}, {-1, -5, 1e9f}, {1e9f, 2, 2}, {NAN, NAN, NAN}};
    int drawn = 0;
    for (const ImVec2 size : sizes)
        for (const GridView& view : views) {
            t.size = size, t.view = view;
            t.ui.frames(1);
            ++drawn;
        }
    t.cells = cells_of(0, 0);
    t.ui.frames(1);
    EXPECT_EQ(drawn, 20);
}

TEST(RowLabels, OfRowsAfterAGapAreNeverLeftOut) {
    std::vector<std::string> labels(16, "0x400");
    EXPECT_EQ(labelled_rows(labels, 0, 16, 5, 15), (std::vector{0, 4, 8, 12}));
    labels[6] = ".. 0x4400";
    EXPECT_EQ(labelled_rows(labels, 0, 16, 5, 15), (std::vector{6, 0, 12})) << "4 and 8 would touch it";
    EXPECT_EQ(labelled_rows(labels, 0, 16, 20, 15).size(), 16u);
}

TEST(Lines, BreakAtWordsAndKeepEveryLetter) {
    std::string text;
    UiHarness ui{UiHarness::in_window([&] { text = in_lines("Set sbo of a_desc to 1024 bytes", 120); })};
    ui.frames(1);
    EXPECT_GT(std::ranges::count(text, '\n'), 0);
    std::ranges::replace(text, '\n', ' ');
    EXPECT_EQ(text, "Set sbo of a_desc to 1024 bytes");
}

}  // namespace
}  // namespace tilescope::ui
