// tests/unit/program/known_bits_test.cpp -- integers with unknown bits, against trials of all values of these bits.
// SPDX-License-Identifier: MIT
#include <tilescope/program/known_bits.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <string>
#include <vector>

namespace tilescope::program {
namespace {

using Word = std::uint64_t;
using Values = std::array<Word, 4>;
using Operands = std::array<KnownBits, 4>;

Word ones(unsigned count) { return count >= 64 ? ~Word{0} : (Word{1} << count) - 1; }
Word bit_of(Word x, Word i) { return i < 64 ? x >> i & 1 : 0; }
Word copy_sign(Word x, unsigned width) { return bit_of(x, width - 1) != 0 ? x | ~ones(width) : x & ones(width); }

// The operations on ordinary numbers, written bit by bit where the core uses masks.
Word shift_bits(Word a, Word count, unsigned width, bool left, bool is_signed) {
    Word result = 0;
    for (unsigned i = 0; i < width; ++i) {
        const bool inside = left ? count <= i : count < width - i;
        const Word incoming = is_signed ? bit_of(a, width - 1) : 0;
        result |= (inside ? bit_of(a, left ? i - count : i + count) : incoming) << i;
    }
    return result;
}

Word extract_bits(Word a, Word position, Word length, unsigned width) {
    Word result = 0;
    for (Word i = 0; i < (length & 0xff); ++i) {
        const Word from = (position & 0xff) + i;
        if (from < width) result |= bit_of(a, from) << i;
    }
    return result;
}

Word insert_bits(Word bits, Word base, Word position, Word length, unsigned width) {
    Word result = base & ones(width);
    for (Word i = 0; i < (length & 0xff); ++i) {
        const Word to = (position & 0xff) + i;
        if (to < width) result = (result & ~(Word{1} << to)) | bit_of(bits, i) << to;
    }
    return result;
}

Word permute_bytes(Word a, Word b, Word selector) {
    const Word both = (a & 0xffffffff) | b << 32;
    Word result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const Word nibble = selector >> (4 * i) & 15, byte = both >> (8 * (nibble & 7)) & 0xff;
        result |= ((nibble & 8) == 0 ? byte : byte >= 0x80 ? 0xff : 0) << (8 * i);
    }
    return result;
}

Word look_up(Word a, Word b, Word c, unsigned table) {
    Word result = 0;
    for (unsigned i = 0; i < 64; ++i) result |= bit_of(table, bit_of(a, i) * 4 + bit_of(b, i) * 2 + bit_of(c, i)) << i;
    return result;
}

std::int64_t with_sign(Word x, unsigned width) { return static_cast<std::int64_t>(copy_sign(x, width)); }

KnownBits of_optional(const std::optional<bool>& x) { return x ? constant(*x ? 1 : 0) : KnownBits{0, ~Word{1}}; }

struct Case {
    const char* name;
    unsigned operands;
    KnownBits (*of_bits)(const Operands&, unsigned width);
    // The result for numbers. No value: the machine can give any word of the width.
    std::optional<Word> (*of_values)(const Values&, unsigned width);
};

constexpr unsigned kSomeTable = 0x6a;  // a lookup that depends on all its operands

#define BITS(...) [](const Operands& x, [[maybe_unused]] unsigned w) -> KnownBits { return __VA_ARGS__; }
#define VALUES(...) [](const Values& x, [[maybe_unused]] unsigned w) -> std::optional<Word> { return __VA_ARGS__; }
constexpr Case kUpToTwo[] = {
    {"truncated", 1, BITS(truncated(x[0], w)), VALUES(x[0] & ones(w))},
    {"sign_extended", 1, BITS(sign_extended(x[0], w)), VALUES(copy_sign(x[0], w))},
    {"not", 1, BITS(truncated(bit_not(x[0]), w)), VALUES(~x[0] & ones(w))},
    {"joined", 2, BITS(joined(x[0], x[1])), VALUES((x[0] & 0xffffffff) | x[1] << 32)},
    {"and", 2, BITS(bit_and(x[0], x[1])), VALUES(x[0] & x[1])},
    {"or", 2, BITS(bit_or(x[0], x[1])), VALUES(x[0] | x[1])},
    {"xor", 2, BITS(bit_xor(x[0], x[1])), VALUES(x[0] ^ x[1])},
    {"added", 2, BITS(added(x[0], x[1], w)), VALUES((x[0] + x[1]) & ones(w))},
    {"subtracted", 2, BITS(subtracted(x[0], x[1], w)), VALUES((x[0] - x[1]) & ones(w))},
    {"multiplied", 2, BITS(multiplied(x[0], x[1], w)), VALUES((x[0] * x[1]) & ones(w))},
    {"divided", 2, BITS(divided(x[0], x[1], w)), VALUES(x[1] == 0 ? std::nullopt : std::optional(x[0] / x[1]))},
    {"remainder", 2, BITS(remainder(x[0], x[1], w)), VALUES(x[1] == 0 ? std::nullopt : std::optional(x[0] % x[1]))},
    {"shifted_left", 2, BITS(shifted_left(x[0], x[1], w)), VALUES(shift_bits(x[0], x[1], w, true, false))},
    {"shifted_right", 2, BITS(shifted_right(x[0], x[1], w)), VALUES(shift_bits(x[0], x[1], w, false, false))},
    {"shifted_right_signed", 2, BITS(shifted_right_signed(x[0], x[1], w)),
     VALUES(shift_bits(x[0], x[1], w, false, true))},
    {"is_equal", 2, BITS(of_optional(is_equal(x[0], x[1]))), VALUES(x[0] == x[1] ? 1 : 0)},
    {"is_less", 2, BITS(of_optional(is_less(x[0], x[1]))), VALUES(x[0] < x[1] ? 1 : 0)},
    {"is_less_signed", 2, BITS(of_optional(is_less_signed(x[0], x[1], w))),
     VALUES(with_sign(x[0], w) < with_sign(x[1], w) ? 1 : 0)},
};

constexpr Case kThreeOrFour[] = {
    {"looked_up", 3, BITS(looked_up(x[0], x[1], x[2], kSomeTable)), VALUES(look_up(x[0], x[1], x[2], kSomeTable))},
    {"permuted", 3, BITS(permuted(x[0], x[1], x[2])), VALUES(permute_bytes(x[0], x[1], x[2]))},
    {"extracted", 3, BITS(extracted(x[0], x[1], x[2], w)), VALUES(extract_bits(x[0], x[1], x[2], w))},
    {"inserted", 4, BITS(inserted(x[0], x[1], x[2], x[3], w)), VALUES(insert_bits(x[0], x[1], x[2], x[3], w))},
};
#undef BITS
#undef VALUES

// Tries all values of the unknown bits, operand by operand.
void try_operand(const Case& tested, const Operands& x, unsigned width, unsigned at, Values& values,
                 std::optional<KnownBits>& found) {
    if (at == tested.operands) {
        const std::optional<Word> value = tested.of_values(values, width);
        const KnownBits one = value ? constant(*value) : KnownBits{0, ~ones(width)};
        found = found ? common_bits(*found, one) : one;
        return;
    }
    const Word open = ~x[at].known;
    Word bits = 0;
    do {
        values[at] = x[at].value | bits;
        try_operand(tested, x, width, at + 1, values, found);
        bits = (bits - open) & open;
    } while (bits != 0);
}

KnownBits tried(const Case& tested, const Operands& x, unsigned width) {
    Values values = {};
    std::optional<KnownBits> found;
    try_operand(tested, x, width, 0, values, found);
    return *found;
}

std::string text(const KnownBits& x) {
    std::string digits;
    for (unsigned i = 64; i-- > 0;) digits += (x.known >> i & 1) == 0 ? '?' : bit_of(x.value, i) != 0 ? '1' : '0';
    return digits;
}

std::string text(const Case& tested, const Operands& x, unsigned width) {
    std::string all = std::string(tested.name) + " of " + std::to_string(width) + " bits:";
    for (unsigned i = 0; i < tested.operands; ++i) all += "\n  " + text(x[i]);
    return all;
}

void expect_exact(const Case& tested, const Operands& x, unsigned width) {
    const KnownBits got = tested.of_bits(x, width), wanted = tried(tested, x, width);
    if (!(got == wanted)) {
        ADD_FAILURE() << text(tested, x, width) << "\nis\n  " << text(got) << "\nnot\n  " << text(wanted);
    }
}

// All numbers of `width` digits 0, 1 and unknown.
std::vector<KnownBits> ternary(unsigned width) {
    std::vector<KnownBits> all;
    for (Word known = 0; known <= ones(width); ++known)
        for (Word value = 0; value <= ones(width); ++value)
            if ((value & ~known) == 0) all.push_back({value, known | ~ones(width)});
    return all;
}

void expect_exact_for_all(const Case& tested, const std::array<unsigned, 4>& digits, unsigned width) {
    std::array<std::vector<KnownBits>, 4> choices;
    for (unsigned i = 0; i < 4; ++i) choices[i] = i < tested.operands ? ternary(digits[i]) : std::vector<KnownBits>(1);
    for (const KnownBits& a : choices[0])
        for (const KnownBits& b : choices[1])
            for (const KnownBits& c : choices[2])
                for (const KnownBits& d : choices[3]) expect_exact(tested, {a, b, c, d}, width);
}

// Uniform bits rarely test anything but unknown results. Numbers in programs are small, or multiples of powers of two,
// or masks, with the unknown bits side by side.
class Draw {
public:
    KnownBits operand(unsigned width, unsigned most_unknown) {
        const Word value = shape(width);
        Word open = shape(width);
        while (static_cast<unsigned>(std::popcount(open)) > most_unknown)
            open &= below(2) == 0 ? open - 1 : ~std::bit_floor(open);
        return {value & ~open, ~open};
    }
    Word below(Word end) { return rng_() % end; }
    Word one_of(const KnownBits& x) { return x.value | (shape(64) & ~x.known); }

private:
    Word shape(unsigned width) {
        const Word random = below(2) == 0 ? rng_() : rng_() & rng_() & rng_();
        switch (below(5)) {
        case 0: return random & ones(width);
        case 1: return random & ones(static_cast<unsigned>(below(width + 1)));
        case 2: return (random << below(width)) & ones(width);
        case 3: return ((random & 15) << below(width)) & ones(width);
        default: return below(2) == 0 ? 0 : ones(width);
        }
    }

    std::mt19937_64 rng_ = std::mt19937_64(7);
};

constexpr unsigned kWidths[] = {1, 5, 8, 31, 32, 33, 63, 64};

// Counts, positions and lengths are small as a rule, so that the shifts do not always give 0.
Operands operands_of(Draw& draw, const Case& tested, unsigned width, unsigned most_unknown) {
    Operands x = {};
    for (unsigned i = 0; i < tested.operands; ++i) {
        x[i] = draw.operand(draw.below(3) == 0 ? std::min(width, 7U) : width, most_unknown / tested.operands);
    }
    return x;
}

void test_random(const Case& tested) {
    Draw draw;
    for (unsigned round = 0; round < 500; ++round) {
        const unsigned width = kWidths[round % std::size(kWidths)];
        expect_exact(tested, operands_of(draw, tested, width, round / 8 % (kMostTried + 1)), width);
    }
    for (unsigned round = 0; round < 800; ++round) {
        const unsigned width = kWidths[round % std::size(kWidths)];
        const Operands x = operands_of(draw, tested, width, 256);
        const KnownBits got = tested.of_bits(x, width);
        EXPECT_EQ(got.value & ~got.known, 0U) << text(tested, x, width);
        for (unsigned i = 0; i < 12; ++i) {
            Values values = {};
            for (unsigned k = 0; k < tested.operands; ++k) values[k] = draw.one_of(x[k]);
            const std::optional<Word> value = tested.of_values(values, width);
            if (value ? ((*value ^ got.value) & got.known) != 0 : (got.known & ones(width)) != 0)
                ADD_FAILURE() << text(tested, x, width) << "\nis wrong: " << text(got);
        }
    }
}

TEST(KnownBitsTest, AllOperandsOfFourDigitsGiveExactResults) {
    for (const Case& tested : kUpToTwo) {
        expect_exact_for_all(tested, {4, 4, 0, 0}, 4);
        expect_exact_for_all(tested, {3, 3, 0, 0}, 3);
    }
}

TEST(KnownBitsTest, OperationsWithMoreOperandsGiveExactResults) {
    expect_exact_for_all(kThreeOrFour[0], {2, 2, 2, 0}, 64);
    expect_exact_for_all(kThreeOrFour[2], {3, 3, 3, 0}, 3);
    expect_exact_for_all(kThreeOrFour[3], {2, 2, 2, 3}, 3);
}

TEST(KnownBitsTest, EveryLookupTableIsExact) {
    for (unsigned table = 0; table < 256; ++table)
        for (const KnownBits& a : ternary(1))
            for (const KnownBits& b : ternary(1))
                for (const KnownBits& c : ternary(1)) {
                    KnownBits wanted = {};
                    bool first = true;
                    for (unsigned row = 0; row < 8; ++row) {
                        const auto allows = [](const KnownBits& x, Word bit) {
                            return ((x.value ^ bit) & x.known) == 0;
                        };
                        if (!allows(a, row >> 2) || !allows(b, row >> 1 & 1) || !allows(c, row & 1)) continue;
                        wanted = first ? constant(table >> row & 1) : common_bits(wanted, constant(table >> row & 1));
                        first = false;
                    }
                    EXPECT_EQ(truncated(looked_up(a, b, c, table), 1), wanted) << table;
                }
}

TEST(KnownBitsTest, EverySelectorOfABytePermutationIsExact) {
    const KnownBits a = {0x8a0080f0, ~Word{0x01800003}}, b = {0x7f005500, ~Word{0x00800080}};
    for (const KnownBits& nibble : ternary(4))
        for (const unsigned shift : {0U, 12U}) {
            const KnownBits others = constant(0x5a93 & ~(Word{15} << shift));
            const KnownBits selector = bit_or(shifted_left(nibble, constant(shift), 64), others);
            expect_exact(kThreeOrFour[1], {a, b, selector, {}}, 32);
        }
}

TEST(KnownBitsTest, RandomOperandsGiveExactOrSoundResults) {
    for (const Case& tested : kUpToTwo) test_random(tested);
    for (const Case& tested : kThreeOrFour) test_random(tested);
}

// With too many unknown bits to try, the arithmetic still finds what matters in an address.
TEST(KnownBitsTest, ApproximationsKeepLowAndHighZeros) {
    const KnownBits any = unknown_bits(), stage = truncated(any, 16);
    EXPECT_EQ(multiplied(any, constant(0x2000), 64), (KnownBits{0, 0x1fff}));
    EXPECT_EQ(multiplied(constant(0x6000), any, 32), (KnownBits{0, 0x1fff | ~ones(32)}));
    EXPECT_EQ(multiplied(stage, constant(24), 64), (KnownBits{0, 7 | ~ones(21)}));
    EXPECT_EQ(multiplied(bit_or(any, constant(1)), bit_or(any, constant(1)), 64), (KnownBits{1, 1}));
    EXPECT_EQ(multiplied(any, constant(0), 64), constant(0));
    EXPECT_EQ(multiplied(shifted_left(any, constant(32), 64), shifted_left(any, constant(32), 64), 64), constant(0));
    EXPECT_EQ(multiplied(any, constant(1), 64), any);
    // One needs the rows of the first operand, the other those of the second.
    EXPECT_EQ(multiplied({0xc0, ~Word{0xaf2f}}, constant(0x41), 64), (KnownBits{0, ~Word{0x2fffef}}));
    EXPECT_EQ(multiplied({0x15, ~Word{0xdfe8}}, constant(0x1d), 64), (KnownBits{1, ~Word{0x1fffe8}}));

    EXPECT_EQ(divided(any, constant(16), 64), (KnownBits{0, ~ones(60)}));
    EXPECT_EQ(divided(multiplied(any, constant(64), 64), constant(16), 64), (KnownBits{0, 3 | ~ones(60)}));
    EXPECT_EQ(divided(stage, constant(100), 64), (KnownBits{0, ~ones(10)}));
    EXPECT_EQ(divided(stage, bit_or(any, constant(0x10000)), 64), constant(0));
    EXPECT_EQ(divided(constant(5), any, 32), (KnownBits{0, ~ones(32)}));
    EXPECT_EQ(divided(any, any, 64), any);

    EXPECT_EQ(remainder(any, constant(32), 64), (KnownBits{0, ~ones(5)}));
    EXPECT_EQ(remainder(bit_or(any, constant(9)), constant(16), 32), (KnownBits{9, 9 | ~ones(4)}));
    EXPECT_EQ(remainder(multiplied(any, constant(8), 64), constant(24), 64), (KnownBits{0, 7 | ~ones(5)}));
    EXPECT_EQ(remainder(stage, bit_or(any, constant(0x10000)), 64), stage);
    EXPECT_EQ(remainder(stage, constant(0), 16), truncated(any, 16));
}

// Bits outside the width never count, and widths and counts at the ends of their ranges give no undefined shifts.
TEST(KnownBitsTest, WidthsAndCountsAtTheirLimits) {
    const KnownBits any = unknown_bits();
    EXPECT_EQ(added(constant(~Word{0}), constant(1), 32), constant(0));
    EXPECT_EQ(divided(constant(0x1'0000'0008), constant(0x3'0000'0002), 32), constant(4));
    EXPECT_EQ(subtracted(constant(0x1'0000'0000), constant(0xff'0000'0001), 32), constant(0xffffffff));
    EXPECT_EQ(shifted_right(constant(0xf'8000'0000), constant(31), 32), constant(1));
    EXPECT_EQ(is_less_signed(constant(0xff), constant(0xf00), 8), true);
    EXPECT_EQ(is_less_signed(constant(0xfff), constant(0), 8), true);
    EXPECT_EQ(shifted_left(any, constant(64), 64), constant(0));
    EXPECT_EQ(shifted_left(any, constant(~Word{0}), 64), constant(0));
    EXPECT_EQ(shifted_left(constant(0xff), any, 32), truncated(any, 32));
    EXPECT_EQ(shifted_right_signed(constant(0x80000000), any, 32), (KnownBits{0x80000000, 0xffffffff80000000}));
    EXPECT_EQ(shifted_right_signed(any, constant(64), 64), any);
    EXPECT_EQ(sign_extended(any, 64), any);
    EXPECT_EQ(sign_extended(constant(0xff80), 8), constant(0xffffffffffffff80));
    EXPECT_EQ(extracted(constant(~Word{0}), constant(0x104), constant(0x108), 64), constant(0xff));
    EXPECT_EQ(extracted(any, any, constant(14), 64), truncated(any, 14));
    EXPECT_EQ(extracted(any, constant(255), constant(255), 64), constant(0));
    EXPECT_EQ(inserted(any, constant(1), constant(4), constant(4), 64), (KnownBits{1, ~Word{0xf0}}));
    EXPECT_EQ(inserted(constant(3), constant(0), constant(63), constant(64), 64), constant(Word{1} << 63));
    EXPECT_EQ(inserted(any, constant(7), any, constant(0), 64), constant(7));
    EXPECT_EQ(joined(constant(0x40004040), unknown_bits()), (KnownBits{0x40004040, 0xffffffff}));
}

}  // namespace
}  // namespace tilescope::program
