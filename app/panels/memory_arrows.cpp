// app/panels/memory_arrows.cpp -- draws arrows from a cell to the next cell of a stride.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_arrows.h"
#include "app/ui/drawing.h"

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kIgnored = 0.6f;                 // opacity
constexpr float kAcross = 0.18f, kDown = 0.86f;  // position of arrows inside a cell: beside its number

// Draws a name on a filled plate, so that it is readable on every cell.
void draw_name(const std::string& name, ImVec2 head, const Rect& area, const Style& style) {
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    const float pad = style.px.gap / 2;
    ImVec2 min{head.x + style.px.handle, head.y - size.y / 2 - pad / 2};
    min.y = std::clamp(min.y, area.min.y, std::max(area.min.y, area.max.y - size.y - pad));
    const ImVec2 max{min.x + size.x + 2 * pad, min.y + size.y + pad};
    if (max.x > area.max.x || max.y > area.max.y) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, style.theme.panel, pad / 2);
    list.AddRect(min, max, style.theme.accent, pad / 2, 0, style.px.line);
    list.AddText({std::round(min.x + pad), std::round(min.y + pad / 2)}, style.theme.text, name.c_str());
}

void draw_head(ImVec2 from, ImVec2 to, ImU32 colour, const Style& style) {
    const float length = std::max(1.0f, std::hypot(to.x - from.x, to.y - from.y));
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const float head = 2.5f * style.px.ring + 2 * style.px.scale;
    const ImVec2 foot{to.x - along.x * head, to.y - along.y * head};
    ImGui::GetWindowDrawList()->AddTriangleFilled(to, {foot.x - along.y * head / 2, foot.y + along.x * head / 2},
                                                  {foot.x + along.y * head / 2, foot.y - along.x * head / 2}, colour);
}

void draw_arrow(const Arrow& arrow, const GridPlaces& places, const Style& style) {
    const bool down = arrow.to_row != arrow.from_row;
    const auto place = [&](int row, int column) {
        return places.corner(static_cast<float>(row) + (down ? 0.5f : kDown),
                             static_cast<float>(column) + (down ? kAcross : 0.5f));
    };
    const ImVec2 from = place(arrow.from_row, arrow.from_column), to = place(arrow.to_row, arrow.to_column);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& theme = style.theme;
    const ImU32 colour = arrow.ignored ? faded(theme.accent, kIgnored) : theme.accent;
    // A halo makes the line visible on every cell.
    list.AddLine(from, to, theme.ring_halo, style.px.ring + 2 * style.px.line);
    if (arrow.ignored)
        dashed_line(list, from, to, colour, style.px.ring);
    else
        list.AddLine(from, to, colour, style.px.ring);
    draw_head(from, to, colour, style);
    // No name while the pointer is over the cells: the name would cover them.
    if (places.area.contains(ImGui::GetIO().MousePos)) return;
    draw_name(arrow.ignored ? arrow.field + " ignored" : arrow.field, to, places.area, style);
}

}  // namespace

void draw_stride_arrows(const Scene& scene, const GridPlaces& places, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(places.area.min, places.area.max, true);
    for (const Arrow& a : scene.arrows)
        if (a.grid == 0 && (a.from_row != a.to_row || a.from_column != a.to_column)) draw_arrow(a, places, style);
    list.PopClipRect();
}

}  // namespace tilescope::ui
