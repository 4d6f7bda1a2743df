// tests/ptxas/matrix.h -- every form of the instructions, also those that no target takes.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace tilescope::test {

// Kinds x places of A x cta_group x sizes x collectors x masks x ..., each text once.
std::vector<std::string> tcgen05_matrix();
// Types x all N x sources of A x .sp x .satfinite x signs and transposes.
std::vector<std::string> wgmma_matrix();

}  // namespace tilescope::test
