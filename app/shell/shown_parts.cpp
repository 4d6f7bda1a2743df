// app/shell/shown_parts.cpp -- which parts of the window are shown, so that a key acts only on what the user sees.
// SPDX-License-Identifier: MIT
#include "app/shell/shown_parts.h"

#include "app/shell/drawer.h"
#include "app/shell/keys.h"
#include "app/shell/player.h"
#include "app/shell/result_commands.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace tilescope::ui {
namespace {

bool on_memory_tab(const App& app, StageTab tab) {
    return on_memory(app) && tab_of(app.view_state, Screen::memory) == tab;
}

struct WhyNot {
    bool (*when)(const App&);
    std::string_view why;
};
constexpr WhyNot kWhyNot[] = {
    {on_memory, "acts on the screen Shared memory (Ctrl+2)."},
    {shows_tile, "acts on the tab Tile of the screen Shared memory (Ctrl+2)."},
    {shows_swizzle, "acts on the tabs Tile and Banks of the screen Shared memory (Ctrl+2)."},
    {shows_grain, "acts on the tabs Tile and Tensor map of the screen Shared memory (Ctrl+2)."},
    {shows_labels,
     "acts on the screen MMA (Ctrl+1), on the tab Tile of the screen Shared memory (Ctrl+2), and on the tab Map of the "
     "screen Tensor memory (Ctrl+5)."},
    {shows_k_steps,
     "acts on the screen MMA (Ctrl+1), on the tab Tile of the screen Shared memory (Ctrl+2), and on the tab Scales of "
     "the "
     "screen Tensor memory (Ctrl+5)."},
    {has_player, "acts on an animation; start one in the menu Run."},
    {has_selection, "shows the selection large, but nothing is selected; click a cell first."},
    {has_fix, "found no fix: no problem has exactly one correct value, and no edit repairs D."},
};

struct Tick {
    std::string_view id;
    bool (*is_on)(const App&);
};
constexpr Tick kTicks[] = {
    {"keep_memory", [](const App& a) { return a.session.keep_memory; }},
    {"swizzle", [](const App& a) { return a.view_state.swizzle; }},
    {"all_fields", [](const App& a) { return a.prefs.all_fields; }},
    {"raw", [](const App& a) { return a.view_state.raw_values; }},
    {"reading", [](const App& a) { return a.view_state.other_reading; }},
    {"rail", [](const App& a) { return a.prefs.rail_pinned; }},
    {"side", [](const App& a) { return !a.prefs.side_folded; }},
    {"strip", [](const App& a) { return !strip_is_folded(a); }},
    {"drawer", drawer_is_open},
    {"full_screen", [](const App& a) { return a.full_screen; }},
    {"present", [](const App& a) { return a.presentation.on; }},
    {"start_page_at_start", [](const App& a) { return a.prefs.start_page; }},
    {"motion", [](const App& a) { return a.prefs.reduced_motion; }},
    {"player_loop", [](const App& a) { return a.states.player.loops; }},
    {"live", [](const App& a) { return a.prefs.live; }},
};

}  // namespace

bool on_memory(const App& app) { return app.view_state.screen == Screen::memory; }
bool shows_tile(const App& app) { return on_memory_tab(app, StageTab::memory); }
bool shows_swizzle(const App& app) { return shows_tile(app) || on_memory_tab(app, StageTab::banks); }
bool shows_grain(const App& app) { return shows_tile(app) || on_memory_tab(app, StageTab::tensor_map); }
std::optional<LabelPicture> labelled_picture(const App& app) {
    const Screen screen = app.view_state.screen;
    if (screen == Screen::mma) return LabelPicture::mma;
    if (screen == Screen::tmem && tab_of(app.view_state, screen) == StageTab::tmem) return LabelPicture::tmem;
    return shows_tile(app) ? std::optional(LabelPicture::memory) : std::nullopt;
}
bool shows_labels(const App& app) { return labelled_picture(app).has_value(); }
bool shows_k_steps(const App& app) {
    const Screen screen = app.view_state.screen;
    const bool scales = screen == Screen::tmem && tab_of(app.view_state, screen) == StageTab::scales;
    return shows_tile(app) || screen == Screen::mma || (scales && app.derived.tmem.scales(app.view_state.operand));
}

bool shows_d(const App& app) {
    constexpr Screen kWithD[] = {Screen::mma, Screen::tmem, Screen::run};
    return std::ranges::find(kWithD, app.view_state.screen) != std::end(kWithD);
}

bool has_cell(const App& app) {
    const Focus& at = app.view_state.selection;
    const bool in_memory = std::holds_alternative<ElementFocus>(at) || std::holds_alternative<ByteFocus>(at);
    const auto* element = std::get_if<ElementFocus>(&at);
    const bool in_tmem = std::holds_alternative<CellFocus>(at) || (element && element->matrix == Matrix::d);
    if (in_tmem && shows_d(app)) return true;
    return (in_memory && shows_swizzle(app)) ||
           (std::holds_alternative<MaskFocus>(at) && app.view_state.screen == Screen::mask);
}

bool has_cell_or_player(const App& app) { return has_player(app) || has_cell(app); }
bool has_selection(const App& app) { return !std::holds_alternative<std::monostate>(app.view_state.selection); }

std::string where_it_acts(const Command& command) {
    const auto row = std::ranges::find(kWhyNot, command.when, &WhyNot::when);
    std::string_view chords = command.keys;
    return row == std::end(kWhyNot) ? std::string() : say(take_chord(chords), ' ', row->why);
}

bool is_on(const Command& command, const App& app) {
    const auto row = std::ranges::find(kTicks, command.id, &Tick::id);
    return row != std::end(kTicks) && row->is_on(app);
}

void say_first(App& app, std::string sentence) {
    if (ImGui::GetCurrentContext() == nullptr) return;  // nothing is pointed at yet
    app.first_said = {std::move(sentence), app.view_state.selection, app.pointed, ImGui::GetIO().MousePos};
}

void say_now(App& app, const std::string& sentence) {
    app.status = sentence;
    say_first(app, sentence);
}

std::string said_first(const App& app) {
    const FirstSaid& said = app.first_said;
    const ImVec2 now = ImGui::GetIO().MousePos;
    const bool rests = said.pointed == app.pointed || (said.pointer.x == now.x && said.pointer.y == now.y);
    return said.selection == app.view_state.selection && rests ? said.sentence : std::string();
}

}  // namespace tilescope::ui
