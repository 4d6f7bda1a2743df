// core/src/rules/completions.h -- values of the unknown bits of a word that are worth trying.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/codec.h>

#include <cstdint>
#include <vector>

namespace tilescope {

// All 0, all 1, each value of each small field, single bits of larger fields, and a fixed sample. Only bits of
// `unknown` are 1.
std::vector<std::uint64_t> completions_of(const Format& format, std::uint64_t unknown);

}  // namespace tilescope
