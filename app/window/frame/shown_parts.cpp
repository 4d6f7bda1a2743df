// app/window/frame/shown_parts.cpp -- what is shown, so that a key acts only on what the user sees.
// SPDX-License-Identifier: MIT
#include "app/window/frame/shown_parts.h"

#include "app/window/frame/chord.h"
#include "app/window/frame/drawer.h"
#include "app/window/guide/player.h"
#include "app/window/result/result_commands.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace tilescope::ui {
namespace {

bool on_memory_tab(const Document& doc, StageTab tab) {
    return on_memory(doc) && tab_of(doc.view_state, Screen::memory) == tab;
}

struct WhyNot {
    bool (*when)(Context);
    std::string_view why;
};
constexpr WhyNot kWhyNot[] = {
    {with<on_memory>, "acts on the screen Shared memory (Ctrl+2)."},
    {with<shows_tile>, "acts on the tab Tile of the screen Shared memory (Ctrl+2)."},
    {with<shows_swizzle>, "acts on the tabs Tile and Banks of the screen Shared memory (Ctrl+2)."},
    {with<shows_grain>, "acts on the tabs Tile and Tensor map of the screen Shared memory (Ctrl+2)."},
    {with<shows_labels>,
     "acts on the screen MMA (Ctrl+1), on the tab Tile of the screen Shared memory (Ctrl+2), and on the tab Map of the "
     "screen Tensor memory (Ctrl+5)."},
    {with<shows_k_steps>,
     "acts on the screen MMA (Ctrl+1), on the tab Tile of the screen Shared memory (Ctrl+2), and on the tab Scales of "
     "the "
     "screen Tensor memory (Ctrl+5)."},
    {with<has_player>, "acts on an animation; start one in the menu Run."},
    {with<has_selection>, "shows the selection large, but nothing is selected; click a cell first."},
    {with<has_fix>, "found no fix: no problem has exactly one correct value, and no edit repairs D."},
};

struct Tick {
    std::string_view id;
    bool (*is_on)(Context);
};
constexpr Tick kTicks[] = {
    {"keep_memory", [](Context c) { return c.document().session.keep_memory; }},
    {"swizzle", [](Context c) { return c.document().view_state.swizzle; }},
    {"all_fields", [](Context c) { return c.prefs.all_fields; }},
    {"raw", [](Context c) { return c.document().view_state.raw_values; }},
    {"reading", [](Context c) { return c.document().view_state.other_reading; }},
    {"rail", [](Context c) { return c.prefs.rail_pinned; }},
    {"side", [](Context c) { return !c.prefs.side_folded; }},
    {"strip", [](Context c) { return !strip_is_folded(c.regions, c.prefs); }},
    {"drawer", with<drawer_is_open>},
    {"full_screen", [](Context c) { return c.regions.full_screen; }},
    {"present", [](Context c) { return c.overlays.presentation.on; }},
    {"start_page_at_start", [](Context c) { return c.prefs.start_page; }},
    {"motion", [](Context c) { return c.prefs.reduced_motion; }},
    {"player_loop", [](Context c) { return c.document().states.player.loops; }},
    {"live", [](Context c) { return c.prefs.live; }},
};

}  // namespace

bool on_memory(const Document& doc) { return doc.view_state.screen == Screen::memory; }
bool shows_tile(const Document& doc) { return on_memory_tab(doc, StageTab::memory); }
bool shows_swizzle(const Document& doc) { return shows_tile(doc) || on_memory_tab(doc, StageTab::banks); }
bool shows_grain(const Document& doc) { return shows_tile(doc) || on_memory_tab(doc, StageTab::tensor_map); }
std::optional<LabelPicture> labelled_picture(const Document& doc) {
    const Screen screen = doc.view_state.screen;
    if (screen == Screen::mma) return LabelPicture::mma;
    if (screen == Screen::tmem && tab_of(doc.view_state, screen) == StageTab::tmem) return LabelPicture::tmem;
    return shows_tile(doc) ? std::optional(LabelPicture::memory) : std::nullopt;
}
bool shows_labels(const Document& doc) { return labelled_picture(doc).has_value(); }
bool shows_k_steps(const Document& doc) {
    const Screen screen = doc.view_state.screen;
    const bool scales = screen == Screen::tmem && tab_of(doc.view_state, screen) == StageTab::scales;
    return shows_tile(doc) || screen == Screen::mma || (scales && doc.derived.tmem.scales(doc.view_state.operand));
}

bool shows_d(const Document& doc) {
    constexpr Screen kWithD[] = {Screen::mma, Screen::tmem, Screen::run};
    return std::ranges::find(kWithD, doc.view_state.screen) != std::end(kWithD);
}

bool has_cell(const Document& doc) {
    const Focus& at = doc.view_state.selection;
    const bool in_memory = std::holds_alternative<ElementFocus>(at) || std::holds_alternative<ByteFocus>(at);
    const auto* element = std::get_if<ElementFocus>(&at);
    const bool in_tmem = std::holds_alternative<CellFocus>(at) || (element && element->matrix == Matrix::d);
    if (in_tmem && shows_d(doc)) return true;
    return (in_memory && shows_swizzle(doc)) ||
           (std::holds_alternative<MaskFocus>(at) && doc.view_state.screen == Screen::mask);
}

bool has_cell_or_player(const Document& doc) { return has_player(doc) || has_cell(doc); }
bool has_selection(const Document& doc) { return !std::holds_alternative<std::monostate>(doc.view_state.selection); }

std::string where_it_acts(const Command& command) {
    const auto row = std::ranges::find(kWhyNot, command.when, &WhyNot::when);
    std::string_view chords = command.keys;
    return row == std::end(kWhyNot) ? std::string() : say(take_chord(chords), ' ', row->why);
}

bool is_on(const Command& command, Context c) {
    const auto row = std::ranges::find(kTicks, command.id, &Tick::id);
    return row != std::end(kTicks) && row->is_on(c);
}

}  // namespace tilescope::ui
