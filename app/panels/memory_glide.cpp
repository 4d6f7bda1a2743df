// app/panels/memory_glide.cpp -- draws the memory lines that still move, over the grid.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_glide.h"
#include "app/ui/text.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr double kGlide = 0.300, kStagger = 0.015;  // seconds
constexpr std::uint32_t kLine = 128;

void draw_cell(const Cells& cells, std::size_t index, Rect at, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& theme = style.theme;
    list.AddRectFilled(at.min, at.max, colour_of(theme, cells.tone[index]));
    if (at.max.y - at.min.y >= style.px.line_cell) list.AddRect(at.min, at.max, theme.line, 0, 0, style.px.line);
    if (at.max.y - at.min.y < style.px.label_cell || cells.label[index] == kNoLabel) return;
    const std::string label = say(cells.label[index]);
    const TextSize size = size_in_cell(style, at.max.y - at.min.y);
    const float width = mono_width(style, size, label);
    if (width + 2 * style.px.line > at.max.x - at.min.x) return;
    const ImVec2 centre = at.centre();
    draw_mono(list, style, size, {centre.x - width / 2, std::round(centre.y - pixels_of(style.px, size) / 2)},
              text_on(theme, cells.tone[index]), label);
}

void draw_line(const Cells& cells, const GridPlaces& places, int row, Swizzle swizzle, float part, const Style& style) {
    const ImVec2 min = places.cell(row, 0).min, max = places.cell(row, cells.columns - 1).max;
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, colour_of(style.theme, Tone::empty));
    for (int column = 0; column < cells.columns; ++column) {
        const std::size_t index = cells.at(row, column);
        if (cells.key[index] == kNoKey) continue;
        const auto from = static_cast<float>(glide_column(cells, index, swizzle)), to = static_cast<float>(column);
        const auto r = static_cast<float>(row);
        const float x = from + (to - from) * part;
        draw_cell(cells, index, {places.corner(r, x), places.corner(r + 1, x + 1)}, style);
    }
}

}  // namespace

float glide_of(int line, double seconds) {
    const double t = std::clamp((seconds - kStagger * std::max(line, 0)) / kGlide, 0.0, 1.0);
    return static_cast<float>(t * t * (3 - 2 * t));  // starts and ends at rest
}

int glide_column(const Cells& memory, std::size_t index, Swizzle swizzle) {
    const auto width = static_cast<std::uint32_t>(std::max(memory.cell_columns, 1));
    return static_cast<int>(swizzle(memory.key[index]) % kLine / width);
}

bool draw_glide(const Cells& memory, const GridPlaces& places, Swizzle swizzle, double seconds, const Style& style) {
    if (swizzle.bits == 0 || memory.cell_columns >= static_cast<int>(kLine)) return false;
    const int first = static_cast<int>(places.top);
    const float visible_rows = (places.area.max.y - places.area.min.y) / places.height;
    const int last = std::min(memory.rows, static_cast<int>(std::ceil(places.top + visible_rows)));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(places.area.min, places.area.max, true);
    bool moving = false;
    for (int row = first; row < last; ++row) {
        const float part = glide_of(row - first, seconds);
        if (part >= 1) continue;
        moving = true;
        draw_line(memory, places, row, swizzle, part, style);
    }
    list.PopClipRect();
    return moving;
}

}  // namespace tilescope::ui
