// core/src/session/history.cpp -- undo and redo.
// SPDX-License-Identifier: MIT
#include <tilescope/session/history.h>

#include <algorithm>

namespace tilescope {

void History::record_and_apply(Session& session, const Edit& edit, std::uint64_t gesture) {
    const Session before = session;
    const std::string what = words_of(before, edit);
    session = apply_edit(before, edit);
    if (session == before) return;
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(done_), steps_.end());
    const bool continues = gesture != 0 && !steps_.empty() && steps_.back().gesture == gesture;
    if (continues) {
        // The text describes the change since the start of the gesture, as far as this edit alone can describe it.
        Step& step = steps_.back();
        step.after = session;
        step.what = words_of(step.before, edit);
        return;
    }
    steps_.push_back({what, before, session, gesture});
    if (steps_.size() > kMostSteps) steps_.pop_front();
    done_ = steps_.size();
}

void History::undo(Session& session) {
    if (!can_undo()) return;
    session = steps_[--done_].before;
}

void History::redo(Session& session) {
    if (!can_redo()) return;
    session = steps_[done_++].after;
}

void History::go_to(Session& session, std::size_t done) {
    done = std::min(done, steps_.size());
    while (done_ > done) undo(session);
    while (done_ < done) redo(session);
}

}  // namespace tilescope
