// core/src/notation/k_steps.h -- the additions of a program that step a descriptor along K.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <tilescope/program/program.h>

namespace tilescope::notation {

// Adds the constants that the program adds to a name: "add.u32 blo, blo, 128".
void find_steps(Work& work, const program::Program& program);

// Leaves those whose name is a descriptor, or the low half of one, each once and with its name in the text. A program
// adds to many registers.
void keep_steps_of_descriptors(Work& work);

}  // namespace tilescope::notation
