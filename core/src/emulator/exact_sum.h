// core/src/emulator/exact_sum.h -- exact sums: operands decoded once, sums of m x 2^e rounded once, at the end.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/floats.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

// One element, already multiplied by its scale factor: m x 2^e.
struct ExactPart {
    std::int32_t m;
    std::int32_t e;
};

// Rows of A or columns of B, decoded once.
struct ExactParts {
    std::size_t entries = 0;
    std::vector<ExactPart> all;
    // The same elements in units of 2^least of their row: the fast path. Valid if the row is `aligned`.
    std::vector<std::int32_t> units;
    struct Reach {
        std::int32_t least = 0, most = 0;  // the range of the exponents of the nonzero elements
        bool special = false;              // the row has an infinity or a NaN
        bool aligned = false;
        unsigned width = 0;  // of the greatest |unit|, in bits
    };
    std::vector<Reach> reach;

    const ExactPart* lane(std::size_t i) const { return all.data() + i * entries; }
    const std::int32_t* units_of(std::size_t i) const { return units.data() + i * entries; }
};

struct ExactPartsInput {
    const FloatFormat *format, *scale;
    std::size_t lanes, entries, scale_block, blocks;
    std::span<const std::uint32_t> words;
    std::span<const std::uint8_t> scales;
    bool negate;
};

ExactParts exact_parts(const ExactPartsInput& in);

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
