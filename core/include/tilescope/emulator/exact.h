// core/include/tilescope/emulator/exact.h -- the exact result: A x B + C, rounded only once, at the end.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/matrix_product.h>

#include <cstdint>
#include <span>

namespace tilescope {

// The exact sum, rounded once to nearest even, as a word of D's type. Integers are wrapped or clamped as in the
// instruction. Special values follow the hardware, so a difference between both results is always a rounding
// difference.
struct ExactWord {
    std::uint32_t word = 0;
    bool exact = true;  // the final rounding lost nothing
};
// Computes the rows first to last - 1. Requires: can_multiply(rule, input).
void exact_rows(const DotRule& rule, const MatrixInput& input, unsigned first, unsigned last, std::span<ExactWord> out);

// Returns the distance of `word` from `expected` in units in the last place (ULP), with sign. The distance is 0 for
// equal words and between +0 and -0. NaN and infinities are kFar from every other word.
inline constexpr std::int64_t kFar = std::int64_t{1} << 40;
std::int64_t ulp_distance(const DotRule& rule, std::uint32_t word, std::uint32_t expected);

}  // namespace tilescope
