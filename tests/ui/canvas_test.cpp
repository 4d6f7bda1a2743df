// tests/ui/canvas_test.cpp -- the pictures of all screens are zoomed, moved and brought into view with real events.
// SPDX-License-Identifier: MIT
#include "app/window/documents/edits.h"
#include "app/window/frame/palette.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <cmath>

namespace tilescope::ui {
namespace {

constexpr int kMotion = 12;  // frames at 60 a second: more than 120 ms

// The tile of 128 rows does not fit at 1440 x 900 with readable numbers.
struct Canvas : testing::Test {
    AppHarness h;

    MovingView& tile() { return h.app.document().states.memory.grids[Operand::a][0]; }
    MovingView& memory() { return h.app.document().states.memory.grids[Operand::a][1]; }
    void turn(std::string_view id, float notches) {
        h->wheel(id, notches);
        h->frames(kMotion);
    }
    void press(Key key) {
        h->key(key);
        h->frames(kMotion);
    }
};

TEST_F(Canvas, TheWheelZoomsAboutThePointerInSteps) {
    h->point_at("memory.tile.20.3");
    const Focus before = h.app.document().pointed.item;
    h->wheel("memory.tile.20.3", 4);
    const float early = tile().zoom;
    EXPECT_GT(early, 1);
    EXPECT_LT(early, 2.4f) << "it is on its way";
    h->frames(kMotion);
    EXPECT_NEAR(tile().zoom, std::pow(1.25f, 4.0f), 1e-3f);
    EXPECT_EQ(h.app.document().pointed.item, before);
}

void expect_whole(const MovingView& view) {
    EXPECT_LE(view.room.unit.y * view.zoom * view.room.picture.y, view.room.pane.y + 1);
    EXPECT_LE(view.room.unit.x * view.zoom * view.room.picture.x, view.room.pane.x + 1);
}

TEST_F(Canvas, AllOfThePictureStaysWhenThePaneChangesItsSize) {
    press(Key::n0);
    expect_whole(tile());
    for (const ImVec2 size : {ImVec2{1280, 640}, {1920, 1200}, {1100, 700}}) {
        ImGui::GetIO().DisplaySize = size;
        h->frames(4);
        expect_whole(tile());
        expect_whole(memory());
    }
    turn("memory.tile", 3);
    const float zoom = tile().zoom;
    ImGui::GetIO().DisplaySize = {1440, 900};
    h->frames(4);
    EXPECT_NEAR(tile().zoom, zoom, 1e-3f) << "the zoom of the user stays";
}

TEST(CanvasSize, AnUntouchedPictureIsThatOfAWindowOpenedAtThisSize) {
    const auto rows = [](ImVec2 opened, ImVec2 shown) {
        AppHarness h(opened);
        h->frames(3);
        ImGui::GetIO().DisplaySize = shown;
        h->frames(4);
        const MovingView& tile = h.app.document().states.memory.grids[Operand::a][0];
        return tile.room.unit.y * tile.zoom;
    };
    for (const ImVec2 opened : {ImVec2{1000, 560}, {1440, 900}, {1920, 1200}})
        for (const ImVec2 shown : {ImVec2{1000, 560}, {1440, 900}, {1920, 1200}})
            EXPECT_NEAR(rows(opened, shown), rows(shown, shown), 1e-3f) << opened.x << " " << shown.x;
}

TEST_F(Canvas, WithReducedMotionItJumps) {
    h.app.prefs.reduced_motion = true;
    h->wheel("memory.tile.20.3", 4);
    EXPECT_NEAR(tile().zoom, std::pow(1.25f, 4.0f), 1e-3f);
    EXPECT_FALSE(h.app.document().requests.next_frame);
}

TEST_F(Canvas, ANotchDuringTheMotionAddsToItsGoal) {
    for (int i = 0; i < 3; ++i) h->wheel("memory.tile.20.3", 1);
    h->frames(kMotion);
    EXPECT_NEAR(tile().zoom, std::pow(1.25f, 3.0f), 1e-3f);
}

TEST_F(Canvas, NoFramesAreRequestedAfterTheMotion) {
    h->wheel("memory.tile.20.3", 2);
    EXPECT_TRUE(h.app.document().requests.next_frame);
    h->frames(kMotion);
    EXPECT_FALSE(h.app.document().requests.next_frame);
}

TEST_F(Canvas, TheKeysFitAllAndShowOneSize) {
    press(Key::n0);
    EXPECT_TRUE(h->shows("memory.tile.127.0")) << "all rows";
    EXPECT_TRUE(h->shows("memory.memory.127.0"));
    press(Key::n1);
    const Rect cell = h->rect("memory.tile.64.4");
    EXPECT_NEAR(std::min(cell.max.x - cell.min.x, cell.max.y - cell.min.y), kOneCell, 1.1f);
    const Rect line = h->rect("memory.memory.64.4");
    EXPECT_NEAR(std::min(line.max.x - line.min.x, line.max.y - line.min.y), kOneCell, 1.1f);
}

TEST_F(Canvas, ATextBoxKeepsTheDigits) {
    const MovingView before = tile();
    h->click("bits.word");
    h->key(Key::n0);
    h->frames(kMotion);
    EXPECT_EQ(tile().now(), before.now());
}

TEST_F(Canvas, MiddleDragPans) {
    turn("memory.tile.20.3", 3);
    const float top = tile().top, height = h->rect("memory.tile.21.3").min.y - h->rect("memory.tile.20.3").min.y;
    h->drag("memory.tile", 0, -90, 2);
    EXPECT_NEAR(tile().top, top + 90 / height, 0.5f);
}

TEST_F(Canvas, TheMiniMapMovesTheView) {
    ASSERT_TRUE(h->shows("memory.tile.map"));
    const Rect map = h->rect("memory.tile.map");
    h->drag("memory.tile.map", 0, (map.max.y - map.min.y) / 2 - 2);
    EXPECT_TRUE(h->shows("memory.tile.127.0"));
    EXPECT_EQ(h.app.document().view_state.selection, Focus{}) << "the map is no cell";
    press(Key::n0);
    EXPECT_FALSE(h->shows("memory.tile.map")) << "all is visible";
}

TEST_F(Canvas, AHandThatRestsOnTheMapNeedsNoFrames) {
    h->point_at("memory.tile.map");
    feed_button(0, true);
    h->frames(4);
    EXPECT_FALSE(h.app.document().requests.next_frame);
    feed_button(0, false);
    h->frames(2);
}

TEST_F(Canvas, TheMapHidesNoCell) {
    for (const float way : {0.0f, -4000.0f, -4000.0f}) {
        h->drag("memory.tile", 0, way, 2);
        for (const std::string grid : {"memory.tile", "memory.memory"}) {
            const Rect map = h->rect(grid + ".map");
            int cells = 0;
            for (const auto& [id, place] : h->probe().items())
                if (id.starts_with(grid + ".") && std::ranges::count(id, '.') == 3) {
                    ++cells;
                    EXPECT_FALSE(map.touches(place)) << id;
                }
            EXPECT_GT(cells, 100);
        }
    }
    EXPECT_TRUE(h->shows("memory.tile.127.7"));
}

TEST_F(Canvas, TheSelectionComesIntoViewInEveryPane) {
    ASSERT_FALSE(h->shows("memory.tile.120.2"));
    h.app.document().view_state.selection = ElementFocus{Matrix::a, 120, 16};
    h.app.document().requests.view_state = h.app.document().view_state;
    h->frames(kMotion);
    EXPECT_TRUE(h->shows("memory.tile.120.2"));
    EXPECT_TRUE(h->shows("memory.memory.120.2"));
    h->drag("memory.tile", 0, 600, 2);
    h->drag("memory.tile", 0, 600, 2);
    EXPECT_FALSE(h->shows("memory.tile.120.2")) << "the user may look elsewhere";
}

// The cell is large enough for all of its text, and in the middle unless the picture ends before.
void expect_large(const Rect& cell, const Rect& pane) {
    EXPECT_GE(std::min(cell.max.x - cell.min.x, cell.max.y - cell.min.y), kSelectedCell - 1);
    EXPECT_GE(cell.min.x, pane.min.x);
    EXPECT_LE(cell.max.x, pane.max.x);
    EXPECT_NEAR((cell.min.y + cell.max.y) / 2, (pane.min.y + pane.max.y) / 2, kSelectedCell);
}

TEST_F(Canvas, AKeyThatMovesTheSelectionIsFollowedAlthoughThePointerRests) {
    h->click("memory.tile.20.3");
    h->frames(2);
    h->key(Key::right);
    h->frames(2);
    const Focus beside = ElementFocus{Matrix::a, 20, 32};
    EXPECT_EQ(h.app.document().view_state.selection, beside);
    EXPECT_TRUE(h.app.document().trace.sentence.starts_with("A[20][32")) << h.app.document().trace.sentence;
    h->point_at("memory.tile.21.3");
    h->frames(2);
    EXPECT_TRUE(h.app.document().trace.sentence.starts_with("A[21][24")) << h.app.document().trace.sentence;
}

TEST_F(Canvas, AKeyShowsTheSelectionLargeInEveryPane) {
    press(Key::n2);
    EXPECT_NE(said_first(h.app).find("nothing is selected"), std::string::npos) << said_first(h.app);
    h.app.document().view_state.selection = ElementFocus{Matrix::a, 60, 16};
    h.app.document().requests.view_state = h.app.document().view_state;
    h->frames(kMotion);
    EXPECT_EQ(text_of(offers_for(h.app, "zoom to selection").at(0)), "fit_selection");
    press(Key::n2);
    expect_large(h->rect("memory.tile.60.2"), h->rect("memory.tile"));
    expect_large(h->rect("memory.memory.60.6"), h->rect("memory.memory"));
    press(Key::n0);
    EXPECT_TRUE(h->shows("memory.tile.127.0")) << "all of it again";
}

TEST_F(Canvas, TheTileAndItsLinesMoveTogether) {
    turn("memory.tile.20.3", 3);
    h->drag("memory.tile", 0, -200, 2);
    EXPECT_NEAR(memory().top, tile().top, 0.01f);
    EXPECT_EQ(memory().zoom, tile().zoom);
    h->drag("memory.memory", 0, 120, 2);
    EXPECT_NEAR(memory().top, tile().top, 0.01f);
}

struct MmaCanvasTest : testing::Test {
    AppHarness h{{1440, 900}, Screen::mma};
    MovingView& canvas() { return h.app.document().states.mma.canvas; }
    void SetUp() override { h->frames(3); }
};

TEST_F(MmaCanvasTest, ZoomsAboutThePointerAndFits) {
    EXPECT_FALSE(h->shows("mma.map"));
    h->point_at("mma.d.64.48");
    const Focus before = h.app.document().pointed.item;
    h->wheel("mma.d.64.48", 6);
    h->frames(kMotion);
    EXPECT_NEAR(canvas().zoom, std::pow(1.25f, 6.0f), 1e-3f);
    EXPECT_EQ(h.app.document().pointed.item, before);
    EXPECT_TRUE(h->shows("mma.map"));
    for (const char* id : {"mma.a", "mma.b", "mma.d", "mma.memory_b"})
        if (h->shows(id)) {
            EXPECT_FALSE(h->rect("mma.map").touches(h->rect(id))) << id;
        }
    h->key(Key::n0);
    h->frames(kMotion);
    EXPECT_EQ(canvas().zoom, 1);
    h->key(Key::n1);
    h->frames(kMotion);
    const Rect cell = h->rect("mma.d.64.48");
    EXPECT_NEAR(cell.max.y - cell.min.y, kOneCell, 1.1f);
}

TEST_F(MmaCanvasTest, AKeyShowsTheSelectionLarge) {
    h->click("mma.d.64.48");
    h->frames(2);
    h->key(Key::n2);
    h->frames(kMotion);
    expect_large(h->rect("mma.d.64.48"), h->rect("mma.canvas"));
    EXPECT_TRUE(h->shows("mma.map"));
    const Rect all = h->rect("mma.fit");
    h->click("mma.fit");
    h->frames(kMotion);
    h->wheel("mma.a.64.8", 8);  // now A is below the button
    h->frames(kMotion);
    ASSERT_TRUE(h->shows("mma.caption.a"));
    EXPECT_GE(h->rect("mma.caption.a").min.x, all.max.x) << "the caption is not below the button";
}

TEST_F(MmaCanvasTest, TheMiniMapMovesTheView) {
    h->wheel("mma.d.64.48", 6);
    h->frames(kMotion);
    h->drag("mma.map", -60, -60);
    EXPECT_EQ(canvas().left, 0);
    EXPECT_EQ(h.app.document().view_state.selection, Focus{});
}

TEST_F(MmaCanvasTest, BringsTheSelectionIntoView) {
    h->wheel("mma.d.8.8", 12);
    h->frames(kMotion);
    ASSERT_FALSE(h->shows("mma.d.120.80"));
    h.app.document().view_state.selection = ElementFocus{Matrix::d, 120, 80};
    h.app.document().requests.view_state = h.app.document().view_state;
    h->frames(kMotion);
    EXPECT_TRUE(h->shows("mma.d.120.80"));
}

}  // namespace
}  // namespace tilescope::ui
