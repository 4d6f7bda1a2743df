// core/src/program/known_bits.cpp -- operations on integers of which some bits are unknown.
// SPDX-License-Identifier: MIT
#include "words.h"

#include <tilescope/program/known_bits.h>

#include <bit>

namespace tilescope::program {
namespace {

// 0 for a width of 0.
constexpr std::uint64_t sign_mask(unsigned width) { return low_ones(width) & ~(low_ones(width) >> 1); }

unsigned unknown_count(const KnownBits& x) { return static_cast<unsigned>(std::popcount(~x.known)); }

// The low bits that are 0 in every value. 64 if the value is 0.
unsigned sure_low_zeros(const KnownBits& x) { return static_cast<unsigned>(std::countr_zero(possible_ones(x))); }

// Shifts by a known count, of which 64 is the largest useful one. The bits that come in are 0.
KnownBits left_by(const KnownBits& x, unsigned count) {
    if (count >= 64) return constant(0);
    return {x.value << count, (x.known << count) | low_ones(count)};
}

KnownBits right_by(const KnownBits& x, unsigned count) {
    if (count >= 64) return constant(0);
    return {x.value >> count, (x.known >> count) | ~(~std::uint64_t{0} >> count)};
}

// The bits that come in are copies of bit 63. A sign that is unknown brings in unknown bits, because bit 63 of `known`
// is 0 then.
KnownBits right_by_signed(const KnownBits& x, unsigned count) {
    const unsigned by = std::min(count, 63U);
    return {static_cast<std::uint64_t>(static_cast<std::int64_t>(x.value) >> by),
            static_cast<std::uint64_t>(static_cast<std::int64_t>(x.known) >> by)};
}

// What all possible counts have in common. Counts of `limit` and more must all have the result of `limit`.
template <typename ResultAt>
KnownBits over_counts(const KnownBits& count, unsigned limit, ResultAt result_at) {
    // Both the smallest and the largest count are possible, so one of them is a valid start.
    const auto clamped = [&](std::uint64_t n) { return static_cast<unsigned>(std::min<std::uint64_t>(n, limit)); };
    const unsigned first = clamped(count.value), last = clamped(possible_ones(count));
    KnownBits found = result_at(last);
    for (unsigned n = first; n < last; ++n) {
        if (((n ^ count.value) & count.known) == 0) found = common_bits(found, result_at(n));
    }
    return found;
}

// a + b + carry in 64 bits, of which the low bits depend only on low bits. Bit i of the sum depends on bit i of each
// operand and on the carry into bit i. The smallest operands give the smallest carry at every bit, the largest operands
// the largest one.
KnownBits sum_of(const KnownBits& a, const KnownBits& b, std::uint64_t carry) {
    const std::uint64_t max_a = possible_ones(a), max_b = possible_ones(b);
    const std::uint64_t min_sum = a.value + b.value + carry, max_sum = max_a + max_b + carry;
    const std::uint64_t min_carries = min_sum ^ a.value ^ b.value, max_carries = max_sum ^ max_a ^ max_b;
    const std::uint64_t known = a.known & b.known & ~(min_carries ^ max_carries);
    return {min_sum & known, known};
}

// What all values of the operands have in common. The caller limits the number of unknown bits.
template <typename ResultOf>
KnownBits over_values(const KnownBits& a, const KnownBits& b, ResultOf result_of) {
    const std::uint64_t open_a = ~a.known, open_b = ~b.known;
    KnownBits found = constant(result_of(a.value, b.value));
    std::uint64_t x = 0, y = 0;
    do {  // subtracting the mask steps to the next subset of its bits, and from the last one to 0
        do {
            found = common_bits(found, constant(result_of(a.value | x, b.value | y)));
            y = (y - open_b) & open_b;
        } while (y != 0);
        x = (x - open_a) & open_a;
    } while (x != 0);
    return found;
}

bool can_try(const KnownBits& a, const KnownBits& b) { return unknown_count(a) + unknown_count(b) <= kMostTried; }

// All values from `low` to `high` share the bits above the first one in which the two differ.
KnownBits value_between(std::uint64_t low, std::uint64_t high) {
    const auto same = static_cast<unsigned>(std::countl_zero(low ^ high));
    const std::uint64_t known = ~low_ones(64 - same);
    return {low & known, known};
}

// Joins two facts about the same value.
KnownBits both_facts(const KnownBits& x, const KnownBits& y) { return {x.value | y.value, x.known | y.known}; }

// Adds a << i for each bit i of b. A bit of b that is unknown adds either that or nothing.
KnownBits long_product(const KnownBits& a, const KnownBits& b) {
    KnownBits sum = constant(0);
    const std::uint64_t ones = possible_ones(b);
    for (unsigned i = 0; i < 64; ++i) {
        if ((ones >> i & 1) == 0) continue;
        const KnownBits row = left_by(a, i);
        sum = sum_of(sum, (b.value >> i & 1) != 0 ? row : common_bits(row, constant(0)), 0);
    }
    return sum;
}

KnownBits product_of(const KnownBits& a, const KnownBits& b) {
    if (can_try(a, b)) return over_values(a, b, [](std::uint64_t x, std::uint64_t y) { return x * y; });
    const KnownBits found = both_facts(long_product(a, b), long_product(b, a));
    const std::uint64_t max_a = possible_ones(a), max_b = possible_ones(b);
    if (max_a != 0 && max_b > ~std::uint64_t{0} / max_a) return found;  // the product can overflow
    return both_facts(found, value_between(a.value * b.value, max_a * max_b));
}

// Without 0 in b.
KnownBits quotient_of(const KnownBits& a, const KnownBits& b) {
    if (b == constant(1)) return a;
    if (can_try(a, b)) return over_values(a, b, [](std::uint64_t x, std::uint64_t y) { return x / y; });
    return value_between(a.value / possible_ones(b), possible_ones(a) / b.value);
}

KnownBits remainder_of(const KnownBits& a, const KnownBits& b) {
    if (can_try(a, b)) return over_values(a, b, [](std::uint64_t x, std::uint64_t y) { return x % y; });
    const std::uint64_t max_a = possible_ones(a), max_b = possible_ones(b);
    const std::uint64_t quotient = a.value / max_b;
    const KnownBits found = value_between(0, std::min(max_a, max_b - 1));
    if (max_a / b.value != quotient) return found;
    // The quotient is the same for all values. If it is 0, the remainder is a.
    return both_facts(found, sum_of(a, bit_not(long_product(b, constant(quotient))), 1));
}

// Bit i is 1 if i is less than the length.
KnownBits length_mask(const KnownBits& length) {
    const std::uint64_t always = low_ones(static_cast<unsigned>(length.value & 0xff));
    const std::uint64_t sometimes = low_ones(static_cast<unsigned>(possible_ones(length) & 0xff));
    return {always, always | ~sometimes};
}

// The byte that a nibble of the selector of PRMT names.
KnownBits selected_byte(const KnownBits& a, const KnownBits& b, unsigned nibble) {
    const KnownBits byte = right_by((nibble & 4) != 0 ? b : a, 8 * (nibble & 3));
    return truncated((nibble & 8) != 0 ? right_by_signed(sign_extended(byte, 8), 63) : byte, 8);
}

}  // namespace

KnownBits truncated(const KnownBits& x, unsigned width) {
    const std::uint64_t kept = low_ones(width);
    return {x.value & kept, x.known | ~kept};
}

KnownBits sign_extended(const KnownBits& x, unsigned width) {
    if (width == 0 || width > 64) return width == 0 ? unknown_bits() : x;
    return right_by_signed(left_by(x, 64 - width), 64 - width);
}

KnownBits joined(const KnownBits& low, const KnownBits& high) { return bit_or(truncated(low, 32), left_by(high, 32)); }

KnownBits common_bits(const KnownBits& a, const KnownBits& b) {
    const std::uint64_t known = a.known & b.known & ~(a.value ^ b.value);
    return {a.value & known, known};
}

KnownBits bit_and(const KnownBits& a, const KnownBits& b) {
    const std::uint64_t zeros = ~possible_ones(a) | ~possible_ones(b), ones = a.value & b.value;
    return {ones, zeros | ones};
}

KnownBits bit_or(const KnownBits& a, const KnownBits& b) {
    const std::uint64_t zeros = ~(possible_ones(a) | possible_ones(b)), ones = a.value | b.value;
    return {ones, zeros | ones};
}

KnownBits bit_xor(const KnownBits& a, const KnownBits& b) {
    const std::uint64_t known = a.known & b.known;
    return {(a.value ^ b.value) & known, known};
}

KnownBits bit_not(const KnownBits& a) { return {~possible_ones(a), a.known}; }

KnownBits added(const KnownBits& a, const KnownBits& b, unsigned width) { return truncated(sum_of(a, b, 0), width); }

KnownBits subtracted(const KnownBits& a, const KnownBits& b, unsigned width) {
    return truncated(sum_of(a, bit_not(b), 1), width);
}

// The low zeros of the operands need no trial, and they push as many high bits out of the word.
KnownBits multiplied(const KnownBits& a, const KnownBits& b, unsigned width) {
    const KnownBits x = truncated(a, width), y = truncated(b, width);
    const unsigned zeros_x = sure_low_zeros(x), zeros_y = sure_low_zeros(y), zeros = zeros_x + zeros_y;
    const unsigned bits = std::min(width, 64U);
    if (zeros >= bits) return constant(0);
    const unsigned left = bits - zeros;
    const KnownBits odd_x = truncated(right_by(x, zeros_x), left), odd_y = truncated(right_by(y, zeros_y), left);
    return truncated(left_by(product_of(odd_x, odd_y), zeros), width);
}

// With y = d * 2^n, the low n bits of x do not change the quotient x / y, and they are the low bits of the remainder.
KnownBits divided(const KnownBits& a, const KnownBits& b, unsigned width) {
    const KnownBits x = truncated(a, width), y = truncated(b, width);
    if (y.value == 0) return truncated(unknown_bits(), width);
    const unsigned zeros = sure_low_zeros(y);
    return quotient_of(right_by(x, zeros), right_by(y, zeros));
}

KnownBits remainder(const KnownBits& a, const KnownBits& b, unsigned width) {
    const KnownBits x = truncated(a, width), y = truncated(b, width);
    if (y.value == 0) return truncated(unknown_bits(), width);
    const unsigned zeros = sure_low_zeros(y);
    const KnownBits high = remainder_of(right_by(x, zeros), right_by(y, zeros));
    return bit_or(left_by(high, zeros), truncated(x, zeros));
}

KnownBits shifted_left(const KnownBits& a, const KnownBits& count, unsigned width) {
    return over_counts(count, std::min(width, 64U), [&](unsigned n) { return truncated(left_by(a, n), width); });
}

KnownBits shifted_right(const KnownBits& a, const KnownBits& count, unsigned width) {
    const KnownBits x = truncated(a, width);
    return over_counts(count, std::min(width, 64U), [&](unsigned n) { return right_by(x, n); });
}

KnownBits shifted_right_signed(const KnownBits& a, const KnownBits& count, unsigned width) {
    const KnownBits x = sign_extended(a, width);
    return over_counts(count, std::min(width, 64U),
                       [&](unsigned n) { return truncated(right_by_signed(x, n), width); });
}

std::optional<bool> is_equal(const KnownBits& a, const KnownBits& b) {
    if (((a.value ^ b.value) & a.known & b.known) != 0) return false;
    if (a.is_known() && b.is_known()) return true;
    return std::nullopt;
}

std::optional<bool> is_less(const KnownBits& a, const KnownBits& b) {
    if (possible_ones(a) < b.value) return true;
    if (a.value >= possible_ones(b)) return false;
    return std::nullopt;
}

// With the sign inverted, signed numbers are in the order of unsigned ones.
std::optional<bool> is_less_signed(const KnownBits& a, const KnownBits& b, unsigned width) {
    const KnownBits sign = constant(sign_mask(width));
    return is_less(bit_xor(truncated(a, width), sign), bit_xor(truncated(b, width), sign));
}

KnownBits looked_up(const KnownBits& a, const KnownBits& b, const KnownBits& c, unsigned table) {
    std::uint64_t zeros = 0, ones = 0;  // the bits that can be 0, and those that can be 1
    for (unsigned row = 0; row < 8; ++row) {
        const std::uint64_t can_be_row = ((row & 4) != 0 ? possible_ones(a) : ~a.value) &
                                         ((row & 2) != 0 ? possible_ones(b) : ~b.value) &
                                         ((row & 1) != 0 ? possible_ones(c) : ~c.value);
        ((table >> row & 1) != 0 ? ones : zeros) |= can_be_row;
    }
    return {ones & ~zeros, ~(ones & zeros)};
}

KnownBits permuted(const KnownBits& a, const KnownBits& b, const KnownBits& selector) {
    KnownBits result = constant(0);
    for (unsigned i = 0; i < 4; ++i) {
        const KnownBits nibble = truncated(right_by(selector, 4 * i), 4);
        const KnownBits byte = over_counts(nibble, 15, [&](unsigned n) { return selected_byte(a, b, n); });
        result = bit_or(result, left_by(byte, 8 * i));
    }
    return result;
}

KnownBits extracted(const KnownBits& a, const KnownBits& position, const KnownBits& length, unsigned width) {
    return bit_and(shifted_right(a, truncated(position, 8), width), length_mask(length));
}

KnownBits inserted(const KnownBits& bits, const KnownBits& base, const KnownBits& position, const KnownBits& length,
                   unsigned width) {
    constexpr unsigned kIfElse = 0xca;  // a ? b : c
    const KnownBits mask = length_mask(length);
    const KnownBits result = over_counts(truncated(position, 8), std::min(width, 64U), [&](unsigned n) {
        return looked_up(left_by(mask, n), left_by(bits, n), base, kIfElse);
    });
    return truncated(result, width);
}

}  // namespace tilescope::program
