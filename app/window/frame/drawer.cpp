// app/window/frame/drawer.cpp -- a region: a child window with a focus ring, and its panels; the drawer.
// SPDX-License-Identifier: MIT
#include "app/window/frame/drawer.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

// Draws the tabs of this screen: "[Tile and memory]  Banks  Layout". Draws nothing if there is only one tab. Panels
// that share a tab are shown together, under the title of the first panel. Returns whether there are tabs.
bool choose_tab(const View& view, Document& doc) {
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
    if (segments.size() < 2) return false;
    if (const auto i = segmented("stage.tab", segments, chosen, style_of(view)))
        *tab_of(doc.requests.view_state) = tabs[*i];
    return true;
}

bool is_on_stage(const Panel& panel, const View& view, Document& doc) {
    const StageTab* shown = tab_of(doc.view_state);
    const bool below = view.tall && shown && *shown == StageTab::tmem && panel.tab == StageTab::result;
    return !panel.tab || below || (shown && *panel.tab == *shown);
}

constexpr std::string_view kStage = "stage";

void draw_region_ring(const View& view) {
    const Sizes sizes = sizes_at(view.scale);
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::GetWindowDrawList()->AddRect(low, {low.x + size.x, low.y + size.y}, view.theme.accent, 0, 0, sizes.ring);
    mark_rect({low, {low.x + size.x, low.y + size.y}}, "region.ring");
}

}  // namespace

bool begin_ground(const char* id, ImVec2 size, ImU32 ground) {
    ImGui::PushStyleColor(ImGuiCol_ChildBg, ground);
    ImGui::PushStyleColor(ImGuiCol_Border, IM_COL32_BLACK_TRANS);
    const bool open = ImGui::BeginChild(id, size, true);
    ImGui::PopStyleColor(2);
    return open;
}

bool begin_region(const char* id, ImVec2 size, const View& view, Regions& regions) {
    const bool takes_focus = regions.requested == id;
    if (takes_focus) ImGui::SetNextWindowFocus();
    const bool open = begin_ground(id, size, id == kStage ? IM_COL32_BLACK_TRANS : view.theme.panel);
    if (takes_focus && open) focus_first_item();
    if (takes_focus) regions.requested.clear();
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) regions.ring = false;
    if (open && regions.ring && regions.current == id) draw_region_ring(view);
    return open;
}

void draw_panels(Region region, const View& view, Document& doc) {
    if (const StageShow* show = show_on_stage(doc); show != nullptr && region == Region::stage)
        return show->draw(view, doc);
    // The stage begins with its tabs: a word of another length, and bits that fold, do not move them. The word or the
    // tools follow on their line, if there is room.
    const bool tabs = region == Region::stage && !view.presenting && choose_tab(view, doc);
    bool first = true;
    for (const Panel& panel : all_panels()) {
        if (panel.region != region || !(panel.screens & on(doc.view_state.screen)) || !is_on_stage(panel, view, doc))
            continue;
        if (region == Region::over_side && &panel != over_side(doc)) continue;  // it covers the others
        if (!first) ImGui::Separator();
        if (std::exchange(first, false) && tabs && !panel.tab)
            if (const float line = strip_line_width(view); line > 0) stay_on_line(line);
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

namespace {

constexpr float kTabsAndTools = 1040;  // logical pixels: from this width on, the tools are on the line of the tabs
constexpr std::string_view kProblemsPanel = "problems", kBatchPanel = "batch";

// What the shown panel needs, if it is a list that can be shorter than the drawer. 0: the panel takes all.
float needs_of(const Document& doc, const Panel& panel, float problems) {
    return panel.id == kProblemsPanel ? problems : panel.id == kBatchPanel ? doc.states.batch.needs : 0;
}

// "Problems (2)", which counts what the status line counts: notes are no problems.
std::string problems_title(const Document& doc, const Panel& panel) {
    const auto notes = std::ranges::count(doc.derived.problems, Severity::info,
                                          [](const PlacedProblem& p) { return p.problem.severity; });
    const auto problems = std::ssize(doc.derived.problems) - notes;
    return problems == 0 && notes != 0 ? say("Notes (", notes, ")") : say(panel.title, " (", problems, ")");
}

}  // namespace

bool drawer_is_open(const Document& doc, const Prefs& prefs) { return prefs.drawer_open || doc.drawer.raised; }

float& drawer_size(Regions& regions, Prefs& prefs) {
    return regions.drawer_shown == kBatchPanel ? prefs.batch_drawer : prefs.drawer;
}

float drawer_part(const Document& doc, const Regions& regions, const Prefs& prefs, float room) {
    const float most = regions.drawer_shown == kBatchPanel ? prefs.batch_drawer : prefs.drawer;
    const bool as_needed = doc.drawer.raised && !prefs.drawer_open && !regions.drawer_sized && regions.drawer_needs > 0;
    return as_needed ? std::min(most, regions.drawer_needs / room) : most;
}

void raise_drawer(Document& doc, Regions& regions, std::string_view panel) {
    doc.drawer.raised = true;
    regions.drawer_needs = 0;
    regions.drawer_shown = panel;
    regions.drawer_sized = false;
    // Before the first frame: the tabs, and two lines for each problem.
    if (panel == kProblemsPanel)
        regions.drawer_needs =
            ImGui::GetFrameHeightWithSpacing() * 2 * (static_cast<float>(doc.derived.problems.size()) + 1);
    doc.drawer.tab = panel;
    if (panel == kBatchPanel) regions.to_front = Region::drawer;
}

void toggle_drawer(Document& doc, Prefs& prefs) {
    prefs.drawer_open = !drawer_is_open(doc, prefs);
    doc.drawer.raised = false;
}

void draw_drawer_tabs(const View& view, Document& doc, Regions& regions) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool crowded = ImGui::GetContentRegionAvail().x < kTabsAndTools * view.scale;
    const Panel* shown = nullptr;
    float tabs_end = at.x;
    if (!ImGui::BeginTabBar("drawer", ImGuiTabBarFlags_None)) return;
    for (const Panel& panel : all_panels()) {
        if (panel.region != Region::drawer || !(panel.screens & on(doc.view_state.screen))) continue;
        const std::string title =
            say(panel.id == kProblemsPanel ? problems_title(doc, panel) : std::string(panel.title), "###", panel.id);
        const bool select = doc.drawer.tab == panel.id;
        const bool open = ImGui::BeginTabItem(title.c_str(), nullptr, select ? ImGuiTabItemFlags_SetSelected : 0);
        mark("drawer.", panel.id);
        if (open) shown = &panel;
        tabs_end = std::max(tabs_end, ImGui::GetItemRectMax().x);
        if (!open) continue;
        if (begin_part("tab", {0, 0})) {
            if (panel.tools != nullptr && crowded) panel.tools(view, doc.states, doc.requests);
            panel.draw(view, doc.states, doc.requests);
        }
        const float tabs = ImGui::GetWindowPos().y - at.y, border = 2 * ImGui::GetStyle().WindowPadding.y;
        const float needs = needs_of(doc, panel, ImGui::GetCursorPosY() + ImGui::GetScrollY());
        regions.drawer_needs = needs == 0 ? 0 : tabs + needs + border;
        regions.drawer_shown = panel.id;
        ImGui::EndChild();
        ImGui::EndTabItem();
    }
    doc.drawer.tab.clear();  // the program selects a tab once; then the user chooses
    ImGui::EndTabBar();
    if (shown == nullptr || shown->tools == nullptr || crowded) return;
    ImGui::SetCursorScreenPos({tabs_end + 2 * ImGui::GetStyle().ItemSpacing.x, at.y});
    shown->tools(view, doc.states, doc.requests);
}

void draw_drawer(const View& view, Document& doc, Regions& regions, const Rect& place) {
    ImGui::SetCursorScreenPos(place.min);
    if (begin_region("drawer", {place.max.x - place.min.x, place.max.y - place.min.y}, view, regions))
        draw_drawer_tabs(view, doc, regions);
    ImGui::EndChild();
    mark("region.drawer");
}

void open_flyout(Regions& regions, Prefs& prefs, std::string_view panel) {
    if (!prefs.rail_pinned) regions.flyout = panel;
}

}  // namespace tilescope::ui
