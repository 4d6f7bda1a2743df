// tests/ptxas/matrix.h -- all forms of the instructions, including forms that no target accepts.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace tilescope::test {

// Combinations of kinds, locations of A, cta_group, sizes, collectors, masks, ... Each text is in the list once.
std::vector<std::string> tcgen05_matrix();
// Combinations of types, all N, locations of A, .sp, .satfinite, signs and transposes.
std::vector<std::string> wgmma_matrix();

}  // namespace tilescope::test
