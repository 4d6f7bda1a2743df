// core/include/tilescope/word/problem.h -- a problem of a word or of a combination of words, its fix, and its rule.
// SPDX-License-Identifier: MIT
//
// Most rules check one word. Other checks look at something else: the table of a format, places in memory, tensor maps,
// pasted text. Such a check has a list of RuleInfo rows. It copies id, severity, certainty, fix and source from the row
// into its problems. The list of all rules and the explanations use the same rows, so all of them always agree.
#pragma once

#include <tilescope/word/field.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tilescope {

// error: the hardware or the assembler refuses the input, or the result is certainly wrong.
// warn:  legal, but usually a mistake, or not verified.
// ask:   the program cannot decide; the user must.
// info:  useful to know.
enum class Severity : std::uint8_t { error, warn, ask, info };
inline constexpr NamedValue kSeverityNames[] = {{0, "error"}, {1, "warn"}, {2, "ask"}, {3, "info"}};

constexpr std::string_view name_of(Severity s) { return name_in(kSeverityNames, static_cast<std::uint64_t>(s)); }
constexpr std::string_view name_of(Edition e) { return name_in(kEditionNames, static_cast<std::uint64_t>(e)); }

// The fix of a problem with exactly one fix: store `raw` in `field`.
struct FieldFix {
    std::string_view field = {};
    std::uint64_t raw = 0;
};

// The effect of a problem, for code that must react to it. Each row of a rule states its effect. Code compares effects,
// never rule ids: rule ids are for the user.
enum class Effect : std::uint8_t {
    none,
    rows_overlap,  // a stride is too small: groups of rows share bytes
    lbo_unset,     // lbo was never set (the MMA may or may not use it)
    past_the_end,  // an address is past the end of shared memory
    shared_cells,  // two operands share cells of Tensor Memory
    shared_bytes,  // A and B share bytes of shared memory
    not_drawn,     // the form is legal, but a place in memory is not known
    no_such_type,  // the kind does not have this element type
    no_such_m      // the block-scaled kind does not have this M
};

struct Problem {
    std::string rule;   // "L3"; "F1" and "F2" are the rules of the table
    std::string field;  // the field that shows the problem; empty: the whole word
    Severity severity = Severity::error;
    std::string text;  // what is wrong, then what would be right
    std::string fix;   // what to do; empty if there is nothing to do
    std::optional<FieldFix> one_click = {};
    std::string source = {};
    Certainty certainty = Certainty::confirmed;
    Effect effect = Effect::none;
};

// The description of a rule, without the code that checks it.
struct RuleInfo {
    std::string_view id;
    std::string_view applies_to;  // the id of a format, or another subject: "Tensor Memory", "tensor map"
    Severity severity = Severity::error;
    Certainty certainty = Certainty::confirmed;
    std::string_view field = {};  // the field that shows the problem; empty: no single field
    Effect effect = Effect::none;
    std::string_view what;  // what is wrong, without values
    std::string_view fix = {};
    std::string_view source;
};

// Checks the rows of a table and returns them. A mistake is a compile error.
template <class Rule, std::size_t N>
requires requires { &Rule::severity; }
constexpr const Rule (&checked(const Rule (&rules)[N]))[N] {
    for (const Rule& r : rules) {
        if (r.severity == Severity::error && r.certainty == Certainty::unknown) throw "an error needs a known fact";
        if (r.id.empty() || r.what.empty() || r.source.empty()) throw "rule without id, text or source";
    }
    return rules;
}

// Returns the first row with this id, and with this subject if one is given. An unknown one is a compile error. Only
// the header file that contains a table calls this function, to give the rows C++ names. Other code uses the names, so
// that each id is written in one file only.
consteval const RuleInfo& rule_in(std::span<const RuleInfo> rules, std::string_view id,
                                  std::string_view applies_to = {}) {
    for (const RuleInfo& r : rules)
        if (r.id == id && (applies_to.empty() || r.applies_to == applies_to)) return r;
    throw "this table has no such rule";
}

// Returns the problem that a row describes. `text` is the sentence with the actual values.
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

// The rules that follow from the table of a format alone.
// clang-format off
inline constexpr RuleInfo kTableRules[] = {
    {.id = "F1", .applies_to = "every format", .what = "A fixed or reserved field does not have its constant value.", .fix = "Set the field to its constant.", .source = "the field's own source"},
    {.id = "F1", .applies_to = "wgmma", .severity = Severity::warn, .what = "A reserved field of a Hopper descriptor is not 0. An H100 ignores its bits, but a later GPU can give them a meaning.", .fix = "Set the field to 0.", .source = "the field's own source"},
    {.id = "F2", .applies_to = "every format", .what = "A field has a value that has no meaning.", .fix = "Choose one of the named values of the field.", .source = "the field's own source"},
};
// clang-format on
static_assert(&checked(kTableRules) == &kTableRules);

inline constexpr const RuleInfo& kFixedFieldRule = rule_in(kTableRules, "F1");
inline constexpr const RuleInfo& kInertFieldRule = rule_in(kTableRules, "F1", "wgmma");
inline constexpr const RuleInfo& kNoMeaningRule = rule_in(kTableRules, "F2");

}  // namespace tilescope
