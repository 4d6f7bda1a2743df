// app/window/paste/paste_apply.cpp -- writes the pasted words to their cards: one edit, one undo step.
// SPDX-License-Identifier: MIT
#include "app/ui/paste_plan.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/context.h"
#include "app/window/guide/lessons.h"
#include "app/window/paste/paste.h"

#include <tilescope/base/say.h>
#include <tilescope/study/program_chains.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// No pasted word waits any more. The panel closes, because it covers the picture, unless it says what was not read.
void end_waiting(Document& doc, Regions& regions) {
    doc.states.paste.waiting = 0;
    if (regions.flyout == "paste" && doc.paste.result.refused.empty()) regions.flyout.clear();
}

}  // namespace

void apply_paste(Context c) {
    if (c.document().paste.session) return open_pasted_session(c);
    const bool leaves = c.document().lesson && !asks_for_paste(c.document());
    if (leaves && !take_paste_out_of_lesson(c)) return;
    Document& doc = c.document();
    const PastePlan& plan = planned_paste(doc.states, doc.paste.result, doc.view_state.active, doc.session);
    const PasteOutcome outcome = outcome_of(c.document().paste.result, plan, c.document().session);
    if (outcome.active) c.document().view_state.active = *outcome.active;
    make_edits(c, outcome.edits, c.document().states.next_gesture++);
    end_waiting(c.document(), c.regions);
    // Also if the pointer is on a picture: a paste can change the target.
    say_now(c.document(), leaves ? say(outcome.sentence, kOutOfLesson) : outcome.sentence);
}

void open_chain(Context c, std::size_t number) {
    const ProgramChain& chain = c.document().paste.program.chains[number];
    const std::string name = chain_name(c.document().paste.program, number);
    std::string open;
    for (const ChainAsk& ask : chain.asks) open += say(open.empty() ? "" : ", ", ask.name);
    const std::string sentence =
        say("The session is now ", name, " of the program: ", tile_text(c.document().paste.program, number), '.',
            open.empty() ? "" : say(" The program does not say: ", open, '.'), " Ctrl+Z undoes it.");
    make_edits(c, {LoadSession{session_with_asks(chain), name}}, c.document().states.next_gesture++);
    // The file that was open has another session, and Ctrl+S must not replace it.
    c.document().file.path.clear();
    c.document().file.text.reset();
    note_opened_memory(c.document().user_memory, c.document().session);
    end_waiting(c.document(), c.regions);
    say_now(c.document(), sentence);
}

void note_edits_of_pastes(Context c, const std::vector<Edit>& edits, const Session& before) {
    Document& doc = c.document();
    const auto follows = [](const Edit& edit) {
        const auto* words = std::get_if<SetWords>(&edit);
        return words != nullptr && words->image_follows;
    };
    // The step with the words that kept the memory was undone, and another one has taken its place.
    if (doc.paste.rewritten && doc.session != before && doc.history.done() <= doc.paste.rewritten->kept_at)
        doc.paste.rewritten->kept_at = 0;
    if (std::ranges::none_of(edits, follows)) return;
    end_waiting(doc, c.regions);
    if (doc.session.image == before.image) {
        if (doc.paste.rewritten && doc.session.keep_memory && doc.session != before)
            doc.paste.rewritten->kept_at = doc.history.done();
        return;
    }
    // One operand is enough: words that read its example are blamed for what nobody said.
    const bool example = std::ranges::any_of(kBothOperands, [&](Operand o) {
        return doc.session.image[o] != before.image[o] && !is_own(doc.user_memory, o, before.image[o]);
    });
    std::string unmatched;
    for (const Operand o : kBothOperands)
        if (const std::string strides = unmatched_strides(doc.session, o); !strides.empty())
            unmatched += say(unmatched.empty() ? "" : ", ", strides);
    doc.paste.rewritten = RewrittenMemory{before.image, doc.session.image, example, std::move(unmatched)};
}

const RewrittenMemory* rewritten_memory(const Document& doc) {
    return doc.paste.rewritten && doc.paste.rewritten->after == doc.session.image ? &*doc.paste.rewritten : nullptr;
}

void judge_old_memory(Context c) {
    const OperandPair<OperandImage> old = c.document().paste.rewritten->before;
    std::vector<Edit> edits = {SetKeepMemory{true}};
    for (const Operand o : kBothOperands)  // an operand that the paste left alone is not said to be right
        if (old[o] != c.document().session.image[o]) edits.emplace_back(SetImage{o, old[o]});
    make_edits(c, edits, c.document().states.next_gesture++);
    c.document().status = "The memory is again as it was before these words. The words are now judged against it.";
}

void note_closed_paste(Document& doc, Regions& regions) {
    const bool closed = regions.last_flyout == "paste" && regions.flyout != "paste";
    regions.last_flyout = regions.flyout;
    if (closed) doc.states.paste.typing = false;
    const std::size_t count = doc.states.paste.waiting;
    if (!closed || count == 0) return;
    doc.status = say(not_applied_text(count), ". Press Ctrl+Shift+V to apply ", count == 1 ? "it." : "them.");
}

}  // namespace tilescope::ui
