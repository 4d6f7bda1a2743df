// core/include/tilescope/notation/spill_rules.h -- rules about source code that builds a word.
// SPDX-License-Identifier: MIT
//
// paste() reports them in FoundWord::problems.
#pragma once

#include <tilescope/word/rule_info.h>

namespace tilescope {

// clang-format off
inline constexpr RuleInfo kSpillRules[] = {
    {.id = "L109", .applies_to = "source code that builds a word", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "",
     .what = "A program puts a value into a field that is too narrow for it. The value changes the next field too.",
     .fix = "Use a smaller value, or mask it to the width of the field.", .source = "the fields of the word (formats/)"},
    {.id = "L110", .applies_to = "source code that builds a word", .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "",
     .what = "A mask is wider than the field. Some values change the next field too.",
     .fix = "Use a mask of the width of the field.", .source = "the fields of the word (formats/)"},
};
// clang-format on
static_assert(&checked(kSpillRules) == &kSpillRules);

inline constexpr const RuleInfo& kWideValue = rule_in(kSpillRules, "L109");
inline constexpr const RuleInfo& kWideMask = rule_in(kSpillRules, "L110");

}  // namespace tilescope
