// core/src/emulator/matrix_side.h -- A or B of a window sum, decoded once, in the form that the kernels read.
// SPDX-License-Identifier: MIT
//
// A side has lanes (rows of A, columns of B). Position p of lane j is at element_at(k, p, j). An element, as
// floats.h decodes it, is
//
//     significand x 2^(rho - fraction bits), negative if sign is -1; includes its scale factor, if there is one
//
//     f16 1.5, -0.25, 0:    significand = 1536, 1024, 0    sign = 0, -1, 0    rho = 0, -2, kNoVote
//
// An infinity or NaN counts as zero and marks its lane.
#pragma once

#include <tilescope/emulator/floats.h>

#include "matrix_lanes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

inline constexpr int kNoVote = -8000;  // rho of a zero: below every other rho; the sum of two fits in 16 bits

// kHasInfinity, kHasNan: the lane has such an element. kIsNan: every result of the lane is NaN.
enum SpecialMark : std::uint8_t { kHasInfinity = 1, kHasNan = 2, kIsNan = 4 };

struct SideInput {
    const FloatFormat *format = nullptr, *scale = nullptr;  // side_of() needs a scale format of powers of two
    unsigned lanes = 0, k = 0;
    std::span<const std::uint32_t> words;  // lane by lane
    std::span<const std::uint8_t> scales;
    unsigned scale_block = 0;  // positions for each scale factor
    bool negate = false;
    int zero_rho = kNoVote;
};

struct Side {
    unsigned lanes = 0, stride = 0, k = 0;
    std::vector<std::int32_t> significand, sign, rho;
    std::vector<std::int16_t> vote;   // rho in 16 bits: the search for the greatest handles twice as many at once
    std::vector<std::uint8_t> marks;  // one for each lane

    std::size_t at(std::size_t p, std::size_t j) const { return element_at(k, p, j); }
};
Side side_of(const SideInput& input);

}  // namespace tilescope
