// tests/ptxas/random_lines.h -- instructions thrown together from good and bad parts, from a seed.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tilescope::test {

// Qualifiers in any order, missing, twice, foreign; operands of every form, too few, too many, exchanged. About one
// in four is still an instruction. `hopper`: mostly wgmma.
std::vector<std::string> random_lines(std::uint32_t seed, std::size_t count, bool hopper);

// The line with names that fit the types of the places: the verdict is about forms, not about declarations.
std::string with_fitting_names(const std::string& line);

}  // namespace tilescope::test
