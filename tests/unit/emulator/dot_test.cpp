// tests/unit/emulator/dot_test.cpp -- one element of D: worked examples, and cases that each detect one wrong rule.
// SPDX-License-Identifier: MIT
#include "tests/unit/emulator/dot_of.h"

#include <algorithm>
#include <random>

namespace tilescope {
namespace {

using test::dot_of;
using test::DotCase;
using test::fp4_form;
using test::kind_form;
using test::Pairs;
using test::two_to;
using test::wgmma_form;

std::uint32_t f16_word(const Pairs& pairs, std::uint32_t c = 0) {
    return dot_of(kind_form("f16", "f16"), 16, pairs, c).word();
}
std::uint32_t bf16_word(const Pairs& pairs, std::uint32_t c = 0) {
    return dot_of(kind_form("f16", "bf16"), 16, pairs, c).word();
}

TEST(Dot, GivesTheWordsOfTheWorkedExamples) {
    EXPECT_EQ(f16_word({{1, 1}, {two_to(-24), 1}}), 0x3f800000u);
    EXPECT_EQ(f16_word({{1, 1}, {two_to(-24), 1}}, 0xbf800000), 0x33800000u);
    EXPECT_EQ(f16_word({{1, 1}, {-1, 1}, {two_to(-13), two_to(-12)}}), 0x33000000u);
    EXPECT_EQ(f16_word({{1, 1}, {-1, 1}, {two_to(-13), two_to(-13)}}), 0u);
    EXPECT_EQ(f16_word({{1.5, 1.5}, {-1.5, 1.5}}, 0x33800001), 0x33800000u);
}

// ---- each test detects one wrong rule ----

TEST(Dot, HasAWindowOf25BitsNotOf24Or26) {
    const Pairs unit = {{1, 1}, {-1, 1}, {two_to(-13), two_to(-12)}},
                half = {{1, 1}, {-1, 1}, {two_to(-13), two_to(-13)}};
    EXPECT_EQ(f16_word(unit), 0x33000000u) << "24 bits would give 0";
    EXPECT_EQ(f16_word(half), 0u) << "26 bits would give 2^-26";
}

TEST(Dot, AlignsByRawExponents) {
    EXPECT_EQ(f16_word({{1.5, 1.5}, {-1.5, 1.5}}, 0x33000000), 0x33000000u)
        << "with the true exponent of 2.25 the window would end at 2^-24";
    // 2^-24 is subnormal and its raw exponent is -14. So the window of its square 2^-48 ends at -28 - 25.
    const Pairs square = {{two_to(-24), two_to(-24)}};
    EXPECT_EQ(f16_word(square, 0x25000000), 0x27840000u) << "C = 2^-53 stays";
    EXPECT_EQ(f16_word(square, 0x24800000), 0x27800000u) << "C = 2^-54 would stay if the square were normalised";
}

TEST(Dot, TruncatesEveryTermBeforeItAdds) {
    const double tiny = two_to(-13);  // next to products of 1, its square is half a unit of the window
    EXPECT_EQ(f16_word({{1, 1}, {-1, 1}, {tiny, tiny}, {tiny, tiny}}), 0u)
        << "if they were added first, they would be one unit";
    EXPECT_EQ(f16_word({{1, 1}, {-1, 1}}, 0x32800000), 0u)
        << "C is truncated like the products, not added to their sum";
}

TEST(Dot, TruncatesTowardZeroNotDown) {
    const double tiny = two_to(-13);
    EXPECT_EQ(f16_word({{1, 1}, {-1, 1}, {-tiny, tiny}}), 0u) << "rounded down it would be -2^-25";
    EXPECT_EQ(f16_word({{1, 1}, {two_to(-12), two_to(-12)}, {tiny, two_to(-12)}}), 0x3f800000u)
        << "rounded to nearest the result would be 1 + 2^-23";
    EXPECT_EQ(f16_word({{-1, 1}, {-two_to(-12), two_to(-12)}, {-tiny, two_to(-12)}}), 0xbf800000u);
}

TEST(Dot, LimitsTheGreatestExponentOfBf16AndTf32) {
    const Pairs tiny = {{two_to(-75), two_to(-74)}, {-two_to(-80), two_to(-75)}, {-two_to(-80), two_to(-80)}};
    EXPECT_EQ(bf16_word({tiny[0], tiny[2]}), 1u) << "without the limit of -133, 2^-160 would change the result";
    EXPECT_EQ(bf16_word({tiny[0], tiny[1]}), 0u) << "with a limit of -126, 2^-155 would not change it";
    for (const DotForm& form : {kind_form("tf32", "tf32"), wgmma_form("tf32"), wgmma_form("bf16")}) {
        EXPECT_EQ(dot_of(form, 8, {tiny[0], tiny[2]}).word(), 1u);
        EXPECT_EQ(dot_of(form, 8, {tiny[0], tiny[1]}).word(), 0u);
    }
}

TEST(Dot, OverflowsToInfinityNotToTheGreatestNumber) {
    EXPECT_EQ(bf16_word({{two_to(127), 2}}), 0x7f800000u);
    EXPECT_EQ(bf16_word({{two_to(127), -2}}), 0xff800000u);
    EXPECT_EQ(bf16_word({{two_to(127), 1}, {two_to(127), 0.99609375}}), 0x7f7f8000u) << "just below 2^128";
    const DotForm half = kind_form("f16", "f16", "f16");
    EXPECT_EQ(dot_of(half, 16, {{255.875, 256}}, 0x4bff).word(), 0x7bffu) << "65504 plus a little less than 16";
    EXPECT_EQ(dot_of(half, 16, {{255.875, 256}}, 0x4c00).word(), 0x7c00u) << "65520";
}

TEST(Dot, RoundsAnF16ResultOnceToNearestEven) {
    const DotForm form = kind_form("f16", "f16", "f16");
    EXPECT_EQ(dot_of(form, 16, {{1, 1}, {two_to(-11), 1}}).word(), 0x3c00u) << "a tie goes to the even word";
    EXPECT_EQ(dot_of(form, 16, {{1, 1}, {two_to(-11), 1}, {two_to(-12), two_to(-12)}}).word(), 0x3c01u);
    EXPECT_EQ(dot_of(form, 16, {{1, 1}, {3 * two_to(-11), 1}}).word(), 0x3c02u);
    EXPECT_EQ(dot_of(form, 16, {{-1, two_to(-13)}, {1, two_to(-13)}}, 0x8000).word(), 0u) << "never -0";
}

TEST(Dot, AddsFp4ProductsInGroups) {
    const std::uint8_t one = 0x7f;
    // The sum of block 0 is 0, but block 0 sets the window. Block 1 has 2^-35 or half of that.
    DotCase c = dot_of(fp4_form("mxf4", "ue8m0", 32), 64, {{1, 1}, {-1, 1}});
    c.a[32] = c.b[32] = 0x2;
    c.scale_a = {one, one - 35};
    EXPECT_EQ(c.word(), 0x2e000000u) << "34 bits would lose 2^-35";
    c.scale_a = {one, one - 36};
    EXPECT_EQ(c.word(), 0u) << "36 bits would keep 2^-36";
    c.a[33] = c.b[33] = 0x2;
    EXPECT_EQ(c.word(), 0x2e000000u) << "two of them in one group are added before they are truncated";
    std::swap(c.a[33], c.a[47]), std::swap(c.b[33], c.b[47]);
    EXPECT_EQ(c.word(), 0x2e000000u) << "the group has 16 products";
    std::swap(c.a[47], c.a[48]), std::swap(c.b[47], c.b[48]);
    EXPECT_EQ(c.word(), 0u) << "and not 17";
}

TEST(Dot, AddsFourProductsWithUe4m3FactorsAndReportsTheDoubt) {
    DotCase c = dot_of(fp4_form("mxf4nvf4", "ue4m3", 16), 64, {{1, 1}, {-1, 1}});
    c.scale_a = {0x7e, 0x01, 0x38, 0x38};  // 448, 2^-9, 1, 1
    c.scale_b = c.scale_a;
    c.a[16] = c.b[16] = c.a[20] = c.b[20] = 0x1;  // 2^-2 x 2^-18: half a unit below the scale exponent 16
    EXPECT_EQ(c.word(), 0u);
    EXPECT_EQ(c.doubts(), (std::vector<std::string>{"mmasim", "g16"}));
    std::swap(c.a[20], c.a[19]), std::swap(c.b[20], c.b[19]);
    EXPECT_EQ(c.word(), 0x36000000u) << "in one group of 4 they are added first";
    EXPECT_TRUE(c.doubts().empty());
}

TEST(Dot, AddsSixteenProductsWithUe4m3FactorsIfCIsTheGreatestTerm) {
    DotCase c = dot_of(fp4_form("mxf4nvf4", "ue4m3", 16), 64, {{1, 1}}, 0xc7800000);  // -2^16
    c.scale_a = {0x78, 0x01, 0x38, 0x38};                                             // 256, 2^-9, 1, 1
    c.scale_b = c.scale_a;
    c.a[16] = c.b[16] = c.a[20] = c.b[20] = 0x1;
    EXPECT_EQ(c.word(), 0x36000000u) << "in groups of 4 both would be truncated to 0";
}

TEST(Dot, TruncatesFp4GroupsAtTheWindowOfCIfCIsGreater) {
    // The greatest raw exponent of block 0 is 4, that of C is 3, that of the scales is 0. Block 0 and C cancel.
    DotCase c = dot_of(fp4_form("mxf4", "ue8m0", 32), 64, {{4, 4}, {-4, 4}, {-4, 2}}, 0x41000000);
    c.a[32] = c.b[32] = 0x2;
    c.scale_a = {0x7f, 0x7f - 35};
    EXPECT_EQ(c.word(), 0u) << "2^-35 is in the window of the scales, not in that of C";
    c.scale_a[1] = 0x7f - 32;
    EXPECT_EQ(c.word(), 0x2f800000u);
}

TEST(Dot, DropsTinyFp4GroupsFromSubnormalResults) {
    DotCase c = dot_of(fp4_form("mxf4", "ue8m0", 32), 64, {{1, 1}});
    c.a[32] = 0xa, c.b[32] = 0x2;  // -1 x 1
    c.scale_b = {57, 57};
    c.scale_a = {57, 57 - 35};  // 2^-140 - 2^-175
    EXPECT_EQ(c.word(), 0x200u) << "if 2^-175 were kept, it would change the result";
    c.scale_a[1] = 57 - 34;
    EXPECT_EQ(c.word(), 0x1ffu) << "2^-174 is kept";
    EXPECT_EQ(c.doubts(), std::vector<std::string>{"mmasim"});
}

TEST(Dot, ZerosHaveNoExponent) {
    const Pairs zero_by_huge = {{0, two_to(120)}};
    const std::uint32_t c = 0x2b800000;  // 2^-40; if zeros had the exponent -126, the product would have -6
    for (const DotForm& form : {kind_form("tf32", "tf32"), wgmma_form("tf32")})
        EXPECT_EQ(dot_of(form, 8, zero_by_huge, c).word(), c);
    EXPECT_EQ(dot_of(kind_form("tf32", "tf32"), 8, zero_by_huge, c).doubts(), std::vector<std::string>{"mmasim"});
    EXPECT_TRUE(dot_of(wgmma_form("tf32"), 8, zero_by_huge, c).doubts().empty()) << "an H100 answered";
}

TEST(Dot, BothUnitsAddF16Bf16AndTf32InOneWay) {
    const auto adds = [](const DotForm& form) { return rule_of(form)->profile->adds; };
    for (const char* type : {"f16", "bf16", "tf32"}) {
        const Addition ours = adds(kind_form(type == std::string_view("tf32") ? "tf32" : "f16", type)),
                       hopper = adds(wgmma_form(type));
        EXPECT_EQ(ours.title, hopper.title) << type;
        EXPECT_EQ(std::pair(ours.window, ours.floor), std::pair(hopper.window, hopper.floor)) << type;
    }
}

TEST(Dot, KeepsThirteenBitsOfFp8OnHopper) {
    const DotForm hopper = wgmma_form("e4m3");
    const Pairs unit = {{1, 1}, {-1, 1}, {two_to(-9), two_to(-4)}}, half = {{1, 1}, {-1, 1}, {two_to(-9), two_to(-5)}};
    EXPECT_EQ(dot_of(hopper, 32, unit).word(), 0x39000000u);
    EXPECT_EQ(dot_of(hopper, 32, half).word(), 0u);
    EXPECT_EQ(dot_of(hopper, 32, {}, 0x3f8003ff).word(), 0x3f800000u) << "C loses its low bits too";
    EXPECT_EQ(dot_of(hopper, 32, {{1.5, 1.5}, {two_to(-9), two_to(-4)}}).word(), 0x40100000u)
        << "2.25 + 2^-13 fits in the window, but not in the 13 fraction bits of the result";
    EXPECT_EQ(dot_of(kind_form("f8f6f4", "e4m3"), 32, half).word(), 0x38800000u) << "tcgen05 keeps 25";
    EXPECT_EQ(dot_of(kind_form("f8f6f4", "e4m3"), 32, {}, 0x3f8003ff).word(), 0x3f8003ffu);
}

// ---- things that must not change the result ----

TEST(Dot, DoesNotDependOnTheOrderOfK) {
    std::mt19937 rng(11);
    for (const char* type : {"f16", "bf16"})
        for (int round = 0; round < 300; ++round) {
            DotCase c = dot_of(kind_form("f16", type), 16, {});
            for (std::size_t i = 0; i < 16; ++i) c.a[i] = rng() & 0xffff, c.b[i] = rng() & 0xffff;
            c.c = static_cast<std::uint32_t>(rng());
            const std::uint32_t want = c.word();
            for (int swaps = 0; swaps < 5; ++swaps) {
                const std::size_t i = rng() % 16, j = rng() % 16;
                std::swap(c.a[i], c.a[j]), std::swap(c.b[i], c.b[j]);
                ASSERT_EQ(c.word(), want) << type;
            }
            std::swap(c.a, c.b);
            ASSERT_EQ(c.word(), want) << "A and B";
        }
}

TEST(Dot, NoCIsTheSameAsAZeroC) {
    DotCase c = dot_of(kind_form("f16", "f16"), 16, {{1.5, 3}}, 0x42000000);
    EXPECT_EQ(c.word(), 0x42120000u);
    c.has_c = false;
    EXPECT_EQ(c.word(), 0x40900000u);
    c.c = 0x7fc00000;
    EXPECT_EQ(c.word(), 0x40900000u) << "the word of an absent C is ignored";
    EXPECT_EQ(f16_word({}, 0x80000000), 0u) << "-0 becomes +0";
    EXPECT_EQ(f16_word({{-1, 0}}, 0x80000000), 0u);
    EXPECT_EQ(f16_word({}, 0x80000001), 0x80000001u);
}

TEST(Dot, NegatesOperandsAndShiftsC) {
    DotCase c = dot_of(kind_form("f16", "f16"), 16, {{2, 3}}, 0x3f800000);
    c.negate_a = true;
    EXPECT_EQ(c.word(), 0xc0a00000u) << "1 - 6";
    c.negate_b = true;
    EXPECT_EQ(c.word(), 0x40e00000u) << "1 + 6";
    c.c_shift = 2;
    EXPECT_EQ(c.word(), 0x40c80000u) << "0.25 + 6";
    DotCase infinite = dot_of(kind_form("f16", "f16"), 16, {});
    infinite.a[0] = 0x7c00, infinite.b[0] = 0x3c00, infinite.negate_a = true;
    EXPECT_EQ(infinite.word(), 0xff800000u);
}

TEST(Dot, AcceptsAnyLengthOfK) {
    EXPECT_EQ(dot_of(kind_form("f16", "f16"), 3, {{1, 1}, {1, 1}, {1, 1}}).word(), 0x40400000u);
    const DotForm form = fp4_form("mxf4nvf4", "ue8m0", 16);
    EXPECT_EQ(dot_of(form, 96, Pairs(96, {6, 6})).word(), 0x45580000u) << "96 x 36 = 3456";
    EXPECT_EQ(dot_of(fp4_form("mxf4", "ue8m0", 32), 96, Pairs(96, {6, 6})).word(), 0x45580000u);
    EXPECT_EQ(dot_of(kind_form("f16", "f16"), kMostDotK, Pairs(kMostDotK, {1, 1})).word(), 0x47800000u);
}

}  // namespace
}  // namespace tilescope
