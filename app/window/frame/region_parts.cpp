// app/window/frame/region_parts.cpp -- a region: a child window with a focus ring, and its panels.
// SPDX-License-Identifier: MIT
#include "app/window/frame/drawer.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
#include "app/window/frame/feature.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

// Draws the tabs of this screen: "[Tile and memory]  Banks  Layout". Draws nothing if there is only one tab. Panels
// that share a tab are shown together, under the title of the first panel.
void choose_tab(const View& view, Document& doc) {
    std::vector<Segment> segments;
    std::vector<StageTab> tabs;
    std::size_t chosen = 0;
    const StageTab* shown = tab_of(doc.view_state);
    for (const Panel& panel : all_panels()) {
        if (!panel.tab || !(panel.screens & on(doc.view_state.screen))) continue;
        if (std::ranges::find(tabs, *panel.tab) != tabs.end()) continue;
        if (shown && *panel.tab == *shown) chosen = segments.size();
        segments.push_back({panel.id, panel.title});
        tabs.push_back(*panel.tab);
    }
    if (segments.size() < 2) return;
    if (const auto i = segmented("stage.tab", segments, chosen, style_of(view)))
        *tab_of(doc.requests.view_state) = tabs[*i];
}

bool is_on_stage(const Panel& panel, const View& view, Document& doc) {
    const StageTab* shown = tab_of(doc.view_state);
    const bool below = view.tall && shown && *shown == StageTab::tmem && panel.tab == StageTab::result;
    return !panel.tab || below || (shown && *panel.tab == *shown);
}

void draw_region_ring(const View& view) {
    const Sizes sizes = sizes_at(view.scale);
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::GetWindowDrawList()->AddRect(low, {low.x + size.x, low.y + size.y}, view.theme.accent, 0, 0, sizes.ring);
    mark_rect({low, {low.x + size.x, low.y + size.y}}, "region.ring");
}

}  // namespace

bool begin_region(const char* id, ImVec2 size, const View& view, Regions& regions) {
    const bool takes_focus = regions.requested == id;
    if (takes_focus) ImGui::SetNextWindowFocus();
    const bool open = ImGui::BeginChild(id, size, true);
    if (takes_focus && open) focus_first_item();
    if (takes_focus) regions.requested.clear();
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) regions.ring = false;
    if (open && regions.ring && regions.current == id) draw_region_ring(view);
    return open;
}

void draw_panels(Region region, const View& view, Document& doc) {
    if (const StageShow* show = show_on_stage(doc); show != nullptr && region == Region::stage)
        return show->draw(view, doc);
    bool first = true, tabs = false;
    for (const Panel& panel : all_panels()) {
        if (panel.region != region || !(panel.screens & on(doc.view_state.screen)) || !is_on_stage(panel, view, doc))
            continue;
        if (!first) ImGui::Separator();
        first = false;
        if (panel.tab && !std::exchange(tabs, true)) choose_tab(view, doc);
        ImGui::PushID(panel.id.data());
        panel.draw(view, doc.states, doc.requests);
        ImGui::PopID();
    }
}

void region(const char* id, Region which, const Rect& place, const View& view, Document& doc, Regions& regions) {
    ImGui::SetCursorScreenPos(place.min);
    const float pad = std::round(kRegionPad * view.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, pad});
    const bool open = begin_region(id, {place.max.x - place.min.x, place.max.y - place.min.y}, view, regions);
    ImGui::PopStyleVar();
    if (open) draw_panels(which, view, doc);
    ImGui::EndChild();
    mark("region.", id);
}

}  // namespace tilescope::ui
