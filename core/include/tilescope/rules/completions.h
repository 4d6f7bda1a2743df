// core/include/tilescope/rules/completions.h -- values of the unknown bits of a word that are worth trying.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/codec.h>

#include <cstdint>
#include <vector>

namespace tilescope {

// Returns values of the unknown bits that are worth trying: all 0, all 1, each value of each field of up to 6 bits,
// single bits of larger fields, and a fixed sample. Only bits of `unknown` are 1.
//   completions_of(kSmem91, 0): {0, 0, ...}, only zeros
std::vector<std::uint64_t> completions_of(const Format& format, std::uint64_t unknown);

}  // namespace tilescope
