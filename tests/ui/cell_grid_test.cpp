// tests/ui/cell_grid_test.cpp -- points, clicks, zooms and pans in a grid of cells, and looks at what it draws.
// SPDX-License-Identifier: MIT
#include "app/widgets/cell_grid.h"
#include "app/ui/cell_painter.h"
#include "tests/support/ui_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace tilescope::ui {
namespace {

Style painted_style(CellPainter* painter) {
    return {theme(false), sizes_at(1), ImGui::GetIO().Fonts->Fonts[1], painter};
}

Cells cells_of(int rows, int columns) {
    Cells cells;
    cells.rows = rows, cells.columns = columns;
    const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    for (std::size_t i = 0; i < count; ++i) {
        cells.tone.push_back(static_cast<Tone>(i % 8));
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
        reply = cell_grid(cells, ask, view, painted_style(&painter));
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

// Chunks of eight columns, as in a swizzled tile.
Cells chunks_of(int rows, int columns) {
    Cells cells;
    cells.rows = rows, cells.columns = columns;
    cells.make_empty();
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            cells.tone[cells.at(row, column)] = static_cast<Tone>((row ^ column / 8) % 8);
    return cells;
}

TEST(CellGridWidget, DrawsManySmallCellsInFewRunsWithRectangles) {
    Cells cells = chunks_of(128, 64);
    float cell = 3;
    RecordingPainter painter;
    UiHarness ui(UiHarness::in_window([&] {
        const GridPlaces at{
            .area = {{10, 10}, {10 + 64 * cell, 10 + 128 * cell}}, .left = 0, .top = 0, .width = cell, .height = cell};
        draw_cells(cells, {.id = "grid", .size = {}, .pointed = {}, .selected = {}, .reveal = {}}, at,
                   painted_style(&painter));
    }));
    const auto calls = [&] {
        painter.calls = 0;
        ui.frames(1);
        return painter.calls;
    };
    EXPECT_EQ(calls(), 0);
    cells.mark[77] = Mark::hatched;
    cells.tone[77] = Tone::zeroed;
    EXPECT_EQ(calls(), 1) << "a pattern is several lines in each cell";
    cells = chunks_of(128, 64);
    cell = 6;
    EXPECT_EQ(calls(), 1) << "cells with grid lines";
    cells = chunks_of(512, 64);
    cell = 2;
    EXPECT_EQ(calls(), 1) << "more than " << TexelStore::kMostRuns << " runs";
}

TEST(RectPainterTest, DrawsRunsAsItDrawsTheirCells) {
    const Cells cells = chunks_of(40, 64);
    TexelStore store;
    const TexelStore::Kept& kept = store.of(1, {.tone = cells.tone, .mark = cells.mark, .columns = cells.columns});
    ASSERT_EQ(kept.runs.size(), 40u * 8);
    std::vector<ImDrawVert> drawn[2];
    UiHarness ui(UiHarness::in_window([&] {
        const std::array<ImU32, 8> palette{~0u, ~1u, ~2u, ~3u, ~4u, ~5u, ~6u, ~7u};
        for (const bool with_runs : {false, true}) {
            ImDrawList list(ImGui::GetDrawListSharedData());
            list._ResetForNewFrame();
            CellGrid grid{.columns = cells.columns, .rows = cells.rows, .cells = kept.texels, .palette = palette};
            grid.left = 3.5f, grid.top = 2.25f, grid.right = 40.5f, grid.bottom = 31;
            if (with_runs) grid.runs = kept.runs;
            RectPainter().draw(list, grid, {10, 20}, {300, 400});
            drawn[with_runs].assign(list.VtxBuffer.begin(), list.VtxBuffer.end());
        }
    }));
    ui.frames(1);
    ASSERT_GT(drawn[0].size(), 400u);
    ASSERT_EQ(drawn[0].size(), drawn[1].size());
    EXPECT_EQ(std::memcmp(drawn[0].data(), drawn[1].data(), drawn[0].size() * sizeof(ImDrawVert)), 0);
}

// A tile that becomes half as high and twice as wide can have the same tones in the same order.
TEST(RectPainterTest, DrawsEqualCellsInOtherColumnsAnew) {
    const Cells cells = chunks_of(40, 8);
    TexelStore store;
    const std::uint64_t before = store.of(1, {.tone = cells.tone, .mark = cells.mark, .columns = 8}).revision;
    const TexelStore::Kept& kept = store.of(1, {.tone = cells.tone, .mark = cells.mark, .columns = 16});
    EXPECT_NE(kept.revision, before);
    EXPECT_EQ(std::ranges::max(kept.runs, {}, &CellRun::end).end, 16) << "the right half is blank";
}

TEST(CellGridWidget, ChangesItsRevisionOnlyIfTheCellsChange) {
    GridUnderTest t(256, 256);
    const std::uint64_t first = t.painter.revision;
    t.ui.frames(2);
    EXPECT_EQ(t.painter.revision, first);
    t.cells.tone[5] = Tone::zeroed;
    t.ui.frames(1);
    const std::uint64_t second = t.painter.revision;
    EXPECT_NE(second, first);
    EXPECT_EQ(t.painter.cells[5], static_cast<std::uint8_t>(Tone::zeroed) + kToneCount - kFirstHatched) << "hatched";
    t.cells.mark[5] = Mark::none;
    t.ui.frames(1);
    EXPECT_NE(t.painter.revision, second);
    EXPECT_EQ(t.painter.cells[5], static_cast<std::uint8_t>(Tone::zeroed));
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

}  // namespace
}  // namespace tilescope::ui
