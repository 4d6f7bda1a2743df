// app/window/frame/region_commands.cpp -- the commands that open, fold and select the regions of the window.
// SPDX-License-Identifier: MIT
#include "app/window/frame/region_commands.h"

#include "app/panels/help_topics.h"
#include "app/window/frame/drawer.h"
#include "app/window/guide/player.h"
#include "app/window/paste/clipboard.h"
#include "app/window/paste/paste.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <string_view>
#include <utility>

#include <imgui.h>

namespace tilescope::ui {

// Opens a screen with this panel (unless the current screen has it), its tab and its folded region.
void go_to_panel(Context c, const Panel& panel) {
    if (!(panel.screens & on(c.document().view_state.screen)))
        c.document().view_state.screen = static_cast<Screen>(std::countr_zero(panel.screens));
    if (panel.tab) *tab_of(c.document().view_state) = *panel.tab;
    if (panel.region == Region::rail) open_flyout(c.regions, c.prefs, panel.id);
    if (panel.region == Region::side_top || panel.region == Region::side_bottom) c.prefs.side_folded = false;
    if (panel.region == Region::over_side) open_help(c.document().states.help, {});
    if (panel.region == Region::drawer) raise_drawer(c.document(), c.regions, panel.id);
}

void release(Context c) {
    bool* const layers[] = {&c.overlays.palette.open, &c.overlays.shows_help,
                            &c.document().states.help.open};  // topmost first
    for (bool* layer : layers)
        if (std::exchange(*layer, false)) return;
    if (!std::exchange(c.regions.flyout, {}).empty()) return;
    if (close_player(c.document())) return;
    if (is_slow_clipboard(c.system)) return stop_clipboard(c.regions, c.system);
    if (is_pasting(c.jobs)) return stop_paste(c);
    if (close_comparison(c.document().states.batch, ImGui::GetFrameCount())) return;
    c.document().view_state.selection = {};
}

void fold_strip(Regions& regions, Prefs& prefs) {
    bool& flag = regions.low ? regions.low_strip : prefs.strip_folded;
    flag = !flag;
}

void pin_rail(Regions& regions, Prefs& prefs) {
    prefs.rail_pinned = !prefs.rail_pinned;
    regions.flyout.clear();
}

namespace {

bool is_drawn(const Document& doc, const Prefs& prefs, std::string_view region) {
    if (region == "drawer") return drawer_is_open(doc, prefs);
    if (region.starts_with("side_")) return !doc.states.help.open && !prefs.side_folded;
    return region != "over_side" || doc.states.help.open;
}

}  // namespace

void go_to_region(Context c, int step) {
    constexpr std::string_view kOrder[] = {"rail", "stage", "side_top", "side_bottom", "over_side", "drawer"};
    constexpr auto kCount = static_cast<int>(std::size(kOrder));
    auto at = static_cast<int>(std::ranges::find(kOrder, c.regions.current) - std::begin(kOrder)) % kCount;
    do at = (at + step + kCount) % kCount;
    while (!is_drawn(c.document(), c.prefs, kOrder[at]));
    c.regions.current = kOrder[at];
    c.regions.requested = c.regions.current;
    c.regions.ring = true;
}

}  // namespace tilescope::ui
