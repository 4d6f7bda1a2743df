// app/panels/memory_glide.cpp -- draws the memory lines that still move, over the grid.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_glide.h"
#include "app/widgets/flying_cells.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace tilescope::ui {
namespace {

constexpr double kGlide = 0.300, kStagger = 0.015;  // seconds
constexpr std::uint32_t kLine = 128;

void draw_line(const Cells& cells, const GridPlaces& places, int row, Swizzle swizzle, float part, const Style& style) {
    const ImVec2 min = places.cell(row, 0).min, max = places.cell(row, cells.columns - 1).max;
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, colour_of(style.theme, Tone::empty));
    std::vector<Movement> movements;
    for (int column = 0; column < cells.columns; ++column) {
        const std::size_t index = cells.at(row, column);
        if (cells.key[index] == kNoKey) continue;
        movements.push_back({.from = {0, row, glide_column(cells, index, swizzle)},
                             .to = {0, row, column},
                             .tone = cells.tone[index],
                             .label = cells.label[index],
                             .part = part});
    }
    draw_movements(movements, std::span(&places, 1), Trails::none, style);
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
