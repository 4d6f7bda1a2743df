// core/src/notation/origin_finds.h -- the statements that give the bits of the found values.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <tilescope/program/program.h>

namespace tilescope::notation {

// Follows the traces of all values that were found since the last call. Requires: they are traces in `program`.
void add_origins(Work& work, const program::Program& program);

// The origins of a word of two halves.
BitOrigins joined_origins(const BitOrigins& low, const BitOrigins& high);

}  // namespace tilescope::notation
