// core/src/notation/classify.h -- finds the possible readings of a value.
// SPDX-License-Identifier: MIT
//
// Also decides whether the user must choose between them.
#pragma once

#include "spills.h"

#include <tilescope/notation/expression.h>
#include <tilescope/notation/reading.h>

#include <vector>

namespace tilescope {

// Returns the readings of a value of 32 or 64 bits, best first; at least one. Readings that break no rule come before
// all others. `placed`: what a program puts into the fields. A value that is too wide makes the fields above it wrong;
// they do not speak against a kind.
std::vector<PasteReading> classify(Bits bits, const PasteContext& context, const PasteOptions& options,
                                   BreaksNoRule breaks_no_rule, const std::vector<notation::Placed>& placed = {});

// Returns whether the best reading depends on something that only the user knows.
// Requires: `readings` is not empty.
bool is_question(std::uint64_t value, const std::vector<PasteReading>& readings);

// Returns whether the types and the shape exist under the kind of the format. Fields with unknown bits are not judged.
bool legal_idesc(const Format& idesc, std::uint64_t word, std::uint64_t unknown);

// Returns whether the bits alone make the reading likely. A small number can have any meaning.
bool is_likely(const PasteReading& reading);

// Whether a stride is larger than the shared memory. All addresses of libraries and of CUDA's allocations on Linux,
// 0x7f..., have such a stride.
bool leaves_shared_memory(const PasteReading& best);

}  // namespace tilescope
