// core/src/document/fixes.cpp -- edits that fix problems, and the problems that an edit would cause.
// SPDX-License-Identifier: MIT
#include <tilescope/document/fixes.h>

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope {
namespace {

bool same(const SetField& a, const SetField& b) {
    return a.word == b.word && a.field->id == b.field->id && a.raw == b.raw && a.unknown == b.unknown;
}

bool same(const PlacedProblem& a, const PlacedProblem& b) {
    return a.word == b.word && a.in_line == b.in_line && a.problem.rule == b.problem.rule &&
           a.problem.field == b.problem.field;
}

// Returns the first fix that has not been made yet.
const SetField* next_fix(const std::vector<Edit>& offered, const std::vector<SetField>& made) {
    for (const Edit& edit : offered) {
        const SetField* fix = std::get_if<SetField>(&edit);
        if (fix == nullptr) continue;
        if (std::ranges::none_of(made, [&](const SetField& m) { return same(m, *fix); })) return fix;
    }
    return nullptr;
}

std::vector<Edit> fixes_of(const Derived& derived) {
    std::vector<Edit> out;
    for (const PlacedProblem& p : derived.problems)
        if (const auto fix = fix_of(derived, p)) out.push_back(*fix);
    return out;
}

}  // namespace

const Field* field_of(const Derived& derived, const PlacedProblem& placed) {
    return placed.in_line ? nullptr : find_field(*derived.of(placed.word).format, placed.problem.field);
}

std::optional<Edit> fix_of(const Derived& derived, const PlacedProblem& placed) {
    if (!placed.problem.one_click || placed.in_line) return std::nullopt;
    const Field* field = find_field(*derived.of(placed.word).format, placed.problem.one_click->field);
    if (field == nullptr) return std::nullopt;
    return SetField{placed.word, field, placed.problem.one_click->raw};
}

AllFixes fix_all(const Derived& derived) {
    AllFixes out;
    Derived now = derived;
    std::vector<SetField> made;
    for (std::vector<Edit> offered = fixes_of(now);; offered = fixes_of(now)) {
        const SetField* fix = next_fix(offered, made);
        if (fix == nullptr) break;
        made.push_back(*fix);
        now = derive(apply_edit(now.session, *fix));
    }
    out.made = made.size();
    out.left = now.problems.size();
    SetWords words{{}, say("fixed ", made.size(), made.size() == 1 ? " problem" : " problems"), false};
    for (const WordRow& row : kWords)
        if (now.session.word(row.word) != derived.session.word(row.word) ||
            now.session.unknown_bits(row.word) != derived.session.unknown_bits(row.word))
            words.words.push_back({row.word, now.session.word(row.word), now.session.unknown_bits(row.word)});
    if (!words.words.empty()) out.edit = std::move(words);
    return out;
}

std::vector<PlacedProblem> problems_of_choice(const Derived& now, const SetField& choice) {
    const Derived then = derive(apply_edit(now.session, choice));
    std::vector<PlacedProblem> out;
    for (const PlacedProblem& p : then.problems) {
        const Field* field = field_of(then, p);
        const bool of_field = p.word == choice.word && field != nullptr && field->id == choice.field->id;
        const bool known = std::ranges::any_of(now.problems, [&](const PlacedProblem& q) { return same(p, q); });
        if (of_field || !known) out.push_back(p);
    }
    return out;
}

}  // namespace tilescope
