// tests/exhaustive/legal_count_test.cpp -- the rules accept exactly as many words as the manual.
// SPDX-License-Identifier: MIT
#include "tests/exhaustive/legal_count.h"
#include "tests/support/word_judge.h"

#include <tilescope/formats/formats.h>

#include <gtest/gtest.h>

namespace tilescope::test {
namespace {

std::uint64_t legal_words(std::string_view kind, const WordContext& context) {
    const Answer<WordJudge> judge = compile_judge(*idesc_format(kind, Edition::v9_1), context);
    EXPECT_TRUE(judge) << judge.why;
    return judge ? judge->legal_words() : 0;
}

TEST(LegalCounts, EveryKindHasACountByHand) {
    for (const std::string_view kind : kinds_of(Edition::v9_1)) EXPECT_NE(legal_count(kind), nullptr) << kind;
    EXPECT_EQ(kinds_of(Edition::v9_1).size(), std::size(kLegalCounts));
}

TEST(LegalCounts, WordsWithoutContextMatchTheCountsOfTheManual) {
    for (const LegalCount& count : kLegalCounts) {
        EXPECT_EQ(legal_words(count.kind, {.arch = "sm_100a"}), count.sm_100a) << count.kind;
        EXPECT_EQ(legal_words(count.kind, {.arch = "sm_103a"}), count.sm_103a) << count.kind;
    }
}

// The form is known here: one CTA, a CTA pair or .ws, with or without .sp. The products are explained in legal_count.h.
TEST(LegalCounts, AKnownFormHasOnlyItsShapes) {
    const std::uint64_t f16 = (1 + 2 * 2) * kNegations * kMajors * kMaxShifts;
    const WordContext one{.cta_group = 1, .ws = false, .sparse = false};
    const WordContext pair_sparse{.cta_group = 2, .ws = false, .sparse = true};
    const WordContext ws_sparse{.cta_group = 1, .ws = true, .sparse = true};
    EXPECT_EQ(legal_words("f16", one), (2 * 32) * f16);
    EXPECT_EQ(legal_words("f16", pair_sparse), 4 * (2 * 16) * f16);
    EXPECT_EQ(legal_words("f16", ws_sparse), 4 * (3 * 2) * f16);

    const std::uint64_t i8 = 2 * (2 * 2) * kMaxShifts * 2;  // the last 2: A is K-major or MN-major
    EXPECT_EQ(legal_words("i8", one), 2 * (18 + 16) * i8);
    EXPECT_EQ(legal_words("i8", pair_sparse), 2 * (8 + 8) * i8);
    EXPECT_EQ(legal_words("i8", ws_sparse), 3 * (2 + 2) * i8);

    const std::uint64_t mxf4 = (2 * 2) * kNegations;
    EXPECT_EQ(legal_words("mxf4", one), 32 * mxf4);
    EXPECT_EQ(legal_words("mxf4", pair_sparse), 16 * mxf4);
    EXPECT_EQ(legal_words("mxf4", ws_sparse), 0u) << "block-scaled kinds have no .ws form";
}

}  // namespace
}  // namespace tilescope::test
