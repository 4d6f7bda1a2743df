// core/include/tilescope/emulator/floats.h -- numbers of every format as integers, and sums as words of D.
// SPDX-License-Identifier: MIT
//
// A finite number is m x 2^e. Nothing is ever normalised: a subnormal keeps the exponent of the smallest normal number,
// because the hardware aligns terms by it. With exponent field E, fraction field F of f bits and bias b:
//
//     E == 0    m = F          rho = 1 - b          e = rho - f
//     E != 0    m = F + 2^f    rho = E - b          m is negative where the sign bit is set; m == 0 is any zero
//
// bf16 0x3fc0 (1.5): E = 127, F = 64, so m = 192, rho = 0, e = -7.
//
// Source: PTX ISA 9.1, 5.2.3 (formats); sf-tensor/tcgen05 model.py @affce0c4 (raw exponents, words of B200 agree).
#pragma once

#include <tilescope/hw/types.h>

#include <cstdint>

namespace tilescope {

enum class NumberClass : std::uint8_t { finite, infinite, nan };

struct RawNumber {
    std::int32_t m = 0;  // 0 where it is not finite
    std::int16_t e = 0, rho = 0;
    NumberClass what = NumberClass::finite;
    bool negative = false;  // the sign bit: of infinities and zeros too
    friend bool operator==(const RawNumber&, const RawNumber&) = default;
};
// Never fails: bits above the format's are not looked at.
RawNumber decode_number(const FloatFormat& format, std::uint32_t word);

// The f32 word of u x 2^q, cut toward zero: overflow gives an infinity, a result that is 0 is +0.
std::uint32_t f32_toward_zero(std::int64_t u, int q);
// The same with only 13 fraction bits kept, as Hopper's fp8 does.
std::uint32_t f32_toward_zero_13(std::int64_t u, int q);
// The f16 word, one rounding to nearest even.
std::uint32_t f16_nearest(std::int64_t u, int q);

inline constexpr std::uint32_t kF32Nan = 0x7fffffff, kF16Nan = 0x7fff;
inline constexpr std::uint32_t kF32Infinity = 0x7f800000, kF16Infinity = 0x7c00;

// The word nearest to an IEEE double, ties to even; what is too large becomes the infinity where the format has one,
// else the largest finite number (as cvt.satfinite). NaN becomes the format's NaN, 0 where it has none; what is below
// an unsigned format becomes its least number. For operand values that people write, never for results.
std::uint32_t word_nearest(const FloatFormat& format, double value);
// Exact for every format here. NaN and infinities as themselves.
double value_of_word(const FloatFormat& format, std::uint32_t word);

// How many of the integers 0, 1, 2, ... the format holds exactly before the first that it does not: 2049 for f16, 5 for
// e2m1 (0 to 4), 0 for ue8m0, which has no zero.
unsigned exact_integers(const FloatFormat& format);

}  // namespace tilescope
