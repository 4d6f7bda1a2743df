// app/ui/text.cpp -- draws and measures text in one of three sizes.
// SPDX-License-Identifier: MIT
#include "app/ui/text.h"

#include <cfloat>

namespace tilescope::ui {
namespace {

constexpr float kDigitsOfCell = 1.2f;  // height of the font, as a part of the height of the cell

}  // namespace

float pixels_of(const Sizes& sizes, TextSize size) {
    switch (size) {
    case TextSize::text: return sizes.text;
    case TextSize::mono: return sizes.mono;
    case TextSize::lead: return sizes.lead;
    case TextSize::title: return sizes.title;
    case TextSize::small: break;
    }
    return sizes.small;
}

float mono_width(const Style& style, TextSize size, std::string_view text) {
    return style.mono->CalcTextSizeA(pixels_of(style.px, size), FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

void draw_mono(ImDrawList& list, const Style& style, TextSize size, ImVec2 at, ImU32 colour, std::string_view text) {
    list.AddText(style.mono, pixels_of(style.px, size), at, colour, text.data(), text.data() + text.size());
}

MonoPen::MonoPen(ImDrawList& list, const Style& style, TextSize size)
    : AsciiPen(list, style.mono, pixels_of(style.px, size)) {}

TextSize size_in_cell(const Style& style, float height) {
    return height * kDigitsOfCell >= style.px.mono ? TextSize::mono : TextSize::small;
}

float text_width(const Sizes& sizes, TextSize size, const std::string& text) {
    return ImGui::GetFont()->CalcTextSizeA(pixels_of(sizes, size), FLT_MAX, 0, text.c_str()).x;
}

void draw_text(ImDrawList& list, const Sizes& sizes, TextSize size, ImVec2 at, ImU32 colour, const std::string& text) {
    list.AddText(ImGui::GetFont(), pixels_of(sizes, size), at, colour, text.c_str());
}

}  // namespace tilescope::ui
