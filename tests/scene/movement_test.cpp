// tests/scene/movement_test.cpp -- movements on pages and on sheets.
// SPDX-License-Identifier: MIT
#include <tilescope/document/presets.h>
#include <tilescope/export/sheet.h>
#include <tilescope/scene/scene.h>
#include <tilescope/view/animation.h>

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

namespace tilescope {
namespace {

Cells column_of(int rows, std::string id) {
    Cells out;
    out.id = std::move(id), out.title = out.id;
    out.rows = rows, out.columns = 2;
    out.make_empty();
    for (int r = 0; r < rows; ++r) out.row_labels.push_back(std::to_string(r));
    for (std::size_t i = 0; i < out.key.size(); ++i) out.key[i] = static_cast<std::uint32_t>(i);
    return out;
}

MovingScene moving(double part) {
    MovingScene out;
    out.scene.grids = {column_of(40, "from"), column_of(40, "to")};
    out.scene.grids[0].label[41] = 7;
    out.scene.sentence = "A cell moves.";
    out.movements = {{.from = {0, 20, 1}, .to = {1, 21, 0}, .tone = Tone::step3, .label = 7, .part = part}};
    out.widest = {7, 7};
    return out;
}

TEST(Movement, IsOnThePageThatIsShown) {
    const MovingScene page = page_of(moving(0.5), 16);
    ASSERT_EQ(page.movements.size(), 1u);
    EXPECT_EQ(page.movements[0].from, (CellSpot{0, 4, 1}));
    EXPECT_EQ(page.movements[0].to, (CellSpot{1, 5, 0}));
    EXPECT_EQ(page.scene.grids[0].rows, 16);
    EXPECT_EQ(page.scene.grids[0].row_labels.front(), "16");
    EXPECT_EQ(page.scene.grids[0].key.front(), 32u);
    EXPECT_EQ(page.scene.grids[0].tone.size(), 32u);
}

TEST(Movement, ToAnotherPageIsLeftOut) {
    MovingScene whole = moving(0.5);
    whole.movements.push_back({.from = {0, 1, 0}, .to = {1, 39, 0}});
    EXPECT_EQ(page_of(whole, 16).movements.size(), 1u);
    EXPECT_EQ(page_of(whole, 64).movements.size(), 2u);
}

TEST(Movement, IsACellBetweenItsPlacesAndAnArrowOnASheet) {
    const MovingScene scene = moving(0.5);
    const Sheet sheet = sheet_of(scene, SheetOptions{});
    ASSERT_EQ(sheet.flying.size(), 1u);
    ASSERT_EQ(sheet.trails.size(), 1u);
    const SheetCell &from = sheet.cells[20 * 2 + 1], &to = sheet.cells[80 + 21 * 2];
    EXPECT_NEAR(sheet.flying[0].x, (from.x + to.x) / 2, 1e-9);
    EXPECT_NEAR(sheet.flying[0].y, (from.y + to.y) / 2, 1e-9);
    EXPECT_EQ(sheet.flying[0].label, "7");
    EXPECT_GT(sheet.trails[0].from_x, from.x + from.width) << "the arrow is between the grids";
    EXPECT_LT(sheet.trails[0].to_x, to.x) << "the arrow is between the grids";
    EXPECT_NEAR(sheet.trails[0].from_y, from.y + from.height / 2, 1e-9);
    EXPECT_NEAR(sheet.trails[0].to_y, to.y + to.height / 2, 1e-9);
    EXPECT_EQ(sheet.cells[80].label, "") << "the number that only gives the size is not drawn";
    EXPECT_NEAR(to.height, from.height, 1e-9) << "a grid without numbers has cells as large as with them";
}

TEST(Movement, ThatEndsInNothingIsGoneAtItsEnd) {
    MovingScene scene = moving(1);
    scene.movements[0].stays = false;
    const Sheet sheet = sheet_of(scene, SheetOptions{});
    EXPECT_TRUE(sheet.flying.empty());
    EXPECT_EQ(sheet.trails.size(), 1u);
}

TEST(Movement, IsInEveryTextFormat) {
    const Sheet with = sheet_of(moving(0.5), SheetOptions{});
    Sheet without = with;
    without.flying.clear(), without.trails.clear();
    const auto count = [](const std::string& text, std::string_view part) {
        std::size_t n = 0;
        for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
        return n;
    };
    EXPECT_EQ(count(to_svg(with), "<rect") - count(to_svg(without), "<rect"), 2u)
        << "the cell, and the ring of its way";
    EXPECT_EQ(count(to_svg(with), "<line") - count(to_svg(without), "<line"), 2u) << "the arrow and its halo";
    EXPECT_EQ(count(to_tikz(with), "\\filldraw") - count(to_tikz(without), "\\filldraw"), 1u);
    EXPECT_EQ(count(to_tikz(with), "\\draw[->") - count(to_tikz(without), "\\draw[->"), 1u);
}

TEST(Movement, HasAnArrowIfItIsTheFirstFromItsRowAndOneOfAFew) {
    std::vector<Movement> all;
    for (int i = 0; i < 64; ++i) all.push_back({.from = {0, i / 2, i % 2}, .to = {1, i / 2, 0}});
    const auto some = trails_of(all);
    ASSERT_EQ(some.size(), kMostTrails);
    EXPECT_EQ(some.front(), 0u);
    for (const std::size_t i : some) EXPECT_EQ(i % 2, 0u) << "the other cells of the row have the same arrow";
    EXPECT_EQ(trails_of(std::span(all).first(6)).size(), 3u);
    for (Movement& m : all) m.to.grid = 0;
    EXPECT_TRUE(trails_of(all).empty()) << "in one grid an arrow would cover numbers";
}

struct Corners {
    double left, top, right, bottom;
};

Corners corners_of(const SheetText& t, const Sheet& sheet) {
    const double high = t.title ? sheet.title_pixels : sheet.text_pixels,
                 wide = 0.6 * high * static_cast<double>(t.text.size());
    const double left = t.x - (t.anchor == TextAnchor::end ? wide : t.anchor == TextAnchor::middle ? wide / 2 : 0);
    return {left, t.y - high / 2, left + wide, t.y + high / 2};
}

// Looks at points of the arrow that are at most a pixel apart.
bool crosses(const SheetArrow& a, const Corners& c) {
    const double length = std::hypot(a.to_x - a.from_x, a.to_y - a.from_y);
    for (double at = 0; at <= length; ++at) {
        const double x = std::lerp(a.from_x, a.to_x, at / length), y = std::lerp(a.from_y, a.to_y, at / length);
        if (x > c.left && x < c.right && y > c.top && y < c.bottom) return true;
    }
    return false;
}

void expect_free_trails(const Sheet& sheet) {
    for (const SheetArrow& trail : sheet.trails) {
        for (const SheetCell& c : sheet.cells)
            EXPECT_FALSE(crosses(trail, {c.x, c.y, c.x + c.width, c.y + c.height}))
                << "a cell at " << c.x << ' ' << c.y;
        for (const SheetText& t : sheet.texts) EXPECT_FALSE(crosses(trail, corners_of(t, sheet))) << t.text;
    }
}

TEST(Movement, HasNoArrowOverACellOrAText) {
    std::set<AnimationId> with_trails;
    for (const Preset& preset : presets()) {
        const Derived derived = derive(preset.session());
        for (const AnimationRow& row : kAnimations) {
            const auto animation = animation_of(row.id, derived, {});
            if (!animation) continue;
            const std::size_t steps = animation->steps.size(), stride = std::max<std::size_t>(steps / 8, 1);
            for (std::size_t step = 0; step < steps; step += stride)
                for (const SheetFit fit : {SheetFit::picture, SheetFit::slide, SheetFit::column}) {
                    SCOPED_TRACE(testing::Message() << preset.id << ' ' << row.name << ", step " << step);
                    const Sheet sheet = sheet_of(page_of(frame_of(*animation, step, 0.5), 16), {.fit = fit});
                    expect_free_trails(sheet);
                    if (!sheet.trails.empty()) with_trails.insert(row.id);
                }
        }
    }
    EXPECT_EQ(with_trails.size(), kAnimationCount - 1) << "the mask has one grid";
}

TEST(Movement, StartsAndEndsAtRest) {
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(part_of_way(0, i, 5), 0);
        EXPECT_EQ(part_of_way(1, i, 5), 1);
    }
    EXPECT_GT(part_of_way(0.5, 0, 5), part_of_way(0.5, 4, 5));
}

}  // namespace
}  // namespace tilescope
