// core/src/emulator/matrix_side.h -- A or B of a window sum, decoded once: what the vectors read.
// SPDX-License-Identifier: MIT
//
// A side has lanes (rows of A, columns of B); position p of lane j stands at element_at(k, p, j). An element with its
// scale factor is significand x 2^rho, |significand| < 2, as a float without a subnormal among them. Where the
// exponents of a lane span few binades, values and distances to the lane's greatest raw exponent are enough:
//
//     lane 1.5, 0.25, 0:    top = 0    value = 1.5, 0.25, 0    distance = 0, 2, kNothing
#pragma once

#include <tilescope/emulator/floats.h>

#include "matrix_lanes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

inline constexpr int kNarrow = 40;            // binades of a narrow lane: products stay far inside of float
inline constexpr std::uint8_t kNothing = 84;  // distance of a zero: more than any two others; twice is below 2^8
inline constexpr int kNoRho = -20'000;
inline constexpr int kHopperZero = -126;  // raw exponent of zeros that have a say
inline constexpr int kHopperTop = 24;     // zeros have none in the end where no lane reaches above 2^25

enum SpecialMark : std::uint8_t { kHasInfinity = 1, kHasNan = 2, kIsNan = 4 };  // kIsNan: whatever it is multiplied by

struct SideInput {
    const FloatFormat *format = nullptr, *scale = nullptr;
    unsigned lanes = 0, k = 0;
    std::span<const std::uint32_t> words;  // lane by lane
    std::span<const std::uint8_t> scales;
    unsigned scale_block = 0;  // positions a factor
    bool negate = false, zeros_vote = false, avx2 = false;
};

struct Side {
    unsigned lanes = 0, stride = 0, k = 0;
    std::vector<float> significand, value;
    std::vector<std::int32_t> rho, top;
    // Of a block of columns (kColumns), byte v of 32-bit word i is that of lane i of vector v: one comparison of bytes
    // serves four vectors, which are unpacked by shifts.
    std::vector<std::uint8_t> distance;
    std::vector<std::uint8_t> narrow, marks;  // a lane each
    bool all_narrow = true;

    std::size_t at(std::size_t p, std::size_t j) const { return element_at(k, p, j); }
};
Side side_of(const SideInput& input);

// Any word of a format as the f32 word of its value, NaN and infinities as themselves.
std::uint32_t widened(const FloatFormat& format, std::uint32_t word);

}  // namespace tilescope
