// app/panels/paste_answers.cpp -- the buttons of the paste panel: the words go on their cards, or are shown as a table.
// SPDX-License-Identifier: MIT
#include "app/panels/paste_answers.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"

#include <tilescope/base/say.h>

#include <utility>

namespace tilescope::ui {

PasteAnswer draw_answers(const PasteResult& pasted, PastePanelState& state, bool entered) {
    const std::size_t count = planned_words(state.plan);
    const bool table = is_for_a_table(pasted, state.plan);
    PasteAnswer out{.apply = entered && !table, .table = entered && table};
    if (table) {
        out.table |=
            action_button(Icon::data, say("Show ", words_in_text(pasted), " words as a table").c_str(), {-1, 0});
        mark("paste.table");
        if (std::exchange(state.focus_apply, false)) focus_last_item();
        if (count == 0) return out;
        out.apply |= ImGui::Button(say("Apply ", count, " of them to the cards###apply").c_str(), {-1, 0});
        mark("paste.apply");
        return out;
    }
    const std::string label = count == 1 ? std::string("Apply the word") : say("Apply ", count, " words");
    out.apply |= action_button(Icon::apply, label.c_str(), {-1, 0});
    mark("paste.apply");
    if (std::exchange(state.focus_apply, false)) focus_last_item();
    return out;
}

}  // namespace tilescope::ui
