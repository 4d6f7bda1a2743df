// core/src/study/dump_notes.h -- what a D that differs from the model shows as a whole.
// SPDX-License-Identifier: MIT
#pragma once

#include "dump_match.h"

#include <tilescope/study/dump.h>

#include <string>
#include <vector>

namespace tilescope {

// Returns sentences: D is a multiple of the model, its rows or columns are those of the model in another order, or the
// elements that differ were not stored. Empty if nothing of that is so.
std::vector<std::string> notes_of_dump(const Emulation& emulation, const Dump& dump, const SumRounding& rounding,
                                       const DumpComparison& comparison);

}  // namespace tilescope
