// app/widgets/legend.cpp -- explains the tones and marks of a picture.
// SPDX-License-Identifier: MIT
#include "app/widgets/legend.h"
#include "app/ui/drawing.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"
#include "app/widgets/tooltip.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

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

// Where an entry is: beside the one before, or on a line of its own. Its text has more lines if it is wider than the
// room.
struct PlacedEntry {
    std::string text;
    ImVec2 size;
    bool begins_line = true;
};

std::vector<PlacedEntry> placed(std::span<const LegendEntry> entries, float room, const Style& style) {
    const float swatch = style.px.text, before_text = swatch + style.px.gap / 2, gap = 2 * style.px.gap;
    std::vector<PlacedEntry> out;
    float end = 0;  // of the line
    for (const LegendEntry& entry : entries) {
        const std::string text = in_lines(entry.text, room - before_text);
        const ImVec2 inner = ImGui::CalcTextSize(text.c_str());
        const float width = before_text + inner.x;
        const bool fits = !out.empty() && end + gap + width <= room;
        end = fits ? end + gap + width : width;
        out.push_back({text, {width, std::max(swatch, inner.y)}, !fits});
    }
    return out;
}

}  // namespace

float legend_height(std::span<const LegendEntry> entries, const Style& style) {
    float height = 0, line = 0;
    for (const PlacedEntry& entry : placed(entries, ImGui::GetContentRegionAvail().x, style)) {
        if (entry.begins_line) height += std::exchange(line, 0.0f);
        line = std::max(line, entry.size.y + ImGui::GetStyle().ItemSpacing.y);
    }
    return height + line;
}

void legend(std::span<const LegendEntry> entries, const Style& style) {
    const float room = ImGui::GetContentRegionAvail().x, swatch = style.px.text;
    const ImVec2 begin = ImGui::GetCursorScreenPos();
    const LegendEntry* pointed = nullptr;
    const std::vector<PlacedEntry> places = placed(entries, room, style);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!places[i].begins_line) ImGui::SameLine(0, 2 * style.px.gap);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        draw_swatch(entries[i], at, {at.x + swatch, at.y + swatch}, style);
        const ImVec2 text_at{std::round(at.x + swatch + style.px.gap / 2), at.y};
        ImGui::GetWindowDrawList()->AddText(text_at, style.theme.text, places[i].text.c_str());
        ImGui::Dummy(places[i].size);
        mark("legend.", entries[i].text);
        if (!entries[i].means.empty() && ImGui::IsItemHovered()) pointed = &entries[i];
    }
    // The other entries stay readable.
    if (pointed != nullptr) tooltip_beside({begin, {begin.x + room, ImGui::GetItemRectMax().y}}, pointed->means);
}

}  // namespace tilescope::ui
