// core/include/tilescope/rules/accept_rules.h -- what the assembler refuses, as rules: accept() names them by id.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/rule_info.h>

namespace tilescope {

inline constexpr std::string_view kAssemblerSource = "ptxas 13.0.88; PTX ISA 9.1, 9.7.16.10.9";
inline constexpr std::string_view kWgmmaAssemblerSource = "ptxas 13.0.88; PTX ISA 9.1, 9.7.15.5.2";

// clang-format off
inline constexpr RuleInfo kAcceptRules[] = {
    {.id = "L64", .applies_to = "instruction",
     .what = ".ws is combined with a pair of CTAs, a lane mask or a block-scaled kind.",
     .fix = "Leave out one of them.", .source = kAssemblerSource},
    {.id = "L65", .applies_to = "instruction", .what = "The form does not exist on the target.",
     .fix = "Choose another target, or another form.", .source = "ptxas 13.0.88, every form on every target"},
    {.id = "L66", .applies_to = "instruction",
     .what = ".ashift is combined with A in shared memory, .ws, a block-scaled kind, or a collector that fills or "
         "uses.", .fix = "Leave out .ashift, or what does not go with it.", .source = kAssemblerSource},
    {.id = "L67", .applies_to = "instruction",
     .what = "A scale of D stands behind a kind that has none, or is not 0 to 15.",
     .fix = "Use it with f16 and tf32 only.", .source = kAssemblerSource},
    {.id = "L68", .applies_to = "instruction", .what = "The lane mask has not as many words as the CTAs have lanes.",
     .fix = "Write 4 words, 8 for a pair of CTAs.", .source = kAssemblerSource},
    {.id = "L84", .applies_to = "instruction",
     .what = "The multicast of tcgen05.cp is missing, or its shape has none.",
     .fix = "64x128b and 32x128b need one, the other shapes have none.",
     .source = "ptxas 13.0.88; PTX ISA 9.1, tcgen05.cp"},
    {.id = "L89", .applies_to = "instruction",
     .what = "Transposition is written behind types that wgmma does not transpose.",
     .fix = "Leave the operands out; store A and B K-major.", .source = kWgmmaAssemblerSource},
    {.id = "L90", .applies_to = "instruction", .what = "The shape is none that wgmma has for these types.",
     .fix = "Choose a legal shape.", .source = kWgmmaAssemblerSource},
    {.id = "L91", .applies_to = "instruction", .what = "The types are none that wgmma has together.",
     .fix = "Choose other types.", .source = kWgmmaAssemblerSource},
    {.id = "L97", .applies_to = "instruction", .what = "A qualifier is written that the instruction does not have.",
     .fix = "Leave it out, or write one that exists.", .source = kAssemblerSource},
    {.id = "L98", .applies_to = "instruction", .what = "A qualifier is missing that the instruction needs.",
     .fix = "Add it.", .source = kAssemblerSource},
    {.id = "L99", .applies_to = "instruction", .what = "An operand is missing, superfluous or of the wrong form.",
     .fix = "Write the operands as the form has them.", .source = kAssemblerSource},
    {.id = "L100", .applies_to = "instruction", .what = "Qualifiers exclude each other or stand in the wrong order.",
     .fix = "Keep one of them, or change the order.", .source = kAssemblerSource},
    {.id = "L101", .applies_to = "instruction", .what = "The size of the scale vectors does not go with the kind.",
     .fix = "mxf8f6f4: 1X, block32; mxf4: 2X, block32; mxf4nvf4: 2X, 4X, block16, block32; others none.",
     .source = kAssemblerSource},
};
// clang-format on
static_assert(&checked(kAcceptRules) == &kAcceptRules);

inline constexpr const RuleInfo& kNoScaleOfD = rule_in(kAcceptRules, "L67");
inline constexpr const RuleInfo& kNoSuchTypes = rule_in(kAcceptRules, "L91");

}  // namespace tilescope
