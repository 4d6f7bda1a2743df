// tests/unit/rules/rules_test.cpp -- each rule reports the cases in tests/data/rules that break it, and no others.
// SPDX-License-Identifier: MIT
#include "tests/unit/rules/rule_cases.h"

#include <tilescope/formats/formats.h>
#include <tilescope/rules/catalogue.h>
#include <tilescope/rules/rule.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace tilescope {
namespace {

TEST(Rules, EveryRuleReportsTheCasesThatBreakItAndNoOthers) {
    int looked = 0;
    for (const std::string& id : ids_with_cases()) {
        const std::vector<RuleCase> cases = rule_cases(id);
        EXPECT_TRUE(std::ranges::any_of(cases, &RuleCase::breaks)) << id << " has no case that breaks the rule";
        EXPECT_FALSE(std::ranges::all_of(cases, &RuleCase::breaks))
            << id << " has no case that does not break the rule";
        for (const RuleCase& c : cases) {
            const auto problems = problems_of(c);
            const MmaProblem* p = problem_in(problems, id, c);
            EXPECT_EQ(p != nullptr, c.breaks) << id << ": " << c.line;
            ++looked;
            if (!p) continue;
            EXPECT_TRUE(p->problem.text.ends_with('.') || p->problem.text.ends_with('?')) << id << p->problem.text;
            EXPECT_FALSE(p->problem.source.empty()) << id;
        }
    }
    EXPECT_GT(looked, 350);
}

TEST(Rules, EveryFileOfCasesBelongsToARule) {
    const std::set<std::string> ids = ids_with_cases();
    for (const std::string& id : files_of_cases()) EXPECT_TRUE(ids.contains(id)) << id;
}

// The members of a problem that identify its row.
using Shown = std::tuple<std::string, std::string, Severity, std::string, std::string>;
Shown shown(const Problem& p) { return {p.rule, p.field, p.severity, p.fix, p.source}; }
template <class Rule>
Shown shown_of(const Rule& r) {
    return {std::string(r.id), std::string(r.field), r.severity, std::string(r.fix), std::string(r.source)};
}

TEST(Rules, EveryRowIsBrokenBySomeCase) {
    std::set<Shown> seen;
    for (const std::string& id : ids_with_cases())
        for (const RuleCase& c : rule_cases(id))
            for (const MmaProblem& p : problems_of(c)) seen.insert(shown(p.problem));
    for (const WordRule* r : all_rules()) EXPECT_TRUE(seen.contains(shown_of(*r))) << r->id << ": " << r->what;
    for (const MmaRule* r : all_mma_rules()) EXPECT_TRUE(seen.contains(shown_of(*r))) << r->id << ": " << r->what;
}

TEST(Rules, FixRemovesItsProblem) {
    int fixed = 0;
    for (const std::string& id : ids_with_cases())
        for (const RuleCase& c : rule_cases(id)) {
            const auto problems = problems_of(c);
            const MmaProblem* p = problem_in(problems, id, c);
            if (!p || !p->problem.one_click) continue;
            const auto after = problems_of(with_fix(c, *p));
            const bool again = std::ranges::any_of(
                after, [&](const MmaProblem& q) { return q.part == p->part && shown(q.problem) == shown(p->problem); });
            EXPECT_FALSE(again) << id << ": " << c.line;
            ++fixed;
        }
    EXPECT_GT(fixed, 25);
}

// Errors by rule and field.
std::set<std::pair<std::string, std::string>> errors_in(const std::vector<MmaProblem>& problems) {
    std::set<std::pair<std::string, std::string>> out;
    for (const MmaProblem& p : problems)
        if (p.problem.severity == Severity::error) out.insert({p.problem.rule, p.problem.field});
    return out;
}

TEST(Rules, FixCausesNoOtherError) {
    for (const std::string& id : ids_with_cases())
        for (const RuleCase& c : rule_cases(id))
            for (const MmaProblem& p : problems_of(c)) {
                if (!p.problem.one_click) continue;
                const auto before = errors_in(problems_of(c)), after = errors_in(problems_of(with_fix(c, p)));
                EXPECT_TRUE(std::ranges::includes(before, after)) << p.problem.rule << ": " << c.line;
            }
}

// One click cannot fix these problems: the field is only a symptom, or there are two right answers.
TEST(Rules, OffersNoFixIfTheFieldIsASymptom) {
    constexpr std::pair<std::string_view, std::string_view> kSymptoms[] = {
        {"L12", "lbo_mode"},    {"L12", "k_size"},      {"L13", "rsvd14"},      {"L13", "rsvd30"},
        {"L17", "rsvd24"},      {"L18", "rsvd0"},       {"L19", "scale_type"},  {"L22", "max_shift"},
        {"L28", "swizzle"},     {"L40", "rsvd23"},      {"L52", "m"},           {"L53", "transpose_a"},
        {"L55", "transpose_a"}, {"L55", "transpose_b"}, {"L62", "sfa_layout"},  {"L62", "k_size_high"},
        {"L62", "k_size"},      {"L87", "rsvd46"},      {"L89", "transpose_a"}, {"L89", "transpose_b"}};
    for (const auto& [id, name] : kSymptoms) {
        int rows = 0;
        for (const WordRule* r : all_rules())
            if (r->id == id && r->field == name) {
                EXPECT_TRUE(r->one_click.field.empty()) << id << " " << name;
                ++rows;
            }
        EXPECT_GT(rows, 0) << id << " " << name;
    }
}

TEST(Rules, EveryReportedRuleIsInTheCatalogue) {
    std::set<std::string_view> listed;
    for (const RuleInfo& r : rule_catalogue()) listed.insert(r.id);
    for (const std::string& id : ids_with_cases()) {
        EXPECT_TRUE(listed.contains(id)) << id;
        for (const RuleCase& c : rule_cases(id))
            for (const MmaProblem& p : problems_of(c))
                EXPECT_TRUE(listed.contains(p.problem.rule)) << p.problem.rule << ": " << c.line;
    }
}

TEST(Rules, RuleReplacesTheProblemOfTheTable) {
    const auto problems = check_word(decode(**find_format("smem", {}, Edition::v9_1), 0x5600404000010000), {});
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].rule, "L1");
}

TEST(Rules, WrappedAddressIsInTheSentence) {
    EXPECT_NE(check_address(264192, "sm_100a")->text.find("wrap to byte 2048"), std::string::npos);
}

std::string text_of_rule(std::string_view id, const std::string& line) {
    for (const RuleCase& c : rule_cases(std::string(id)))
        if (c.line == line)
            if (const auto problems = problems_of(c); const MmaProblem* p = problem_in(problems, std::string(id), c))
                return p->problem.text;
    return {};
}

TEST(Rules, StepOfAnMnMajorBDependsOnTheForm) {
    EXPECT_TRUE(text_of_rule("L51", "breaks idesc 0x08070010 kind=f8f6f4 cta=1").ends_with("a multiple of 16."));
    EXPECT_TRUE(
        text_of_rule("L51", "breaks idesc 0x10070010 kind=f8f6f4 cta=2").ends_with("a multiple of 32 for a CTA pair."));
}

TEST(Rules, OnlyASwizzleCodeOfHopperLooksLikeHopper) {
    EXPECT_NE(text_of_rule("L2", "breaks smem 0x4000004000010000").find("Hopper"), std::string::npos);
    EXPECT_EQ(text_of_rule("L2", "breaks smem 0x2000004000010000"),
              "The field 'version' is 0, but tcgen05 requires 1.");
}

constexpr bool never(const WordFacts&) { return false; }
std::string nothing(const WordFacts&) { return "."; }

TEST(Rules, RefusesATableWithAnErrorAboutAnUnknownFact) {
    static constexpr WordRule broken[] = {{.id = "L0",
                                           .format = "smem",
                                           .severity = Severity::error,
                                           .certainty = Certainty::unknown,
                                           .field = "start",
                                           .what = "Nothing is wrong.",
                                           .broken = never,
                                           .says = nothing,
                                           .source = "no source"}};
    try {
        checked(broken);
        FAIL() << "checked() accepted an error about an unknown fact";
    } catch (const char* why) {
        EXPECT_STREQ(why, "an error needs a known fact");
    }
}

}  // namespace
}  // namespace tilescope
