// core/include/tilescope/document/repair.h -- edits that repair: problems of the words, and wrong elements of D.
// SPDX-License-Identifier: MIT
//
//     const std::vector<Repair> all = repairs_of(derived, job, emulation);
//     if (const Repair* r = repair_for(all, emulation, 8, 17)) show(r->label, r->effect);
//     // "Set sbo of a_desc to 1024 bytes"   "0 of 1408 stay wrong after it"
#pragma once

#include <tilescope/document/emulate.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

// ---- problems of the words ----

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

// Whoever changes the swizzle of a K-major tile often needs the other step between its groups of rows, too. Returns the
// edit of sbo that goes with the swizzle of the word, if sbo is still that of the swizzle with which the operand was
// written.
//   a tile that was written with 128B and sbo 1024, and a word with 64B and sbo 1024: sbo 512
std::optional<SetField> sbo_of_swizzle(const Derived& derived, Operand operand);

// ---- wrong elements of D ----

// An edit of one field. If no single field removes all wrong elements, an edit of several fields can be offered too: it
// sets only fields that it needs. Several such sets can repair D alike.
struct Repair {
    Edit edit;
    FieldPlace field;                   // the field, or the first of several
    std::string label;                  // "Set sbo of a_desc to 1024 bytes"; names each field
    std::string finding;                // "sbo of a_desc is 512 bytes, should be 1024 bytes"
    std::string cause;                  // why the fields are at fault: one sentence for each
    std::size_t before = 0, after = 0;  // wrong elements of D without the edit, and with it
    std::vector<std::uint8_t> fixed;    // m x n: 1: wrong before, and not after
    std::string effect;                 // "0 of 1408 stay wrong after it"
    std::size_t fields = 1;             // that the edit sets
    int bits = 0;                       // that it flips
};

struct RepairTools {
    // Builds the job of a changed document. Needed if recipes name files; default: emulator_job().
    std::function<JobAnswer(const Derived&)> job = {};
    RowLoop loop = {};
    std::stop_token stop = {};
};
inline constexpr std::size_t kMostRepairs = 8;  // fields that are tried

// Finds edits that make wrong elements right. The memory does not change: each edit sets a field to the value that
// matches it (EmulatorJob::causes). Each edit is tried with an emulation of its own, so `after` is computed, not
// guessed. An edit that makes no element right is not returned. The edit that leaves the fewest wrong elements comes
// first; of equal ones, the one that sets the fewest fields, then the one that flips the fewest bits. Empty if nothing
// is wrong.
std::vector<Repair> repairs_of(const Derived& derived, const EmulatorJob& job, const Emulation& emulation,
                               const RepairTools& tools = {});

// Returns the first repair that makes this element right. Null: none does.
const Repair* repair_for(const std::vector<Repair>& repairs, const Emulation& emulation, int row, int column);

}  // namespace tilescope
