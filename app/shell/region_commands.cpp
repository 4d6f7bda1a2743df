// app/shell/region_commands.cpp -- the commands that open, fold and select the regions of the window.
// SPDX-License-Identifier: MIT
#include "app/shell/region_commands.h"

#include "app/panels/help_topics.h"
#include "app/shell/clipboard.h"
#include "app/shell/drawer.h"
#include "app/shell/paste_jobs.h"
#include "app/shell/player.h"
#include "app/shell/rail.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <string_view>
#include <utility>

#include <imgui.h>

namespace tilescope::ui {

// Opens a screen with this panel (unless the current screen has it), its tab and its folded region.
void go_to_panel(App& app, const Panel& panel) {
    if (!(panel.screens & on(app.view_state.screen)))
        app.view_state.screen = static_cast<Screen>(std::countr_zero(panel.screens));
    if (panel.tab) *tab_of(app.view_state) = *panel.tab;
    if (panel.region == Region::rail) open_flyout(app, panel.id);
    if (panel.region == Region::side_top || panel.region == Region::side_bottom) app.prefs.side_folded = false;
    if (panel.region == Region::over_side) open_help(app.states.help, {});
    if (panel.region == Region::drawer) raise_drawer(app, panel.id);
}

void release(App& app) {
    bool* const layers[] = {&app.palette.open, &app.shows_help, &app.states.help.open};  // topmost first
    for (bool* layer : layers)
        if (std::exchange(*layer, false)) return;
    if (!std::exchange(app.flyout, {}).empty()) return;
    if (close_player(app)) return;
    if (is_slow_clipboard(app)) return stop_clipboard(app);
    if (is_pasting(app)) return stop_paste(app);
    if (close_comparison(app.states.batch, ImGui::GetFrameCount())) return;
    app.view_state.selection = {};
}

void fold_strip(App& app) {
    bool& flag = app.low ? app.low_strip : app.prefs.strip_folded;
    flag = !flag;
}

void pin_rail(App& app) {
    app.prefs.rail_pinned = !app.prefs.rail_pinned;
    app.flyout.clear();
}

namespace {

bool is_drawn(const App& app, std::string_view region) {
    if (region == "drawer") return drawer_is_open(app);
    if (region.starts_with("side_")) return !app.states.help.open && !app.prefs.side_folded;
    return region != "over_side" || app.states.help.open;
}

}  // namespace

void go_to_region(App& app, int step) {
    constexpr std::string_view kOrder[] = {"rail", "stage", "side_top", "side_bottom", "over_side", "drawer"};
    constexpr auto kCount = static_cast<int>(std::size(kOrder));
    auto at = static_cast<int>(std::ranges::find(kOrder, app.region) - std::begin(kOrder)) % kCount;
    do at = (at + step + kCount) % kCount;
    while (!is_drawn(app, kOrder[at]));
    app.region = kOrder[at];
    app.requested_region = app.region;
    app.region_ring = true;
}

}  // namespace tilescope::ui
