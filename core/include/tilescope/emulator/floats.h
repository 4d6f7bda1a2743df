// core/include/tilescope/emulator/floats.h -- decodes numbers of every format to integers, encodes sums as words of D.
// SPDX-License-Identifier: MIT
//
// A finite number is m x 2^e. The code never normalises a number: a subnormal keeps the exponent of the smallest normal
// number, because the hardware uses that exponent to align terms. With exponent field E, fraction field F of f bits
// and bias b:
//
//     E == 0    m = F          rho = 1 - b          e = rho - f
//     E != 0    m = F + 2^f    rho = E - b          m is negative if the sign bit is set; m == 0 is +0 or -0
//
// rho is called the raw exponent. Example: bf16 0x3fc0 (1.5) has E = 127 and F = 64, so m = 192, rho = 0, e = -7.
//
// Source: PTX ISA 9.1, 5.2.3 (formats); sf-tensor/tcgen05 model.py @affce0c4 (raw exponents, words of B200 agree);
// H100, 2026-11-26, silicon/h100_dots.csv.gz (raw exponents of wgmma).
#pragma once

#include <tilescope/hw/types.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tilescope {

enum class NumberClass : std::uint8_t { finite, infinite, nan };

struct RawNumber {
    std::int32_t m = 0;  // 0 if the number is not finite
    std::int16_t e = 0, rho = 0;
    NumberClass what = NumberClass::finite;
    bool negative = false;  // the sign bit, also of infinities and zeros
    friend bool operator==(const RawNumber&, const RawNumber&) = default;
};
// Never fails: the bits above the format's width are ignored.
RawNumber decode_number(const FloatFormat& format, std::uint32_t word);
// Returns decode_number(format, word).what, in less time.
NumberClass class_of_number(const FloatFormat& format, std::uint32_t word);

// Returns the value of an 8-bit integer.
constexpr std::int64_t integer_of(std::uint32_t word, bool is_signed) {
    const std::int64_t byte = word & 0xffu;
    return is_signed && byte >= 0x80 ? byte - 0x100 : byte;
}
// Returns the s32 word of a sum of integers: wrapped, or clamped once if it saturates.
constexpr std::uint32_t s32_word(std::int64_t sum, bool saturate) {
    using Limits = std::numeric_limits<std::int32_t>;
    if (saturate) sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
    return static_cast<std::uint32_t>(sum & 0xffffffff);
}

// Returns the f32 word of u x 2^q, truncated toward zero. Overflow gives an infinity. A zero result is always +0.
std::uint32_t f32_toward_zero(std::int64_t u, int q);
// The same, but keeps only 13 fraction bits, as fp8 on Hopper.
std::uint32_t f32_toward_zero_13(std::int64_t u, int q);
// Returns the f16 word of u x 2^q, rounded once to nearest even.
std::uint32_t f16_nearest(std::int64_t u, int q);

inline constexpr std::uint32_t kF32Nan = 0x7fffffff, kF16Nan = 0x7fff;
inline constexpr std::uint32_t kF32Infinity = 0x7f800000, kF16Infinity = 0x7c00;

// Returns the word nearest to an IEEE double, ties to even. For operand values that the user enters, never for results.
//
//     too large                        the infinity; the largest finite number if there is none (as cvt.satfinite)
//     NaN                              the NaN of the format; 0 if there is none
//     negative, the format has no sign the least number of the format
std::uint32_t word_nearest(const FloatFormat& format, double value);
// Returns the word that a kernel has in memory for a value. A tf32 is in memory as an f32, and an MMA ignores its 13
// low bits. So it is the nearest f32, which the MMA cuts: it does not round. Other types: word_nearest(). Source: H100
// 80GB HBM3, 2026-11-26, wgmma: 521 of 521 rows with random low bits; silicon/h100_dots.csv.gz.
std::uint32_t word_in_memory(const FloatFormat& format, double value);
// Returns the exact value. NaN gives NaN, an infinity gives an infinity.
double value_of_word(const FloatFormat& format, std::uint32_t word);

// Counts the integers 0, 1, 2, ... that the format holds exactly, up to the first integer that it does not hold. 2049
// for f16, 5 for e2m1 (0 to 4), 0 for ue8m0, which has no zero.
unsigned exact_integers(const FloatFormat& format);

}  // namespace tilescope
