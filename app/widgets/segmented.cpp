// app/widgets/segmented.cpp -- a few choices side by side; exactly one is selected.
// SPDX-License-Identifier: MIT
#include "app/widgets/segmented.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

// The selected segment is filled and underlined, so that colour is not the only sign.
bool draw_segment(const Segment& segment, bool chosen, const Style& style) {
    const std::string label(segment.label);
    const bool possible = segment.why_not.empty();
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? faded(style.theme.accent, 0.20f) : style.theme.panel);
    ImGui::PushStyleColor(ImGuiCol_Text, possible ? style.theme.text : style.theme.dim);
    const bool clicked = ImGui::Button(label.c_str(), {0, style.px.row});
    ImGui::PopStyleColor(2);
    if (chosen) {
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - style.px.ring}, high, style.theme.accent);
    }
    if (!possible && ImGui::IsItemHovered())
        ImGui::SetTooltip("%.*s", static_cast<int>(segment.why_not.size()), segment.why_not.data());
    return clicked && possible && !chosen;
}

// Whether the segment fits beside the one before. If not, it begins another line.
bool has_room(const Segment& segment, const Style& style) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float text = ImGui::CalcTextSize(segment.label.data(), segment.label.data() + segment.label.size()).x;
    return ImGui::GetItemRectMax().x + style.px.line + text + 2 * ImGui::GetStyle().FramePadding.x <= right;
}

}  // namespace

std::optional<std::size_t> segmented(std::string_view id, std::span<const Segment> segments, std::size_t chosen,
                                     const Style& style, std::optional<std::size_t>* hovered) {
    std::optional<std::size_t> clicked;
    ImGui::PushID(id.data(), id.data() + id.size());
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (i > 0 && has_room(segments[i], style)) ImGui::SameLine(0, style.px.line);
        ImGui::PushID(segments[i].id.data(), segments[i].id.data() + segments[i].id.size());
        if (draw_segment(segments[i], i == chosen, style)) clicked = i;
        if (hovered != nullptr && ImGui::IsItemHovered()) *hovered = i;
        if (g_probe != nullptr) mark(say(id, '.', segments[i].id));
        ImGui::PopID();
    }
    ImGui::PopID();
    return clicked;
}

}  // namespace tilescope::ui
