// app/shell/paste_apply.cpp -- writes the pasted words to their cards: one edit, one undo step.
// SPDX-License-Identifier: MIT
#include "app/shell/frame.h"
#include "app/shell/lessons.h"
#include "app/shell/paste_jobs.h"
#include "app/shell/shown_parts.h"
#include "app/shell/state_lines.h"
#include "app/ui/paste_plan.h"

#include <tilescope/base/say.h>
#include <tilescope/session/chain_text.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// No pasted word waits any more. The panel closes, because it covers the picture, unless it says what was not read.
void end_waiting(App& app) {
    app.states.paste.waiting = 0;
    if (app.flyout == "paste" && app.pasted.refused.empty()) app.flyout.clear();
}

}  // namespace

void apply_paste(App& app) {
    if (app.pasted_session) return open_pasted_session(app);
    const bool leaves = app.lesson && !asks_for_paste(app);
    if (leaves && !take_paste_out_of_lesson(app)) return;
    const PastePanelState& state = app.states.paste;
    const bool chosen = state.planned_for == state.text && state.plan.size() == app.pasted.words.size();
    const PastePlan plan = chosen ? state.plan : plan_paste(app.pasted, app.view_state.active, app.session);
    const PasteOutcome outcome = outcome_of(app.pasted, plan, app.session);
    if (outcome.active) app.view_state.active = *outcome.active;
    make_edits(app, outcome.edits, app.states.next_gesture++);
    end_waiting(app);
    // Also if the pointer is on a picture: a paste can change the target.
    say_now(app, leaves ? say(outcome.sentence, kOutOfLesson) : outcome.sentence);
}

void open_chain(App& app, std::size_t number) {
    const ProgramChain& chain = app.program.chains[number];
    const std::string name = chain_name(app.program, number);
    std::string open;
    for (const ChainAsk& ask : chain.asks) open += say(open.empty() ? "" : ", ", ask.name);
    const std::string sentence =
        say("The session is now ", name, " of the program: ", tile_text(app.program, number), '.',
            open.empty() ? "" : say(" The program does not say: ", open, '.'), " Ctrl+Z undoes it.");
    make_edits(app, {LoadSession{session_with_asks(chain), name}}, app.states.next_gesture++);
    // The file that was open has another session, and Ctrl+S must not replace it.
    app.file_path.clear();
    app.file_text.reset();
    note_opened_memory(app.user_memory, app.session);
    end_waiting(app);
    say_now(app, sentence);
}

void note_paste(App& app, const std::vector<Edit>& edits, const Session& before) {
    const auto follows = [](const Edit& edit) {
        const auto* words = std::get_if<SetWords>(&edit);
        return words != nullptr && words->image_follows;
    };
    // The step with the words that kept the memory was undone, and another one has taken its place.
    if (app.rewritten && app.session != before && app.history.done() <= app.rewritten->kept_at)
        app.rewritten->kept_at = 0;
    if (std::ranges::none_of(edits, follows)) return;
    end_waiting(app);
    if (app.session.image == before.image) {
        if (app.rewritten && app.session.keep_memory && app.session != before)
            app.rewritten->kept_at = app.history.done();
        return;
    }
    // One operand is enough: words that read its example are blamed for what nobody said.
    const bool example = std::ranges::any_of(kBothOperands, [&](Operand o) {
        return app.session.image[o] != before.image[o] && !is_own(app.user_memory, o, before.image[o]);
    });
    std::string unmatched;
    for (const Operand o : kBothOperands)
        if (const std::string strides = unmatched_strides(app.session, o); !strides.empty())
            unmatched += say(unmatched.empty() ? "" : ", ", strides);
    app.rewritten = RewrittenMemory{before.image, app.session.image, example, std::move(unmatched)};
}

const RewrittenMemory* rewritten_memory(const App& app) {
    return app.rewritten && app.rewritten->after == app.session.image ? &*app.rewritten : nullptr;
}

void judge_old_memory(App& app) {
    const OperandPair<OperandImage> old = app.rewritten->before;
    std::vector<Edit> edits = {SetKeepMemory{true}};
    for (const Operand o : kBothOperands)  // an operand that the paste left alone is not said to be right
        if (old[o] != app.session.image[o]) edits.emplace_back(SetImage{o, old[o]});
    make_edits(app, edits, app.states.next_gesture++);
    app.status = "The memory is again as it was before these words. The words are now judged against it.";
}

void note_closed_paste(App& app) {
    const bool closed = app.last_flyout == "paste" && app.flyout != "paste";
    app.last_flyout = app.flyout;
    if (closed) app.states.paste.typing = false;
    const std::size_t count = app.states.paste.waiting;
    if (!closed || count == 0) return;
    app.status = say(not_applied_text(count), ". Press Ctrl+Shift+V to apply ", count == 1 ? "it." : "them.");
}

}  // namespace tilescope::ui
