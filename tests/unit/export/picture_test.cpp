// tests/unit/export/picture_test.cpp -- scenes as SVG and TikZ: all cells are present, and the documents are valid.
// SPDX-License-Identifier: MIT
#include <tilescope/export/sheet.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/tile_scene.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tilescope {
namespace {

Scene tile() {
    const SmemLayout layout{
        .mode = SwizzleMode::b128, .type = find_type("f16"), .start = 0x400, .sbo = 1024, .rows = 16, .columns = 64};
    return tile_scene(layout, tile_map(layout), {});
}

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
    return n;
}

// Checks that every opened XML element is closed in the right order. Readers of SVG require it.
void expect_well_formed(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t at = xml.find('<'); at != xml.npos; at = xml.find('<', at + 1)) {
        const std::size_t end = xml.find('>', at);
        ASSERT_NE(end, xml.npos);
        const std::string tag = xml.substr(at + 1, end - at - 1);
        const std::string name = tag.substr(tag[0] == '/', tag.find_first_of(" /", 1) - (tag[0] == '/'));
        if (tag[0] == '/') {
            ASSERT_FALSE(open.empty());
            ASSERT_EQ(open.back(), tag.substr(1));
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
    }
    EXPECT_TRUE(open.empty());
}

TEST(Picture, TheSheetContainsEveryCellOfEveryGrid) {
    const Scene scene = tile();
    for (const Palette palette : {Palette::screen, Palette::grey, Palette::cute}) {
        const Sheet sheet = sheet_of(scene, palette);
        std::size_t in_grids = 0;
        for (const SheetCell& c : sheet.cells) {
            in_grids += c.grid < scene.grids.size();
            EXPECT_GE(c.x, 0);
            EXPECT_LE(c.x + c.width, sheet.width);
            EXPECT_LE(c.y + c.height, sheet.height);
        }
        EXPECT_EQ(in_grids, scene.grids[0].tone.size() + scene.grids[1].tone.size());
        for (const SheetText& t : sheet.texts) EXPECT_LE(t.y, sheet.height) << t.text;
    }
}

TEST(Picture, CellsOfOneGridDoNotOverlap) {
    const Sheet sheet = sheet_of(tile());
    for (std::size_t i = 0; i < sheet.cells.size(); ++i)
        for (std::size_t j = i + 1; j < sheet.cells.size(); ++j) {
            const SheetCell &a = sheet.cells[i], &b = sheet.cells[j];
            const bool apart = a.x + a.width <= b.x + 1e-9 || b.x + b.width <= a.x + 1e-9 ||
                               a.y + a.height <= b.y + 1e-9 || b.y + b.height <= a.y + 1e-9;
            ASSERT_TRUE(apart) << i << " and " << j;
        }
}

TEST(Picture, SvgIsWellFormedAndHasItsCells) {
    const Sheet sheet = sheet_of(tile());
    const std::string svg = to_svg(sheet);
    expect_well_formed(svg);
    EXPECT_GE(count(svg, "<rect "), sheet.cells.size());
    EXPECT_NE(svg.find("<desc>Operand A, 16 x 64 f16"), svg.npos);
    EXPECT_NE(svg.find("stroke-dasharray"), svg.npos) << "an ignored stride is dashed";
}

// The title of a CuTe layout contains < and >. They must not become XML elements.
TEST(Picture, TextThatLooksLikeMarkupStaysText) {
    auto text = *parse_cute("Sw<1,0,3> o 0 o (2,16):(16,1)");
    const auto scene = cute_scene(text);
    ASSERT_TRUE(scene) << scene.why;
    const std::string svg = to_svg(sheet_of(*scene));
    expect_well_formed(svg);
    EXPECT_NE(svg.find("Sw&lt;1,0,3&gt;"), svg.npos);
    EXPECT_NE(to_tikz(sheet_of(*scene)).find("Sw$<$1,0,3$>$"), std::string::npos);
}

TEST(Picture, TikzHasANodeForEveryLabel) {
    const Sheet sheet = sheet_of(tile(), Palette::cute);
    std::size_t labels = sheet.texts.size();
    for (const SheetCell& c : sheet.cells) labels += !c.label.empty();
    const std::string tex = to_tikz(sheet);
    EXPECT_EQ(count(tex, "\\node["), labels);
    EXPECT_EQ(count(tex, "\\begin{"), count(tex, "\\end{"));
    EXPECT_NE(tex.find("rgb,255:red,175;green,175;blue,255"), tex.npos);
}

TEST(Picture, TikzOfManyCellsSaysThatItNeedsLualatex) {
    Sheet sheet = sheet_of(tile(), Palette::cute);
    EXPECT_EQ(to_tikz(sheet).find("lualatex"), std::string::npos);
    while (sheet.cells.size() < 10'000) sheet.cells.push_back(sheet.cells.front());
    const std::string tex = to_tikz(sheet);
    const std::size_t second = tex.find('\n') + 1;
    EXPECT_TRUE(tex.substr(second).starts_with("% Compile it with lualatex")) << tex.substr(0, 200);
}

TEST(CuteScene, ShowsSwizzledOffsets) {
    const auto scene = cute_scene(*parse_cute("Sw<3,0,3> o 0 o (8,8):(8,1)"));
    ASSERT_TRUE(scene);
    const Cells& cells = scene->grids[0];
    for (int r = 0; r < 8; ++r)
        for (int c = 0; c < 8; ++c) EXPECT_EQ(cells.label[cells.at(r, c)], r * 8 + (c ^ r));
    EXPECT_FALSE(cute_scene(*parse_cute("(8,8,8):(1,8,64)")));
    EXPECT_FALSE(cute_scene(*parse_cute("(512,512):(1,512)")));
}

}  // namespace
}  // namespace tilescope
