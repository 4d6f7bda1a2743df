// tests/ptxas/around_lines.h -- the instructions around the MMA: loads and stores, allocation, commit, mbarrier.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/ptxas/dice.h"

namespace tilescope::test {

// Every form, and each of them with each qualifier added, missing and in other places, with each operand exchanged.
std::vector<std::string> around_matrix();

std::string random_around(Dice& dice);

}  // namespace tilescope::test
