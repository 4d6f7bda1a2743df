// app/shell/paste_apply.cpp -- writes the pasted words to their cards: one edit, one undo step.
// SPDX-License-Identifier: MIT
#include "app/shell/frame.h"
#include "app/ui/paste_plan.h"

namespace tilescope::ui {

void apply_paste(App& app) {
    const PasteOutcome outcome = outcome_of(app.pasted, plan_paste(app.pasted, app.view_state.active), app.session);
    if (outcome.active) app.view_state.active = *outcome.active;
    make_edits(app, outcome.edits, app.states.next_gesture++);
    app.status = outcome.sentence;
}

}  // namespace tilescope::ui
