// core/src/document/history.cpp -- undo and redo.
// SPDX-License-Identifier: MIT
#include <tilescope/document/history.h>

#include <algorithm>
#include <bit>

namespace tilescope {
namespace {

// The session with `given` as unknown bits.
Session without(Session session, const UnknownBits& given) {
    for (std::size_t i = 0; i < kWordCount; ++i) session.words[i] &= ~given.of[i], session.unknown.of[i] |= given.of[i];
    return session;
}

// The bits that differ or that got a value, of each word.
UnknownBits changed_bits(const Session& a, const Session& b) {
    UnknownBits out;
    for (std::size_t i = 0; i < kWordCount; ++i)
        out.of[i] = (a.words[i] ^ b.words[i]) | (a.unknown.of[i] ^ b.unknown.of[i]);
    return out;
}

int count(const UnknownBits& bits) {
    int out = 0;
    for (const std::uint64_t mask : bits.of) out += std::popcount(mask);
    return out;
}

bool covers(const UnknownBits& all, const UnknownBits& part) {
    for (std::size_t i = 0; i < kWordCount; ++i)
        if ((part.of[i] & ~all.of[i]) != 0) return false;
    return true;
}

UnknownBits joined(UnknownBits a, const UnknownBits& b) {
    for (std::size_t i = 0; i < kWordCount; ++i) a.of[i] |= b.of[i];
    return a;
}

// The first click on an unknown bit gives it the value 0, the next one 1. So the bit is complete only after the clicks
// on it and on its neighbours. Returns the bits that stay of this kind; none if the edit is another one.
UnknownBits given_after(const Session& before, const Session& after, const UnknownBits& given) {
    const UnknownBits changed = changed_bits(before, after);
    if (count(changed) != 1) return {};
    if (covers(given, changed)) return given;
    return covers(before.unknown, changed) ? joined(given, changed) : UnknownBits{};
}

}  // namespace

void History::record_and_apply(Session& session, const Edit& edit, std::uint64_t gesture) {
    const Session before = session;
    const std::string what = words_of(before, edit);
    const bool continues = gesture != 0 && done_ > 0 && steps_[done_ - 1].gesture == gesture;
    session = apply_edit(before, edit, continues ? steps_[done_ - 1].before : before);
    const UnknownBits given =
        done_ > 0 ? given_after(before, session, steps_[done_ - 1].given) : given_after(before, session, {});
    if (count(given) > 0) session = apply_edit(before, edit, without(before, given));
    if (session == before) return;
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(done_), steps_.end());
    if (continues) {
        // The text describes the change since the start of the gesture, as far as this edit alone can describe it.
        Step& step = steps_.back();
        step.after = session;
        step.given = {};
        step.what = words_of(step.before, edit);
        return;
    }
    steps_.push_back({what, before, session, gesture, std::holds_alternative<LoadSession>(edit), given});
    if (steps_.size() > kMostSteps) steps_.pop_front();
    done_ = steps_.size();
}

std::size_t History::edits() const {
    std::size_t out = 0;
    while (out < done_ && !steps_[done_ - 1 - out].opens) ++out;
    return out;
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
