// app/panels/memory_arrows.cpp -- draws arrows from a cell to the next cell of a stride.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_arrows.h"
#include "app/ui/drawing.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/smem_layout.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tilescope::ui {
namespace {

constexpr float kLeastRise = 16;                // height of the arrow of the XOR, in logical pixels
constexpr float kIgnored = 0.6f;                // opacity
constexpr float kAcross = 0.18f, kDown = 1.0f;  // where an arrow is in its cells: beside and below their numbers

// Draws a name on a filled plate, so that it is readable on every cell.
void draw_name(const std::string& name, ImVec2 head, const Rect& area, const Style& style) {
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    const float pad = style.px.gap / 2;
    ImVec2 min{head.x + style.px.handle, head.y - size.y / 2 - pad / 2};
    min.x = std::min(min.x, area.max.x - size.x - 2 * pad);  // a name at the right end moves to the left
    min.y = std::clamp(min.y, area.min.y, std::max(area.min.y, area.max.y - size.y - pad));
    const ImVec2 max{min.x + size.x + 2 * pad, min.y + size.y + pad};
    if (min.x < area.min.x || max.y > area.max.y) return;
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

void draw_stride_line(ImVec2 from, ImVec2 to, bool ignored, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& theme = style.theme;
    const ImU32 colour = ignored ? faded(theme.accent, kIgnored) : theme.accent;
    // A halo makes the line visible on every cell.
    list.AddLine(from, to, theme.ring_halo, style.px.ring + 2 * style.px.line);
    if (ignored)
        dashed_line(list, from, to, colour, style.px.ring);
    else
        list.AddLine(from, to, colour, style.px.ring);
    draw_head(from, to, colour, style);
}

void draw_arrow(const Arrow& arrow, const GridPlaces& places, const Style& style) {
    const bool down = arrow.to_row != arrow.from_row;
    const auto place = [&](int row, int column) {
        return places.corner(static_cast<float>(row) + (down ? 0.5f : kDown),
                             static_cast<float>(column) + (down ? kAcross : 0.5f));
    };
    const ImVec2 from = place(arrow.from_row, arrow.from_column), to = place(arrow.to_row, arrow.to_column);
    const Rect& area = places.area;
    const bool above = std::max(from.y, to.y) < area.min.y, left = std::max(from.x, to.x) < area.min.x;
    if (above || left || from.y > area.max.y || from.x > area.max.x) return;  // the view shows another part
    draw_stride_line(from, to, arrow.ignored, style);
}

bool is_drawn(const Arrow& a) { return a.grid == 0 && (a.from_row != a.to_row || a.from_column != a.to_column); }

// The cell of a grid of memory that has this byte; nothing if no drawn line has it.
struct MemoryCell {
    int row = 0, column = 0;
};
std::optional<MemoryCell> cell_with(const Cells& memory, std::uint32_t address) {
    const auto width = static_cast<std::uint32_t>(std::max(memory.cell_columns, 1));
    const std::uint32_t line = static_cast<std::uint32_t>(memory.columns) * width;
    for (int row = 0; row < memory.rows; ++row)
        for (int column = 0; column < memory.columns; ++column) {
            const std::uint32_t key = memory.key[memory.at(row, column)];
            if (key == kNoKey) continue;
            if (key / line == address / line) return MemoryCell{row, static_cast<int>(address % line / width)};
            break;  // the line has another address
        }
    return std::nullopt;
}

}  // namespace

void draw_xor_arrow(const Cells& memory, const SmemLayout& layout, Element element, const GridPlaces& places,
                    const Style& style) {
    const AddressSum sum = explanation_of(layout, element);
    const auto from = cell_with(memory, sum.linear), to = cell_with(memory, sum.address);
    if (!from || !to || (from->row == to->row && from->column == to->column)) return;
    const auto middle = [&](const MemoryCell& cell) {
        return places.corner(static_cast<float>(cell.row) + 0.5f, static_cast<float>(cell.column) + 0.5f);
    };
    const ImVec2 start = middle(*from), end = middle(*to);
    const float rise = std::max(places.height, kLeastRise * style.px.scale);
    const ImVec2 top{(start.x + end.x) / 2, std::max(std::min(start.y, end.y) - rise, places.area.min.y)};
    const Rect old = places.cell(from->row, from->column);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(places.area.min, places.area.max, true);
    list.AddRect(old.min, old.max, style.theme.accent, 0, 0, style.px.line);
    const float width = style.px.ring;
    list.AddBezierQuadratic(start, top, end, style.theme.ring_halo, width + 2 * style.px.line);
    list.AddBezierQuadratic(start, top, end, style.theme.accent, width);
    draw_head(top, end, style.theme.accent, style);
    draw_name(say(sum.unit, ' ', sum.unit_before, " xor ", sum.phase, " = ", sum.unit_after), {top.x, top.y},
              places.area, style);
    list.PopClipRect();
    mark_rect("memory.xor", {std::min(start.x, end.x), top.y}, {std::max(start.x, end.x), std::max(start.y, end.y)});
}

void draw_stride_arrows(const Scene& scene, const GridPlaces& places, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(places.area.min, places.area.max, true);
    for (const Arrow& a : scene.arrows)
        if (is_drawn(a)) draw_arrow(a, places, style);
    list.PopClipRect();
}

void stride_legend(const Scene& scene, const Style& style) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float swatch = style.px.text, gap = style.px.gap;
    for (const Arrow& a : scene.arrows) {
        if (!is_drawn(a)) continue;
        const float width = swatch + gap / 2 + ImGui::CalcTextSize(a.label.c_str()).x;
        if (ImGui::GetItemRectMax().x + 2 * gap + width <= right) ImGui::SameLine(0, 2 * gap);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const bool down = a.from_row != a.to_row;
        const ImVec2 from{at.x + (down ? swatch / 2 : 0), at.y + (down ? 0 : swatch / 2)},
            to{at.x + (down ? swatch / 2 : swatch), at.y + (down ? swatch : swatch / 2)};
        draw_stride_line(from, to, a.ignored, style);
        ImGui::GetWindowDrawList()->AddText({std::round(at.x + swatch + gap / 2), at.y}, style.theme.text,
                                            a.label.c_str());
        ImGui::Dummy({width, swatch});
        mark("memory.stride.", a.field);
    }
}

}  // namespace tilescope::ui
