// app/widgets/splitter.cpp -- the draggable handle between two regions.
// SPDX-License-Identifier: MIT
#include "app/widgets/splitter.h"
#include "app/ui/imgui_compat.h"

#include <algorithm>

namespace tilescope::ui {

bool splitter(const Splitter& s, float& size, const Style& style) {
    const bool beside = s.grows == Grows::right || s.grows == Grows::left;
    const float half = style.px.handle / 2;
    const ImVec2 centre = s.edge.centre();
    const Rect handle = beside ? Rect{{centre.x - half, s.edge.min.y}, {centre.x + half, s.edge.max.y}}
                               : Rect{{s.edge.min.x, centre.y - half}, {s.edge.max.x, centre.y + half}};
    const ImVec2 extent{handle.max.x - handle.min.x, handle.max.y - handle.min.y};
    if (extent.x <= 0 || extent.y <= 0) return false;

    ImGui::SetCursorScreenPos(handle.min);
    ImGui::PushID(s.id.data(), s.id.data() + s.id.size());
    push_no_nav();  // a splitter has no use for the keyboard
    ImGui::InvisibleButton("handle", extent);
    pop_no_nav();
    ImGui::PopID();
    mark(s.id);
    const bool held = ImGui::IsItemActive();
    const bool shown = held || ImGui::IsItemHovered();
    if (shown) ImGui::SetMouseCursor(beside ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);

    const float thick = shown ? style.px.ring : style.px.line;
    const ImVec2 low = beside ? ImVec2(centre.x - thick / 2, s.edge.min.y) : ImVec2(s.edge.min.x, centre.y - thick / 2);
    const ImVec2 high = beside ? ImVec2(low.x + thick, s.edge.max.y) : ImVec2(s.edge.max.x, low.y + thick);
    ImGui::GetWindowDrawList()->AddRectFilled(low, high, shown ? style.theme.accent : style.theme.line);
    if (!held) return false;

    // `size` defines the position of the edge, so the distance from edge to pointer is the missing size. Nothing drifts
    // if the pointer leaves the allowed range and comes back.
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float away = (beside ? mouse.x - centre.x : mouse.y - centre.y) / style.px.scale;
    const bool forward = s.grows == Grows::right || s.grows == Grows::down;
    const float next_size = std::clamp(size + (forward ? away : -away), s.least, std::max(s.least, s.most));
    const bool changed = next_size != size;
    size = next_size;
    return changed;
}

}  // namespace tilescope::ui
