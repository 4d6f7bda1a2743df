// core/src/emulator/matrix_side.h -- A or B of a window sum, decoded once: what the vectors read.
// SPDX-License-Identifier: MIT
//
// A side has lanes (rows of A, columns of B); position p of lane j stands at element_at(k, p, j). An element is
//
//     significand x 2^(rho - fraction bits), minus where sign is -1; with its scale factor, if there is one
//
//     f16 1.5, -0.25, 0:    significand = 1536, 1024, 0    sign = 0, -1, 0    rho = 0, -2, kNoVote
//
// as floats.h decodes it. What is infinite or NaN counts as zero and leaves a mark on its lane.
#pragma once

#include <tilescope/emulator/floats.h>

#include "matrix_lanes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

inline constexpr int kNoVote = -8000;  // rho of a zero: below any other, and twice of it fits 16 bits

enum SpecialMark : std::uint8_t { kHasInfinity = 1, kHasNan = 2, kIsNan = 4 };  // kIsNan: whatever it is multiplied by

struct SideInput {
    const FloatFormat *format = nullptr, *scale = nullptr;  // scale: powers of two alone, see group_rows for others
    unsigned lanes = 0, k = 0;
    std::span<const std::uint32_t> words;  // lane by lane
    std::span<const std::uint8_t> scales;
    unsigned scale_block = 0;  // positions a factor
    bool negate = false;
    int zero_rho = kNoVote;
};

struct Side {
    unsigned lanes = 0, stride = 0, k = 0;
    std::vector<std::int32_t> significand, sign, rho;
    std::vector<std::int16_t> vote;   // rho again: the greatest is found with twice as many at once
    std::vector<std::uint8_t> marks;  // a lane each

    std::size_t at(std::size_t p, std::size_t j) const { return element_at(k, p, j); }
};
Side side_of(const SideInput& input);

}  // namespace tilescope
