// core/src/emulator/dot_sums.h -- finite sums of products and C, one function for each rule.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/dot.h>

#include <cstdint>
#include <vector>

namespace tilescope {

// The raw exponent of every zero, of any format, in the rule where the greatest exponent includes zeros (doubt mmasim).
inline constexpr int kZeroRho = -126;
inline constexpr int kMxFloor = -133;   // for doubt mx133
inline constexpr int kFp4Floor = -174;  // subnormal fp4 results lose the groups below 2^-174; also for doubt q174

// One product with its scale factors: m x 2^e. rho is the sum of all raw exponents, sigma the sum of the raw exponents
// of the scale factors.
struct Term {
    std::int64_t m = 0;
    int e = 0, rho = 0, sigma = 0;
    unsigned at = 0;  // logical position
};

// All terms are finite. The products are in the order of physical K, including zeros. An absent C is 0.
struct Terms {
    std::vector<Term> products;
    Term c;
};

std::uint32_t finite_word(const DotRule& rule, const Terms& terms);

}  // namespace tilescope
