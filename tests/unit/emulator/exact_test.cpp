// tests/unit/emulator/exact_test.cpp -- checks exact sums against the definition of the nearest word.
// SPDX-License-Identifier: MIT
#include "tests/support/matrix_cases.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/matrix_product.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <optional>

namespace tilescope {
namespace {

using test::Flavour;
using test::MatrixCase;

// A sum of doubles as one count for each power of two from 2^-700. This is slow but simple.
class Counts {
public:
    void add(double value, int times = 1) {
        int e = 0;
        const auto m = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &e), 53));
        const std::uint64_t magnitude = static_cast<std::uint64_t>(m < 0 ? -m : m);
        for (int bit = 0; bit < 53; ++bit)
            if ((magnitude >> bit & 1) != 0)
                counts_[static_cast<std::size_t>(700 + e - 53 + bit)] += m < 0 ? -times : times;
    }
    int sign() const {
        std::int64_t carry = 0;
        bool any = false;
        for (const std::int64_t count : counts_) {
            const std::int64_t here = count + carry;
            any |= (here & 1) != 0;
            carry = here >> 1;
        }
        return carry < 0 ? -1 : any || carry > 0 ? 1 : 0;
    }

private:
    std::vector<std::int64_t> counts_ = std::vector<std::int64_t>(1400);
};

// Returns the finite terms of one element. Returns nothing if an infinity or NaN takes part.
std::optional<std::vector<double>> terms_of(const DotRule& rule, const DotInput& in) {
    std::vector<double> out = {in.has_c ? std::ldexp(value_of_word(*rule.d, in.c), -static_cast<int>(in.c_shift)) : 0};
    std::size_t stored = 0;
    for (std::size_t at = 0; at < in.a.size(); ++at) {
        if (rule.grain != nullptr) {
            const KeptPositions kept = *kept_by(*rule.grain, in.codes[at / rule.grain->group]);
            if (std::find(kept.begin(), kept.end(), at % rule.grain->group) == kept.end()) continue;
        }
        double a = value_of_word(*rule.a, in.a[at]), b = value_of_word(*rule.b, in.b[at]);
        if (!std::isfinite(a) || !std::isfinite(b)) return std::nullopt;
        if (rule.scale != nullptr) {
            a *= value_of_word(*rule.scale, in.scale_a[stored / rule.scale_block]);
            b *= value_of_word(*rule.scale, in.scale_b[stored / rule.scale_block]);
        }
        out.push_back(a * b * (in.negate_a != in.negate_b ? -1 : 1));
        ++stored;
    }
    for (const double term : out)
        if (!std::isfinite(term)) return std::nullopt;
    return out;
}

// Returns the value of a magnitude. The infinity has the value of the next number after the greatest finite number.
double value_of_magnitude(const FloatFormat& f, std::uint32_t magnitude) {
    const std::uint32_t infinity = ((1u << f.exponent_bits) - 1) << f.fraction_bits;
    return magnitude == infinity ? std::ldexp(1.0, f.bias + 1) : value_of_word(f, magnitude);
}

// Returns why the word is not the word nearest to the sum of the terms. Empty if it is.
std::string why_not_nearest(const FloatFormat& f, const std::vector<double>& terms, const ExactWord& given) {
    Counts sum;
    for (const double term : terms) sum.add(term);
    const int sign = sum.sign();
    const std::uint32_t top = 1u << (f.bits - 1), magnitude = given.word & (top - 1);
    if (given.word == top) return "-0";
    if (magnitude != 0 && ((given.word & top) != 0) != (sign < 0)) return "sign";
    const int times = sign < 0 ? -1 : 1;
    // |sum| minus the value of the word, and 2 x |sum| minus twice the midpoints above and below the word.
    Counts difference, above, below;
    for (const double term : terms) {
        difference.add(term, times);
        above.add(term, 2 * times);
        below.add(term, 2 * times);
    }
    const double value = value_of_magnitude(f, magnitude);
    difference.add(value, -1);
    if ((difference.sign() == 0) != given.exact) return "exact";
    const int tie = (magnitude & 1) != 0 ? 0 : -1;  // the comparison with a midpoint must be greater than this
    if (magnitude != 0) {
        below.add(value, -1);
        below.add(value_of_magnitude(f, magnitude - 1), -1);
        if (below.sign() <= tie) return "a smaller word is nearer";
    }
    if (std::isinf(value_of_word(f, given.word))) return {};
    above.add(value, -1);
    above.add(value_of_magnitude(f, magnitude + 1), -1);
    return -above.sign() <= tie ? "a greater word is nearer" : "";
}

std::vector<ExactWord> exact(const MatrixCase& given) {
    std::vector<ExactWord> out(std::size_t{given.m} * given.n);
    ExactProduct(given.rule, given.input()).rows(0, given.m, out);
    return out;
}

struct Seen {
    std::size_t exact = 0, rounded = 0, special = 0;
};

Seen check(Flavour flavour) {
    Seen seen;
    test::Random random(static_cast<unsigned>(flavour) + 100);
    for (const DotForm& form : test::all_forms()) {
        if (find_float(form.d_type) == nullptr) continue;
        const MatrixCase given = test::random_case(form, flavour, random);
        const std::vector<ExactWord> words = exact(given);
        for (unsigned at = 0; at < words.size(); at += 3) {
            const test::Element element(given, at / given.n, at % given.n);
            const auto terms = terms_of(element.rule(), element.input());
            const std::string why = terms ? why_not_nearest(*given.rule.d, *terms, words[at]) : "";
            EXPECT_EQ(why, "") << test::text_of(form) << ", " << test::name_of(flavour) << ", element " << at << ": "
                               << hex(words[at].word, 8);
            if (!terms) {
                EXPECT_EQ(words[at].word, dot(element.rule(), element.input())) << test::text_of(form);
            }
            ++(!terms ? seen.special : words[at].exact ? seen.exact : seen.rounded);
            if (!why.empty()) return {};
        }
    }
    return seen;
}

TEST(Exact, IsTheNearestWordForSmallNumbers) {
    const Seen seen = check(Flavour::small);
    EXPECT_GT(seen.exact, 100u);
    EXPECT_GT(seen.rounded, 100u);
}
TEST(Exact, IsTheNearestWordForUniformBitsAndSpecialValuesMatchTheHardware) {
    const Seen seen = check(Flavour::bits);
    EXPECT_GT(seen.rounded, 100u);
    EXPECT_GT(seen.special, 100u);
}
TEST(Exact, IsTheNearestWordAmongSubnormalNumbers) { EXPECT_GT(check(Flavour::tiny).rounded, 100u); }
TEST(Exact, IsTheNearestWordAtTheGreatestNumbers) { EXPECT_GT(check(Flavour::great).rounded, 100u); }
TEST(Exact, IsTheNearestWordIfSumsCancel) { EXPECT_GT(check(Flavour::cancelling).exact, 100u); }
TEST(Exact, IsTheNearestWordIfCIsFarFromTheProducts) { EXPECT_GT(check(Flavour::near_c).rounded, 100u); }

// One element, K = 2, bf16: C and two products with 1.
ExactWord sum_of(float c, float x, float y, std::string d_type = "f32") {
    const bool half = d_type == "f16";
    const DotForm form{.a_type = half ? "f16" : "bf16", .b_type = half ? "f16" : "bf16", .d_type = d_type};
    MatrixCase given{.rule = *rule_of(form), .m = 1, .n = 1, .k = 2};
    given.a = {word_nearest(*given.rule.a, x), word_nearest(*given.rule.a, y)};
    given.b = {word_nearest(*given.rule.b, 1), word_nearest(*given.rule.b, 1)};
    given.c = {word_nearest(*given.rule.d, c)};
    return exact(given)[0];
}

TEST(Exact, TiesGoToTheEvenWord) {
    EXPECT_EQ(hex(sum_of(1, 0x1p-24f, 0).word), "0x3f800000");
    EXPECT_EQ(hex(sum_of(1, 0x1p-24f, 0x1p-23f).word), "0x3f800002");
    EXPECT_EQ(hex(sum_of(1, 0x1p-24f, 0x1p-80f).word), "0x3f800001");
    EXPECT_EQ(hex(sum_of(1, 0x1p-24f, -0x1p-80f).word), "0x3f800000");
    EXPECT_EQ(hex(sum_of(1, 0x1p-24f, 0x1p-126f).word), "0x3f800001");
    EXPECT_FALSE(sum_of(1, 0x1p-24f, 0).exact);
    EXPECT_TRUE(sum_of(1, 0x1p-23f, 0).exact);
}

TEST(Exact, TermsTooFarApartForOneIntegerGiveAnExactSum) {
    EXPECT_EQ(hex(sum_of(0x1p100f, -0x1p100f, 0x1p-100f).word), "0xd800000");
    EXPECT_TRUE(sum_of(0x1p100f, -0x1p100f, 0x1p-100f).exact);
    EXPECT_EQ(hex(sum_of(-0x1p100f, 0x1p-100f, 0).word), "0xf1800000");
    EXPECT_FALSE(sum_of(-0x1p100f, 0x1p-100f, 0).exact);
    EXPECT_EQ(hex(sum_of(0x1p127f, -0x1p127f, 0).word), "0x0");
}

TEST(Exact, IsInfiniteFromHalfAnUlpAboveTheGreatestNumber) {
    EXPECT_EQ(hex(sum_of(65504, 15.99f, 0, "f16").word), "0x7bff");
    EXPECT_EQ(hex(sum_of(65504, 16, 0, "f16").word), "0x7c00");
    EXPECT_EQ(hex(sum_of(-65504, -16, 0, "f16").word), "0xfc00");
    EXPECT_FALSE(sum_of(65504, 16, 0, "f16").exact);
}

TEST(Exact, IntegersMatchTheInstruction) {
    for (const Flavour flavour : {Flavour::bits, Flavour::great}) {
        test::Random random(3);
        for (const DotForm& form : test::all_forms()) {
            if (form.d_type != "s32") continue;
            const MatrixCase given = test::random_case(form, flavour, random);
            const std::vector<ExactWord> words = exact(given);
            for (unsigned at = 0; at < words.size(); ++at) {
                const test::Element element(given, at / given.n, at % given.n);
                EXPECT_EQ(words[at].word, dot(element.rule(), element.input())) << test::text_of(form);
            }
        }
    }
}

TEST(Exact, AClampedOrWrappedIntegerIsNotExact) {
    for (const bool saturate : {false, true}) {
        MatrixCase given{
            .rule = *rule_of({.kind = "i8", .a_type = "u8", .b_type = "u8", .d_type = "s32", .saturate = saturate}),
            .m = 1,
            .n = 2,
            .k = 1,
            .a = {2},
            .b = {3, 4},
            .c = {0x7ffffff9, 0x7ffffff9}};
        const std::vector<ExactWord> words = exact(given);
        EXPECT_EQ(hex(words[0].word), "0x7fffffff");
        EXPECT_TRUE(words[0].exact);
        EXPECT_EQ(hex(words[1].word), saturate ? "0x7fffffff" : "0x80000001");
        EXPECT_FALSE(words[1].exact);
    }
}

TEST(UlpDistance, CountsWordsOfD) {
    const DotRule f32 = *rule_of({}), f16 = *rule_of({.d_type = "f16"});
    EXPECT_EQ(ulp_distance(f32.d, 0x3f800001, 0x3f800000), 1);
    EXPECT_EQ(ulp_distance(f32.d, 0x3f7fffff, 0x3f800000), -1);
    EXPECT_EQ(ulp_distance(f32.d, 0xbf800001, 0xbf800000), -1);
    EXPECT_EQ(ulp_distance(f32.d, 0x80000000, 0), 0);
    EXPECT_EQ(ulp_distance(f32.d, 1, 0x80000001), 2);
    EXPECT_EQ(ulp_distance(f32.d, 0x7f800000, 0x7f800000), 0);
    EXPECT_EQ(ulp_distance(f32.d, 0x7f800000, 0x7f7fffff), kFar)
        << "there are no numbers to count between a number and infinity";
    EXPECT_EQ(ulp_distance(f16.d, 0x7c00, 0xfc00), kFar);
    EXPECT_EQ(ulp_distance(f16.d, 0x7fff, 0x7e00), 0);
    EXPECT_EQ(ulp_distance(f32.d, kF32Nan, 0), kFar);
    EXPECT_EQ(ulp_distance(f32.d, 0, kF32Nan), kFar);
    const DotRule i8 = *rule_of({.kind = "i8", .a_type = "s8", .b_type = "s8", .d_type = "s32"});
    EXPECT_EQ(ulp_distance(i8.d, 0xffffffff, 1), -2);
    EXPECT_EQ(ulp_distance(i8.d, 0x7fffffff, 0x80000000), 0xffffffff);
}

}  // namespace
}  // namespace tilescope
