// core/src/document/history.cpp -- undo and redo, and the differences between two sessions.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/history.h>
#include <tilescope/word/codec.h>

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

// Collects the differences.
class Changes {
public:
    Changes(const Session& from, const Session& to) : from_(from), to_(to) {}

    // A difference in a member, or in one of both operands.
    template <auto M>
    void compare() {
        if (from_.*M != to_.*M) add(SetMember<M>{to_.*M}, SetMember<M>{from_.*M});
    }
    template <auto M>
    void compare_both() {
        for (const Operand o : kBothOperands)
            if ((from_.*M)[o] != (to_.*M)[o]) add(SetForOperand<M>{o, (to_.*M)[o]}, SetForOperand<M>{o, (from_.*M)[o]});
    }
    void compare_words(WordId id) {
        for (const Field& f : format_of(to_, id).fields) {
            const std::uint64_t old_raw = get_field(f, from_.word(id)), raw = get_field(f, to_.word(id)),
                                old_unknown = get_field(f, from_.unknown_bits(id)),
                                unknown = get_field(f, to_.unknown_bits(id));
            if (old_raw == raw && old_unknown == unknown) continue;
            out_.push_back({say(row_of(id).title, ' ', f.id, ": ", meaning_of(f, old_raw, old_unknown), " -> ",
                                meaning_of(f, raw, unknown)),
                            SetField{id, &f, old_raw, old_unknown, true}, &f, id});
        }
    }
    void add(const Edit& change, Edit restore) { out_.push_back({words_of(from_, change), std::move(restore)}); }

    bool is_empty() const { return out_.empty(); }
    std::vector<SessionChange> all() { return std::move(out_); }

private:
    const Session &from_, &to_;
    std::vector<SessionChange> out_;
};

}  // namespace

void History::record_and_apply(Session& session, const Edit& edit, std::uint64_t gesture) {
    const Session before = session;
    const std::string what = words_of(before, edit);
    const bool continues = gesture != 0 && done_ > 0 && steps_[done_ - 1].gesture == gesture;
    session = apply_edit(before, edit, continues ? steps_[done_ - 1].before : before);
    const UnknownBits given =
        done_ > 0 ? given_after(before, session, steps_[done_ - 1].given) : given_after(before, session, {});
    if (count(given) > 0) session = apply_edit(before, edit, without(before, given));
    if (session == before) {
        // A paste of words that are there already gives them: its step is the paste.
        if (continues && std::holds_alternative<SetWords>(edit)) steps_[done_ - 1].what = what;
        return;
    }
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(done_), steps_.end());
    if (continues) {
        if (session == steps_.back().before) {
            steps_.pop_back();
            done_ = steps_.size();
            return;
        }
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

std::vector<SessionChange> changes_between(const Session& from, const Session& to) {
    Changes out(from, to);
    // The edition comes first, because a restored edition can make a kind available again.
    out.compare<&Session::edition>();
    out.compare<&Session::arch>();
    out.compare<&Session::variant>();
    for (const WordRow& row : kWords) out.compare_words(row.word);
    out.compare<&Session::tile_k>();
    out.compare_both<&Session::scale_matrix>();
    out.compare<&Session::mask>();
    out.compare_both<&Session::atom_order>();
    out.compare_both<&Session::atom_step>();
    out.compare<&Session::pieces>();
    for (const TmemPlaceRow& row : kTmemPlaces)
        if (from.address(row.place) != to.address(row.place))
            out.add(SetTmemAddress{row.place, to.address(row.place)},
                    SetTmemAddress{row.place, from.address(row.place)});
    out.compare<&Session::requested_layout>();
    out.compare<&Session::requested_mask>();
    out.compare_both<&Session::tensor_map>();
    out.compare_both<&Session::image>();
    for (const RecipeRow& row : kRecipes)
        if (from.recipe_of(row.of) != to.recipe_of(row.of))
            out.add(SetRecipe{row.of, to.recipe_of(row.of)}, SetRecipe{row.of, from.recipe_of(row.of)});
    out.compare<&Session::meta_recipe>();
    out.compare<&Session::run>();
    out.compare<&Session::notes>();
    // Last: what the edits before it restore counts as given.
    if (from.assumed != to.assumed || (from.assumed != Assumed{} && !out.is_empty()))
        out.add(SetAssumed{to.assumed}, SetAssumed{from.assumed});
    return out.all();
}

}  // namespace tilescope
