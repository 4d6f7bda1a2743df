// app/shell/result_commands.cpp -- the commands that emulate, go to wrong elements and odd words, or apply a fix.
// SPDX-License-Identifier: MIT
#include "app/shell/result_commands.h"

#include "app/panels/mma_parts.h"
#include "app/shell/drawer.h"
#include "app/shell/emulation.h"
#include "app/shell/frame.h"
#include "app/shell/shown_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/session/fixes.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace tilescope::ui {
namespace {

// Returns the fix of the current problem. If no problem is current, returns the fix of the worst one.
std::optional<Edit> current_fix(const App& app) {
    const auto& problems = app.derived.problems;
    const auto at = static_cast<std::size_t>(std::max(app.states.problems.current, 0));
    return at < problems.size() ? fix_of(app.derived, problems[at]) : std::nullopt;
}

// The selected element of D, if the result has it.
const ElementFocus* selected_in(const App& app, const Emulation& e) {
    const auto* at = std::get_if<ElementFocus>(&app.view_state.selection);
    const bool inside = at != nullptr && at->matrix == Matrix::d && at->row >= 0 && at->column >= 0 &&
                        at->row < static_cast<int>(e.m) && at->column < static_cast<int>(e.n);
    return inside ? at : nullptr;
}

// Opens the MMA screen, unless a picture of D is shown.
void show_d(App& app) {
    const StageTab tab = tab_of(app.view_state, Screen::tmem);
    const bool in_tmem = app.view_state.screen == Screen::tmem && (tab == StageTab::tmem || tab == StageTab::result);
    if (!in_tmem) app.view_state.screen = Screen::mma;
    app.states.tmem.reveal = true;
}

}  // namespace

bool can_emulate(const App& app) { return app.jobs != nullptr; }
bool is_emulating(const App& app) { return app.jobs && app.results.state == ResultState::running; }

void emulate_and_show(App& app) {
    emulate_now(app);
    if (app.view_state.screen == Screen::mma) return;
    app.view_state.screen = Screen::tmem;
    tab_of(app.view_state, Screen::tmem) = StageTab::result;
}

bool has_k_steps(const App& app) { return can_emulate(app) && app.session.tile_k >= 2 * std::max(app.derived.k, 1u); }

void emulate_all_k_steps(App& app) {
    make_edits(app, {SetRun{with_steps(app.session.run, true)}});
    emulate_and_show(app);
}

const Repair* current_repair(const App& app) {
    const Results& r = app.results;
    if (r.repairs.empty() || !r.is_of(app.revision) || r.state == ResultState::refused) return nullptr;
    const ElementFocus* at = selected_in(app, *r.emulation);
    const Repair* own = at == nullptr ? nullptr : repair_for(r.repairs, *r.emulation, at->row, at->column);
    return own != nullptr ? own : &r.repairs.front();
}

bool has_fix(const App& app) { return current_fix(app).has_value() || current_repair(app) != nullptr; }

void apply_fix(App& app) {
    if (const auto fix = current_fix(app)) return make_edits(app, {*fix});
    const Repair* repair = current_repair(app);
    if (repair == nullptr) return;
    const std::string label = repair->label;
    make_edits(app, {repair->edit}, app.states.next_gesture++);
    say_first(app, say(label, "."));
    app.requests.result = true;  // to see what it does to D
}

void next_wrong(App& app, int by) {
    const Results& r = app.results;
    if (!r.emulation || r.state == ResultState::refused)
        return say_first(app, "D is not computed yet, so no element is wrong. Press Ctrl+E to emulate.");
    const Emulation& e = *r.emulation;
    const std::size_t wrong = e.count[static_cast<std::size_t>(Verdict::wrong)], all = e.verdicts.size();
    if (wrong == 0) return say_first(app, "D has no wrong element.");
    const ElementFocus* from = selected_in(app, e);
    std::size_t at = by > 0 ? all - 1 : 0;
    if (from != nullptr) at = static_cast<std::size_t>(from->row) * e.n + static_cast<std::size_t>(from->column);
    do at = (at + (by > 0 ? 1 : all - 1)) % all;
    while (e.verdicts[at] != Verdict::wrong);
    const int row = static_cast<int>(at / e.n), column = static_cast<int>(at % e.n);
    const auto end = e.verdicts.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    app.view_state.selection = ElementFocus{Matrix::d, row, column};
    show_d(app);
    say_first(app, say("D[", row, "][", column, "] is wrong: number ",
                       std::count(e.verdicts.begin(), end, Verdict::wrong), " of ", wrong, "."));
}

void show_batch(App& app) {
    raise_drawer(app, "batch");
    app.flyout.clear();  // its list of the same words covers the picture
}

bool has_odd(const App& app) { return !app.states.batch.marked.empty(); }

void next_odd(App& app) {
    raise_drawer(app, "batch");
    follow_batch(app.states.batch, app.pasted, app.paste_text, app.states.paste_number, app.session.arch);
    show_next_odd(app.states.batch);
    say_first(app, say(odd_in_words(app.states.batch), "."));
}

}  // namespace tilescope::ui
