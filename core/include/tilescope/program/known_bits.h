// core/include/tilescope/program/known_bits.h -- integers of which some bits are unknown, and operations on them.
// SPDX-License-Identifier: MIT
//
// Each bit of a value is 0, 1 or unknown. An operation on such values gives every bit that is the same for all values
// of the unknown bits. No result is ever wrong: a bit that could be 0 or 1 is unknown.
//
//     x & 0x3fff             the bits above bit 13 are 0, whatever x is
//     x | (1 << 46)          bit 46 is 1
//     unknown_bits()         a register without a value, an argument of a kernel
//
// The operations are exact, bit by bit: no bit is unknown that has only one possible value. The exceptions are
// multiplied(), divided() and remainder(), if their operands together have more than kMostTried unknown bits. They are
// still sound, but can report too many unknown bits. Operands count as independent: x - x is not known to be 0.
#pragma once

#include <cstdint>
#include <optional>

namespace tilescope::program {

// Bit i is known if bit i of `known` is 1. `value` is 0 in the unknown bits.
struct KnownBits {
    std::uint64_t value = 0, known = 0;

    constexpr bool is_known(std::uint64_t mask = ~std::uint64_t{0}) const { return (known & mask) == mask; }
    friend constexpr bool operator==(const KnownBits&, const KnownBits&) = default;
};

inline constexpr unsigned kMostTried = 10;  // 1024 values

constexpr KnownBits constant(std::uint64_t value) { return {value, ~std::uint64_t{0}}; }
constexpr KnownBits unknown_bits() { return {}; }

// Bits that are 1 in some value; bits that are 1 in all values are `value`. So x.value is the smallest possible value,
// and possible_ones(x) the largest.
constexpr std::uint64_t possible_ones(const KnownBits& x) { return x.value | ~x.known; }

KnownBits truncated(const KnownBits& x, unsigned width);        // the bits from `width` on become 0
KnownBits sign_extended(const KnownBits& x, unsigned width);    // bit width-1 is repeated above
KnownBits joined(const KnownBits& low, const KnownBits& high);  // two words of 32 bits

// The bits that two possible values have in common: the result of `p ? a : b` for an unknown p.
KnownBits common_bits(const KnownBits& a, const KnownBits& b);

KnownBits bit_and(const KnownBits& a, const KnownBits& b);
KnownBits bit_or(const KnownBits& a, const KnownBits& b);
KnownBits bit_xor(const KnownBits& a, const KnownBits& b);
KnownBits bit_not(const KnownBits& a);

// Arithmetic of `width` bits, 1 to 64. Bits of the operands above these are ignored; those of the results are 0.
KnownBits added(const KnownBits& a, const KnownBits& b, unsigned width);
KnownBits subtracted(const KnownBits& a, const KnownBits& b, unsigned width);
KnownBits multiplied(const KnownBits& a, const KnownBits& b, unsigned width);
// Unsigned. If b can be 0, every bit is unknown: the machine gives no promise.
KnownBits divided(const KnownBits& a, const KnownBits& b, unsigned width);
KnownBits remainder(const KnownBits& a, const KnownBits& b, unsigned width);

// Shifts of `width` bits. A count of `width` or more gives 0, or copies of the sign, as in PTX. All bits of the count
// matter: truncate it first if the instruction reads fewer.
KnownBits shifted_left(const KnownBits& a, const KnownBits& count, unsigned width);
KnownBits shifted_right(const KnownBits& a, const KnownBits& count, unsigned width);
KnownBits shifted_right_signed(const KnownBits& a, const KnownBits& count, unsigned width);

// Comparisons. No value: the unknown bits decide. The first two compare all 64 bits.
std::optional<bool> is_equal(const KnownBits& a, const KnownBits& b);
std::optional<bool> is_less(const KnownBits& a, const KnownBits& b);  // unsigned
std::optional<bool> is_less_signed(const KnownBits& a, const KnownBits& b, unsigned width);

// LOP3: bit i of the result is bit (a_i * 4 + b_i * 2 + c_i) of `table`. 0xfc is a | b.
KnownBits looked_up(const KnownBits& a, const KnownBits& b, const KnownBits& c, unsigned table);

// PRMT on words of 32 bits. Nibble i of `selector` gives byte i of the result: its bits 0-2 name a byte of a (0 to 3)
// or b (4 to 7), and bit 3 repeats the sign of that byte instead.
KnownBits permuted(const KnownBits& a, const KnownBits& b, const KnownBits& selector);

// bfe.u: `length` bits of `a` from `position` on. bfi: the low `length` bits of `bits` replace those of `base` from
// `position` on. Only the low 8 bits of positions and lengths count; bits outside the word are 0 (bfe) or dropped
// (bfi).
KnownBits extracted(const KnownBits& a, const KnownBits& position, const KnownBits& length, unsigned width);
KnownBits inserted(const KnownBits& bits, const KnownBits& base, const KnownBits& position, const KnownBits& length,
                   unsigned width);

}  // namespace tilescope::program
