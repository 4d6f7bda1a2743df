// app/widgets/mask_strip.cpp -- a row of zeroed and used columns. The user drags its borders or the whole row.
// SPDX-License-Identifier: MIT
#include "app/widgets/mask_strip.h"
#include "app/ui/drawing.h"

#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

struct Place {
    ImVec2 at;
    float column, height;
    ImVec2 top(int c) const { return {at.x + static_cast<float>(c) * column, at.y}; }
    ImVec2 bottom(int c) const { return {at.x + static_cast<float>(c) * column, at.y + height}; }
};

// Neighbours share a ring, so that a long run of columns stays readable.
void draw_different(const MaskStripOptions& options, const Place& place, const Style& style) {
    const ImU32 colour = colour_of(style.theme, Severity::warn);
    for (std::size_t i = 0, end = 0; i < options.different.size(); i = end) {
        const int first = options.different[i];
        for (end = i + 1; end < options.different.size() && options.different[end] == options.different[end - 1] + 1;)
            ++end;
        const int last = options.different[end - 1];
        draw_ring_rect(*ImGui::GetWindowDrawList(), place.top(first), place.bottom(last + 1),
                       {colour, style.theme.ring_halo, style.px.ring, false});
        for (int c = first; c <= last; ++c) mark_rect({place.top(c), place.bottom(c + 1)}, options.id, ".ring.", c);
    }
}

void draw_cells(const Cells& cells, const MaskStripOptions& options, const Place& place, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float opacity = options.dim ? 0.35f : 1;
    list.PushClipRect(place.top(0), place.bottom(cells.columns), true);
    for (int c = 0; c < cells.columns; ++c) {
        const auto i = static_cast<std::size_t>(c);
        const ImVec2 min = place.top(c), max = place.bottom(c + 1);
        list.AddRectFilled(min, max, faded(colour_of(style.theme, cells.tone[i]), opacity));
        if (cells.mark[i] == Mark::hatched)
            hatch_rect(list, min, max, {faded(line_on(style.theme, cells.tone[i]), opacity), style.px.hatch, false});
        if (place.column >= style.px.line_cell)
            list.AddRect(min, max, faded(style.theme.panel, opacity), 0, 0, style.px.line);
        if (place.column < 1.2f * style.px.label_cell || cells.label[i] == kNoLabel) continue;
        const std::string label = say(cells.label[i]);
        const ImVec2 size = ImGui::CalcTextSize(label.c_str());
        if (size.x < place.column)
            list.AddText({(min.x + max.x - size.x) / 2, (min.y + max.y - size.y) / 2},
                         faded(text_on(style.theme, cells.tone[i]), opacity), label.c_str());
    }
    list.PopClipRect();
    draw_different(options, place, style);
    if (options.pointed && *options.pointed >= 0 && *options.pointed < cells.columns)
        draw_ring_rect(list, place.top(*options.pointed), place.bottom(*options.pointed + 1),
                       ring_of(style.theme, style.px, !options.pinned));
}

// Draws the borders between zeroed and used columns. Returns the border near the pointer, if there is one.
std::optional<int> draw_borders(const Cells& cells, const MaskStripOptions& options, const Place& place,
                                const Style& style) {
    std::optional<int> near;
    const float reach = style.px.handle / 2;
    const float pointer = ImGui::GetIO().MousePos.x;
    int index = 0;
    for (int c = 1; c < cells.columns; ++c) {
        if (cells.tone[static_cast<std::size_t>(c)] == cells.tone[static_cast<std::size_t>(c) - 1]) continue;
        const float x = place.top(c).x;
        mark_rect({{x - reach, place.at.y}, {x + reach, place.at.y + place.height}}, options.border_id, ".", index);
        if (ImGui::IsItemHovered() && std::abs(pointer - x) <= std::min(reach, place.column / 2)) {
            near = index;
            ImGui::GetWindowDrawList()->AddLine(place.top(c), place.bottom(c), style.theme.accent, style.px.ring);
            ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        }
        ++index;
    }
    return near;
}

}  // namespace

MaskStripReply mask_strip(const Cells& cells, const MaskStripOptions& options, const Style& style) {
    MaskStripReply reply;
    if (cells.columns < 1) return reply;
    const Place place{ImGui::GetCursorScreenPos(), options.width / static_cast<float>(cells.columns), options.height};
    reply.column_pixels = place.column;
    ImGui::InvisibleButton(options.id.c_str(), {options.width, options.height});
    mark(options.id);
    draw_cells(cells, options, place, style);
    const std::optional<int> border = options.handles ? draw_borders(cells, options, place, style) : std::nullopt;
    if (ImGui::IsItemHovered()) {
        const auto c = static_cast<int>((ImGui::GetIO().MousePos.x - place.at.x) / place.column);
        reply.hovered = std::clamp(c, 0, cells.columns - 1);
    }
    if (ImGui::IsItemActivated()) {
        reply.border_pressed = border;
        reply.row_pressed = !border && options.handles;
    }
    reply.held = ImGui::IsItemActive();
    const ImGuiIO& io = ImGui::GetIO();
    const bool still = io.MouseDragMaxDistanceSqr[0] < io.MouseDragThreshold * io.MouseDragThreshold;
    reply.clicked = ImGui::IsItemDeactivated() && reply.hovered && still;
    return reply;
}

void mask_ruler(const Cells& cells, float width, const Style& style) {
    if (cells.columns < 1) return;
    const Place place{ImGui::GetCursorScreenPos(), width / static_cast<float>(cells.columns), style.px.mono};
    ImGui::Dummy({width, style.px.mono});
    const float widest = mono_width(style, TextSize::mono, "0000");
    int step = 8;
    while (place.column * static_cast<float>(step) < widest) step *= 2;
    const auto number = [&](int column) {
        const std::string text = say(column);
        const float half = mono_width(style, TextSize::mono, text) / 2;
        const float x = place.top(column).x + place.column / 2 - half;
        draw_mono(*ImGui::GetWindowDrawList(), style, TextSize::mono, {std::round(x), place.at.y}, style.theme.dim,
                  text);
    };
    const int last = cells.columns - 1;
    for (int column = 0; column < last; column += step)
        if (place.column * static_cast<float>(last - column) >= widest) number(column);
    number(last);
}

}  // namespace tilescope::ui
