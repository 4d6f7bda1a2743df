// core/include/tilescope/emulator/exact.h -- what mathematics says: A x B + C without any rounding but the last.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/matrix_product.h>

#include <cstdint>
#include <span>

namespace tilescope {

// The exact sum rounded once, to nearest even, to a word of D's type (integers: as the instruction, wrapped or
// clamped). Special values as the hardware has them, so that a difference is always one of arithmetic.
struct ExactWord {
    std::uint32_t word = 0;
    bool exact = true;  // nothing was lost by that rounding
};
// Rows first to last - 1. Requires: can_multiply(rule, input).
void exact_rows(const DotRule& rule, const MatrixInput& input, unsigned first, unsigned last, std::span<ExactWord> out);

// How many words of that type lie between two of them, with sign; 0 for equal ones and for +0 and -0. NaN and
// infinities are kFar from anything else.
inline constexpr std::int64_t kFar = std::int64_t{1} << 40;
std::int64_t last_places(const DotRule& rule, std::uint32_t word, std::uint32_t expected);

}  // namespace tilescope
