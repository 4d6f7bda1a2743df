// tests/unit/kernel/live_kernel_test.cpp -- properties of live kernels: registers, versions, targets, refusals.
// SPDX-License-Identifier: MIT
#include "tests/support/kernel_forms.h"
#include "tests/unit/kernel/golden_forms.h"

#include <tilescope/document/emulate.h>
#include <tilescope/document/instruction.h>
#include <tilescope/document/presets.h>
#include <tilescope/hw/archs.h>
#include <tilescope/kernel/parameters.h>

#include <gtest/gtest.h>

namespace tilescope::kernel_tests {
namespace {

std::size_t count_of(std::string_view part, std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
}

std::string_view version_of(const KernelForm& form) {
    const Answer<LiveKernel> kernel = live_kernel(form);
    EXPECT_TRUE(kernel) << kernel.why;
    if (!kernel) return {};
    EXPECT_NE(kernel->text.find("\n.version " + std::string(kernel->ptx) + "\n.target " + form.arch + "\n"),
              std::string::npos);
    return kernel->ptx;
}

// Measured with ptxas 13.0.88.
TEST(LiveKernel, HasTheLowestVersionOfItsInstructions) {
    EXPECT_EQ(version_of(tcgen05_form("sm_100a", {.kind = "f16"})), "8.6");
    EXPECT_EQ(version_of(tcgen05_form("sm_100f", {.kind = "f16"})), "8.8");
    EXPECT_EQ(version_of(tcgen05_form("sm_103a", {.kind = "f16"})), "8.8");
    EXPECT_EQ(version_of(tcgen05_form("sm_110a", {.kind = "f16"})), "9.0");
    EXPECT_EQ(version_of(tcgen05_form("sm_107a", {.kind = "f16"})), "9.4");
    EXPECT_EQ(version_of(tcgen05_form("sm_100a", {.kind = "mxf4", .scale_block = 32, .scale_vec = true})), "8.6");
    EXPECT_EQ(version_of(tcgen05_form("sm_100a", {.kind = "mxf4nvf4", .scale_block = 16, .scale_vec = true})), "8.7");
    EXPECT_EQ(version_of(tcgen05_form("sm_100a", {.kind = "mxf4"})), "8.8");
    EXPECT_EQ(version_of(wgmma_form({}, {.n = 8})), "8.0");
    EXPECT_EQ(version_of(wgmma_form({.sparse = true}, {.n = 8, .k = 32})), "8.2");
    EXPECT_EQ(
        version_of(wgmma_form({.kind = "i8"}, {.n = 8, .k = 32, .d_type = "s32", .a_type = "s8", .b_type = "u8"})),
        "8.4");
}

TEST(LiveKernel, ExistsForEveryTargetWithAnMma) {
    for (const ArchRow& arch : kArchs) {
        const bool has = arch.has(Feature::tcgen05) || arch.has(Feature::wgmma);
        const Answer<LiveKernel> kernel = live_kernel({.arch = std::string(arch.id), .variant = {}, .shape = {}});
        EXPECT_EQ(static_cast<bool>(kernel), has) << arch.id << ": " << kernel.why;
        if (!has) {
            EXPECT_TRUE(kernel.why.starts_with("tcgen05 does not exist on " + std::string(arch.id))) << kernel.why;
        }
    }
}

// 64 rows of N columns over 128 threads: PTX ISA 9.1, 9.7.15.5.1.
TEST(LiveKernel, LoadsAndStoresEveryRegisterOfWgmma) {
    for (unsigned n = 8; n <= 256; n += 8)
        for (const char* d_type : {"f32", "f16"})
            for (const bool in_registers : {false, true})
                for (const bool sparse : {false, true}) {
                    const KernelForm form = wgmma_form({.sparse = sparse, .a_in_tmem = in_registers},
                                                       {.n = n, .k = sparse ? 32u : 16u, .d_type = d_type});
                    const ThreadWords words = thread_words(form);
                    EXPECT_EQ(words.d, form.shape.d_type == "f32" ? n / 2 : n / 4);
                    EXPECT_EQ(words.all(), words.d + (in_registers ? 4 : 0) + (sparse ? 1 : 0));
                    const Answer<LiveKernel> kernel = live_kernel(form);
                    ASSERT_TRUE(kernel) << kernel.why;
                    EXPECT_EQ(count_of("ld.global.b32 ", kernel->text), words.all());
                    EXPECT_EQ(count_of("\tst.global.b32 ", kernel->text), words.d);
                    EXPECT_EQ(kernel->text.find("%a_desc") == std::string::npos, in_registers);
                }
    EXPECT_EQ(thread_words(tcgen05_form("sm_100a", {})).all(), 0u);
}

// A lane mask has one bit for each of 128 lanes. A pair allocates, commits, meets and deallocates as a pair.
TEST(LiveKernel, APairIsACluster) {
    for (const unsigned group : {1u, 2u}) {
        const auto kernel = live_kernel(tcgen05_form("sm_100a", {.cta_group = group, .lane_mask = true}));
        ASSERT_TRUE(kernel) << kernel.why;
        EXPECT_EQ(kernel->ctas, group);
        EXPECT_EQ(count_of("[job+", kernel->text) - count_of("ld.param.b64", kernel->text),
                  count_of("ld.param.b32", kernel->text));
        EXPECT_EQ(count_of("ld.param.b32 %lane_mask", kernel->text), 4 * group);
        EXPECT_EQ(count_of(".reqnctapercluster 2, 1, 1", kernel->text), group - 1);
        EXPECT_EQ(count_of(".multicast::cluster", kernel->text), group - 1);
        EXPECT_EQ(count_of("barrier.cluster.arrive", kernel->text), group == 2 ? 3u : 0u);
        EXPECT_EQ(count_of(group == 2 ? "cta_group::1" : "cta_group::2", kernel->text), 0u)
            << "the assembler refuses both in one kernel";
    }
}

TEST(LiveKernel, ReleasesTensorMemoryOrTraps) {
    const std::string text = live_kernel(tcgen05_form("sm_100a", {}))->text;
    const std::size_t alloc = text.find("tcgen05.alloc"), trap = text.find("\ttrap;"),
                      dealloc = text.find("tcgen05.dealloc"), end = text.find("\tret;");
    EXPECT_TRUE(alloc < trap && trap < dealloc && dealloc < end && end != text.npos);
    EXPECT_EQ(count_of("\tret;", text), 1u);
    const std::size_t late = text.find("mov.b32 %waited, 2;"), fence = text.find("fence.acq_rel.sys", late);
    EXPECT_TRUE(late != text.npos && fence < trap) << "the status is visible before the trap";
}

TEST(LiveKernel, WritesThePhasesInOrder) {
    for (const KernelForm& form :
         {tcgen05_form("sm_100a", {}), tcgen05_form("sm_100a", {.cta_group = 2}), wgmma_form({}, {.n = 8})}) {
        const std::string text = live_kernel(form)->text;
        std::size_t at = 0;
        for (const PhaseRow& row : kPhases) {
            if (row.phase == 0) continue;  // the memory before the launch
            const std::size_t found = text.find("[%status+0], " + std::to_string(row.phase) + ";", at);
            EXPECT_NE(found, std::string::npos) << row.id;
            at = found == std::string::npos ? at : found;
        }
        EXPECT_EQ(count_of("[%status+0], ", text), std::size(kPhases) - 1);
    }
}

// The start of sm_107 has one bit more. PTX 9.4 has one table for all targets, but sm_100a keeps 14 bits.
TEST(LiveKernel, MovesOnlyTheBitsOfTheFields) {
    const auto moves = [](const KernelForm& form, std::string_view field) {
        return count_of("bfi.b64 %b_desc, %address, %b_desc, " + std::string(field) + ";", live_kernel(form)->text);
    };
    KernelForm newer = tcgen05_form("sm_100a", {});
    newer.edition = Edition::v9_4;
    for (const KernelForm& form : {tcgen05_form("sm_100a", {}), newer}) {
        EXPECT_EQ(moves(form, "0, 14"), 1u);
        EXPECT_EQ(moves(form, "16, 14"), 1u);
    }
    EXPECT_EQ(moves(tcgen05_form("sm_107a", {}), "0, 15"), 1u);
    EXPECT_EQ(moves(tcgen05_form("sm_107a", {}), "16, 15"), 1u);
    EXPECT_EQ(moves(wgmma_form({}, {.n = 8}), "0, 14"), 1u);
    EXPECT_EQ(moves(wgmma_form({}, {.n = 8}), "16, 14"), 0u) << "lbo of wgmma is never an address";
}

void expect_refusal(const KernelForm& form, std::string_view part) {
    const Answer<LiveKernel> kernel = live_kernel(form);
    EXPECT_FALSE(kernel) << test::name_of_form(form);
    EXPECT_NE(kernel.why.find(part), std::string::npos) << kernel.why;
}

TEST(LiveKernel, RefusesWithASentence) {
    expect_refusal({.arch = "sm_99", .variant = {}, .shape = {}}, "tcgen05 does not exist on sm_99");
    expect_refusal(tcgen05_form("sm_120a", {}), "tcgen05 does not exist on sm_120a. It exists on sm_100a");
    expect_refusal(tcgen05_form("sm_103a", {.kind = "i8"}), ".kind::i8 does not exist on sm_103a");
    expect_refusal(tcgen05_form("sm_110a", {.scale_d = 1}), "does not exist on sm_110a");
    expect_refusal(tcgen05_form("sm_100f", {.kind = "mxf4", .sparse = true}), "does not exist on sm_100f");
    expect_refusal(tcgen05_form("sm_100a", {.kind = "f99"}), "f99");
    expect_refusal(tcgen05_form("sm_100a", {.cta_group = 3}), "cta_group::3");
    expect_refusal(tcgen05_form("sm_100a", {.cta_group = 2, .ws = true}), "");
    expect_refusal(tcgen05_form("sm_100a", {.ashift = true}), "ashift");
    expect_refusal(tcgen05_form("sm_100a", {.collector = "b2::use"}), "collector::b2::use");
    expect_refusal(tcgen05_form("sm_100a", {}, true), "Only .ws has a zero-column mask");
    expect_refusal(tcgen05_form("sm_100a", {.ws = true, .scale_d = 3}), "scale-input-d does not exist with .ws");
    expect_refusal(wgmma_form({}, {.n = 12}), "N is 12");
    expect_refusal(wgmma_form({}, {.n = 4'000'000'000}), "N must be 8 to 256");
    expect_refusal(wgmma_form({.kind = "tf32"}, {.n = 8}), "");
    expect_refusal(wgmma_form({}, {.n = 8, .d_type = "", .a_type = "", .b_type = ""}), "");
}

TEST(KernelForm, OfAnInstructionAndOfItsSessionAreEqual) {
    std::size_t jobs = 0, hopper = 0;
    for (const Preset& preset : presets()) {
        const Derived d = derive(preset.session());
        const JobAnswer job = emulator_job(d);
        const Answer<KernelForm> form = kernel_form(d);
        if (!job) continue;
        ++jobs;
        ASSERT_TRUE(form) << preset.title << ": " << form.why;
        for (const MmaInstruction& step : job->steps) EXPECT_EQ(*kernel_form(step), *form) << preset.title;
        const Answer<LiveKernel> kernel = live_kernel(*form);
        EXPECT_TRUE(kernel) << preset.title << ": " << kernel.why;
        hopper += !family_of(d.session).idesc;
    }
    EXPECT_GE(jobs, 5u);
    EXPECT_GE(hopper, 1u);
}

TEST(KernelForm, IsKnownWithoutDescriptors) {
    Session s;
    s.variant.ws = true;
    s.unknown[WordId::a_desc] = s.unknown[WordId::b_desc] = ~0ull;
    s.unknown[WordId::idesc] = 0xffffffff;
    EXPECT_FALSE(kernel_form(derive(s))->zero_mask);
    s.unknown[WordId::zcm] = 1;
    ASSERT_TRUE(kernel_form(derive(s)));
    EXPECT_TRUE(kernel_form(derive(s))->zero_mask) << "the mask is a parameter";
    s.arch = "sm_90a";
    const Answer<KernelForm> hopper = kernel_form(derive(s));
    ASSERT_FALSE(hopper) << "the text has the types";
    EXPECT_NE(hopper.why.find("The text of the instruction depends"), std::string::npos) << hopper.why;
}

TEST(KernelForm, HasOnlyWhatWgmmaPrints) {
    MmaInstruction i{.arch = "sm_90a", .idesc = 0x04200010};  // M 64, N 128
    i.variant = {.kind = "f16", .cta_group = 2, .ws = true, .collector = "b2::use", .lane_mask = true, .scale_d = 3};
    i.zcm = 1;
    const Answer<KernelForm> form = kernel_form(i);
    ASSERT_TRUE(form) << form.why;
    EXPECT_EQ(form->variant, Variant{.kind = "f16"});
    EXPECT_FALSE(form->zero_mask);
    EXPECT_EQ(form->shape.n, 128u);
    EXPECT_EQ(form->shape.d_type, "f32");
}

}  // namespace
}  // namespace tilescope::kernel_tests
