// app/ui/drawing.cpp -- draws hatching, rings, dashes and the shapes of severities into a draw list.
// SPDX-License-Identifier: MIT
#include "app/ui/drawing.h"
#include "app/ui/imgui_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tilescope::ui {
namespace {

// Draws the part of the line x + y = sum (falling) or x - y = sum (rising) that is inside the rectangle.
void slanted_line(ImDrawList& list, ImVec2 min, ImVec2 max, float sum, bool rising, ImU32 colour) {
    const float x0 = rising ? std::max(min.x, sum + min.y) : std::max(min.x, sum - max.y);
    const float x1 = rising ? std::min(max.x, sum + max.y) : std::min(max.x, sum - min.y);
    if (x0 >= x1) return;
    const auto y = [&](float x) { return rising ? x - sum : sum - x; };
    thin_line(list, {x0, y(x0)}, {x1, y(x1)}, colour);
}

void regular_polygon(ImDrawList& list, ImVec2 centre, float radius, int corners, float turn, ImU32 colour) {
    std::array<ImVec2, 8> points{};
    for (int i = 0; i < corners; ++i) {
        const float angle =
            (static_cast<float>(i) + turn) * 2 * std::numbers::pi_v<float> / static_cast<float>(corners);
        points[static_cast<std::size_t>(i)] = {centre.x + radius * std::sin(angle),
                                               centre.y - radius * std::cos(angle)};
    }
    list.AddConvexPolyFilled(points.data(), corners, colour);
}

}  // namespace

void hatch_rect(ImDrawList& list, ImVec2 min, ImVec2 max, const HatchStyle& style) {
    // The lines are at multiples of the step in window coordinates, so the lines of neighbours meet.
    const float first = std::ceil((min.x + min.y) / style.step) * style.step;
    for (float sum = first; sum < max.x + max.y; sum += style.step)
        slanted_line(list, min, max, sum, false, style.colour);
    if (!style.crossed) return;
    const float rising = std::ceil((min.x - max.y) / style.step) * style.step;
    for (float sum = rising; sum < max.x - min.y; sum += style.step)
        slanted_line(list, min, max, sum, true, style.colour);
}

void dashed_line(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 colour, float width) {
    const float dx = to.x - from.x, dy = to.y - from.y;
    const float length = std::hypot(dx, dy), dash = 3 * width, period = 5 * width;
    if (length <= 0 || period <= 0) return;
    const auto point = [&](float along) { return ImVec2(from.x + dx * along / length, from.y + dy * along / length); };
    for (float begin = 0; begin < length; begin += period)
        list.AddLine(point(begin), point(std::min(begin + dash, length)), colour, width);
}

void draw_ring_rect(ImDrawList& list, ImVec2 min, ImVec2 max, const RingStyle& style) {
    if (std::min(max.x - min.x, max.y - min.y) < 2 * style.width + 2) {
        list.AddRectFilled(min, max, style.colour);  // too small for a ring
        return;
    }
    // AddRect puts the middle of its line on the edge.
    const float half = style.width / 2, inner = style.width + 0.5f;
    list.AddRect({min.x + inner, min.y + inner}, {max.x - inner, max.y - inner}, style.halo);
    const ImVec2 low{min.x + half, min.y + half}, high{max.x - half, max.y - half};
    if (!style.dashed) {
        list.AddRect(low, high, style.colour, 0, 0, style.width);
        return;
    }
    list.AddRect(low, high, style.halo, 0, 0, style.width);
    dashed_line(list, low, {high.x, low.y}, style.colour, style.width);
    dashed_line(list, {high.x, low.y}, high, style.colour, style.width);
    dashed_line(list, high, {low.x, high.y}, style.colour, style.width);
    dashed_line(list, {low.x, high.y}, low, style.colour, style.width);
}

void draw_corner(ImDrawList& list, ImVec2 min, ImVec2 max, const CornerStyle& style) {
    constexpr float kShare = 0.45f;  // of the shorter side of the cell
    const float shorter = std::min(max.x - min.x, max.y - min.y);
    const float side = std::min(std::max(shorter * kShare, 2.0f), style.most), edge = side + std::max(1.0f, side / 5);
    const auto triangle = [&](float length, ImU32 colour) {
        list.AddTriangleFilled({max.x - length, max.y}, {max.x, max.y - length}, max, colour);
    };
    triangle(std::min(edge, shorter), style.halo);
    triangle(side, style.colour);
}

void draw_arrow_head(ImDrawList& list, ImVec2 from, ImVec2 to, float length, ImU32 colour) {
    const float way = std::max(1.0f, std::hypot(to.x - from.x, to.y - from.y));
    const ImVec2 along{(to.x - from.x) / way, (to.y - from.y) / way};
    const ImVec2 foot{to.x - along.x * length, to.y - along.y * length};
    list.AddTriangleFilled(to, {foot.x - along.y * length / 2, foot.y + along.x * length / 2},
                           {foot.x + along.y * length / 2, foot.y - along.x * length / 2}, colour);
}

void draw_centred(ImDrawList& list, const Rect& rect, ImU32 colour, const std::string& text) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str()), middle = rect.centre();
    list.AddText({std::round(middle.x - size.x / 2), std::round(middle.y - size.y / 2)}, colour, text.c_str());
}

void draw_severity(ImDrawList& list, ImVec2 centre, float radius, Severity severity, const Theme& theme) {
    const ImU32 colour = colour_of(theme, severity);
    ImVec2 text_at = centre;
    switch (severity) {
    case Severity::error: regular_polygon(list, centre, radius, 8, 0.5f, colour); break;
    case Severity::warn:
        regular_polygon(list, {centre.x, centre.y + radius * 0.2f}, radius * 1.2f, 3, 0, colour);
        text_at.y += radius * 0.2f;
        break;
    case Severity::ask:
    case Severity::info: list.AddCircleFilled(centre, radius, colour); break;
    }
    const float size = std::round(radius * 1.5f);
    const char* sign = sign_of(severity);
    const ImVec2 extent = ImGui::GetFont()->CalcTextSizeA(size, radius * 4, 0, sign);
    list.AddText(ImGui::GetFont(), size, {text_at.x - extent.x / 2, text_at.y - extent.y / 2}, theme.window, sign);
}

}  // namespace tilescope::ui
