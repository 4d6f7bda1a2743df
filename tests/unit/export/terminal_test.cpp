// tests/unit/export/terminal_test.cpp -- scenes as text for a terminal.
// SPDX-License-Identifier: MIT
#include <tilescope/document/presets.h>
#include <tilescope/export/sheet.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/scene/word_scene.h>
#include <tilescope/view/pictures.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace tilescope {
namespace {

// The lines as the terminal shows them: without codes, one character for each letter.
std::vector<std::string> shown_lines(const std::string& text) {
    std::vector<std::string> out(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c == 0x1b) {
            i = text.find('m', i);
        } else if (c == '\n') {
            out.emplace_back();
        } else if ((c & 0xc0) != 0x80) {
            out.back() += c < 0x80 ? text[i] : '#';
        }
    }
    return out;
}

Scene terminal_tile() {
    const SmemLayout layout{
        .mode = SwizzleMode::b128, .type = find_type("f16"), .start = 0x400, .sbo = 1024, .rows = 16, .columns = 64};
    return tile_scene(layout, tile_map(layout), {});
}

bool has_title(const Scene& scene, const std::string& line) {
    return line.starts_with("... ") || std::ranges::any_of(scene.grids, [&](const Cells& c) {
               return line.find(c.title.substr(0, 8)) != std::string::npos;
           });
}

TEST(TerminalPicture, NeverHasALineThatIsTooLong) {
    for (const Preset& preset : presets()) {
        const Derived d = derive(preset.session());
        for (const PictureView& view : picture_views()) {
            const auto scene = picture_of(view.id, d, {});
            if (!scene) continue;
            for (const int columns : {20, 100})
                for (const bool colour : {columns == 100, false})
                    for (const std::string& line : shown_lines(to_terminal(*scene, {columns, colour}))) {
                        const bool word = line.find(' ') == std::string::npos;  // it cannot be broken
                        EXPECT_TRUE(word || has_title(*scene, line) || line.size() <= static_cast<std::size_t>(columns))
                            << preset.id << " " << view.id << " " << columns << ": " << line;
                    }
        }
    }
}

TEST(TerminalPicture, WithoutColoursHasNoCodes) {
    const std::string text = to_terminal(terminal_tile(), {.columns = 80, .colour = false});
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c < 0x7f); }));
}

// 48: the ground; 38: the letters.
std::string code_of(int what, Rgb c) { return say("\x1b[", what, ";2;", int{c.r}, ';', int{c.g}, ';', int{c.b}, 'm'); }
std::string ground(Tone tone) { return code_of(48, ink_of(tone, Palette::screen).fill); }

TEST(TerminalPicture, ShowsNumbersInColouredCellsSideBySide) {
    const std::string text = to_terminal(terminal_tile(), {.columns = 80, .colour = true});
    const std::vector<std::string> lines = shown_lines(text);
    EXPECT_NE(lines[0].find("TILE A"), std::string::npos);
    EXPECT_NE(lines[0].find("MEMORY"), std::string::npos) << "both grids have room in 80 columns";
    EXPECT_NE(text.find(ground(Tone::step0)), std::string::npos) << "chunk 0 has its colour";
    const auto row_1 = std::ranges::find_if(lines, [](const std::string& l) { return l.find("0x480") != l.npos; });
    ASSERT_NE(row_1, lines.end());
    EXPECT_NE(row_1->find("0x480  1 0 3 2 5 4 7 6"), std::string::npos) << *row_1;
    EXPECT_NE(lines[lines.size() - 2].find("Operand A"), std::string::npos) << "the sentence is the last line";
}

TEST(TerminalPicture, CountsRowsThatLookTheSame) {
    Cells cells;
    cells.id = "d", cells.title = "D";
    cells.rows = 64, cells.columns = 8;
    cells.make_empty(Tone::equal);
    cells.tone[cells.at(63, 0)] = Tone::wrong;
    cells.mark[cells.at(63, 0)] = Mark::crossed;
    Scene scene;
    scene.grids.push_back(cells);
    scene.sentence = "D.";
    EXPECT_EQ(to_terminal(scene, {.columns = 80, .colour = false}),
              "D\n========\n... 62 more lines like this\nx=======\n\nD.\n");
}

TEST(TerminalPicture, ShowsTwoRowsInALineOfHalfBlocks) {
    Cells cells;
    cells.id = "d", cells.title = "D";
    cells.rows = 2, cells.columns = 1;
    cells.make_empty(Tone::step0);
    cells.tone[1] = Tone::step7;
    Scene scene;
    scene.grids.push_back(cells);
    EXPECT_EQ(to_terminal(scene, {.columns = 80, .colour = true}),
              say("D\n", ground(Tone::step7), code_of(38, ink_of(Tone::step0, Palette::screen).fill),
                  "\xe2\x96\x80\x1b[0m\n\n"));
}

TEST(TerminalPicture, SaysForHowManyCellsACharacterStands) {
    Cells cells;
    cells.id = "d", cells.title = "D";
    cells.rows = 256, cells.columns = 256;
    cells.make_empty(Tone::equal);
    Scene scene;
    scene.grids.push_back(cells);
    EXPECT_EQ(shown_lines(to_terminal(scene, {.columns = 80, .colour = false}))[0], "D  (a character is 4 x 4 cells)");
    EXPECT_EQ(shown_lines(to_terminal(scene, {.columns = 80}))[0], "D  (a character is 8 x 4 cells)") << "half blocks";
}

}  // namespace
}  // namespace tilescope
