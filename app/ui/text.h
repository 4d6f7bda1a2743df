// app/ui/text.h -- draws and measures text in one of the three sizes of theme.h.
// SPDX-License-Identifier: MIT
//
// No other code of the window names a size of a font: tests/style/text_size_test.cpp. ImGui::Text() and AddText()
// without a size have the size of the font that is pushed, which is one of the three too.
#pragma once

#include "app/ui/imgui_drawing.h"
#include "app/ui/theme.h"

#include <string>
#include <string_view>

namespace tilescope::ui {

float pixels_of(const Sizes& sizes, TextSize size);

// In the mono font.
float mono_width(const Style& style, TextSize size, std::string_view text);
void draw_mono(ImDrawList& list, const Style& style, TextSize size, ImVec2 at, ImU32 colour, std::string_view text);
// Draws many lines of ASCII text that are visible, faster.
//   MonoPen pen(list, style, TextSize::small);
//   for (...) pen.draw(at, colour, "12");
// The list must outlive the pen.
struct MonoPen : AsciiPen {
    MonoPen(ImDrawList& list, const Style& style, TextSize size);
};
// The size of digits in a cell of this height. Digits have no descenders: a font may be higher than its cell.
TextSize size_in_cell(const Style& style, float height);

// In the font of text.
float text_width(const Sizes& sizes, TextSize size, const std::string& text);
void draw_text(ImDrawList& list, const Sizes& sizes, TextSize size, ImVec2 at, ImU32 colour, const std::string& text);

}  // namespace tilescope::ui
