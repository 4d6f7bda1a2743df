// tests/ptxas/random_lines.h -- random instructions from valid and invalid parts; a seed makes them reproducible.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tilescope::test {

// Returns `count` random lines. Qualifiers are reordered, missing, repeated or from other instructions. Operands have
// any form; some are missing, added or swapped. About one in four lines is a valid instruction. With `hopper`, most
// lines are wgmma.
std::vector<std::string> random_lines(std::uint32_t seed, std::size_t count, bool hopper);

// Replaces the registers of a line by registers of the required types. The comparison is about forms, not declarations.
std::string with_fitting_names(const std::string& line);

}  // namespace tilescope::test
