// core/src/emulator/dot_sums.h -- finite sums of products and C, by each rule.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/dot.h>

#include <cstdint>
#include <vector>

namespace tilescope {

// The least raw exponent where zeros have a say (wgmma, MMA-Sim): any zero, whatever its format, has this one.
inline constexpr int kZeroRho = -126;
inline constexpr int kMxFloor = -133;   // of doubt mx133
inline constexpr int kFp4Floor = -174;  // sums of fp4 below it lose groups; of doubt q174

// m x 2^e, a product with its factors; rho as the sum of raw exponents, sigma of those of the factors alone.
struct Term {
    std::int64_t m = 0;
    int e = 0, rho = 0, sigma = 0;
    unsigned at = 0;  // logical position
};

// All finite; products in the order of physical K, and those that are 0 as well. A C that is absent is 0.
struct Terms {
    std::vector<Term> products;
    Term c;
};

std::uint32_t finite_word(const DotRule& rule, const Terms& terms);

}  // namespace tilescope
