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
constexpr std::string_view kProblemsPanel = "problems", kBatchPanel = "batch";

// What the shown panel needs, if it is a list that can be shorter than the drawer. 0: the panel takes all.
float needs_of(const App& app, const Panel& panel, float problems) {
    return panel.id == kProblemsPanel ? problems : panel.id == kBatchPanel ? app.states.batch.needs : 0;
}

// Whether a problem is at least as severe.
bool has_problem(const App& app, Severity least) {
    return std::ranges::any_of(app.derived.problems,
                               [&](const PlacedProblem& p) { return p.problem.severity <= least; });
}

}  // namespace

bool drawer_is_open(const App& app) { return app.prefs.drawer_open || app.drawer_raised; }

float& drawer_size(App& app) { return app.drawer_shown == kBatchPanel ? app.prefs.batch_drawer : app.prefs.drawer; }

float drawer_part(const App& app, float room) {
    const float most = app.drawer_shown == kBatchPanel ? app.prefs.batch_drawer : app.prefs.drawer;
    const bool as_needed = app.drawer_raised && !app.prefs.drawer_open && !app.drawer_sized && app.drawer_needs > 0;
    return as_needed ? std::min(most, app.drawer_needs / room) : most;
}

void raise_drawer(App& app, std::string_view panel) {
    app.drawer_raised = true;
    app.rose_for_errors = false;
    app.drawer_needs = 0;
    app.drawer_shown = panel;
    app.drawer_sized = false;
    // Before the first frame: the tabs, and two lines for each problem.
    if (panel == kProblemsPanel)
        app.drawer_needs =
            ImGui::GetFrameHeightWithSpacing() * 2 * (static_cast<float>(app.derived.problems.size()) + 1);
    app.drawer_tab = panel;
}

void toggle_drawer(App& app) {
    app.prefs.drawer_open = !drawer_is_open(app);
    app.drawer_raised = app.rose_for_errors = false;
}

void raise_for_errors(App& app) {
    // A half-typed number may be an error, and nothing may move under a hand that types or drags.
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput || ImGui::IsAnyMouseDown()) return;
    const bool errors = has_problem(app, Severity::error);
    // Nothing moves what a learner reads: the status line counts the problems.
    if (errors && !app.had_errors && !app.lesson) {
        raise_drawer(app, kProblemsPanel);
        app.rose_for_errors = true;
    }
    app.had_errors = errors;
    if (!app.rose_for_errors || has_problem(app, Severity::ask)) return;
    app.rose_for_errors = false;
    if (app.drawer_shown == kProblemsPanel) app.drawer_raised = false;
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
        const std::string title = panel.id == kProblemsPanel ? say(panel.title, " (", count, ")###problems")
                                                             : say(panel.title, "###", panel.id);
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
        const float needs = needs_of(app, panel, ImGui::GetCursorPosY() + ImGui::GetScrollY());
        app.drawer_needs = needs == 0 ? 0 : tabs + needs + border;
        app.drawer_shown = panel.id;
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
