// core/src/notation/classify.h -- the readings of a value, and whether only a person can choose among them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/expression.h>
#include <tilescope/notation/paste.h>

#include <vector>

namespace tilescope {

// The readings of 32 or 64 bits, best first; at least one. Those that are clean come before all others.
std::vector<PasteReading> classify(Bits bits, const PasteContext& context, const PasteOptions& options,
                                   IsClean is_clean);

// Whether the best reading rests on something only the person knows. Requires: readings is not empty.
bool is_question(std::uint64_t value, const std::vector<PasteReading>& readings);

// Types and shape exist under the kind of the format.
bool legal_idesc(const Format& idesc, std::uint64_t word);

// Whether the bits themselves make the reading likely; a small number could be anything.
bool is_likely(const PasteReading& reading);

}  // namespace tilescope
