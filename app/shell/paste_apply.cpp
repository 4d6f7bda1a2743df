// app/shell/paste_apply.cpp -- what was pasted, put on the cards it belongs to: one edit, one undo step.
// SPDX-License-Identifier: MIT
#include "app/shell/frame.h"
#include "app/ui/paste_plan.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {

void apply_paste(App& app) {
    const PastePlan plan = plan_paste(app.pasted, app.look.active);
    const std::vector<Edit> edits = edits_of(app.pasted, plan, app.session);
    if (edits.empty()) {
        app.status = app.pasted.sentence;
        return;
    }
    std::string cards;
    for (const PasteChoice& choice : plan) {
        if (!choice.card) continue;
        if (cards.empty()) app.look.active = *choice.card;
        cards += say(cards.empty() ? "" : ", ", row_of(*choice.card).title);
    }
    make_edits(app, edits, app.states.next_gesture++);
    app.status = say("pasted: ", cards, ". Ctrl+Z takes it back.");
}

}  // namespace tilescope::ui
