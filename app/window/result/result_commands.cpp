// app/window/result/result_commands.cpp -- the commands that emulate, go to wrong elements, or apply a fix.
// SPDX-License-Identifier: MIT
#include "app/window/frame/drawer.h"
#include "app/window/result/emulation.h"

#include "app/panels/mma_parts.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>
#include <tilescope/document/repair.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace tilescope::ui {
namespace {

// Returns the fix of the current problem. If no problem is current, returns the fix of the worst one.
std::optional<Edit> current_fix(const Document& doc) {
    const auto& problems = doc.derived.problems;
    const auto at = static_cast<std::size_t>(std::max(doc.states.problems.current, 0));
    return at < problems.size() ? fix_of(doc.derived, problems[at]) : std::nullopt;
}

// The selected element of D, if the result has it.
const ElementFocus* selected_in(const Document& doc, const Emulation& e) {
    const auto* at = std::get_if<ElementFocus>(&doc.view_state.selection);
    const bool inside = at != nullptr && at->matrix == Matrix::d && at->row >= 0 && at->column >= 0 &&
                        at->row < static_cast<int>(e.m) && at->column < static_cast<int>(e.n);
    return inside ? at : nullptr;
}

// Opens the MMA screen, unless a picture of D is shown.
void show_d(Document& doc) {
    const StageTab tab = tab_of(doc.view_state, Screen::tmem);
    const bool in_tmem = doc.view_state.screen == Screen::tmem && (tab == StageTab::tmem || tab == StageTab::result);
    if (!in_tmem) doc.view_state.screen = Screen::mma;
    doc.states.tmem.reveal = true;
}

bool can_emulate(const Jobs& jobs) { return jobs.emulation != nullptr; }

bool is_emulating(const Document& doc, const Jobs& jobs) {
    return jobs.emulation && doc.results.state == ResultState::running;
}

// Emulates the instruction, or all of the tile, and shows the result: on the MMA screen in its picture, from any other
// screen as numbers.
void emulate_and_show(Context c) {
    emulate_now(c);
    if (c.document().view_state.screen == Screen::mma) return;
    c.document().view_state.screen = Screen::tmem;
    tab_of(c.document().view_state, Screen::tmem) = StageTab::result;
}

// more than one instruction along K can be emulated
bool has_k_steps(const Document& doc, const Jobs& jobs) {
    return can_emulate(jobs) && doc.session.tile_k >= 2 * std::max(doc.derived.k, 1u);
}

// Emulates the instruction, or all of the tile, and shows the result: on the MMA screen in its picture, from any other
// screen as numbers.
void emulate_all_k_steps(Context c) {
    make_edits(c, {SetRun{with_steps(c.document().session.run, true)}});
    emulate_and_show(c);
}

}  // namespace

const Repair* current_repair(const Document& doc) {
    const Results& r = doc.results;
    if (r.repairs.empty() || !r.is_of(doc.revision) || r.state == ResultState::refused) return nullptr;
    const ElementFocus* at = selected_in(doc, *r.emulation);
    const Repair* own = at == nullptr ? nullptr : repair_for(r.repairs, *r.emulation, at->row, at->column);
    return own != nullptr ? own : &r.repairs.front();
}

bool has_fix(const Document& doc) { return current_fix(doc).has_value() || current_repair(doc) != nullptr; }

void apply_fix(Context c) {
    if (const auto fix = current_fix(c.document())) return make_edits(c, {*fix});
    const Repair* repair = current_repair(c.document());
    if (repair == nullptr) return;
    const std::string label = repair->label;
    make_edits(c, {repair->edit}, c.document().states.next_gesture++);
    say_first(c.document(), say(label, "."));
    c.document().requests.result = true;  // to see what it does to D
}

void next_wrong(Document& doc, int by) {
    const Results& r = doc.results;
    if (!r.emulation || r.state == ResultState::refused)
        return say_first(doc, "D is not computed yet, so no element is wrong. Press Ctrl+E to emulate.");
    const Emulation& e = *r.emulation;
    const std::size_t wrong = e.count[static_cast<std::size_t>(Verdict::wrong)], all = e.verdicts.size();
    if (wrong == 0) return say_first(doc, "D has no wrong element.");
    const ElementFocus* from = selected_in(doc, e);
    std::size_t at = by > 0 ? all - 1 : 0;
    if (from != nullptr) at = static_cast<std::size_t>(from->row) * e.n + static_cast<std::size_t>(from->column);
    do at = (at + (by > 0 ? 1 : all - 1)) % all;
    while (e.verdicts[at] != Verdict::wrong);
    const int row = static_cast<int>(at / e.n), column = static_cast<int>(at % e.n);
    const auto end = e.verdicts.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    doc.view_state.selection = ElementFocus{Matrix::d, row, column};
    show_d(doc);
    say_first(doc, say("D[", row, "][", column, "] is wrong: number ",
                       std::count(e.verdicts.begin(), end, Verdict::wrong), " of ", wrong, "."));
}

void show_batch(Document& doc, Regions& regions) {
    raise_drawer(doc, regions, "batch");
    regions.flyout.clear();  // its list of the same words covers the picture
}

bool has_odd(const Document& doc) { return !doc.states.batch.marked.empty(); }

void next_odd(Document& doc, Regions& regions) {
    raise_drawer(doc, regions, "batch");
    follow_batch(doc.states.batch, doc.paste.result, doc.paste.text, doc.states.paste_number, doc.session.arch);
    show_next_odd(doc.states.batch);
    say_first(doc, say(odd_in_words(doc.states.batch), "."));
}

namespace {

constexpr std::string_view kNoFix = "found no fix: no problem has exactly one correct value, and no edit repairs D.";

// clang-format off
constexpr Command kResultCommands[] = {
    {.id = "emulate", .title = "Emulate now", .keys = "Ctrl+E", .menu = Menu::run, .place = 970,
     .when = {with<can_emulate>}, .act = with<emulate_and_show>,
     .words = "run on cpu emulator emulation simulate simulation execute compute calculate multiply mma result"},
    {.id = "all_steps", .title = "Emulate all K steps", .menu = Menu::run, .place = 980, .when = {with<has_k_steps>},
     .act = with<emulate_all_k_steps>, .words = "every step whole tile sum instructions"},
    {.id = "stop_emulation", .title = "Stop the emulation", .menu = Menu::run, .place = 990,
     .when = {with<is_emulating>}, .act = with<stop_emulation>, .words = "cancel abort simulation"},
    {.id = "next_wrong", .title = "Next wrong element of D", .keys = "W", .menu = Menu::view, .place = 810,
     .act = with<[](Document& doc) { next_wrong(doc, 1); }>,
     .words = "error verdict mismatch differs result incorrect"},
    {.id = "last_wrong", .title = "Previous wrong element of D", .keys = "Shift+W", .menu = Menu::view, .place = 820,
     .act = with<[](Document& doc) { next_wrong(doc, -1); }>,
     .words = "error verdict mismatch differs result incorrect"},
    {.id = "apply_fix", .title = "Apply the fix of the problem", .keys = "Ctrl+.", .menu = Menu::edit, .place = 410,
     .when = {with<has_fix>, kNoFix}, .act = with<apply_fix>, .words = "repair correct quick solve"},
};
// clang-format on

}  // namespace

const Feature kResult = {.id = "result", .commands = kResultCommands};

}  // namespace tilescope::ui
