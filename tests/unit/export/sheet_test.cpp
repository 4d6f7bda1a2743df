// tests/unit/export/sheet_test.cpp -- what a sheet has besides its cells: title, source, names, frames, lines.
// SPDX-License-Identifier: MIT
#include <tilescope/export/sheet.h>
#include <tilescope/formats/idesc.h>
#include <tilescope/scene/word_scene.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope {
namespace {

Cells grid(int rows, int columns) {
    Cells out;
    out.id = "grid", out.title = "GRID";
    out.rows = rows, out.columns = columns;
    out.make_empty(Tone::step1);
    return out;
}

Scene one_grid(Cells cells) {
    Scene out;
    out.grids.push_back(std::move(cells));
    out.legend.push_back({Tone::step1, Mark::none, "one"});
    out.sentence = "A grid.";
    return out;
}

const SheetText* find_text(const Sheet& sheet, std::string_view text) {
    const auto found = std::ranges::find(sheet.texts, text, &SheetText::text);
    return found == sheet.texts.end() ? nullptr : &*found;
}

double right_of(const SheetText& t) { return t.x + static_cast<double>(t.text.size()) * 7.4; }

TEST(Sheet, HasTheTitleAboveAndTheSourceBelow) {
    const Scene scene = one_grid(grid(2, 2));
    const Sheet plain = sheet_of(scene),
                sheet = sheet_of(scene, SheetOptions{.palette = {}, .title = "A title", .source = "gemm.json"});
    EXPECT_FALSE(find_text(plain, "A title"));
    ASSERT_TRUE(find_text(sheet, "A title"));
    EXPECT_TRUE(find_text(sheet, "A title")->title);
    EXPECT_LT(find_text(sheet, "A title")->y, find_text(sheet, "GRID")->y);
    ASSERT_TRUE(find_text(sheet, "gemm.json"));
    EXPECT_GT(find_text(sheet, "gemm.json")->y, find_text(sheet, "A grid.")->y);
    EXPECT_GT(sheet.height, plain.height);
    for (const SheetText& t : sheet.texts) EXPECT_LT(t.y + 6, sheet.height) << t.text;
}

TEST(Sheet, WithoutTheLegendHasItsSentenceStill) {
    const Scene scene = one_grid(grid(2, 2));
    const Sheet with = sheet_of(scene),
                without = sheet_of(scene, SheetOptions{.palette = {}, .title = {}, .legend = false, .source = {}});
    EXPECT_TRUE(find_text(with, "one"));
    EXPECT_FALSE(find_text(without, "one"));
    EXPECT_TRUE(find_text(without, "A grid."));
    EXPECT_LT(without.height, with.height);
}

TEST(Sheet, BreaksALongSentenceIntoLines) {
    Scene scene = one_grid(grid(2, 2));
    scene.sentence.clear();
    for (int i = 0; i < 60; ++i) scene.sentence += "word ";
    scene.sentence += "end";
    const Sheet sheet = sheet_of(scene);
    EXPECT_LT(sheet.width, 700);
    std::string all;
    for (const SheetText& t : sheet.texts) {
        EXPECT_LE(right_of(t), sheet.width) << t.text;
        if (t.text.starts_with("word") || t.text.ends_with("end")) all += t.text + " ";
    }
    EXPECT_EQ(all, scene.sentence + " ");
}

TEST(Sheet, CountsLettersNotBytes) {
    Scene scene = one_grid(grid(2, 2));
    const Sheet ascii = sheet_of(scene, SheetOptions{.palette = {}, .title = std::string(60, 'u')});
    std::string umlauts;
    for (int i = 0; i < 60; ++i) umlauts += "\xc3\xbc";
    EXPECT_EQ(sheet_of(scene, SheetOptions{.palette = {}, .title = umlauts}).width, ascii.width);
}

TEST(Sheet, DrawsSmallCellsThatLookTheSameAsOneBox) {
    Cells cells = grid(256, 256);
    for (int r = 0; r < 256; ++r)
        for (int c = 100; c < 256; ++c) cells.tone[cells.at(r, c)] = Tone::step5;
    cells.mark[cells.at(10, 20)] = Mark::crossed;
    cells.lit[cells.at(0, 0)] = cells.lit[cells.at(0, 1)] = cells.lit[cells.at(1, 0)] = cells.lit[cells.at(1, 1)] = 1;
    const Sheet sheet = sheet_of(one_grid(cells));
    std::size_t boxes = 0;
    double area = 0;
    for (const SheetCell& c : sheet.cells) {
        if (c.grid != 0) continue;
        EXPECT_FALSE(c.framed);
        ++boxes, area += c.width * c.height;
    }
    EXPECT_EQ(boxes, 6u) << "left: above, beside (2), the crossed cell, below; right";
    EXPECT_NEAR(area, 256.0 * 256 * 4 * 4, 1);
    EXPECT_EQ(std::ranges::count(sheet.lines, LineKind::lit, &SheetLine::kind), 4) << "the lit cells have one frame";
    EXPECT_EQ(std::ranges::count(sheet.lines, LineKind::border, &SheetLine::kind), 4) << "it is seen on every fill";
    EXPECT_LT(to_svg(sheet).size(), 10'000u);
}

TEST(Sheet, KeepsCellsWithNumbersApart) {
    Cells cells = grid(4, 4);
    std::ranges::fill(cells.label, 7);
    const Sheet sheet = sheet_of(one_grid(cells));
    EXPECT_EQ(std::ranges::count_if(sheet.cells, [](const SheetCell& c) { return c.label == "7" && c.framed; }), 16);
}

// A line goes from each field to its name, and crosses no other name.
TEST(Sheet, NamesTheFieldsOfAWordWithoutCrossingANames) {
    const Scene scene = word_scene(kIdescF16_91, 0x08180010, 0, "idesc", "idesc");
    const Sheet sheet = sheet_of(scene);
    ASSERT_EQ(sheet.lines.size(), scene.areas.size());
    for (const Area& area : scene.areas) {
        const SheetText* name = find_text(sheet, area.label);
        ASSERT_TRUE(name) << area.label;
        EXPECT_LE(right_of(*name), sheet.width) << area.label;
        for (const SheetLine& l : sheet.lines) {
            const bool above = l.from_y < name->y && name->y < l.to_y;
            EXPECT_FALSE(above && l.from_x > name->x && l.from_x < right_of(*name))
                << "a line crosses the name " << area.label;
        }
        for (const Area& other : scene.areas) {
            const SheetText* beside = find_text(sheet, other.label);
            if (beside == name || beside->y != name->y) continue;
            EXPECT_TRUE(right_of(*name) < beside->x || right_of(*beside) < name->x)
                << area.label << " covers " << other.label;
        }
    }
}

TEST(Sheet, PlacesAAndBBesideD) {
    Scene scene;
    for (const char* id : {"mma_a", "mma_b", "mma_d"}) {
        scene.grids.push_back(grid(16, 16));
        scene.grids.back().id = id;
    }
    const Sheet sheet = sheet_of(scene);
    const auto corner = [&](std::size_t g) { return *std::ranges::find(sheet.cells, g, &SheetCell::grid); };
    EXPECT_EQ(corner(0).y, corner(2).y) << "A is left of D";
    EXPECT_LT(corner(0).x, corner(2).x);
    EXPECT_EQ(corner(1).x, corner(2).x) << "B is above D";
    EXPECT_LT(corner(1).y, corner(2).y);
}

TEST(Sheet, OfTheDarkPaletteHasLightTextOnDarkPaper) {
    const Sheet sheet = sheet_of(one_grid(grid(2, 2)), Palette::dark);
    EXPECT_LT(sheet.paper.g, 64);
    EXPECT_GT(sheet.ink.g, 192);
    EXPECT_NE(to_tikz(sheet).find("\\fill[paper] (0,0)"), std::string::npos);
}

TEST(Sheet, AsTikzHasNoCharacterThatTexCannotSet) {
    const Sheet sheet =
        sheet_of(one_grid(grid(2, 2)), SheetOptions{.palette = {},
                                                    .title = "50% #1 {a_b} \\x ^~ \"\xc3\xbc\" \xe2\x86\x92 "
                                                             "\xe2\x88\x80 <|> --json"});
    const std::string tex = to_tikz(sheet);
    const std::string title =
        "50\\% \\#1 \\{a\\_b\\} \\textbackslash{}x \\textasciicircum{}\\textasciitilde{} ''\xc3\xbc'' "
        "$\\rightarrow$ ? $<$$|$$>$ -{}-{}json";
    EXPECT_NE(tex.find(title), std::string::npos) << tex;
}

}  // namespace
}  // namespace tilescope
