// tests/unit/emulator/dot_kinds_test.cpp -- special values, integers, sparse A and scale factors of one element of D.
// SPDX-License-Identifier: MIT
#include "tests/unit/emulator/dot_of.h"

#include <bit>
#include <random>

namespace tilescope {
namespace {

using test::dot_of;
using test::DotCase;
using test::fp4_form;
using test::kind_form;
using test::wgmma_form;

constexpr std::uint32_t kOne = 0x3c00, kTwo = 0x4000, kInf = 0x7c00, kMinusInf = 0xfc00, kNan = 0x7e01;  // f16

// ---- special values ----

struct SpecialCase {
    std::vector<std::uint32_t> a, b;  // f16
    std::uint32_t c, want;
    const char* why;
};

TEST(DotSpecials, FollowTheRulesOfInfinitiesAndNans) {
    const SpecialCase cases[] = {
        {{kNan}, {0}, 0, 0x7fffffff, "a NaN element, even times 0"},
        {{0xfe01}, {kOne}, 0, 0x7fffffff, "its sign and payload are lost"},
        {{kOne}, {kOne}, 0xffc01234, 0x7fffffff, "C is a NaN"},
        {{kInf}, {0}, 0, 0x7fffffff, "infinity times 0"},
        {{0x8000}, {kInf}, 0, 0x7fffffff, "-0 times infinity"},
        {{kInf}, {kTwo}, 0, 0x7f800000, "an infinity"},
        {{kInf}, {0xc000}, 0, 0xff800000, "with the sign of the product"},
        {{kMinusInf}, {kMinusInf}, 0, 0x7f800000, "minus by minus"},
        {{kInf}, {kOne}, 0xc1200000, 0x7f800000, "a finite C does not matter"},
        {{kInf, kMinusInf}, {kOne, kOne}, 0, 0x7fffffff, "both signs"},
        {{kInf}, {kOne}, 0xff800000, 0x7fffffff, "both signs, one of them from C"},
        {{kOne}, {kOne}, 0xff800000, 0xff800000, "C is infinite"},
        {{kInf, kInf}, {kOne, 0}, 0xff800000, 0x7fffffff, "a NaN comes before infinities"},
        {{kInf, 0x7bff}, {kOne, 0xfbff}, 0, 0x7f800000, "an overflow does not count as an infinity"},
    };
    for (const SpecialCase& s : cases) {
        DotCase c = dot_of(kind_form("f16", "f16"), 16, {}, s.c);
        for (std::size_t i = 0; i < s.a.size(); ++i) c.a[15 - i] = s.a[i], c.b[15 - i] = s.b[i];
        EXPECT_EQ(c.word(), s.want) << s.why;
        c.form = wgmma_form("f16");
        EXPECT_EQ(c.word(), s.want) << s.why << ", wgmma";
    }
}

TEST(DotSpecials, UseTheWordsOfTheTypeOfD) {
    DotCase c = dot_of(kind_form("f16", "f16", "f16"), 16, {}, 0x7c01);
    EXPECT_EQ(c.word(), 0x7fffu);
    c.c = 0xfc00;
    EXPECT_EQ(c.word(), 0xfc00u);
    c.c = 0x0001;
    EXPECT_EQ(c.word(), 0x0001u) << "C has D's type";
}

TEST(DotSpecials, Tf32IsClassifiedAfterItsLowBitsAreCleared) {
    DotCase c = dot_of(kind_form("tf32", "tf32"), 8, {});
    c.a[0] = 0x7f800001, c.b[0] = 0x3f800000;
    EXPECT_EQ(c.word(), 0x7f800000u) << "a NaN of f32, an infinity of tf32";
    c.b[0] = 0x00001fff;
    EXPECT_EQ(c.word(), 0x7fffffffu) << "a number of f32, 0 of tf32";
}

TEST(DotSpecials, ANanFactorCountsEvenIfItsBlockIsZero) {
    DotCase c = dot_of(fp4_form("mxf4", "ue8m0", 32), 64, {{1, 1}});
    EXPECT_EQ(c.word(), 0x3f800000u);
    c.scale_b[1] = 0xff;
    EXPECT_EQ(c.word(), 0x7fffffffu) << "NaN, though all its elements are 0";
    c.scale_b.push_back(0xff);
    c.scale_b[1] = 0x00;
    EXPECT_EQ(c.word(), 0x3f800000u) << "factors past the last block are ignored";
}

// ---- scale factors ----

TEST(DotFactors, MultiplyTheirBlock) {
    DotCase mx =
        dot_of({.kind = "mxf8f6f4", .a_type = "e4m3", .b_type = "e2m1", .scale_type = "ue8m0", .scale_block = 32}, 64,
               {{3, 1.5}});
    mx.a[32] = 0x38, mx.b[32] = 0x2;
    mx.scale_a = {0x80, 0x7f}, mx.scale_b = {0x7e, 0x7a};
    EXPECT_EQ(mx.word(), std::bit_cast<std::uint32_t>(4.5f + 0.03125f));
    DotCase nv = dot_of(fp4_form("mxf4nvf4", "ue4m3", 16), 64, {{6, 0.5}});
    nv.scale_a[0] = 0x3c, nv.scale_b[0] = 0xbc;  // 1.5 each; bit 7 is ignored
    EXPECT_EQ(nv.word(), std::bit_cast<std::uint32_t>(6.75f));
    nv.scale_a[0] = 0;
    EXPECT_EQ(nv.word(), 0u);
}

TEST(DotFactors, BlocksCountTheStoredElementsOfASparseA) {
    DotForm form = fp4_form("mxf4nvf4", "ue8m0", 16);
    form.sparse = true;
    DotCase c = dot_of(form, 64, {});
    c.codes.assign(8, 0b0100);  // positions 0 to 3 of 8
    c.a[24] = c.b[24] = 0x2;    // stored as element 12: block 0
    c.a[32] = c.b[32] = 0x2;    // stored as element 16: block 1
    c.scale_a = {0x80, 0x82}, c.scale_b = {0x7f, 0x7f};
    EXPECT_EQ(c.word(), std::bit_cast<std::uint32_t>(2.0f + 8.0f));
}

// ---- sparse A ----

TEST(DotSparse, IgnoresElementsThatAreNotSelected) {
    DotForm form = kind_form("f16", "f16");
    form.sparse = true;
    DotCase c = dot_of(form, 8, {});
    c.a = {kOne, kNan, kTwo, kInf, kOne, kOne, kOne, kOne};
    c.b = {kOne, kNan, kTwo, 0, 0x4400, kInf, kNan, 0x4800};  // 4 and 8 in the second group
    c.codes = {0b1000, 0b1100};                               // positions 0 and 2; 0 and 3
    EXPECT_EQ(c.word(), std::bit_cast<std::uint32_t>(1.0f + 4.0f + 4.0f + 8.0f));
    c.codes = {0b0110, 0b1100};  // 2 and 1
    EXPECT_EQ(c.word(), 0x7fffffffu);
    EXPECT_TRUE(c.doubts().empty());
}

TEST(DotSparse, SelectsOneOfTwoForTf32) {
    DotForm form = kind_form("tf32", "tf32");
    form.sparse = true;
    DotCase c = dot_of(form, 4, {{1, 1}, {2, 2}, {3, 3}, {4, 4}});
    c.codes = {0b0100, 0b1110};
    EXPECT_EQ(c.word(), std::bit_cast<std::uint32_t>(1.0f + 16.0f));
    c.codes = {0b1110, 0b0100};
    EXPECT_EQ(c.word(), std::bit_cast<std::uint32_t>(4.0f + 9.0f));
}

TEST(DotSparse, SelectsPairsForFp4) {
    DotForm form = fp4_form("mxf4", "ue8m0", 32);
    form.sparse = true;
    DotCase c = dot_of(form, 8, {{1, 1}, {1, 1}, {2, 1}, {2, 1}, {3, 1}, {3, 1}, {4, 1}, {4, 1}});
    c.codes = {0b1101};  // pairs 1 and 3
    EXPECT_EQ(c.word(), std::bit_cast<std::uint32_t>(12.0f));
}

// Each half of a code is an index of its own, as an H100 reads it (h100_sparse_codes.csv).
TEST(DotSparse, WgmmaTakesAnyCode) {
    DotForm form = wgmma_form("f16");
    form.sparse = true;
    DotCase c = dot_of(form, 4, {{1, 1}, {2, 2}, {3, 4}, {4, 8}});
    c.codes = {0b0000};
    EXPECT_EQ(c.word(), std::bit_cast<std::uint32_t>(1.0f + 1.0f));
    c.codes = {0b0111};  // 3 and 1
    EXPECT_EQ(c.word(), std::bit_cast<std::uint32_t>(32.0f + 4.0f));
    c.a = {0x3c00, 0x4000};  // stored elements: 1 meets element 3, 2 meets element 1
    EXPECT_EQ(c.word(), std::bit_cast<std::uint32_t>(8.0f + 4.0f));
    c.codes = {16};
    EXPECT_EQ(can_multiply(c.rule(), c.input()).why,
              "sparse group 0: code 16 has no meaning in 2:4: use one of 0b0100, 0b1000, 0b1100, 0b1001, 0b1101, "
              "0b0110, 0b1110");
    form = wgmma_form("tf32");
    form.sparse = true;
    c = {.form = form, .a = {0x3f800000, 0x40000000}, .b = {0x3fc01111, 0x40102222}, .codes = {0b1101}};
    EXPECT_EQ(c.word(), 0x40902000u);  // 2 x halves 1 and 3 of the group, 0x40103fc0 without its 13 low bits
}

TEST(DotSparse, TakesTheStoredElementsOfA) {
    DotForm form = kind_form("f16", "f16");
    form.sparse = true;
    DotCase c = dot_of(form, 8, {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {0, 32}, {0, 64}, {0, 128}});
    c.a = {kOne, kTwo, kOne, kTwo};
    c.codes = {0b0110, 0b1100};  // 2 and 1; 0 and 3
    EXPECT_EQ(c.word(), std::bit_cast<std::uint32_t>(4.0f + 4.0f + 16.0f + 256.0f));
}

// ---- integers ----

TEST(DotIntegers, WrapOrClampOnce) {
    DotForm form{.kind = "i8", .a_type = "s8", .b_type = "u8", .d_type = "s32"};
    DotCase c = dot_of(form, 32, {}, 0x7fffffff);
    c.a[0] = 0xff, c.b[0] = 0xff;  // -1 x 255
    EXPECT_EQ(c.word(), 0x7fffff00u);
    c.a[0] = 1, c.b[0] = 1;
    EXPECT_EQ(c.word(), 0x80000000u);
    c.form.saturate = true;
    EXPECT_EQ(c.word(), 0x7fffffffu);
    c.a[1] = 0xff, c.b[1] = 2;  // -2: if each step were clamped, the result would be 2^31 - 3
    EXPECT_EQ(c.word(), 0x7ffffffeu);
    c.c = 0x80000000;
    c.a[0] = 0x80, c.b[0] = 255;
    EXPECT_EQ(c.word(), 0x80000000u);
    c.form.saturate = false;
    c.form.a_type = c.form.b_type = "u8";
    EXPECT_EQ(c.word(), 0x80000000u + 128 * 255 + 255 * 2);
}

TEST(DotIntegers, WgmmaHasTheSameIntegersAndCountsBits) {
    DotForm form{.unit = Unit::wgmma, .kind = "", .a_type = "u8", .b_type = "s8", .d_type = "s32", .saturate = true};
    DotCase c = dot_of(form, 32, {}, 5);
    c.a[3] = 200, c.b[3] = 0xfe;
    EXPECT_EQ(c.word(), static_cast<std::uint32_t>(5 - 400));
    DotCase bits = dot_of(wgmma_form("b1", "s32"), 8, {}, 0xffffffff);
    bits.a[0] = 0xf0f0f0f0, bits.b[0] = 0xff00ff00;
    bits.a[7] = 0x80000001, bits.b[7] = 0x80000003;
    EXPECT_EQ(bits.word(), 9u) << "-1 + 8 + 2";
}

// ---- random words ----

std::vector<DotForm> every_form() {
    std::vector<DotForm> out;
    for (const Profile& p : all_profiles())
        for (const std::string_view a : p.types)
            for (const std::string_view b : p.types)
                for (const std::string_view d : p.d_types)
                    for (const bool sparse : {false, true})
                        if (!sparse || !p.grain.empty())
                            out.push_back({.unit = p.unit,
                                           .kind = std::string(p.kind),
                                           .a_type = std::string(a),
                                           .b_type = std::string(b),
                                           .d_type = std::string(d),
                                           .scale_type = std::string(p.scale_type),
                                           .scale_block = p.scale_block,
                                           .sparse = sparse});
    return out;
}

DotCase random_case(const DotForm& form, std::size_t k, std::mt19937& rng) {
    DotCase c{.form = form, .a = std::vector<std::uint32_t>(k), .b = std::vector<std::uint32_t>(k)};
    // Random words of the full width reach every number class of every format. Some words are 0.
    for (auto* words : {&c.a, &c.b})
        for (std::uint32_t& word : *words) word = rng() % 4 == 0 ? 0 : static_cast<std::uint32_t>(rng());
    c.c = rng() % 4 == 0 ? 0 : static_cast<std::uint32_t>(rng());
    for (auto* factors : {&c.scale_a, &c.scale_b})
        for (std::size_t i = 0; i < k / 16; ++i) factors->push_back(static_cast<std::uint8_t>(rng() % 255));
    const SparseGrain* grain = c.rule().grain;
    for (std::size_t i = 0; grain != nullptr && i < k / grain->group; ++i)
        c.codes.push_back(static_cast<std::uint8_t>(grain->codes[rng() % grain->codes.size()].code));
    return c;
}

TEST(DotWords, AreNeverMinusZeroAndHaveOneNan) {
    std::mt19937 rng(12);
    std::size_t numbers = 0, nans = 0, infinities = 0;
    for (const DotForm& form : every_form())
        for (int round = 0; round < 60; ++round) {
            if (form.d_type == "s32") continue;
            const std::size_t k = round % 2 == 0 ? 8 : 96;
            DotCase c = random_case(form, k, rng);
            if (form.scale_block != 0 && k == 8) c.scale_a = c.scale_b = {static_cast<std::uint8_t>(rng() % 255)};
            const std::uint32_t word = c.word();
            const bool half = form.d_type == "f16";
            ASSERT_NE(word, half ? 0x8000u : 0x80000000u) << form.kind << " " << form.a_type;
            const RawNumber n = decode_number(*find_float(form.d_type), word);
            numbers += n.what == NumberClass::finite;
            nans += n.what == NumberClass::nan;
            infinities += n.what == NumberClass::infinite;
            ASSERT_EQ(n.what == NumberClass::nan, word == (half ? kF16Nan : kF32Nan)) << form.kind;
            const DotRule rule = c.rule();
            ASSERT_EQ(doubts_of(rule, c.input()) & ~rule.possible, 0) << form.kind << " " << form.a_type;
        }
    EXPECT_GT(numbers, 1000u);
    EXPECT_GT(nans, 100u);
    EXPECT_GT(infinities, 100u);
}

// ---- refusals ----

TEST(DotRefusals, ReportWhatDoesNotFit) {
    DotForm sparse = kind_form("f16", "f16");
    sparse.sparse = true;
    const auto why = [](const DotCase& c) { return can_multiply(c.rule(), c.input()).why; };
    DotCase c = dot_of(kind_form("f16", "f16"), 16, {});
    EXPECT_EQ(why(c), "");
    c.b.pop_back();
    EXPECT_EQ(why(c), "operand a has 16 elements and operand b has 15; both must have the same number");
    EXPECT_EQ(why(dot_of(kind_form("f16", "f16"), 0, {})),
              "operands a and b are empty; they must have at least one element");
    EXPECT_EQ(why(dot_of(kind_form("f16", "f16"), kMostDotK + 1, {})),
              "operand b has 65537 elements; the limit is 65536");
    DotCase mx = dot_of(fp4_form("mxf4", "ue8m0", 32), 96, {});
    mx.scale_b.pop_back();
    EXPECT_EQ(why(mx), "scale_b has 2 factors, but K = 96 needs 3 factors: one for every 32 elements");
    DotCase s = dot_of(sparse, 32, {});
    EXPECT_EQ(why(s), "a sparse A of 32 elements needs 8 sparse codes; the list has 0");
    s.codes.assign(8, 0b0100);
    EXPECT_EQ(why(s), "");
    s.codes[5] = 0;
    EXPECT_NE(why(s).find("sparse group 5: code 0b0000 has no meaning in 2:4"), std::string::npos) << why(s);
    s = dot_of(sparse, 30, {});
    EXPECT_EQ(why(s), "operand b has 30 elements; a sparse MMA (2:4) needs a multiple of 4");
}

TEST(DotRefusals, RefuseShiftsAndNegationThatTheInstructionDoesNotHave) {
    const auto why = [](const DotCase& c) { return can_multiply(c.rule(), c.input()).why; };
    DotCase c = dot_of(kind_form("tf32", "tf32"), 8, {});
    c.c_shift = 15;
    EXPECT_EQ(why(c), "");
    c.c_shift = 16;
    EXPECT_EQ(why(c), "C is shifted by 16; the shift must be 0 to 15");
    DotCase fp8 = dot_of(kind_form("f8f6f4", "e4m3"), 32, {});
    fp8.c_shift = 1;
    EXPECT_EQ(why(fp8), "C is shifted, but only the tcgen05 kinds tf32 and f16 can shift C; the shift must be 0");
    DotCase bytes = dot_of({.kind = "i8", .a_type = "s8", .b_type = "s8", .d_type = "s32"}, 32, {});
    bytes.negate_b = true;
    EXPECT_EQ(why(bytes), "integers cannot be negated; negate_a and negate_b must be false");
}

}  // namespace
}  // namespace tilescope
