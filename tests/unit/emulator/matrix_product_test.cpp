// tests/unit/emulator/matrix_product_test.cpp -- the words of whole matrices are equal to those of dot().
// SPDX-License-Identifier: MIT
#include "tests/support/matrix_cases.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/matrix_product.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

using test::Flavour;
using test::MatrixCase;

std::vector<std::uint32_t> product(const DotRule& rule, const MatrixInput& in, Vectors vectors) {
    std::vector<std::uint32_t> d(std::size_t{in.m} * in.n, 0xdeadbeef);
    MatrixProduct(rule, in, vectors).rows(0, in.m, d);
    return d;
}

// Returns how many words were compared.
std::size_t compare_all(Flavour flavour) {
    std::size_t words = 0;
    test::Random random(static_cast<unsigned>(flavour) + 1);
    for (const DotForm& form : test::all_forms())
        for (unsigned round = 0; round < 2; ++round) {
            const MatrixCase given = test::random_case(form, flavour, random);
            const std::string difference = test::difference_to_dot(given);
            EXPECT_EQ(difference, "") << test::text_of(form) << ", " << test::name_of(flavour) << ", round " << round
                                      << ", k " << given.k << ", c_shift " << given.c_shift;
            if (!difference.empty()) break;
            words += std::size_t{given.m} * given.n;
        }
    return words;
}

TEST(MatrixProduct, EqualsDotForUniformBits) { EXPECT_GT(compare_all(Flavour::bits), 30'000u); }
TEST(MatrixProduct, EqualsDotForSmallNumbers) { EXPECT_GT(compare_all(Flavour::small), 30'000u); }
TEST(MatrixProduct, EqualsDotForFrequentSpecialValues) { EXPECT_GT(compare_all(Flavour::special), 30'000u); }
TEST(MatrixProduct, EqualsDotAmongSubnormalNumbers) { EXPECT_GT(compare_all(Flavour::tiny), 30'000u); }
TEST(MatrixProduct, EqualsDotForSumsThatCancel) { EXPECT_GT(compare_all(Flavour::cancelling), 30'000u); }
TEST(MatrixProduct, EqualsDotAtTheGreatestNumbers) { EXPECT_GT(compare_all(Flavour::great), 30'000u); }
TEST(MatrixProduct, EqualsDotIfCIsNearTheProducts) { EXPECT_GT(compare_all(Flavour::near_c), 30'000u); }
TEST(MatrixProduct, EqualsDotForMostlyZeros) { EXPECT_GT(compare_all(Flavour::zeros), 30'000u); }
TEST(MatrixProduct, EqualsDotForTheGreatestSums) { EXPECT_GT(compare_all(Flavour::full), 30'000u); }
TEST(MatrixProduct, EqualsDotForOperandsOfVeryDifferentSize) { EXPECT_GT(compare_all(Flavour::lopsided), 30'000u); }

// Returns how many words were compared.
std::size_t compare_doubt(MatrixCase given, Doubt doubt) {
    given.rule.other = doubt;
    EXPECT_EQ(test::difference_to_dot(given), "")
        << given.rule.profile->id << ", the alternative rule of " << rows_of(set_of(doubt))[0]->id << ", k " << given.k;
    return std::size_t{given.m} * given.n;
}

TEST(MatrixProduct, EqualsDotWithTheAlternativeRulesOfDoubts) {
    std::size_t words = 0;
    test::Random random(11);
    for (const DotForm& form : test::all_forms())
        for (const DoubtRow* row : rows_of(rule_of(form)->possible))
            for (const Flavour flavour : test::kFlavours)
                for (unsigned round = 0; row->per_word && round < 3; ++round)
                    words += compare_doubt(test::random_case(form, flavour, random), row->doubt);
    EXPECT_GT(words, 200'000u);
}

TEST(MatrixProduct, ComputesAnyRangeOfRows) {
    test::Random random(7);
    const MatrixCase given = test::random_case({.a_type = "bf16", .b_type = "bf16"}, Flavour::small, random);
    const MatrixInput in = given.input();
    const std::vector<std::uint32_t> all = product(given.rule, in, Vectors::best);
    const MatrixProduct some(given.rule, in);
    for (unsigned first = 0; first < in.m; ++first) {
        std::vector<std::uint32_t> d(std::size_t{in.m - first} * in.n);
        some.rows(first, in.m, d);
        EXPECT_TRUE(std::equal(d.begin(), d.end(), all.begin() + std::ptrdiff_t{first} * in.n)) << first;
    }
}

TEST(MatrixProduct, KeepsNoReferenceToItsInput) {
    test::Random random(8);
    MatrixCase given = test::random_case({.a_type = "f16", .b_type = "f16", .sparse = true}, Flavour::bits, random);
    const std::vector<std::uint32_t> want = product(given.rule, given.input(), Vectors::best);
    const MatrixProduct kept(given.rule, given.input());
    const unsigned m = given.m;
    given = {};
    std::vector<std::uint32_t> d(want.size());
    kept.rows(0, m, d);
    EXPECT_EQ(d, want);
}

TEST(MatrixProduct, ReportsWhatDoesNotFit) {
    test::Random random(9);
    const DotForm form{
        .kind = "mxf8f6f4", .a_type = "e4m3", .b_type = "e4m3", .scale_type = "ue8m0", .scale_block = 32};
    const MatrixCase good = test::random_case(form, Flavour::small, random);
    MatrixInput in = good.input();
    in.a = in.a.subspan(1);
    EXPECT_EQ(can_multiply(good.rule, in).why, say("the list a has ", good.m * good.k - 1, " entries; expected ",
                                                   good.m * good.k, " (", good.m, " rows of ", good.k, ")"));
    in = good.input();
    in.scale_b = {};
    EXPECT_EQ(can_multiply(good.rule, in).why.substr(0, 32), "the list scale_b has 0 entries; ");
    in = good.input();
    in.m = 0;
    in.a = {}, in.c = {}, in.scale_a = {};
    EXPECT_EQ(can_multiply(good.rule, in).why, say("m is 0 and n is ", in.n, "; both must be at least 1"));
    in = good.input();
    in.c_shift = 1;
    EXPECT_NE(can_multiply(good.rule, in).why, "");
}

TEST(MatrixProduct, NamesTheRowOfACodeWithoutMeaning) {
    test::Random random(10);
    MatrixCase given = test::random_case({.sparse = true}, Flavour::small, random);
    const unsigned groups = given.k / 4;
    given.codes[2 * groups + 1] = 0;
    EXPECT_EQ(can_multiply(given.rule, given.input()).why.substr(0, 22), "row 2, sparse group 1:");
    given.codes[2 * groups + 1] = 0x14;
    EXPECT_EQ(can_multiply(given.rule, given.input()).why, "row 2, sparse group 1: a code has 4 bits; this code is 20");
}

}  // namespace
}  // namespace tilescope
