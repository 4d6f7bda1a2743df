// app/widgets/k_slider.cpp -- draws the notches; the user clicks or drags to select one.
// SPDX-License-Identifier: MIT
#include "app/widgets/k_slider.h"
#include "app/ui/text.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>

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
        if (g_probe != nullptr) mark_rect(say(slider.id, '.', i), notches.rect(i).min, notches.rect(i).max);
    }
    draw_jumps(notches, slider.units, style);
    KSliderReply reply;
    const unsigned under = notches.under(ImGui::GetIO().MousePos.x);
    if (ImGui::IsItemHovered()) reply.hovered = under;
    if (ImGui::IsItemActive() && under != chosen) reply.chosen = under;
    return reply;
}

}  // namespace tilescope::ui
