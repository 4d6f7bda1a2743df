// app/widgets/legend.cpp -- explains the tones and marks of a picture.
// SPDX-License-Identifier: MIT
#include "app/widgets/legend.h"
#include "app/ui/drawing.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/tooltip.h"

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

void draw_swatch(const LegendEntry& entry, ImVec2 low, ImVec2 high, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, colour_of(style.theme, entry.tone));
    if (entry.mark != Mark::none)
        hatch_rect(list, low, high,
                   {.colour = style.theme.hatch, .step = style.px.hatch, .crossed = entry.mark == Mark::crossed});
    if (entry.both)
        draw_corner(list, low, high, {.colour = style.theme.text, .halo = style.theme.ring_halo, .most = style.px.gap});
    list.AddRect(low, high, style.theme.line);
}

}  // namespace

float legend_height(std::span<const LegendEntry> entries, const Style& style) {
    const float room = ImGui::GetContentRegionAvail().x;
    const float line = std::max(style.px.text, ImGui::GetTextLineHeight()) + ImGui::GetStyle().ItemSpacing.y;
    float end = 0, height = entries.empty() ? 0 : line;
    for (const LegendEntry& entry : entries) {
        const float width = style.px.text + style.px.gap / 2 + ImGui::CalcTextSize(entry.text.c_str()).x;
        const bool fits = end == 0 || end + 2 * style.px.gap + width <= room;
        if (!fits) height += line;
        end = fits && end > 0 ? end + 2 * style.px.gap + width : width;
    }
    return height;
}

void legend(std::span<const LegendEntry> entries, const Style& style) {
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    const float swatch = style.px.text;
    const ImVec2 begin = ImGui::GetCursorScreenPos();
    bool first = true;
    float end = 0;  // end of the previous entry
    const LegendEntry* pointed = nullptr;
    for (const LegendEntry& entry : entries) {
        const float text = ImGui::CalcTextSize(entry.text.c_str()).x;
        const float width = swatch + style.px.gap / 2 + text;
        if (!first && end + 2 * style.px.gap + width <= right) ImGui::SameLine(0, 2 * style.px.gap);
        first = false;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        draw_swatch(entry, at, {at.x + swatch, at.y + swatch}, style);
        const ImVec2 text_at{std::round(at.x + swatch + style.px.gap / 2), at.y};
        ImGui::GetWindowDrawList()->AddText(text_at, style.theme.text, entry.text.c_str());
        ImGui::Dummy({width, swatch});
        mark("legend.", entry.text);
        if (!entry.means.empty() && ImGui::IsItemHovered()) pointed = &entry;
        end = at.x + width;
    }
    // The other entries stay readable.
    if (pointed != nullptr) tooltip_beside({begin, {right, ImGui::GetItemRectMax().y}}, pointed->means);
}

}  // namespace tilescope::ui
