// core/include/tilescope/document/fixes.h -- edits that fix problems, and the problems that an edit would cause.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace tilescope {

// Returns the field that a problem is about. Null: the problem is about the whole word or the instruction text.
const Field* field_of(const Derived& derived, const PlacedProblem& problem);

// Returns the edit that fixes the problem. Empty unless there is exactly one correct value.
std::optional<Edit> fix_of(const Derived& derived, const PlacedProblem& problem);

// Fixes every problem that has exactly one fix, one after the other. A fix can remove or cause other problems, so the
// problems are derived again after each fix. If two fixes undo each other, each is made only once.
struct AllFixes {
    std::optional<Edit> edit;  // all fixes as one undo step; empty: no problem can be fixed
    std::size_t made = 0;
    std::size_t left = 0;  // number of remaining problems
};
AllFixes fix_all(const Derived& derived);

// Returns the problems that the session would have if the field had this value: all problems of the field, and all
// other problems that do not exist now; worst first.
std::vector<PlacedProblem> problems_of_choice(const Derived& now, const SetField& choice);

}  // namespace tilescope
