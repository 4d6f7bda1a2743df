// tests/exhaustive/judge_test.cpp -- a compiled judge gives the verdicts of the rules, and refuses other rules.
// SPDX-License-Identifier: MIT
#include "tests/exhaustive/sweep.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/smem.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tilescope::test {
namespace {

bool rules_say_legal(const Format& format, const WordContext& context, std::uint32_t word) {
    return std::ranges::none_of(check_word(decode(format, word), context),
                                [](const Problem& p) { return p.severity == Severity::error; });
}

// Counts the words on which the judge and the rules agree. Stops at the first word on which they disagree.
class Agreement {
public:
    Agreement(const Format& format, const WordContext& context, const WordJudge& judge)
        : format_(format), context_(context), judge_(judge) {}

    void check(std::uint32_t word) {
        if (differs_ || !seen_.insert(word).second) return;
        const bool legal = judge_.legal(word);
        (legal ? legal_ : illegal_) += 1;
        differs_ = legal != rules_say_legal(format_, context_, word);
        EXPECT_FALSE(differs_) << format_.kind << " PTX " << name_of(format_.edition) << " " << context_.arch << " "
                               << hex(word, 8) << ": the judge returns " << (legal ? "legal" : "not legal");
    }
    // Checks the word, all words that differ in one bit, and all words that differ in one field.
    void check_around(std::uint32_t word) {
        check(word);
        for (unsigned bit = 0; bit < 32; ++bit) check(word ^ 1u << bit);
        for (const Field& f : format_.fields)
            for (std::uint64_t raw = 0; raw <= bit_mask(f.width); ++raw)
                check(static_cast<std::uint32_t>(set_field(f, word, raw)));
    }
    std::size_t legal() const { return legal_; }
    std::size_t illegal() const { return illegal_; }

private:
    const Format& format_;
    const WordContext& context_;
    const WordJudge& judge_;
    std::set<std::uint32_t> seen_;
    std::size_t legal_ = 0, illegal_ = 0;
    bool differs_ = false;
};

// Returns legal words. Each one differs from another one in one field. The search changes one field at a time and keeps
// only legal words.
std::vector<std::uint32_t> some_legal(const Format& format, const WordJudge& judge, std::size_t count) {
    if (judge.legal_words() == 0) return {};
    std::uint32_t word = 0;
    while (!judge.legal(word)) ++word;
    std::set<std::uint32_t> found = {word};
    for (std::uint64_t step = 0; found.size() < count && step < 100 * count; ++step) {
        const Field& f = format.fields[mixed(2 * step) % format.fields.size()];
        const auto next = static_cast<std::uint32_t>(set_field(f, word, mixed(2 * step + 1) & bit_mask(f.width)));
        if (!judge.legal(next)) continue;
        word = next;
        found.insert(word);
    }
    return {found.begin(), found.end()};
}

void expect_agreement(const Format& format, const WordContext& context, std::size_t around, std::size_t random) {
    const Answer<WordJudge> judge = compile_judge(format, context);
    ASSERT_TRUE(judge) << judge.why;
    Agreement agreement(format, context, *judge);
    for (const std::uint32_t word : some_legal(format, *judge, around)) agreement.check_around(word);
    for (std::size_t i = 0; i < random; ++i) agreement.check(mixed(i));
    EXPECT_GE(agreement.legal(), judge->legal_words() == 0 ? 0 : around) << format.kind;
    EXPECT_GT(agreement.illegal(), random / 2) << format.kind;
}

TEST(WordJudge, AgreesWithTheRulesForWordsWithoutContext) {
    for (const std::string_view kind : kinds_of(Edition::v9_1))
        expect_agreement(*idesc_format(kind, Edition::v9_1), {}, 40, 10'000);
}

TEST(WordJudge, AgreesWithTheRulesForEveryContext) {
    const std::pair<Edition, WordContext> known[] = {
        {Edition::v9_1, {.arch = "sm_90a"}},
        {Edition::v9_1, {.arch = "sm_103a", .cta_group = 2}},
        {Edition::v9_1, {.arch = "sm_100a", .cta_group = 1, .ws = true, .sparse = true}},
        {Edition::v9_1, {.arch = "none such", .ws = false}},
        {Edition::v9_4, {.arch = "sm_107a", .sparse = false, .a_in_tmem = true}}};
    for (const auto& [edition, context] : known)
        for (const std::string_view kind : kinds_of(edition))
            expect_agreement(*idesc_format(kind, edition), context, 4, 200);
}

constexpr WordRule kRow{.id = "T1",
                        .format = "idesc",
                        .severity = Severity::error,
                        .certainty = Certainty::confirmed,
                        .field = "n",
                        .broken = [](const WordFacts&) { return false; },
                        .says = [](const WordFacts&) { return std::string("Wrong."); },
                        .source = "a test"};

std::uint32_t word_of(std::initializer_list<std::pair<std::string_view, std::uint64_t>> fields) {
    std::uint64_t word = 0;
    for (const auto& [id, raw] : fields) word = set_field(field_in(kIdescF16_91, id), word, raw);
    return static_cast<std::uint32_t>(word);
}

TEST(WordJudge, CompilesARuleThatReadsSomeFieldsOnlySometimes) {
    WordRule row = kRow;  // reads n only if M is 16, and the shift only if N is 24
    row.broken = [](const WordFacts& w) { return w.value("m") == 16 && w.value("n") == 24 && w.raw("max_shift") == 2; };
    const WordRule* const rows[] = {&row};
    const Answer<WordJudge> judge = compile_judge(kIdescF16_91, {}, rows);
    ASSERT_TRUE(judge) << judge.why;
    EXPECT_FALSE(judge->legal(word_of({{"m", 1}, {"n", 3}, {"max_shift", 2}})));
    EXPECT_FALSE(judge->legal(word_of({{"m", 1}, {"n", 3}, {"max_shift", 2}, {"transpose_a", 1}})));
    EXPECT_TRUE(judge->legal(word_of({{"m", 1}, {"n", 3}, {"max_shift", 1}})));
    EXPECT_TRUE(judge->legal(word_of({{"m", 1}, {"n", 2}, {"max_shift", 2}})));
    EXPECT_TRUE(judge->legal(word_of({{"m", 3}, {"n", 3}, {"max_shift", 2}})));
}

// If a rule with a lower severity reports a field, its report replaces the finding of the table about that field. See
// check_word(). The findings about other fields stay.
TEST(WordJudge, ARuleOfLowerSeverityReplacesTheFindingOfTheTable) {
    WordRule row = kRow;
    row.severity = Severity::warn;
    row.field = "rsvd6";
    row.broken = [](const WordFacts& w) { return w.raw("rsvd6") == 1 && w.raw("sparse") == 1; };
    const WordRule* const rows[] = {&row};
    const Answer<WordJudge> judge = compile_judge(kIdescF16_91, {}, rows);
    ASSERT_TRUE(judge) << judge.why;
    EXPECT_FALSE(judge->legal(word_of({{"rsvd6", 1}})));
    EXPECT_TRUE(judge->legal(word_of({{"rsvd6", 1}, {"sparse", 1}})));
    EXPECT_FALSE(judge->legal(word_of({{"rsvd6", 1}, {"sparse", 1}, {"rsvd29", 1}})));
}

TEST(WordJudge, RefusesARuleThatReadsTheWholeWordAndNamesIt) {
    WordRule row = kRow;
    row.broken = [](const WordFacts& w) { return w.word() == 0x12345678; };
    const WordRule* const rows[] = {&row};
    const Answer<WordJudge> judge = compile_judge(kIdescF16_91, {}, rows);
    ASSERT_FALSE(judge);
    EXPECT_EQ(judge.why, "rule T1 reads 32 bits of a word of format idesc, but a judge supports at most 20 bits.");
}

TEST(WordJudge, RefusesATableOf64Bits) {
    const Answer<WordJudge> judge = compile_judge(kSmem91, {});
    ASSERT_FALSE(judge);
    EXPECT_EQ(judge.why, "a judge supports only words of 32 bits, but smem has 64 bits.");
}

}  // namespace
}  // namespace tilescope::test
