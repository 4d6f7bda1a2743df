// tests/unit/document/fixes_test.cpp -- fixes store the one correct value; choices list the problems they cause.
// SPDX-License-Identifier: MIT
#include <tilescope/document/repair.h>
#include <tilescope/formats/smem.h>
#include <tilescope/rules/catalogue.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr Field kFixed = field(kSmem91, "fixed");

// The descriptor of A has no version and a reserved bit set. The descriptor of B has only the reserved bit set.
Session broken() {
    Session s;
    s.words[0] = set_field(field(kSmem91, "version"), set_field(kFixed, s.words[0], 1), 0);
    s.words[1] = set_field(kFixed, s.words[1], 1);
    return s;
}

bool has(const std::vector<PlacedProblem>& problems, std::string_view rule) {
    return std::ranges::any_of(problems, [&](const PlacedProblem& p) { return p.problem.rule == rule; });
}

TEST(FixOf, StoresTheValueThatTheProblemNames) {
    const Derived d = derive(broken());
    std::size_t fixes = 0;
    for (const PlacedProblem& p : d.problems) {
        const auto fix = fix_of(d, p);
        EXPECT_EQ(fix.has_value(), p.problem.one_click.has_value()) << p.problem.text;
        if (!fix) continue;
        const Derived then = derive(apply_edit(d.session, *fix));
        EXPECT_LT(then.problems.size(), d.problems.size()) << p.problem.text;
        ++fixes;
    }
    EXPECT_EQ(fixes, 3u);
}

TEST(FixAll, IsOneStepThatLeavesNothingFixable) {
    const Derived d = derive(broken());
    const AllFixes all = fix_all(d);
    ASSERT_TRUE(all.edit);
    EXPECT_EQ(all.made, 3u);
    EXPECT_EQ(words_of(d.session, *all.edit), "fixed 3 problems");
    const Derived then = derive(apply_edit(d.session, *all.edit));
    EXPECT_EQ(then.session, Session{});
    EXPECT_EQ(then.problems.size(), all.left);
    for (const PlacedProblem& p : then.problems) EXPECT_FALSE(fix_of(then, p)) << p.problem.text;
}

TEST(FixAll, WithoutAnythingToFixMakesNoEdit) {
    const Derived d = derive({});
    EXPECT_FALSE(fix_all(d).edit);
    EXPECT_EQ(fix_all(d).left, d.problems.size());
}

TEST(ProblemsOfChoice, ListsTheProblemsThatAValueWouldCause) {
    const Derived d = derive({});
    const Field& swizzle = field_in(*d.of(WordId::a_desc).format, "swizzle");
    const auto raw_of = [&](std::string_view name) { return *raw_for(swizzle, name); };
    EXPECT_FALSE(has(d.problems, "L9"));
    EXPECT_TRUE(has(problems_of_choice(d, {WordId::a_desc, &swizzle, raw_of("128B_32B")}), "L9"));
    EXPECT_TRUE(problems_of_choice(d, {WordId::a_desc, &swizzle, raw_of("128B")}).empty()) << "the current value";
}

TEST(ProblemsOfChoice, IncludesExistingProblemsOfTheField) {
    const Derived d = derive(broken());
    const auto now = problems_of_choice(d, {WordId::a_desc, &kFixed, 1});
    ASSERT_EQ(now.size(), 1u);
    EXPECT_EQ(now[0].problem.field, "fixed");
    EXPECT_TRUE(problems_of_choice(d, {WordId::a_desc, &kFixed, 0}).empty());
}

TEST(RulesChecking, ListsEachRuleOnce) {
    for (const WordView& word : derive({}).words) {
        const std::vector<RuleInfo> rules = rules_checking(*word.format);
        EXPECT_GT(rules.size(), 2u) << word.format->id;
        EXPECT_EQ(rules.size(), rules_for(*word.format));
        for (std::size_t i = 0; i < rules.size(); ++i)
            EXPECT_EQ(std::ranges::count(rules, rules[i].id, &RuleInfo::id), 1) << rules[i].id;
    }
}

TEST(SboOfSwizzle, IsOfferedUntilItIsSet) {
    const Derived before = derive(Session{});
    for (const Operand o : kBothOperands) {
        EXPECT_FALSE(sbo_of_swizzle(before, o));
        const Format& format = *before.of(word_of(o)).format;
        const Session chosen = apply_edit(before.session, SetField{word_of(o), &field_in(format, "swizzle"), 4});
        ASSERT_EQ(derive(chosen).of(o).layout.mode, SwizzleMode::b64);
        const auto offer = sbo_of_swizzle(derive(chosen), o);
        ASSERT_TRUE(offer);
        EXPECT_EQ(value_of(*offer->field, offer->raw), 512u);
        const Session then = apply_edit(chosen, *offer);
        EXPECT_EQ(derive(then).of(o).layout.sbo, 512u);
        EXPECT_FALSE(sbo_of_swizzle(derive(then), o));
        EXPECT_FALSE(sbo_of_swizzle(derive(then), pick(o, Operand::b, Operand::a))) << "the other operand is as before";
        const Session own = apply_edit(chosen, SetField{word_of(o), &field_in(format, "sbo"), 96});
        EXPECT_FALSE(sbo_of_swizzle(derive(own), o)) << "a step that someone chose stays";
        const Field& transpose = field_in(*before.of(WordId::idesc).format, pick(o, "transpose_a", "transpose_b"));
        EXPECT_FALSE(sbo_of_swizzle(derive(apply_edit(chosen, SetField{WordId::idesc, &transpose, 1})), o))
            << "MN-major: lbo goes with the swizzle too";
    }
}

}  // namespace
}  // namespace tilescope
