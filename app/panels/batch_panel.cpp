// app/panels/batch_panel.cpp -- many pasted words: one a line, with what changed since the last one of the same name.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/panels/word_list.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

// The chosen line goes on the card it would go on if it had been pasted alone.
void draw_put(const View& view, PanelStates& states, Asks& asks) {
    const int chosen = states.batch.chosen;
    ImGui::BeginDisabled(chosen < 0);
    const bool clicked = ImGui::Button("Put the chosen word on its card");
    mark("batch.put");
    ImGui::EndDisabled();
    if (!clicked || chosen < 0) return;
    PasteResult alone;
    alone.words.push_back(view.pasted.words[static_cast<std::size_t>(chosen)]);
    const PasteOutcome outcome = outcome_of(alone, plan_paste(alone, view.look.active), view.session);
    asks.edits.insert(asks.edits.end(), outcome.edits.begin(), outcome.edits.end());
    asks.gesture = states.next_gesture++;
    if (outcome.active) asks.look.active = *outcome.active;
    asks.status = outcome.active ? outcome.sentence : "There is no card for this word.";
}

void draw_steps(const View& view) {
    for (const KStep& step : view.pasted.steps)
        dim_text(view.theme, say(step.name, ": the start moves on by ", step.units * 16, " bytes"));
}

}  // namespace

// Reads: every word of the last paste. Asks: SetWords of the chosen one; the active word.
void draw_batch_panel(const View& view, PanelStates& states, Asks& asks) {
    const PasteResult& pasted = view.pasted;
    if (pasted.words.empty()) {
        states.batch.chosen = -1;
        empty_state(view.theme, "batch.empty", "Paste a log: every descriptor in it becomes a line here.");
        return;
    }
    if (states.batch.chosen >= static_cast<int>(pasted.words.size())) states.batch.chosen = -1;
    draw_put(view, states, asks);
    draw_steps(view);
    const auto what = [&](std::size_t i) {
        return say(pasted.words[i].readings.front().format->id, "  ", name_in_list(pasted.words[i]));
    };
    const auto change = [&](std::size_t i) { return change_in_words(pasted, i); };
    draw_word_list(view, {"batch", {{"What", 3, what}, {"Against the last of its name", 5, change}}},
                   states.batch.chosen);
}

}  // namespace tilescope::ui
