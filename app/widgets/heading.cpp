// app/widgets/heading.cpp -- the heading of a part of a panel.
// SPDX-License-Identifier: MIT
#include "app/widgets/heading.h"

namespace tilescope::ui {

void heading(std::string_view text, const Style& style, std::string_view aside) {
    const bool first = ImGui::GetCursorPosY() <= ImGui::GetStyle().WindowPadding.y;
    if (!first) ImGui::Dummy({0, style.px.gap / 2});
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float left = ImGui::GetCursorPosX();
    ImGui::PushStyleColor(ImGuiCol_Text, style.theme.dim);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    const float used = ImGui::GetItemRectSize().x;
    const float aside_width = ImGui::CalcTextSize(aside.data(), aside.data() + aside.size()).x;
    if (!aside.empty() && used + style.px.gap + aside_width <= room.x) {
        ImGui::SameLine(left + room.x - aside_width);
        ImGui::TextUnformatted(aside.data(), aside.data() + aside.size());
    }
    ImGui::PopStyleColor();
}

}  // namespace tilescope::ui
