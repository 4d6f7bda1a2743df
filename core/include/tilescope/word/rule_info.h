// core/include/tilescope/word/rule_info.h -- a rule without the code that finds it: for lists and explanations.
// SPDX-License-Identifier: MIT
//
// What reports problems from more than one word (tables, places in memory, tensor maps, pasted text) keeps such rows
// and takes id, severity, certainty, fix and source from them, so the list of rules cannot say something else.
#pragma once

#include <tilescope/word/problem.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tilescope {

struct RuleInfo {
    std::string_view id;
    std::string_view applies_to;  // a format's id, or what else it looks at: "Tensor Memory", "tensor map"
    Severity severity = Severity::error;
    Certainty certainty = Certainty::confirmed;
    std::string_view field = {};  // where the problem is shown; empty: no single field
    Effect effect = Effect::none;
    std::string_view what;  // what it is about, without values
    std::string_view fix = {};
    std::string_view source;
};

// Stops the build, as for the rules that look at words.
template <std::size_t N>
constexpr const RuleInfo (&checked(const RuleInfo (&rules)[N]))[N] {
    for (const RuleInfo& r : rules) {
        if (r.severity == Severity::error && r.certainty == Certainty::unknown) throw "an error needs a known fact";
        if (r.id.empty() || r.applies_to.empty() || r.what.empty() || r.source.empty())
            throw "rule without id, subject, text or source";
    }
    return rules;
}

// The row with that id; a wrong one stops the build. Only the headers of tables ask: everyone else uses the names
// there, so an id stands in one file.
consteval const RuleInfo& rule_in(std::span<const RuleInfo> rules, std::string_view id) {
    for (const RuleInfo& r : rules)
        if (r.id == id) return r;
    throw "this table has no such rule";
}

// The problem that a row describes, with the sentence for the values at hand.
inline Problem problem_of(const RuleInfo& rule, std::string text) {
    return {.rule = std::string(rule.id),
            .field = std::string(rule.field),
            .severity = rule.severity,
            .text = std::move(text),
            .fix = std::string(rule.fix),
            .one_click = {},
            .source = std::string(rule.source),
            .certainty = rule.certainty,
            .effect = rule.effect};
}

// What a format's own table finds.
// clang-format off
inline constexpr RuleInfo kTableRules[] = {
    {.id = "F1", .applies_to = "every format", .what = "A fixed or reserved field holds something else than its constant.", .fix = "Set the field to its constant.", .source = "the field's own source"},
    {.id = "F2", .applies_to = "every format", .what = "A field holds a value that has no meaning.", .fix = "Choose one of the values with a name.", .source = "the field's own source"},
};
// clang-format on
static_assert(&checked(kTableRules) == &kTableRules);

inline constexpr const RuleInfo& kFixedFieldRule = rule_in(kTableRules, "F1");
inline constexpr const RuleInfo& kNoMeaningRule = rule_in(kTableRules, "F2");

}  // namespace tilescope
