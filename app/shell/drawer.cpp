// app/shell/drawer.cpp -- the bottom region: its tabs, and when it rises by itself.
// SPDX-License-Identifier: MIT
#include "app/shell/drawer.h"

#include "app/shell/region_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kTabsAndTools = 900;  // logical pixels: from this width on, the tools are on the line of the tabs
constexpr std::string_view kProblems = "problems";

}  // namespace

bool drawer_is_open(const App& app) { return app.prefs.drawer_open || app.drawer_raised; }

float drawer_part(const App& app, float room) {
    const bool as_needed = app.drawer_raised && !app.prefs.drawer_open && app.drawer_needs > 0;
    return as_needed ? std::min(app.prefs.drawer, app.drawer_needs / room) : app.prefs.drawer;
}

void raise_drawer(App& app, std::string_view panel) {
    app.drawer_raised = true;
    app.drawer_needs = 0;
    // Before the first frame: the tabs, and two lines for each problem.
    if (panel == kProblems)
        app.drawer_needs =
            ImGui::GetFrameHeightWithSpacing() * 2 * (static_cast<float>(app.derived.problems.size()) + 1);
    app.drawer_tab = panel;
}

void toggle_drawer(App& app) {
    app.prefs.drawer_open = !drawer_is_open(app);
    app.drawer_raised = false;
}

void raise_for_errors(App& app) {
    // A half-typed number may be an error, and nothing may move under a hand that types or drags.
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput || ImGui::IsAnyMouseDown()) return;
    const bool errors = std::ranges::any_of(
        app.derived.problems, [](const PlacedProblem& p) { return p.problem.severity == Severity::error; });
    if (errors && !app.had_errors) raise_drawer(app, kProblems);
    app.had_errors = errors;
}

void draw_drawer_tabs(const View& view, App& app) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool crowded = ImGui::GetContentRegionAvail().x < kTabsAndTools * view.scale;
    const Panel* shown = nullptr;
    float tabs_end = at.x;
    if (!ImGui::BeginTabBar("drawer", ImGuiTabBarFlags_None)) return;
    for (const Panel& panel : all_panels()) {
        if (panel.region != Region::drawer || !(panel.screens & on(app.view_state.screen))) continue;
        const std::size_t count = app.derived.problems.size();
        const std::string title =
            panel.id == kProblems ? say(panel.title, " (", count, ")###problems") : say(panel.title, "###", panel.id);
        const bool select = app.drawer_tab == panel.id;
        const bool open = ImGui::BeginTabItem(title.c_str(), nullptr, select ? ImGuiTabItemFlags_SetSelected : 0);
        mark("drawer.", panel.id);
        if (open) shown = &panel;
        tabs_end = std::max(tabs_end, ImGui::GetItemRectMax().x);
        if (!open) continue;
        if (begin_part("tab", {0, 0})) {
            if (panel.tools != nullptr && crowded) panel.tools(view, app.states, app.requests);
            panel.draw(view, app.states, app.requests);
        }
        const float tabs = ImGui::GetWindowPos().y - at.y, border = 2 * ImGui::GetStyle().WindowPadding.y;
        app.drawer_needs = panel.id == kProblems ? tabs + ImGui::GetCursorPosY() + ImGui::GetScrollY() + border : 0;
        ImGui::EndChild();
        ImGui::EndTabItem();
    }
    app.drawer_tab.clear();  // the program selects a tab once; then the user chooses
    ImGui::EndTabBar();
    if (shown == nullptr || shown->tools == nullptr || crowded) return;
    ImGui::SetCursorScreenPos({tabs_end + 2 * ImGui::GetStyle().ItemSpacing.x, at.y});
    shown->tools(view, app.states, app.requests);
}

void draw_drawer(const View& view, App& app, const Rect& place) {
    ImGui::SetCursorScreenPos(place.min);
    if (begin_region("drawer", {place.max.x - place.min.x, place.max.y - place.min.y}, view, app))
        draw_drawer_tabs(view, app);
    ImGui::EndChild();
    mark("region.drawer");
}

}  // namespace tilescope::ui
