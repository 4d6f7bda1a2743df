// core/include/tilescope/session/fixes.h -- edits that answer problems, and the problems that an edit would bring.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/derive.h>
#include <tilescope/session/edit.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace tilescope {

// The field that a problem is about; null for a word as a whole and for the text of the instruction.
const Field* field_of(const Derived& derived, const PlacedProblem& problem);

// The edit that stores the one right answer; nothing where there is not exactly one.
std::optional<Edit> fix_of(const Derived& derived, const PlacedProblem& problem);

// Every problem that has one right answer, answered one after another: a fix may end other problems or begin new ones,
// so all is derived anew between two. Where two fixes undo each other, each is made once.
struct AllFixes {
    std::optional<Edit> edit;  // one step; nothing: no problem has one right answer
    std::size_t made = 0;
    std::size_t left = 0;  // problems that are still there
};
AllFixes fix_all(const Derived& derived);

// What would be wrong if the field held this: problems of that field, and those that are not there now, worst first.
std::vector<PlacedProblem> problems_of_choice(const Derived& now, const SetField& choice);

}  // namespace tilescope
