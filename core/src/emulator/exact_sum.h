// core/src/emulator/exact_sum.h -- sums of m x 2^e without any rounding but the last.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/floats.h>

#include <array>
#include <cstdint>

namespace tilescope {

struct RoundedWord {
    std::uint32_t word = 0;
    bool exact = true;
};

// A two's complement number in units of 2^kLeast, wide enough for every product of every kind: two e5m2 of 2^-16 below
// factors of 2^-127 each, and 2^16 products as far up.
class WideSum {
public:
    static constexpr int kLeast = -320;
    static constexpr std::size_t kLimbs = 11;  // up to 2^384

    // m x 2^e. Requires: |m| < 2^62, and the product is a multiple of the unit.
    void add(std::int64_t m, int e);
    // To the nearest word of an IEEE format, ties to even; zero is +0.
    RoundedWord rounded(const FloatFormat& format) const;

private:
    std::array<std::uint64_t, kLimbs> limbs_{};
};

// The same for a sum that fits 127 bits, in units of 2^e.
__extension__ typedef __int128 Int128;
RoundedWord rounded(const FloatFormat& format, Int128 sum, int e);

}  // namespace tilescope
