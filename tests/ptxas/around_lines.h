// tests/ptxas/around_lines.h -- the instructions around the MMA: loads and stores, allocation, commit, mbarrier.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/ptxas/dice.h"

namespace tilescope::test {

// Returns every form, and variants of it: with qualifiers added, removed and moved, and with operands replaced.
std::vector<std::string> around_matrix();

// Returns a random line from a form.
std::string random_around(Dice& dice);

}  // namespace tilescope::test
