// tests/unit/emulator/matrix_edges_test.cpp -- cases that random matrices do not reach: a kernel must use dot().
// SPDX-License-Identifier: MIT
#include "tests/support/matrix_cases.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

using test::MatrixCase;

// One element of D. The words of A and B are those of `pairs`; all others are 0.
struct Pair {
    unsigned at;
    std::uint32_t a, b;
};
MatrixCase one(const DotForm& form, unsigned k, std::vector<Pair> pairs, std::uint32_t c) {
    MatrixCase out{.rule = *rule_of(form), .m = 1, .n = 1, .k = k};
    out.a.resize(k), out.b.resize(k), out.c = {c};
    for (const Pair& p : pairs) out.a[p.at] = p.a, out.b[p.at] = p.b;
    return out;
}
std::string word_of(const MatrixCase& given) {
    EXPECT_EQ(test::difference_to_dot(given), "");
    std::vector<std::uint32_t> d(1);
    MatrixProduct(given.rule, given.input()).rows(0, 1, d);
    return hex(d[0], 8);
}

constexpr std::uint32_t kHalf = 0x1, kOneF32 = 0x2, kThree = 0x5, kFour = 0x6, kSix = 0x7, kMinus = 0x8;  // e2m1

// 16 - 12 - 4 is 0, so only the second block is left: 36 x 2^-36 is 18 units of 2^-35. But C's window ends at 2^-33,
// which leaves 4 units of 2^-33.
TEST(MatrixEdges, AGroupIsTruncatedAtTheWindowOfAGreaterC) {
    const DotForm form{.kind = "mxf4", .a_type = "e2m1", .b_type = "e2m1", .scale_type = "ue8m0", .scale_block = 32};
    MatrixCase given = one(form, 64, {{0, kFour, kFour}, {1, kFour, kThree | kMinus}, {32, kSix, kSix}}, 0xc0800000);
    given.scale_a = {127, 127 - 36}, given.scale_b = {127, 127};
    EXPECT_EQ(word_of(given), "0x30000000");
    given.b[1] = 0, given.b[0] = 0, given.c[0] = 0;
    EXPECT_EQ(word_of(given), "0x30100000");
}

// The sum of the first block is 0, but it keeps the window end at 2^-19. Four sums of 2^-20 are truncated to 0 one by
// one.
TEST(MatrixEdges, EachSumOfFourIsTruncatedIfFactorsAreFarApart) {
    const DotForm form{
        .kind = "mxf4nvf4", .a_type = "e2m1", .b_type = "e2m1", .scale_type = "ue4m3", .scale_block = 16};
    std::vector<Pair> pairs = {{0, kOneF32, kOneF32}, {1, kOneF32, kOneF32 | kMinus}};
    for (const unsigned at : {16u, 20u, 24u, 28u}) pairs.push_back({at, kHalf, kHalf});
    MatrixCase given = one(form, 64, pairs, 0);
    given.scale_a = given.scale_b = {0x7e, 0x01, 0x08, 0x08};
    EXPECT_EQ(word_of(given), "0x00000000");
    given.a[17] = given.b[17] = kHalf;
    EXPECT_EQ(word_of(given), "0x36000000");
}

TEST(MatrixEdges, ZeroFactorsDoNotChangeC) {
    const DotForm form{
        .kind = "mxf4nvf4", .a_type = "e2m1", .b_type = "e2m1", .scale_type = "ue4m3", .scale_block = 16};
    MatrixCase given = one(form, 64, {{0, kOneF32, kOneF32}, {20, kSix, kSix}}, 0x1f812345);
    given.scale_a = {0, 0, 0, 0}, given.scale_b = {0x7e, 0x7e, 0x7e, 0x7e};
    EXPECT_EQ(word_of(given), "0x1f812345");
}

TEST(MatrixEdges, ZeroProductsDoNotChangeAVerySmallC) {
    EXPECT_EQ(word_of(one({}, 16, {{0, 0x3c00, 0}, {1, 0, 0x3c00}}, 0x0d812345)), "0x0d812345");
    EXPECT_EQ(word_of(one({}, 16, {{0, 0x3c00, 0}, {1, 0, 0x3c00}}, 0x80000001)), "0x80000001");
    EXPECT_EQ(word_of(one({}, 16, {{0, 0x3c00, 0}, {1, 0, 0x3c00}}, 0x80000000)), "0x00000000");
}

// 32 products of 1.5 x 1.5 are more than 2^31 units of the window.
TEST(MatrixEdges, SumsBeyond32BitsKeepTheir24ResultBits) {
    std::vector<Pair> pairs;
    for (unsigned at = 0; at < 32; ++at) pairs.push_back({at, 0x3c, 0x3c});
    const DotForm form{.kind = "f8f6f4", .a_type = "e4m3", .b_type = "e4m3"};
    EXPECT_EQ(word_of(one(form, 32, pairs, 0x34000000)), "0x42900000");
    for (Pair& p : pairs) p.a = 0xbc;
    EXPECT_EQ(word_of(one(form, 32, pairs, 0xb4000000)), "0xc2900000");
    EXPECT_EQ(word_of(one(form, 32, pairs, 0x33000000)), "0xc28fffff");
}

// 69.75 + 2^-5 is a tie between two f16 numbers. 2^-24 decides it.
TEST(MatrixEdges, ATermFarBelowAGreatSumDecidesATie) {
    std::vector<Pair> pairs = {{31, 0x0c, 0x0c}};
    for (unsigned at = 0; at < 31; ++at) pairs.push_back({at, 0x3e, 0x3e});
    const DotForm form{.kind = "f8f6f4", .a_type = "e5m2", .b_type = "e5m2", .d_type = "f16"};
    EXPECT_EQ(word_of(one(form, 32, pairs, 0x2800)), "0x0000545d");
    pairs[0].a = 0;
    EXPECT_EQ(word_of(one(form, 32, pairs, 0x2800)), "0x0000545c");
}

// 2^-25 is a tie between 0 and the least f16 number. 2^-48 decides it.
TEST(MatrixEdges, BitsThatASubnormalResultCannotHoldDecideATie) {
    const DotForm form{.d_type = "f16"};
    EXPECT_EQ(word_of(one(form, 16, {{0, 0x0c00, 0x0800}, {1, 0x0001, 0x0001}}, 0)), "0x00000001");
    EXPECT_EQ(word_of(one(form, 16, {{0, 0x0c00, 0x0800}}, 0)), "0x00000000");
}

// (2^-149 - 2^-159) + 2^-159: the window ends at 2^-158, so both terms lose their last bit.
TEST(MatrixEdges, TheGreatestExponentOfBf16CountsAsAtLeastMinus133) {
    const DotForm bf16{.a_type = "bf16", .b_type = "bf16"};
    const DotForm hopper{.unit = Unit::wgmma, .kind = "", .a_type = "bf16", .b_type = "bf16"};
    for (const DotForm& form : {bf16, hopper}) {
        EXPECT_EQ(word_of(one(form, 16, {{0, 0x1a3a, 0x1a30}, {1, 0x1800, 0x1780}}, 0)), "0x00000000");
        EXPECT_EQ(word_of(one(form, 16, {{0, 0x1a3a, 0x1a30}, {1, 0x1800, 0x1800}}, 0)), "0x00000001");
    }
}

// 16 products of 1.5 x 2^-152. If a zero C had an exponent, it would limit the window to 2^-151.
TEST(MatrixEdges, AZeroCDoesNotLimitTheWindow) {
    const DotForm form{.unit = Unit::wgmma, .kind = "", .a_type = "bf16", .b_type = "bf16"};
    std::vector<Pair> pairs;
    for (unsigned at = 0; at < 16; ++at) pairs.push_back({at, 0x19c0, 0x1980});
    EXPECT_EQ(word_of(one(form, 16, pairs, 0)), "0x00000003");
    EXPECT_EQ(word_of(one(form, 16, pairs, 0x80000000)), "0x00000003");
}

// (1 + 2^-7)^2 x 2^-38 beside 0 x 2^100: if the zero counted as 2^-26, the last bit would be half a unit of the window.
TEST(MatrixEdges, AZeroTimesAGreatNumberDoesNotLimitTheWindow) {
    const DotForm form{.unit = Unit::wgmma, .kind = "", .a_type = "bf16", .b_type = "bf16"};
    for (const std::uint32_t great : {0x7180u, 0x6f80u})
        EXPECT_EQ(word_of(one(form, 16, {{0, 0, great}, {1, 0x0e01, 0x5e01}}, 0)), "0x2c820200");
}

TEST(MatrixEdges, BytesAddExactlyForAnyK) {
    test::Random random(5);
    for (const char* type : {"u8", "s8"}) {
        const DotForm form{.kind = "i8", .a_type = type, .b_type = type, .d_type = "s32"};
        MatrixCase given = test::random_case({form, 2, 33, 2000}, test::Flavour::bits, random);
        for (std::uint32_t& a : given.a) a |= 0xe1;
        for (std::uint32_t& b : given.b) b |= 0xe1;
        EXPECT_EQ(test::difference_to_dot(given), "") << type;
    }
}

// From 136 elements on, the rows are too long for the kernels, and dot() computes everything.
TEST(MatrixEdges, LongSumsEqualDot) {
    test::Random random(6);
    for (const unsigned k : {128u, 136u, 200u})
        EXPECT_EQ(test::difference_to_dot(test::random_case({{}, 3, 5, k}, test::Flavour::small, random)), "") << k;
}

}  // namespace
}  // namespace tilescope
