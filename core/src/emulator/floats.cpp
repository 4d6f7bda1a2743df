// core/src/emulator/floats.cpp -- decodes numbers of every format to integers, encodes sums as words of D.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/floats.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tilescope {
namespace {

std::uint32_t low_mask(unsigned width) { return static_cast<std::uint32_t>(bit_mask(width)); }

// The significant part of a word, without ignored bits: fraction, exponent field, sign.
struct NumberParts {
    std::uint32_t fraction, exponent;
    bool negative;
};
NumberParts parts_of(const FloatFormat& f, std::uint32_t word) {
    const std::uint32_t kept = (word & low_mask(f.bits)) >> f.ignored_low;
    return {.fraction = kept & low_mask(f.fraction_bits),
            .exponent = kept >> f.fraction_bits & low_mask(f.exponent_bits),
            .negative = f.is_signed && (kept >> (f.fraction_bits + f.exponent_bits) & 1u) != 0};
}

NumberClass class_of(const FloatFormat& f, const NumberParts& p) {
    if (p.exponent != low_mask(f.exponent_bits)) return NumberClass::finite;
    if (f.specials == Specials::ieee) return p.fraction == 0 ? NumberClass::infinite : NumberClass::nan;
    const bool all_ones = f.specials == Specials::nan_only && p.fraction == low_mask(f.fraction_bits);
    return all_ones ? NumberClass::nan : NumberClass::finite;
}

// Returns the exponent and fraction fields of the greatest finite number as one integer. Together the two fields number
// the magnitudes of a format in ascending order.
std::uint32_t greatest_finite(const FloatFormat& f) {
    const std::uint32_t all = low_mask(f.exponent_bits + f.fraction_bits);
    if (f.specials == Specials::ieee) return all - low_mask(f.fraction_bits) - 1;
    return f.specials == Specials::nan_only ? all - 1 : all;
}

int least_exponent(const FloatFormat& f) { return f.has_zero ? 1 - f.bias : -f.bias; }

// Returns the number of the magnitude nearest to |value|, ties to even, as if the exponent had no upper limit.
// Requires: value is finite and not 0.
std::int64_t magnitude_nearest(const FloatFormat& f, double value) {
    int above = 0;
    std::frexp(value, &above);  // |value| < 2^above
    const int least = least_exponent(f), exponent = std::max(above - 1, least);
    const auto fraction_bits = static_cast<int>(f.fraction_bits);
    const double units = std::ldexp(std::fabs(value), fraction_bits - exponent);  // below 2^(fraction_bits + 1)
    const double whole = std::floor(units), rest = units - whole;
    auto count = static_cast<std::int64_t>(whole);
    const std::int64_t binades = std::int64_t{exponent - least} << f.fraction_bits;
    // In a format without a zero, the magnitudes begin at 1 unit instead of 0 units.
    const std::int64_t below = binades + count - (f.has_zero ? 0 : 1);
    const bool up = rest > 0.5 || (rest == 0.5 && (below & 1) != 0);
    return std::max<std::int64_t>(below + (up ? 1 : 0), 0);
}

int top_bit(std::uint64_t magnitude) { return 63 - std::countl_zero(magnitude); }

std::uint64_t magnitude_of(std::int64_t u) {
    return u < 0 ? 0 - static_cast<std::uint64_t>(u) : static_cast<std::uint64_t>(u);
}

// Returns magnitude x 2^shift, truncated toward zero. Requires: no bit is shifted out at the top.
std::uint64_t shifted(std::uint64_t magnitude, int shift) {
    if (shift >= 0) return magnitude << shift;
    return shift <= -64 ? 0 : magnitude >> -shift;
}

// The same, rounded to nearest even.
std::uint64_t shifted_nearest(std::uint64_t magnitude, int shift) {
    if (shift >= 0) return magnitude << shift;
    if (shift < -64) return 0;
    const std::uint64_t down = shifted(magnitude, shift);
    const std::uint64_t half = std::uint64_t{1} << (-shift - 1);
    const std::uint64_t rest = magnitude & (half * 2 - 1);  // shift -64: the whole magnitude
    return down + (rest > half || (rest == half && (down & 1) != 0) ? 1 : 0);
}

// A format of D. `least` is the exponent of its smallest normal number.
struct ResultForm {
    int fraction_bits, least;
    std::uint32_t infinity, sign;
};
// Returns the word of u x 2^q. `shift` truncates or rounds; a carry past the greatest number gives the infinity.
template <ResultForm form, std::uint64_t (*shift)(std::uint64_t magnitude, int bits)>
inline std::uint32_t encoded(std::int64_t u, int q) {
    if (u == 0) return 0;
    const std::uint32_t sign = u < 0 ? form.sign : 0;
    const std::uint64_t magnitude = magnitude_of(u);
    const int exponent = top_bit(magnitude) + q;
    if (exponent > 1 - form.least) return sign | form.infinity;
    const int used = std::max(exponent, form.least);  // subnormals use the exponent of the smallest normal number
    const auto count = static_cast<std::uint32_t>(shift(magnitude, q - (used - form.fraction_bits)));
    if (count == 0) return 0;
    return sign | ((static_cast<std::uint32_t>(used - form.least) << form.fraction_bits) + count);
}

}  // namespace

NumberClass class_of_number(const FloatFormat& format, std::uint32_t word) {
    return class_of(format, parts_of(format, word));
}

RawNumber decode_number(const FloatFormat& format, std::uint32_t word) {
    const NumberParts p = parts_of(format, word);
    RawNumber out{.what = class_of(format, p), .negative = p.negative};
    if (out.what != NumberClass::finite) return out;
    const bool hidden = p.exponent != 0 || !format.has_zero;
    const int rho = hidden ? static_cast<int>(p.exponent) - format.bias : 1 - format.bias;
    const auto m = static_cast<std::int32_t>(p.fraction + (hidden ? 1u << format.fraction_bits : 0));
    out.m = p.negative ? -m : m;
    out.rho = static_cast<std::int16_t>(rho);
    out.e = static_cast<std::int16_t>(rho - static_cast<int>(format.fraction_bits));
    return out;
}

std::uint32_t f32_toward_zero(std::int64_t u, int q) {
    return encoded<ResultForm{23, -126, kF32Infinity, 0x80000000u}, shifted>(u, q);
}

std::uint32_t f32_toward_zero_13(std::int64_t u, int q) {
    const std::uint32_t kept = f32_toward_zero(u, q) & ~low_mask(10);
    return kept == 0x80000000u ? 0 : kept;
}

std::uint32_t f16_nearest(std::int64_t u, int q) {
    return encoded<ResultForm{10, -14, kF16Infinity, 0x8000u}, shifted_nearest>(u, q);
}

std::uint32_t word_nearest(const FloatFormat& format, double value) {
    const std::uint32_t all = low_mask(format.exponent_bits + format.fraction_bits);
    if (std::isnan(value)) return format.specials == Specials::none ? 0 : all << format.ignored_low;
    const bool negative = std::signbit(value);
    if (negative && !format.is_signed) return 0;
    const std::uint32_t greatest = greatest_finite(format);
    const std::uint32_t too_large = format.specials == Specials::ieee ? greatest + 1 : greatest;
    std::uint32_t magnitude = 0;
    if (std::isinf(value)) {
        magnitude = too_large;
    } else if (value != 0) {
        const std::int64_t nearest = magnitude_nearest(format, value);
        magnitude = nearest > greatest ? too_large : static_cast<std::uint32_t>(nearest);
    }
    const std::uint32_t sign = negative ? 1u << (format.exponent_bits + format.fraction_bits) : 0;
    return (sign | magnitude) << format.ignored_low;
}

std::uint32_t word_in_memory(const FloatFormat& format, double value) {
    return word_nearest(format.ignored_low != 0 ? *find_float("f32") : format, value);
}

double value_of_word(const FloatFormat& format, std::uint32_t word) {
    const RawNumber n = decode_number(format, word);
    const double sign = n.negative ? -1.0 : 1.0;
    if (n.what == NumberClass::nan) return std::numeric_limits<double>::quiet_NaN();
    if (n.what == NumberClass::infinite) return sign * std::numeric_limits<double>::infinity();
    return n.m == 0 ? sign * 0.0 : std::ldexp(static_cast<double>(n.m), n.e);
}

unsigned exact_integers(const FloatFormat& format) {
    if (!format.has_zero) return 0;
    // Up to 2^(fraction bits + 1) the distance between two numbers is at most 1. A format with a short exponent ends
    // before that.
    const std::uint32_t greatest = greatest_finite(format) << format.ignored_low;
    const double end = std::min(std::floor(value_of_word(format, greatest)),
                                std::ldexp(1.0, static_cast<int>(format.fraction_bits) + 1));
    return static_cast<unsigned>(end) + 1;
}

}  // namespace tilescope
