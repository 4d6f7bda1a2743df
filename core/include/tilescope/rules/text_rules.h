// core/include/tilescope/rules/text_rules.h -- rules about the text of an instruction, a kernel or a program.
// SPDX-License-Identifier: MIT
//
// accept() reports the rules for lines that the assembler refuses, by their ids. check_columns(), check_metadata() and
// check_kernel_text() in rules/mma_check.h and check_program() in rules/program_check.h report the others.
#pragma once

#include <tilescope/layout/sparse_meta.h>
#include <tilescope/word/problem.h>

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

// clang-format off
inline constexpr RuleInfo kValueRules[] = {
    {.id = "L70", .applies_to = "the text of a kernel", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "cta_group",
     .what = "One kernel uses both cta_group::1 and cta_group::2.",
     .fix = "Use one cta_group in all tcgen05 instructions of the kernel.", .source = "PTX ISA 9.0, tcgen05; ptxas 13.0.88; tile-ai/tilelang PR 2287"},
    {.id = "L72", .applies_to = "the text of a kernel", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "cta_group",
     .what = "A kernel uses a CTA pair (cta_group::2), but its code sets no cluster size.",
     .fix = "Add .explicitcluster and .reqnctapercluster 2, or set the cluster at launch.", .source = "ptxas 13.0.88"},
    {.id = "L78", .applies_to = "tcgen05.alloc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "columns",
     .what = "tcgen05.alloc cannot allocate this number of columns.",
     .fix = "Choose 32, 64, 128, 256 or 512. With .exclusive (PTX 9.4), choose a multiple of 32.", .source = "PTX ISA 9.1, 9.7.16.7, tcgen05.alloc"},
    {.id = "L85", .applies_to = "sparsity metadata", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "metadata",
     .what = "A code in the sparsity metadata is not legal for the kind.",
     .fix = "Use only codes that are legal for the kind.", .source = "PTX ISA 9.1, 9.7.16.10.8, Sparse Matrices"},
    {.id = "L85", .applies_to = "sparsity metadata of wgmma", .severity = Severity::error, .certainty = kAnyCode, .field = "metadata",
     .what = "A code in the sparsity metadata is not legal for the types. PTX does not define the result. An H100 runs with any code: each half of the code is an index of its own.",
     .fix = "Use only codes that are legal for the types.", .source = "PTX ISA 9.1, 9.7.15.6.1; all 16 codes measured"},
    {.id = "L105", .applies_to = "the text of a kernel", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "",
     .what = "The text has tcgen05, wgmma or mbarrier instructions that tilescope does not support.",
     .fix = "Check the spelling of the instructions, or check them with the assembler.", .source = "the instructions that tilescope reads (notation/opcodes.h)"},
    {.id = "L107", .applies_to = "the text of a PTX program", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "",
     .what = "The .target of the text is unknown, or its code does not run on the target that the user requested.",
     .fix = "Request the target of the text, or change .target.", .source = "PTX ISA 9.1, 11.1.2, .target; ptxas 13.0.88"},
    {.id = "L108", .applies_to = "the text of a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "",
     .what = "An instruction does not exist in the .version of the text.",
     .fix = "Change .version.", .source = "PTX ISA 9.1, 11.1.1, .version; ptxas 13.0.88"},
    {.id = "L114", .applies_to = "wgmma in a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "",
     .what = "No wgmma.fence comes between a write of a register of A or D and the wgmma.mma_async, or before the first one of a kernel. PTX does not define the result. ptxas inserts the fence and reports C7519 or C7520.",
     .fix = "Write wgmma.fence.sync.aligned before the wgmma.mma_async.", .source = "PTX ISA 9.1, 9.7.15.7.1, wgmma.fence; ptxas 13.0.88"},
    {.id = "L115", .applies_to = "wgmma in a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "",
     .what = "A wgmma.mma_async is in no group when the program waits for groups, so its D is used too early. PTX does not define the result. ptxas reports nothing.",
     .fix = "Write wgmma.commit_group.sync.aligned between the wgmma.mma_async and the wait.", .source = "PTX ISA 9.1, 9.7.15.7.2, wgmma.commit_group"},
    {.id = "L116", .applies_to = "wgmma in a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "",
     .what = "The program reads or writes a register of D while the wgmma.mma_async is in flight. PTX does not define the result. ptxas inserts a wait before a read and reports C7517 or C7514; it reports no write.",
     .fix = "Write wgmma.commit_group.sync.aligned and wgmma.wait_group.sync.aligned 0 before the use.",
     .source = "PTX ISA 9.1, 9.7.15.7.3, wgmma.wait_group; ptxas 13.0.88"},
    {.id = "L117", .applies_to = "tcgen05 in a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "",
     .what = "The program reads D of a tcgen05.mma with tcgen05.ld, and no tcgen05.commit comes between. Nothing orders the two. ptxas reports nothing.",
     .fix = "Write tcgen05.commit after the tcgen05.mma, and wait for its mbarrier before the tcgen05.ld.",
     .source = "PTX ISA 9.1, 9.7.16.6, Memory Consistency Model, Mbarrier Based Completion Mechanism"},
    {.id = "L118", .applies_to = "tcgen05 in a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "",
     .what = "The program reads D of a tcgen05.mma with tcgen05.ld directly after the tcgen05.commit, without a wait for its mbarrier. Nothing orders the two. ptxas reports nothing.",
     .fix = "Wait for the mbarrier of the tcgen05.commit, then write tcgen05.fence::after_thread_sync, before the tcgen05.ld.",
     .source = "PTX ISA 9.1, 9.7.16.6, Memory Consistency Model, Mbarrier Based Completion Mechanism"},
};
// clang-format on
static_assert(&checked(kValueRules) == &kValueRules);

inline constexpr const RuleInfo& kMixedCtaGroups = rule_in(kValueRules, "L70");
inline constexpr const RuleInfo& kNoCluster = rule_in(kValueRules, "L72");
inline constexpr const RuleInfo& kIllegalColumnCount = rule_in(kValueRules, "L78");
inline constexpr const RuleInfo& kIllegalCode = rule_in(kValueRules, "L85");
inline constexpr const RuleInfo& kIllegalCodeOfWgmma = rule_in(kValueRules, "L85", "sparsity metadata of wgmma");
inline constexpr const RuleInfo& kUnknownInstructions = rule_in(kValueRules, "L105");
inline constexpr const RuleInfo& kOtherTarget = rule_in(kValueRules, "L107");
inline constexpr const RuleInfo& kOtherVersion = rule_in(kValueRules, "L108");
inline constexpr const RuleInfo& kNoFence = rule_in(kValueRules, "L114");
inline constexpr const RuleInfo& kNoCommit = rule_in(kValueRules, "L115");
inline constexpr const RuleInfo& kNoWait = rule_in(kValueRules, "L116");
inline constexpr const RuleInfo& kNoMmaCommit = rule_in(kValueRules, "L117");
inline constexpr const RuleInfo& kNoBarrierWait = rule_in(kValueRules, "L118");

}  // namespace tilescope
