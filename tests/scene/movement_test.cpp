// tests/scene/movement_test.cpp -- movements on pages and on sheets.
// SPDX-License-Identifier: MIT
#include <tilescope/export/sheet.h>
#include <tilescope/scene/scene.h>

#include <gtest/gtest.h>

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
    EXPECT_NEAR(sheet.trails[0].from_x, from.x + from.width / 2, 1e-9);
    EXPECT_NEAR(sheet.trails[0].to_x, to.x + to.width / 2, 1e-9);
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

TEST(Movement, HasAnArrowIfItIsOneOfAFew) {
    EXPECT_EQ(trails_of(3, 8).size(), 3u);
    EXPECT_EQ(trails_of(0, 8).size(), 0u);
    const auto some = trails_of(64, 8);
    ASSERT_EQ(some.size(), 8u);
    EXPECT_EQ(some.front(), 0u);
    EXPECT_LT(some.back(), 64u);
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
