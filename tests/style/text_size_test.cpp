// tests/style/text_size_test.cpp -- the window draws text in three sizes: kTextSizes in app/ui/style.h.
// SPDX-License-Identifier: MIT
#include "tests/style/source_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <regex>

namespace tilescope::style {
namespace {

// Everything that takes the size of a font. app/ui/text.cpp calls it with one of the three sizes, app/ui/drawing.cpp
// draws the sign inside the shape of a severity, and app/gui/fonts.cpp makes the fonts.
TEST(TextSizes, AreNamedOnlyInTheTableAndWhereTextIsDrawn) {
    constexpr std::array kMay = {"app/ui/text.cpp", "app/ui/text.h", "app/ui/drawing.cpp", "app/ui/imgui_drawing.h",
                                 "app/gui/fonts.cpp"};
    // AddText() with a font before the size; nullptr and 0 mean the font that is pushed.
    const std::regex sized(R"(CalcTextSizeA\(|SetWindowFontScale|FontGlobalScale|->FontSize|AsciiPen\(|AsciiPen [a-z])"
                           R"(|AddText\([^,{]*([Ff]ont|mono)\b)");
    std::size_t found = 0;
    for (const SourceFile& file : sources_below("app/"))
        for (std::size_t i = 0; i < file.code.size(); ++i) {
            if (!std::regex_search(file.code[i], sized)) continue;
            ++found;
            EXPECT_NE(std::ranges::find(kMay, file.path), kMay.end())
                << file.path << ':' << i + 1 << ": draw with app/ui/text.h, in a TextSize: " << file.lines[i];
        }
    EXPECT_GT(found, 4u) << "the search finds nothing";
}

TEST(TextSizes, AreThree) {
    const std::regex table(R"(kTextSizes\[\] = \{\d+, \d+, \d+\};)");
    std::size_t found = 0;
    for (const SourceFile& file : sources_below("app/ui/style.h"))
        for (const std::string& line : file.lines) found += std::regex_search(line, table) ? 1 : 0;
    EXPECT_EQ(found, 1u);
}

}  // namespace
}  // namespace tilescope::style
