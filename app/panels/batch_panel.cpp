// app/panels/batch_panel.cpp -- many pasted words: one line per word, with its changes from the last word of that name.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/panels/word_list.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

// Puts the selected word on the card that plan_paste() chooses for this word alone.
void draw_put(const View& view, PanelStates& states, Requests& requests) {
    const int chosen = states.batch.chosen;
    ImGui::BeginDisabled(chosen < 0);
    const bool clicked = ImGui::Button("Put the selected word on its card");
    mark("batch.put");
    ImGui::EndDisabled();
    if (!clicked || chosen < 0) return;
    PasteResult alone;
    alone.words.push_back(view.pasted.words[static_cast<std::size_t>(chosen)]);
    const PasteOutcome outcome = outcome_of(alone, plan_paste(alone, view.view_state.active), view.session);
    requests.edits.insert(requests.edits.end(), outcome.edits.begin(), outcome.edits.end());
    requests.gesture = states.next_gesture++;
    if (outcome.active) requests.view_state.active = *outcome.active;
    requests.status = outcome.active ? outcome.sentence : "No card can store this word.";
}

void draw_steps(const View& view) {
    for (const KStep& step : view.pasted.steps)
        dim_text(view.theme, say(step.name, ": the start address advances by ", step.units * 16, " bytes"));
}

}  // namespace

// Reads: all words of the last paste.   Requests: SetWords for the selected word; the active word.
void draw_batch_panel(const View& view, PanelStates& states, Requests& requests) {
    const PasteResult& pasted = view.pasted;
    if (pasted.words.empty()) {
        states.batch.chosen = -1;
        empty_state(view.theme, "batch.empty", "Paste a log. Each descriptor in it becomes a line here.");
        return;
    }
    if (states.batch.chosen >= static_cast<int>(pasted.words.size())) states.batch.chosen = -1;
    draw_put(view, states, requests);
    draw_steps(view);
    const auto what = [&](std::size_t i) {
        return say(pasted.words[i].readings.front().format->id, "  ", name_in_list(pasted.words[i]));
    };
    const auto change = [&](std::size_t i) { return change_in_words(pasted, i); };
    draw_word_list(
        view, {"batch", {{"Format, name", 3, what}, {"Difference from the previous word with this name", 5, change}}},
        states.batch.chosen);
}

}  // namespace tilescope::ui
