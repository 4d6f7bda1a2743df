// core/src/emulator/exact_parts.h -- the operands of an exact product, decoded once.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/floats.h>

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

}  // namespace tilescope
