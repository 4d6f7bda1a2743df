// core/include/tilescope/notation/questions.h -- what a paste asks and reports: questions, and rules about source code.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/problem.h>

namespace tilescope {

inline constexpr std::string_view kReadingsSource = "the ranking of the possible meanings in this program";

// clang-format off
inline constexpr RuleInfo kQuestions[] = {
    {.id = "A3", .applies_to = "pasted text", .severity = Severity::ask, .certainty = Certainty::secondary,
     .what = "A number of 8 or 16 decimal digits can also be a hexadecimal number without its 0x prefix.", .fix = "Write 0x before the digits, or choose a meaning.", .source = kReadingsSource},
    {.id = "A5", .applies_to = "pasted text", .severity = Severity::ask, .certainty = Certainty::secondary,
     .what = "The kind is not certain. Either several kinds have the same SASS mnemonic, or no instruction in the text uses this word. The word is legal for more than one possible kind, or for none.", .fix = "Choose the kind with --kind.", .source = kReadingsSource},
    {.id = "A6", .applies_to = "pasted text", .severity = Severity::ask, .certainty = Certainty::secondary,
     .what = "The value has no version constant and no strides. The value can be a Hopper descriptor, but there is little evidence for this.", .fix = "Choose the format with --as.", .source = kReadingsSource},
    {.id = "A11", .applies_to = "pasted text", .severity = Severity::ask, .certainty = Certainty::secondary,
     .what = "The value is a valid shared-memory descriptor. The same bits are also a valid zero-column mask.", .fix = "Choose the format with --as.", .source = kReadingsSource},
};
// clang-format on
static_assert(&checked(kQuestions) == &kQuestions);

// Ids of rules about words (in rules/) that a reading can refer to. paste_rules() takes its ids from here.
inline constexpr std::string_view kFixedBitsId = "L1";  // only the fixed bits are wrong
inline constexpr std::string_view kIdescHighId =
    "L25";  // an instruction descriptor in the high 32 bits; the low 32 bits are 0
inline constexpr std::string_view kSwappedHalvesId = "L26";  // the two 32-bit halves are swapped
inline constexpr std::string_view kHighHalfId = "L54";       // only the high 32 bits of a descriptor

inline constexpr const RuleInfo& kLostPrefix = rule_in(kQuestions, "A3");
inline constexpr const RuleInfo& kWhichKind = rule_in(kQuestions, "A5");
inline constexpr const RuleInfo& kHopperOrNot = rule_in(kQuestions, "A6");
inline constexpr const RuleInfo& kMaskOrSmem = rule_in(kQuestions, "A11");

// Rules about source code that builds a word: FoundWord::problems.
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
