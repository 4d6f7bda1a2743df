// app/widgets/sliders.cpp -- a slider over the K steps, and the handle between two regions.
// SPDX-License-Identifier: MIT
#include "app/widgets/sliders.h"
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kWidestNotch = 34;  // logical pixels

struct Notches {
    ImVec2 at;
    float width, height;  // of one notch
    unsigned count;

    float left(unsigned notch) const { return std::round(at.x + width * static_cast<float>(notch)); }
    Rect rect(unsigned notch) const { return {{left(notch), at.y}, {left(notch + 1), at.y + height}}; }
    unsigned under(float x) const {
        const float notch = std::clamp((x - at.x) / width, 0.0f, static_cast<float>(count - 1));
        return static_cast<unsigned>(notch);
    }
};

void draw_notch(const Notches& notches, unsigned notch, bool chosen, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& theme = style.theme;
    const Rect r = notches.rect(notch);
    list.AddRectFilled(r.min, r.max, chosen ? faded(theme.accent, 0.20f) : theme.panel);
    if (notches.width >= style.px.line_cell || chosen) list.AddRect(r.min, r.max, theme.line, 0, 0, style.px.line);
    // The chosen notch is filled and underlined.
    if (chosen) list.AddRectFilled({r.min.x, r.max.y - style.px.ring}, r.max, theme.accent);
    const std::string number = say(notch);
    const float width = mono_width(style, TextSize::mono, number);
    if (width + 2 * style.px.line > notches.width) return;
    const ImVec2 centre = r.centre();
    draw_mono(list, style, TextSize::mono, {std::round(centre.x - width / 2), std::round(centre.y - style.px.mono / 2)},
              chosen ? theme.text : theme.dim, number);
}

void draw_jumps(const Notches& notches, std::span<const int> units, const Style& style) {
    for (unsigned i = 1; i < units.size(); ++i) {
        if (units[i] == units[0]) continue;
        const float x = notches.left(i + 1);
        ImGui::GetWindowDrawList()->AddRectFilled({x - style.px.ring, notches.at.y - style.px.ring},
                                                  {x + style.px.ring, notches.at.y + notches.height + style.px.ring},
                                                  style.theme.accent);
    }
}

}  // namespace

KSliderReply k_slider(const KSlider& slider, const Style& style) {
    const auto count = static_cast<unsigned>(slider.units.size()) + 1;
    const float widest = kWidestNotch * style.px.scale * static_cast<float>(count);
    const Notches notches{ImGui::GetCursorScreenPos(), std::min(slider.width, widest) / static_cast<float>(count),
                          style.px.row, count};
    ImGui::PushID(slider.id.data(), slider.id.data() + slider.id.size());
    ImGui::InvisibleButton("notches", {notches.width * static_cast<float>(count), notches.height});
    mark(slider.id);
    ImGui::PopID();
    const unsigned chosen = std::min(slider.step, count - 1);
    for (unsigned i = 0; i < count; ++i) {
        draw_notch(notches, i, i == chosen, style);
        mark_rect(notches.rect(i), slider.id, '.', i);
    }
    draw_jumps(notches, slider.units, style);
    KSliderReply reply;
    const unsigned under = notches.under(ImGui::GetIO().MousePos.x);
    if (ImGui::IsItemHovered()) reply.hovered = under;
    if (ImGui::IsItemActive() && under != chosen) reply.chosen = under;
    return reply;
}

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
