// tests/ui/pan_zoom_test.cpp -- tests zooming about a point, panning, limits and easing, without a window.
// SPDX-License-Identifier: MIT
#include "app/widgets/moving_view.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tilescope::ui {
namespace {

// 64 x 128 cells of 20 x 10 pixels in a pane that shows 20 x 30 of them.
PanZoomRoom room() {
    return {.pane = {400, 300}, .unit = {20, 10}, .picture = {64, 128}, .least = 0.2f, .most = 8, .one = 2};
}

ImVec2 under(const PanZoom& v, const PanZoomRoom& r, ImVec2 at) {
    return {v.left + at.x / (r.unit.x * v.zoom), v.top + at.y / (r.unit.y * v.zoom)};
}

TEST(PanZoom, ZoomKeepsThePointUnderThePointer) {
    const PanZoom from{1, 10, 40};
    for (const ImVec2 at : {ImVec2(0, 0), {100, 60}, {399, 299}})
        for (const float zoom : {1.25f, 3.0f, 8.0f}) {
            const PanZoom to = zoomed_about(from, room(), at, zoom);
            EXPECT_EQ(to.zoom, zoom);
            EXPECT_NEAR(under(to, room(), at).x, under(from, room(), at).x, 1e-3f);
            EXPECT_NEAR(under(to, room(), at).y, under(from, room(), at).y, 1e-3f);
        }
}

TEST(PanZoom, EasingKeepsThatPointAllTheTime) {
    const PanZoom from{1, 10, 40};
    const ImVec2 at{100, 60};
    const PanZoom to = zoomed_about(from, room(), at, 6);
    float before = from.zoom;
    for (float progress = 0.1f; progress < 1; progress += 0.1f) {
        const PanZoom now = eased(from, to, progress);
        EXPECT_GT(now.zoom, before);
        EXPECT_NEAR(under(now, room(), at).x, under(from, room(), at).x, 1e-2f) << progress;
        EXPECT_NEAR(under(now, room(), at).y, under(from, room(), at).y, 1e-2f) << progress;
        before = now.zoom;
    }
    EXPECT_EQ(eased(from, to, 0), from);
    EXPECT_EQ(eased(from, to, 1), to);
}

TEST(PanZoom, EasingOfAPanIsEven) { EXPECT_EQ(eased({2, 0, 8}, {2, 4, 0}, 0.25f), (PanZoom{2, 1, 6})); }

TEST(PanZoom, NothingLeavesThePane) {
    EXPECT_EQ(panned({1, 0, 0}, room(), {50, 50}), (PanZoom{1, 0, 0}));
    EXPECT_EQ(panned({1, 40, 90}, room(), {-1000, -1000}), (PanZoom{1, 44, 98}));
    EXPECT_EQ(panned({1, 10, 10}, room(), {40, -40}), (PanZoom{1, 8, 14})) << "the picture follows the hand";
    EXPECT_EQ(zoomed_about({1, 5, 5}, room(), {200, 150}, 0.001f).zoom, 0.2f);
    EXPECT_EQ(zoomed_about({1, 5, 5}, room(), {200, 150}, 1000).zoom, 8);
    EXPECT_EQ(kept_inside({NAN, 1, 2}, room()), PanZoom{});
    EXPECT_EQ(kept_inside({1, INFINITY, 2}, room()), PanZoom{});
}

TEST(PanZoom, ShowsARectangleWithTheLeastMove) {
    EXPECT_EQ(showing({1, 10, 10}, room(), {12, 12}, {13, 13}), (PanZoom{1, 10, 10})) << "it is visible";
    EXPECT_EQ(showing({1, 10, 10}, room(), {40, 60}, {41, 61}), (PanZoom{1, 21, 31}));
    EXPECT_EQ(showing({1, 10, 10}, room(), {2, 3}, {3, 4}), (PanZoom{1, 2, 3}));
    EXPECT_EQ(showing({1, 10, 10}, room(), {30, 0}, {64, 128}), (PanZoom{1, 30, 0})) << "too large: its corner";
}

TEST(PanZoom, CentresAPoint) {
    EXPECT_EQ(centred_on({1, 0, 0}, room(), {32, 64}), (PanZoom{1, 22, 49}));
    EXPECT_EQ(centred_on({1, 22, 49}, room(), {0, 0}), (PanZoom{1, 0, 0}));
}

MovingView view_at(const PanZoom& at) {
    MovingView view{.zoom = at.zoom, .left = at.left, .top = at.top};
    view.room = room(), view.drawn = true;
    return view;
}

const Rect kPane{{100, 50}, {500, 350}};

// The pane beside its map, in an area of the size of `pane`.
MovingView beside_its_map(const PanZoom& at, ImVec2 pane, bool wide = false) {
    MovingView view = view_at(at);
    view.room.pane = pane;
    if (wide) view.room.picture = {256, 16};
    view.room = beside_map(view.room, at.zoom, Style{theme(false), sizes_at(1), nullptr, nullptr});
    return view;
}

TEST(MiniMap, IsThereOnlyIfSomethingIsOutsideAndCoversNothing) {
    const ImVec2 size = kPane.size();
    const MovingView all = beside_its_map({0.1f, 0, 0}, size);
    EXPECT_EQ(all.room.pane.x, size.x);
    EXPECT_FALSE(mini_map_of(all, kPane, sizes_at(1)));
    for (const bool wide : {false, true}) {
        const MovingView view = beside_its_map({1, 0, 0}, size, wide);
        const auto map = mini_map_of(view, kPane, sizes_at(1));
        ASSERT_TRUE(map);
        EXPECT_LE(map->place.size().x, 121);
        EXPECT_LE(map->place.size().y, 121);
        EXPECT_LE(map->place.max.x, kPane.max.x);
        EXPECT_LE(map->place.max.y, kPane.max.y);
        const Rect pane{kPane.min, {kPane.min.x + view.room.pane.x, kPane.min.y + view.room.pane.y}};
        EXPECT_FALSE(map->place.touches(pane));
        EXPECT_EQ(map->place.min.y >= pane.max.y, wide) << "a wide picture has it below";
        EXPECT_GE(pane.size().x * pane.size().y, 0.8f * size.x * size.y);
    }
    EXPECT_FALSE(mini_map_of(beside_its_map({1, 0, 0}, {30, 20}), {{0, 0}, {30, 20}}, sizes_at(1))) << "no room";
}

TEST(MiniMap, FramesTheVisiblePart) {
    MovingView view = view_at({1, 22, 49});
    view.room = room();
    const Rect area{kPane.min, {kPane.max.x + 100, kPane.max.y}};  // the pane and its map
    const auto map = mini_map_of(view, area, sizes_at(1));
    ASSERT_TRUE(map);
    const ImVec2 low = map->point_at(map->seen.min, room()), high = map->point_at(map->seen.max, room());
    EXPECT_NEAR(low.x, 22, 0.01f);
    EXPECT_NEAR(low.y, 49, 0.01f);
    EXPECT_NEAR(high.x, 42, 0.01f);
    EXPECT_NEAR(high.y, 79, 0.01f);
}

TEST(FollowedView, ShowsTheSamePartOfTheCommonAxis) {
    MovingView leader = view_at({2, 4, 30}), follower = view_at({1, 3, 0});
    follow_view(follower, leader, {.rows = 1});
    EXPECT_EQ(follower.zoom, 2);
    EXPECT_EQ(follower.top, 30);
    EXPECT_EQ(follower.left, 8) << "the middle of the other axis stays";
    follow_view(follower, leader, {.rows = 0.5f});  // two rows are one line
    EXPECT_EQ(follower.top, (30 + 7.5f) / 2 - 7.5f);
    follow_view(follower, leader, {.columns = 1});
    EXPECT_EQ(follower.left, 4);
}

}  // namespace
}  // namespace tilescope::ui
