// tests/style/text_size_test.cpp -- the window draws text in four sizes, and in one more while a picture is presented.
// SPDX-License-Identifier: MIT
#include "tests/style/source_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace tilescope::style {
namespace {

// Everything that takes the size of a font. app/ui/text.cpp calls it with one of the sizes, app/ui/drawing.cpp
// draws the sign inside the shape of a severity, and app/gui/fonts.cpp makes the fonts.
TEST(TextSizes, AreNamedOnlyInTheTableAndWhereTextIsDrawn) {
    constexpr std::array kMay = {"app/ui/text.cpp", "app/ui/text.h", "app/ui/drawing.cpp", "app/ui/imgui_drawing.h",
                                 "app/gui/fonts.cpp"};
    // AddText() with a font before the size; nullptr and 0 mean the font that is pushed.
    const Pattern sized(R"(CalcTextSizeA\(|SetWindowFontScale|FontGlobalScale|->FontSize|AsciiPen\(|AsciiPen [a-z])"
                        R"(|AddText\([^,{]*([Ff]ont|mono)\b)");
    std::size_t found = 0;
    for (const SourceFile& file : sources_below("app/"))
        for (std::size_t i = 0; i < file.code.size(); ++i) {
            if (!sized.is_in(file.code[i])) continue;
            ++found;
            EXPECT_NE(std::ranges::find(kMay, file.path), kMay.end())
                << file.path << ':' << i + 1 << ": draw with app/ui/text.h, in a TextSize: " << file.lines[i];
        }
    EXPECT_GT(found, 4u) << "the search finds nothing";
}

TEST(TextSizes, AreFourAndTheTitleOfThePresentation) {
    const Pattern table(R"(kTextSizes\[\] = \{[0-9]+, [0-9]+, [0-9]+, [0-9]+, [0-9]+\};)");
    std::size_t found = 0;
    for (const SourceFile& file : sources_below("app/ui/theme.h"))
        for (const std::string& line : file.lines) found += table.is_in(line) ? 1 : 0;
    EXPECT_EQ(found, 1u);
}

// A panel writes its result with result_text(), which takes the font of View; the title is only in a presentation.
TEST(TextSizes, OfResultsAndTitlesAreNamedOnlyWhereTheyBelong) {
    const Pattern large(R"(TextSize::(lead|title)|\.(lead|title) = px|px\.(lead|title)\b)");
    std::size_t found = 0;
    for (const SourceFile& file : sources_below("app/"))
        for (std::size_t i = 0; i < file.code.size(); ++i) {
            if (!large.is_in(file.code[i])) continue;
            ++found;
            const bool base = file.path.starts_with("app/ui/t") || file.path == "app/gui/fonts.cpp";
            EXPECT_TRUE(base || file.path.starts_with("app/window/guide/presentation"))
                << file.path << ':' << i + 1
                << ": only a presentation names this size; for a result, take result_text(): " << file.lines[i];
        }
    EXPECT_GT(found, 4u) << "the search finds nothing";
}

}  // namespace
}  // namespace tilescope::style
