// core/include/tilescope/ptx/accept_rules.h -- what the assembler refuses, as rows for the list of rules.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/rule_info.h>

namespace tilescope {

inline constexpr std::string_view kAssemblerSource = "ptxas 13.0.88";

// clang-format off
inline constexpr RuleInfo kAcceptRules[] = {
    {.id = "L64", .applies_to = "instruction", .what = "A .ws instruction has cta_group::2, a lane mask or a kind without .ws form.", .fix = "Leave out .ws, or what does not go with it.", .source = kAssemblerSource},
    {.id = "L65", .applies_to = "instruction", .what = "This form of the instruction does not exist on the target.", .fix = "Choose another form or another target.", .source = kAssemblerSource},
    {.id = "L66", .applies_to = "instruction", .what = ".ashift is given to a form that does not take it: A in shared memory, .ws, a block-scaled kind, or a collector that fills or uses.", .fix = "Leave out .ashift, or what does not go with it.", .source = kAssemblerSource},
    {.id = "L67", .applies_to = "instruction", .what = "A scale-input-d is out of its range, or stands behind a kind that has none.", .fix = "Use 0 to 15 with kinds f16 and tf32; leave it out elsewhere.", .source = kAssemblerSource},
    {.id = "L68", .applies_to = "instruction", .what = "A lane mask has the wrong number of words for its cta_group.", .fix = "Write 4 words with cta_group::1, 8 with cta_group::2.", .source = kAssemblerSource},
    {.id = "L69", .applies_to = "instruction", .what = "A zero-column mask is given to an instruction without .ws.", .fix = "Make it .ws.", .source = kAssemblerSource},
    {.id = "L84", .applies_to = "instruction", .what = "A shape of tcgen05.cp lacks its multicast qualifier, or has one that it does not take.", .fix = "Add it to 64x128b and 32x128b; leave it out elsewhere.", .source = kAssemblerSource},
    {.id = "L89", .applies_to = "instruction", .what = "wgmma transposes operands of another type than f16 or bf16.", .fix = "Store the operand K-major.", .source = kAssemblerSource},
    {.id = "L90", .applies_to = "instruction", .what = "A wgmma has a shape that its types do not take.", .fix = "Write m64, a legal N, and the K of the types.", .source = kAssemblerSource},
    {.id = "L91", .applies_to = "instruction", .what = "A wgmma has types that do not go together.", .fix = "Choose types that it takes.", .source = kAssemblerSource},
    {.id = "L97", .applies_to = "instruction", .what = "A qualifier is none of the instruction, or does not go with its form.", .fix = "Leave it out.", .source = kAssemblerSource},
    {.id = "L98", .applies_to = "instruction", .what = "A qualifier that the form needs is missing.", .fix = "Add it.", .source = kAssemblerSource},
    {.id = "L99", .applies_to = "instruction", .what = "An operand is missing, too much, of the wrong sort or out of its range.", .fix = "Write the operands that the form takes, in its order.", .source = kAssemblerSource},
    {.id = "L100", .applies_to = "instruction", .what = "Qualifiers stand twice, exclude each other or stand in an order that is not read.", .fix = "Keep one of them, or exchange them.", .source = kAssemblerSource},
    {.id = "L101", .applies_to = "instruction", .what = "The size of the scale vectors does not go with the kind.", .fix = "Choose a size that the kind takes; kinds without scale factors take none.", .source = kAssemblerSource},
};
// clang-format on
static_assert(&checked(kAcceptRules) == &kAcceptRules);

}  // namespace tilescope
