// core/src/emulator/exact_sum.h -- sums of m x 2^e, rounded only once, at the end.
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

// A two's complement number in units of 2^kLeast. It is wide enough for every product of every kind. The smallest
// product has two e5m2 elements of 2^-16 and two scale factors of 2^-127. The upper end has room for 2^16 products with
// the greatest exponents.
class WideSum {
public:
    static constexpr int kLeast = -320;
    static constexpr std::size_t kLimbs = 11;  // up to 2^384

    // Adds m x 2^e. Requires: |m| < 2^62, and m x 2^e is a multiple of the unit.
    void add(std::int64_t m, int e);
    // Returns the nearest word of an IEEE format, ties to even. Zero is +0.
    RoundedWord rounded(const FloatFormat& format) const;

private:
    std::array<std::uint64_t, kLimbs> limbs_{};
};

// The same for a sum that fits in 127 bits, in units of 2^e.
__extension__ typedef __int128 Int128;
RoundedWord rounded(const FloatFormat& format, Int128 sum, int e);

}  // namespace tilescope
