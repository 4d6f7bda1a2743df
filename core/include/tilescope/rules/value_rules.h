// core/include/tilescope/rules/value_rules.h -- rules outside lines and descriptors.
// SPDX-License-Identifier: MIT
//
// check_columns(), check_metadata() and check_kernel_text() in rules/mma_check.h and check_program() in
// rules/program_check.h report these rules.
#pragma once

#include <tilescope/layout/sparse_meta.h>
#include <tilescope/word/rule_info.h>

namespace tilescope {

// clang-format off
inline constexpr RuleInfo kValueRules[] = {
    {.id = "L70", .applies_to = "the text of a kernel", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "cta_group",
     .what = "One kernel uses both cta_group::1 and cta_group::2.",
     .fix = "Use one cta_group in all tcgen05 instructions of the kernel.",
     .source = "PTX ISA 9.0, tcgen05; ptxas 13.0.88; tile-ai/tilelang PR 2287"},
    {.id = "L72", .applies_to = "the text of a kernel", .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "cta_group",
     .what = "A kernel uses a CTA pair (cta_group::2), but its code sets no cluster size.",
     .fix = "Add .explicitcluster and .reqnctapercluster 2, or set the cluster at launch.", .source = "ptxas 13.0.88"},
    {.id = "L78", .applies_to = "tcgen05.alloc", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "columns",
     .what = "tcgen05.alloc cannot allocate this number of columns.",
     .fix = "Choose 32, 64, 128, 256 or 512. With .exclusive (PTX 9.4), choose a multiple of 32.",
     .source = "PTX ISA 9.1, 9.7.16.7, tcgen05.alloc"},
    {.id = "L85", .applies_to = "sparsity metadata", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "metadata",
     .what = "A code in the sparsity metadata is not legal for the kind.",
     .fix = "Use only codes that are legal for the kind.",
     .source = "PTX ISA 9.1, 9.7.16.10.8, Sparse Matrices"},
    {.id = "L85", .applies_to = "sparsity metadata of wgmma", .severity = Severity::error, .certainty = kAnyCode,
     .field = "metadata",
     .what = "A code in the sparsity metadata is not legal for the types. PTX does not define the result. An H100 runs with any code: each half of the code is an index of its own.",
     .fix = "Use only codes that are legal for the types.",
     .source = "PTX ISA 9.1, 9.7.15.6.1; all 16 codes measured"},
    {.id = "L105", .applies_to = "the text of a kernel", .severity = Severity::info, .certainty = Certainty::confirmed,
     .field = "",
     .what = "The text has tcgen05, wgmma or mbarrier instructions that tilescope does not support.",
     .fix = "Check the spelling of the instructions, or check them with the assembler.",
     .source = "the instructions that tilescope reads (notation/opcodes.h)"},
    {.id = "L107", .applies_to = "the text of a PTX program", .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "",
     .what = "The .target of the text is unknown, or its code does not run on the target that the user requested.",
     .fix = "Request the target of the text, or change .target.", .source = "PTX ISA 9.1, 11.1.2, .target; ptxas 13.0.88"},
    {.id = "L108", .applies_to = "the text of a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "",
     .what = "An instruction does not exist in the .version of the text.",
     .fix = "Change .version.", .source = "PTX ISA 9.1, 11.1.1, .version; ptxas 13.0.88"},
    {.id = "L114", .applies_to = "wgmma in a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "",
     .what = "No wgmma.fence comes between a write of a register of A or D and the wgmma.mma_async, or before the first one of a kernel. PTX does not define the result. ptxas inserts the fence and reports C7519 or C7520.",
     .fix = "Write wgmma.fence.sync.aligned before the wgmma.mma_async.",
     .source = "PTX ISA 9.1, 9.7.15.7.1, wgmma.fence; ptxas 13.0.88"},
    {.id = "L115", .applies_to = "wgmma in a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "",
     .what = "A wgmma.mma_async is in no group when the program waits for groups, so its D is used too early. PTX does not define the result. ptxas reports nothing.",
     .fix = "Write wgmma.commit_group.sync.aligned between the wgmma.mma_async and the wait.",
     .source = "PTX ISA 9.1, 9.7.15.7.2, wgmma.commit_group"},
    {.id = "L116", .applies_to = "wgmma in a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "",
     .what = "The program reads or writes a register of D while the wgmma.mma_async is in flight. PTX does not define the result. ptxas inserts a wait before a read and reports C7517 or C7514; it reports no write.",
     .fix = "Write wgmma.commit_group.sync.aligned and wgmma.wait_group.sync.aligned 0 before the use.",
     .source = "PTX ISA 9.1, 9.7.15.7.3, wgmma.wait_group; ptxas 13.0.88"},
    {.id = "L117", .applies_to = "tcgen05 in a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "",
     .what = "The program reads D of a tcgen05.mma with tcgen05.ld, and no tcgen05.commit comes between. Nothing orders the two. ptxas reports nothing.",
     .fix = "Write tcgen05.commit after the tcgen05.mma, and wait for its mbarrier before the tcgen05.ld.",
     .source = "PTX ISA 9.1, 9.7.16.6, Memory Consistency Model, Mbarrier Based Completion Mechanism"},
    {.id = "L118", .applies_to = "tcgen05 in a PTX program", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "",
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
