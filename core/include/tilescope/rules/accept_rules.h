// core/include/tilescope/rules/accept_rules.h -- rules for lines that the assembler refuses; accept() names them by id.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/rule_info.h>

namespace tilescope {

inline constexpr std::string_view kAssemblerSource = "ptxas 13.0.88; PTX ISA 9.1, 9.7.16.10.9";
inline constexpr std::string_view kWgmmaAssemblerSource = "ptxas 13.0.88; PTX ISA 9.1, 9.7.15.5.2";

// clang-format off
inline constexpr RuleInfo kAcceptRules[] = {
    {.id = "L64", .applies_to = "instruction",
     .what = ".ws is combined with a CTA pair (cta_group::2), a lane mask or a block-scaled kind.",
     .fix = "Remove .ws, or remove the part that .ws does not support.", .source = kAssemblerSource},
    {.id = "L65", .applies_to = "instruction", .what = "The form does not exist on the target.",
     .fix = "Choose another target, or another form.", .source = "ptxas 13.0.88, every form on every target"},
    {.id = "L66", .applies_to = "instruction",
     .what = ".ashift is combined with A in shared memory, .ws, a block-scaled kind, .collector::a::fill or .collector::a::use.",
     .fix = "Remove .ashift, or remove the part that .ashift does not support.", .source = kAssemblerSource},
    {.id = "L67", .applies_to = "instruction",
     .what = "The line has a scale-input-d, but the kind does not support it, or the value is outside the range 0 to 15.",
     .fix = "Use scale-input-d with f16 and tf32 only, with a value from 0 to 15.", .source = kAssemblerSource},
    {.id = "L68", .applies_to = "instruction", .what = "The lane mask has the wrong number of words.",
     .fix = "Write 4 words for one CTA, or 8 words for a CTA pair.", .source = kAssemblerSource},
    {.id = "L84", .applies_to = "instruction",
     .what = "The multicast qualifier of tcgen05.cp is missing, or the shape does not support it.",
     .fix = "Write a multicast qualifier for 64x128b and 32x128b. Remove it for all other shapes.",
     .source = "ptxas 13.0.88; PTX ISA 9.1, tcgen05.cp"},
    {.id = "L89", .applies_to = "instruction",
     .what = "The line has transpose operands, but wgmma does not transpose these types.",
     .fix = "Remove the transpose operands, and store A and B K-major.", .source = kWgmmaAssemblerSource},
    {.id = "L90", .applies_to = "instruction", .what = "wgmma does not have this shape for these types.",
     .fix = "Choose a legal shape.", .source = kWgmmaAssemblerSource},
    {.id = "L91", .applies_to = "instruction", .what = "wgmma does not support this combination of types.",
     .fix = "Choose other types.", .source = kWgmmaAssemblerSource},
    {.id = "L97", .applies_to = "instruction", .what = "The line has a qualifier that the instruction does not have.",
     .fix = "Remove the qualifier, or write a qualifier that exists.", .source = kAssemblerSource},
    {.id = "L98", .applies_to = "instruction", .what = "A qualifier that the instruction requires is missing.",
     .fix = "Add the qualifier.", .source = kAssemblerSource},
    {.id = "L99", .applies_to = "instruction", .what = "An operand is missing, is not allowed or has the wrong form.",
     .fix = "Write the operands that this form requires.", .source = kAssemblerSource},
    {.id = "L100", .applies_to = "instruction", .what = "Qualifiers exclude each other or are in the wrong order.",
     .fix = "Keep one of the qualifiers, or change the order.", .source = kAssemblerSource},
    {.id = "L101", .applies_to = "instruction", .what = "The kind does not support this scale vector size.",
     .fix = "Use 1X or block32 with mxf8f6f4, 2X or block32 with mxf4, and 2X, 4X, block16 or block32 with mxf4nvf4. "
         "Remove the size for other kinds.",
     .source = kAssemblerSource},
};
// clang-format on
static_assert(&checked(kAcceptRules) == &kAcceptRules);

inline constexpr const RuleInfo& kNoScaleOfD = rule_in(kAcceptRules, "L67");
inline constexpr const RuleInfo& kIllegalTypes = rule_in(kAcceptRules, "L91");

}  // namespace tilescope
