// app/widgets/flying_cells.cpp -- draws cells that are on their way, over the grids where they come from and go to.
// SPDX-License-Identifier: MIT
#include "app/widgets/flying_cells.h"
#include "app/ui/drawing.h"
#include "app/ui/text.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr std::size_t kMostTrails = 8;

bool touches(const Rect& a, const Rect& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

Rect between(const Rect& from, const Rect& to, float part) {
    const auto mid = [part](float a, float b) { return a + (b - a) * part; };
    return {{mid(from.min.x, to.min.x), mid(from.min.y, to.min.y)},
            {mid(from.max.x, to.max.x), mid(from.max.y, to.max.y)}};
}

// The pens of the labels, and the width of a digit: all digits of the font have the same.
struct Pens {
    MonoPen mono, small;
    float mono_digit, small_digit;
    Pens(ImDrawList& list, const Style& style)
        : mono(list, style, TextSize::mono),
          small(list, style, TextSize::small),
          mono_digit(mono_width(style, TextSize::mono, "0")),
          small_digit(mono_width(style, TextSize::small, "0")) {}
};

void draw_flying_cell(ImDrawList& list, const Movement& m, const Rect& at, const Style& style, Pens& pens) {
    const Theme& theme = style.theme;
    fill_rect(list, at.min, at.max, colour_of(theme, m.tone));
    const bool on_way = m.part > 0 && m.part < 1;
    if (m.mark != Mark::none)
        hatch_rect(list, at.min, at.max,
                   {.colour = theme.hatch, .step = 4 * style.px.scale, .crossed = m.mark == Mark::crossed});
    if (at.max.y - at.min.y >= style.px.line_cell || on_way)
        outline_rect(list, at.min, at.max, on_way ? theme.text : theme.line, style.px.line);
    if (at.max.y - at.min.y < style.px.label_cell || m.label == kNoLabel) return;
    const std::string label = say(m.label);
    const TextSize size = size_in_cell(style, at.max.y - at.min.y);
    const bool large = size == TextSize::mono;
    const float width = static_cast<float>(label.size()) * (large ? pens.mono_digit : pens.small_digit);
    if (width + 2 * style.px.line > at.max.x - at.min.x) return;
    const ImVec2 centre = at.centre();
    MonoPen& pen = large ? pens.mono : pens.small;
    pen.draw({centre.x - width / 2, std::round(centre.y - pixels_of(style.px, size) / 2)}, text_on(theme, m.tone),
             label);
}

void draw_trail(ImDrawList& list, ImVec2 from, ImVec2 to, const Style& style) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 1) return;
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const float head = std::min(length, 6 * style.px.scale);
    const ImVec2 foot{to.x - along.x * head, to.y - along.y * head};
    list.AddLine(from, to, style.theme.ring_halo, 3 * style.px.line);
    list.AddLine(from, foot, style.theme.accent, style.px.line);
    list.AddTriangleFilled(to, {foot.x - along.y * head / 2, foot.y + along.x * head / 2},
                           {foot.x + along.y * head / 2, foot.y - along.x * head / 2}, style.theme.accent);
}

}  // namespace

void draw_movements(std::span<const Movement> movements, std::span<const GridPlaces> places, Trails trails,
                    const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    struct Way {
        Rect from, to;
        bool seen;
    };
    const auto way_of = [&](const Movement& m) {
        const GridPlaces &a = places[m.from.grid], &b = places[m.to.grid];
        const Rect from = a.cell(m.from.row, m.from.column), to = b.cell(m.to.row, m.to.column);
        return Way{from, to, touches(from, a.area) || touches(to, b.area)};
    };
    if (trails == Trails::some)
        for (const std::size_t i : trails_of(movements.size(), kMostTrails)) {
            const Way way = way_of(movements[i]);
            if (way.seen) draw_trail(list, way.from.centre(), way.to.centre(), style);
        }
    Pens pens(list, style);
    for (const Movement& m : movements) {
        if (m.part >= 1 && !m.stays) continue;
        const Way way = way_of(m);
        if (way.seen) draw_flying_cell(list, m, between(way.from, way.to, static_cast<float>(m.part)), style, pens);
    }
}

}  // namespace tilescope::ui
