// core/include/tilescope/notation/questions.h -- what a pasted value may be and only a person can decide.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/rule_info.h>

namespace tilescope {

inline constexpr std::string_view kReadingsSource = "the readings of the text, by likelihood";

// clang-format off
inline constexpr RuleInfo kQuestions[] = {
    {.id = "A3", .applies_to = "pasted text", .severity = Severity::ask, .certainty = Certainty::secondary,
     .what = "Eight or sixteen decimal digits may be hexadecimal ones that lost their prefix.", .fix = "Write 0x in front, or say which reading is meant.", .source = kReadingsSource},
    {.id = "A5", .applies_to = "pasted text", .severity = Severity::ask, .certainty = Certainty::secondary,
     .what = "The text leaves several kinds: a SASS mnemonic does, or instructions none of which names the word. It is legal under more than one, or under none.", .fix = "Say which with --kind.", .source = kReadingsSource},
    {.id = "A6", .applies_to = "pasted text", .severity = Severity::ask, .certainty = Certainty::secondary,
     .what = "The value has no version constant and no strides: little says that it is a Hopper descriptor.", .fix = "Say which with --as.", .source = kReadingsSource},
    {.id = "A11", .applies_to = "pasted text", .severity = Severity::ask, .certainty = Certainty::secondary,
     .what = "A faultless shared-memory descriptor whose strides also read as the spans of a zero-column mask.", .fix = "Say which with --as.", .source = kReadingsSource},
};
// clang-format on
static_assert(&checked(kQuestions) == &kQuestions);

// Rules about words (rules/) on which a reading can rest already. Those of paste_rules() take their ids from here.
inline constexpr std::string_view kFixedBitsId = "L1";   // the fixed bits alone are wrong
inline constexpr std::string_view kIdescHighId = "L25";  // an instruction descriptor above 32 bits of 0
inline constexpr std::string_view kExchangedId = "L26";  // the halves are exchanged
inline constexpr std::string_view kHighHalfId = "L54";   // the high half of a descriptor, alone

inline constexpr const RuleInfo& kLostPrefix = rule_in(kQuestions, "A3");
inline constexpr const RuleInfo& kWhichKind = rule_in(kQuestions, "A5");
inline constexpr const RuleInfo& kHopperOrNot = rule_in(kQuestions, "A6");
inline constexpr const RuleInfo& kMaskOrSmem = rule_in(kQuestions, "A11");

}  // namespace tilescope
