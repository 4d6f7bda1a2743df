// app/window/frame/region_commands.cpp -- the commands that open, fold and select the regions of the window.
// SPDX-License-Identifier: MIT
#include "app/window/frame/drawer.h"

#include "app/panels/help_topics.h"
#include "app/window/frame/feature.h"
#include "app/window/paste/paste.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <string_view>
#include <utility>

#include <imgui.h>

namespace tilescope::ui {
namespace {

void open_over_side(PanelStates& states, const Panel& panel) {
    if (panel.id != "tile") return open_help(states.help, {});
    states.help.open = false;
    states.tile.open = true;
}

// Opens a screen with this panel (unless the current screen has it), its tab and its folded region.
void go_to_panel(Document& doc, Regions& regions, Prefs& prefs, std::string_view id) {
    const Panel* const panel = find_panel(id);
    if (panel == nullptr) return;
    if (!(panel->screens & on(doc.view_state.screen)))
        doc.view_state.screen = static_cast<Screen>(std::countr_zero(panel->screens));
    regions.to_front = panel->region;
    if (panel->tab) *tab_of(doc.view_state) = *panel->tab;
    if (panel->region == Region::rail) open_flyout(regions, prefs, panel->id);
    if (panel->region == Region::side_top || panel->region == Region::side_bottom) prefs.side_folded = false;
    if (panel->region == Region::over_side) open_over_side(doc.states, *panel);
    if (panel->region == Region::drawer) raise_drawer(doc, regions, panel->id);
}

}  // namespace

void release(Context c) {
    bool* const layers[] = {&c.overlays.palette.open, &c.overlays.shows_help,
                            &c.document().states.help.open};  // topmost first
    for (bool* layer : layers)
        if (std::exchange(*layer, false)) return;
    if (!std::exchange(c.regions.flyout, {}).empty()) return;
    if (const StageShow* show = show_on_stage(c.document())) return show->close(c.document());
    if (is_slow_clipboard(c.system)) return stop_clipboard(c.regions, c.system);
    if (is_pasting(c.jobs)) return stop_paste(c.documents, c.jobs, c.regions);
    if (close_comparison(c.document().states.batch, ImGui::GetFrameCount())) return;
    if (std::exchange(c.document().view_state.selection, {}) != Focus{}) return;
    if (over_side(c.document()) != nullptr) return void(c.document().states.tile.open = false);
    const bool sees_autopsy = drawer_is_open(c.document(), c.prefs) && c.regions.drawer_shown == "autopsy";
    if (sees_autopsy) stop_autopsy(c.jobs.autopsy, c.regions);
}

namespace {

// Hides the bits of the active word, or shows them again.
void fold_strip(Regions& regions, Prefs& prefs) {
    bool& flag = regions.low ? regions.low_strip : prefs.strip_folded;
    flag = !flag;
}

bool shows_strip(const Regions& regions, const Prefs& prefs) { return !strip_is_folded(regions, prefs); }

// Pins the rail open, or makes it tiles again.
void pin_rail(Regions& regions, Prefs& prefs) {
    prefs.rail_pinned = !prefs.rail_pinned;
    regions.flyout.clear();
}

bool is_drawn(const Document& doc, const Prefs& prefs, std::string_view region) {
    if (region == "drawer") return drawer_is_open(doc, prefs);
    if (region.starts_with("side_")) return over_side(doc) == nullptr && !prefs.side_folded;
    return region != "over_side" || over_side(doc) != nullptr;
}

// Gives the keyboard to the next region that is shown (step 1) or to the previous one (step -1).
void go_to_region(const Document& doc, Regions& regions, const Prefs& prefs, int step) {
    // In the order of Region.
    constexpr std::string_view kOrder[] = {"rail", "stage", "side_top", "side_bottom", "over_side", "drawer"};
    constexpr auto kCount = static_cast<int>(std::size(kOrder));
    auto at = static_cast<int>(std::ranges::find(kOrder, regions.current) - std::begin(kOrder)) % kCount;
    do at = (at + step + kCount) % kCount;
    while (!is_drawn(doc, prefs, kOrder[at]));
    regions.current = regions.requested = kOrder[at];
    regions.to_front = static_cast<Region>(at);
    regions.ring = true;
}

// clang-format off
constexpr Command kRegionCommands[] = {
    {.id = "next_region", .title = "Next region", .keys = "F6", .menu = Menu::view, .place = 840,
     .act = with<go_to_region, 1>},
    {.id = "last_region", .title = "Previous region", .keys = "Shift+F6", .menu = Menu::view, .place = 850,
     .act = with<go_to_region, -1>},
    {.id = "rail", .title = "Widen or narrow the left column", .keys = "Ctrl+\\", .menu = Menu::view, .place = 860,
     .is_on = is_set<&Prefs::rail_pinned>, .act = with<pin_rail>,
     .words = "sidebar rail left pin fold unfold collapse toggle show hide"},
    {.id = "side", .title = "Show or hide the right column", .keys = "Ctrl+B", .menu = Menu::view, .place = 870,
     .is_on = with<[](const Prefs& prefs) { return !prefs.side_folded; }>, .act = turn<&Prefs::side_folded>,
     .words = "sidebar right fields inspector fold collapse toggle"},
    {.id = "strip", .title = "Show or hide the bits of the word", .keys = "Ctrl+I", .menu = Menu::view, .place = 880,
     .is_on = with<shows_strip>, .act = with<fold_strip>,
     .words = "bit strip fold unfold collapse toggle"},
    {.id = "drawer", .title = "Show or hide the bottom area", .keys = "Ctrl+J", .menu = Menu::view, .place = 890,
     .is_on = with<drawer_is_open>, .act = with<toggle_drawer>,
     .words = "drawer fold collapse toggle problems history"},
    {.id = "full_screen", .title = "Turn full screen on or off", .keys = "F11", .menu = Menu::view, .place = 900,
     .is_on = is_set<&Regions::full_screen>, .act = turn<&Regions::full_screen>, .words = "fullscreen maximize",
     .keeps_start_page = true},
    {.id = "release", .title = "Clear the selection", .keys = "Esc", .place = 1260, .act = with<release>,
     .words = "deselect unselect clear"},
    {.id = "show_panel", .act_on = with_request<go_to_panel>},
};
// clang-format on

}  // namespace

const Feature kRegionKeys = {.id = "regions", .commands = kRegionCommands};

}  // namespace tilescope::ui
