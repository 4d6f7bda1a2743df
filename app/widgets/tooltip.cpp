// app/widgets/tooltip.cpp -- tooltips beside the item that they explain, never over it.
// SPDX-License-Identifier: MIT
#include "app/widgets/tooltip.h"

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kWrapAt = 30;  // heights of the font

struct Candidate {
    bool fits;
    float room;
    ImVec2 at;
};

}  // namespace

ImVec2 place_beside(const Rect& avoid, ImVec2 size, ImVec2 pointer, const Rect& screen, float gap) {
    const auto inside = [](float from, float extent, float least, float most) {
        return std::clamp(from, least, std::max(least, most - extent));
    };
    const float x = inside(pointer.x + gap, size.x, screen.min.x, screen.max.x);
    const float y = inside(pointer.y + gap, size.y, screen.min.y, screen.max.y);
    const float below = screen.max.y - avoid.max.y - gap, above = avoid.min.y - gap - screen.min.y;
    const float right = screen.max.x - avoid.max.x - gap, left = avoid.min.x - gap - screen.min.x;
    const Candidate candidates[] = {{below >= size.y, below, {x, avoid.max.y + gap}},
                                    {above >= size.y, above, {x, avoid.min.y - gap - size.y}},
                                    {right >= size.x, right, {avoid.max.x + gap, y}},
                                    {left >= size.x, left, {avoid.min.x - gap - size.x, y}}};
    const Candidate* best = std::ranges::find_if(candidates, &Candidate::fits);
    if (best == std::end(candidates)) best = std::ranges::max_element(candidates, {}, &Candidate::room);
    return {inside(best->at.x, size.x, screen.min.x, screen.max.x),
            inside(best->at.y, size.y, screen.min.y, screen.max.y)};
}

void tooltip_of_item(const std::string& text) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    tooltip_beside({low, {high.x, high.y + ImGui::GetFrameHeightWithSpacing()}}, text);
}

void tooltip_beside(const Rect& avoid, const std::string& text) {
    const float wrap = ImGui::GetFontSize() * kWrapAt;
    const ImVec2 inner = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
    const ImVec2 padding = ImGui::GetStyle().WindowPadding, screen = ImGui::GetIO().DisplaySize;
    const ImVec2 size{inner.x + 2 * padding.x, inner.y + 2 * padding.y};
    ImGui::SetNextWindowPos(place_beside(avoid, size, ImGui::GetIO().MousePos, {{0, 0}, screen}, padding.y));
    ImGui::SetNextWindowSize(size);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(padding.x + wrap);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    const ImVec2 at = ImGui::GetWindowPos();
    mark_rect("tooltip", at, {at.x + size.x, at.y + size.y});
    ImGui::EndTooltip();
}

}  // namespace tilescope::ui
