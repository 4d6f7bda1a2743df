// tests/unit/kernel/launch_test.cpp -- a launch as bytes gives the D of the emulator, in every form.
// SPDX-License-Identifier: MIT
#include "tests/support/kernel_forms.h"
#include "tests/support/launch_model.h"
#include "tests/support/launched.h"
#include "tests/support/mma_jobs.h"

#include <tilescope/base/say.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/shapes.h>

#include <gtest/gtest.h>

#include <span>
#include <string>

namespace tilescope {
namespace {

using test::cells_of;
using test::idesc_of;
using test::instruction_in;
using test::launched;
using test::MmaSpec;

// The addresses that dynamic shared memory has on pretended GPUs. At the first one, no word changes.
constexpr std::uint32_t kMemories[] = {kReservedSmem, 9 * kReservedSmem}, kMoved[] = {0xc00};

// Expects that the launches give the D of the emulator. Returns 1 if they ran, else 0.
unsigned expect_same_d(const EmulatorJob& job, std::span<const std::uint32_t> memories = kMemories) {
    const auto want = emulate(job, {.doubts = false});
    if (!want) {
        ADD_FAILURE() << want.why;
        return 0;
    }
    for (const std::uint32_t memory : memories) {
        const auto have = launched(job, memory);
        if (!have) {
            ADD_FAILURE() << have.why;
            return 0;
        }
        EXPECT_EQ(test::difference(have->machine, want->machine), "") << "shared memory at " << hex(memory);
    }
    return 1;
}

EmulatorJob preset_job(const Preset& preset) {
    Session s = preset.session();
    s.run.steps = 0;  // all
    s.recipe[0] = {.kind = RecipeKind::random, .seed = 3};
    s.recipe[1] = {.kind = RecipeKind::random, .seed = 4};
    const auto job = emulator_job(derive(s));
    EXPECT_TRUE(job) << preset.id << ": " << job.why;
    return job ? *job : EmulatorJob{};
}

// What wgmma reads below the memory of the CTA is 0, so the launch leaves it out and does not move the words.
TEST(Launch, WgmmaBelowTheMemoryOfACtaGivesTheDOfTheEmulator) {
    for (const std::uint32_t start : {0x100u, 0x300u, 0x3f0u}) {
        Session s = find_preset("wgmma_128b_f16")->session();
        s.words[1] = (s.words[1] & ~std::uint64_t{0x3fff}) | start / 16;
        s.words[0] = (s.words[0] & ~std::uint64_t{0x3fff}) | 0x1000;
        s.image.a.start = 0x10000;
        for (const std::uint32_t written : {start & ~0xffu, 0x400u}) {
            s.image.b.start = written;
            const auto job = emulator_job(derive(s));
            ASSERT_TRUE(job) << job.why;
            constexpr std::uint32_t kHome[] = {kReservedSmem};
            EXPECT_EQ(expect_same_d(*job, kHome), 1u) << hex(start) << ", written at " << hex(written);
        }
    }
}

TEST(Launch, EveryPresetGivesTheDOfTheEmulator) {
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.id);
        EXPECT_EQ(expect_same_d(preset_job(preset)), 1u);
    }
}

struct Types {
    std::string kind, a_type, b_type, d_type;
};
const Types kLaunchTypes[] = {
    {"f16", "f16", "f16", "f32"},      {"f16", "f16", "f16", "f16"},       {"f16", "bf16", "bf16", "f32"},
    {"tf32", "tf32", "tf32", "f32"},   {"f8f6f4", "e4m3", "e5m2", "f32"},  {"f8f6f4", "e5m2", "e4m3", "f16"},
    {"f8f6f4", "e2m1", "e3m2", "f32"}, {"i8", "s8", "u8", "s32"},          {"mxf8f6f4", "e4m3", "e2m1", "f32"},
    {"mxf4", "e2m1", "e2m1", "f32"},   {"mxf4nvf4", "e2m1", "e2m1", "f32"}};

// Returns 1 if the form ran.
unsigned expect_form(const MmaSpec& spec) {
    SCOPED_TRACE(say(spec.arch, ' ', spec.kind, ' ', spec.a_type, " > ", spec.d_type, ' ', spec.m, " x ", spec.n,
                     " cta ", spec.variant.cta_group, spec.variant.ws ? " ws" : "", spec.variant.sparse ? " sp" : "",
                     spec.variant.a_in_tmem ? " a in tmem" : ""));
    const auto made = test::make_job(spec);
    EXPECT_EQ(made.why, "");
    return made.why.empty() ? expect_same_d(made.job, kMoved) : 0;
}

MmaSpec launch_spec(const Types& t) {
    MmaSpec spec{.kind = t.kind, .a_type = t.a_type, .b_type = t.b_type, .d_type = t.d_type, .n = 32};
    spec.enable_d = true;
    if (find_kind(t.kind)->ue4m3_factors) spec.variant.scale_block = 16, spec.scale_type = "ue4m3";
    return spec;
}

TEST(Launch, FormsOfTcgen05GiveTheDOfTheEmulator) {
    const Variant forms_of_a[] = {
        {}, {.sparse = true}, {.a_in_tmem = true}, {.cta_group = 2, .sparse = true, .a_in_tmem = true}};
    unsigned forms = 0;
    for (const Types& t : kLaunchTypes)
        for (const Variant& form : forms_of_a) {
            MmaSpec spec = launch_spec(t);
            spec.n = 16 * form.cta_group;
            spec.m = 128 * form.cta_group;
            spec.variant.cta_group = form.cta_group;
            spec.variant.sparse = form.sparse;
            spec.variant.a_in_tmem = form.a_in_tmem;
            forms += expect_form(spec);
        }
    EXPECT_EQ(forms, 11u * 4);
}

TEST(Launch, WsAndALaneMaskGiveTheDOfTheEmulator) {
    for (const unsigned m : {32u, 64u, 128u}) {
        MmaSpec spec = launch_spec(kLaunchTypes[0]);
        spec.variant.ws = true;
        spec.n = 64;
        spec.m = m;
        EXPECT_EQ(expect_form(spec), 1u);
    }
    for (const unsigned ctas : {1u, 2u}) {
        MmaSpec spec = launch_spec(kLaunchTypes[0]);
        spec.variant.lane_mask = true;
        spec.variant.cta_group = ctas;
        spec.m = 128 * ctas;
        auto made = test::make_job(spec);
        made.job.steps[0].lane_mask = {0xf, 0, 0x80000001, 0, 0, 2, 0, 0x40000000};
        EXPECT_EQ(expect_same_d(made.job), 1u);
    }
}

TEST(Launch, FormsOfWgmmaGiveTheDOfTheEmulator) {
    unsigned forms = 0;
    for (const Types& t : kLaunchTypes)
        for (const bool sparse : {false, true})
            for (const bool a_in_registers : {false, true})
                for (const unsigned n : {8u, 48u}) {
                    if (!has_kind(family_of(kHopper), t.kind) || !find_type(t.a_type)->wgmma) continue;
                    MmaSpec spec = launch_spec(t);
                    spec.arch = std::string(kHopper);
                    spec.m = 64;
                    spec.n = n;
                    spec.variant.sparse = sparse;
                    spec.variant.a_in_tmem = a_in_registers;
                    spec.steps = 2;
                    forms += expect_form(spec);
                }
    EXPECT_EQ(forms, 7u * 2 * 2 * 2);
    MmaSpec bits = launch_spec(kLaunchTypes[7]);
    bits.a_type = bits.b_type = "b1";
    bits.arch = std::string(kHopper);
    bits.m = 64;
    bits.variant.b1 = true;
    for (const bool a_in_registers : {false, true}) {
        bits.variant.a_in_tmem = a_in_registers;
        EXPECT_EQ(expect_form(bits), 1u);
    }
}

// The launches of all steps can be made before the first one runs: pass_on_d() gives them the D that they read.
TEST(Launch, PassesDOnToALaunchThatWasMadeBefore) {
    for (const bool sparse : {false, true})
        for (const std::string_view d_type : {"f32", "f16"}) {
            MmaSpec spec = launch_spec(kLaunchTypes[0]);
            spec.arch = std::string(kHopper);
            spec.m = 64;
            spec.d_type = std::string(d_type);
            spec.variant.sparse = sparse;
            spec.variant.a_in_tmem = true;
            spec.steps = 2;
            const test::MadeJob made = test::make_job(spec);
            ASSERT_EQ(made.why, "");
            const auto both = launched(made.job);
            ASSERT_TRUE(both) << both.why;
            ASSERT_EQ(both->all.size(), 2u);
            auto memory = filled(made.job);
            ASSERT_TRUE(memory) << memory.why;
            load_registers(*memory, made.job, 1);
            const auto form = kernel_form(made.job.steps[1]);
            auto second = launch_of(*live_kernel(*form), made.job.steps[1], *memory);
            ASSERT_TRUE(second) << second.why;
            EmulatorJob first = made.job;
            first.steps.resize(1);
            const auto one = launched(first);
            ASSERT_TRUE(one) << one.why;
            const auto cells = cells_of(*form, one->machine);
            EXPECT_NE(*second, both->all[1]) << "D of the first step is missing";
            ASSERT_TRUE(pass_on_d(*form, cells, *second));
            EXPECT_EQ(*second, both->all[1]);
            EXPECT_FALSE(pass_on_d(*form, std::span(cells).subspan(1), *second));
        }
}

TEST(Launch, TransposedAndNegatedOperandsGiveTheDOfTheEmulator) {
    for (const std::string_view arch : {kHopper, kBlackwell})
        for (const Operand o : kBothOperands) {
            MmaSpec spec = launch_spec(kLaunchTypes[0]);
            spec.arch = std::string(arch);
            spec.m = 64;
            pick(o, spec.a_major, spec.b_major) = Major::mn;
            EXPECT_EQ(expect_form(spec), 1u);
            auto made = test::make_job(spec);
            const Field& negate = field_in(*idesc_format(spec.kind, Edition::v9_1), pick(o, "negate_a", "negate_b"));
            std::uint32_t& idesc = made.job.steps[0].idesc;
            idesc = static_cast<std::uint32_t>(set_field(negate, idesc, 1));
            EXPECT_EQ(expect_same_d(made.job, kMoved), 1u);
        }
}

// Words that do not match memory give a wrong D. The launch gives the same wrong D.
TEST(Launch, WrongWordsGiveTheSameWrongD) {
    auto made = test::make_job({.n = 64});
    const std::uint64_t right = made.job.steps[0].b_desc;
    for (const std::uint64_t flip : {std::uint64_t{1} << 35, std::uint64_t{1} << 62, std::uint64_t{0x155}}) {
        made.job.steps[0].b_desc = right ^ flip;
        EXPECT_EQ(expect_same_d(made.job), 1u);
    }
    made.job.steps[0].b_desc = right;
    made.job.steps[0].tmem[0] = 0x40;  // D at column 64
    EXPECT_EQ(expect_same_d(made.job), 1u);
}

// The other tests can fail: an instruction whose words are not moved reads the wrong bytes.
TEST(Launch, WordsThatAreNotMovedReadOtherBytes) {
    const auto made = test::make_job({.n = 64});
    const auto want = emulate(made.job, {.doubts = false});
    ASSERT_TRUE(want) << want.why;
    const auto at_home = launched(made.job, kReservedSmem, {.relocate = false});
    ASSERT_TRUE(at_home) << at_home.why;
    EXPECT_EQ(test::difference(at_home->machine, want->machine), "");
    const auto elsewhere = launched(made.job, 2 * kReservedSmem, {.relocate = false});
    ASSERT_TRUE(elsewhere) << elsewhere.why;
    EXPECT_NE(test::difference(elsewhere->machine, want->machine), "");
}

TEST(Launch, TheInstructionOfABlockHasTheFormOfItsKernel) {
    unsigned forms = 0;
    for (const Types& t : kLaunchTypes)
        for (const bool sparse : {false, true})
            for (const char* arch : {"sm_90a", "sm_100a"}) {
                const bool hopper = has_feature(arch, Feature::wgmma);
                if (hopper && (!has_kind(family_of(kHopper), t.kind) || !find_type(t.a_type)->wgmma)) continue;
                MmaSpec spec = launch_spec(t);
                spec.arch = arch;
                spec.m = hopper ? 64 : 128;
                spec.variant.sparse = sparse;
                const auto made = test::make_job(spec);
                const auto out = launched(made.job);
                ASSERT_TRUE(out) << out.why;
                const auto form = kernel_form(made.job.steps[0]);
                const BlockBytes block(out->all[0].parameters.data(), kParamBytes);
                const auto step = instruction_in(*form, block);
                ASSERT_TRUE(step) << step.why;
                EXPECT_EQ(*kernel_form(*step), *form) << t.kind;
                EXPECT_EQ(step->a_desc, made.job.steps[0].a_desc);
                EXPECT_EQ(step->b_desc, made.job.steps[0].b_desc);
                ++forms;
            }
    EXPECT_EQ(forms, 22u + 14);
}

TEST(Launch, TheInstructionDescriptorOfAFormHasAllOfTheForm) {
    unsigned forms = 0;
    for (const KernelForm& form : test::kernel_forms(kHopper)) {
        const auto idesc = idesc_of(form);
        if (!idesc) continue;
        const auto back =
            kernel_form({.edition = form.edition, .arch = form.arch, .variant = form.variant, .idesc = *idesc});
        if (!back) continue;
        EXPECT_EQ(*back, form) << test::name_of_form(form);
        ++forms;
    }
    EXPECT_GT(forms, 500u);
}

TEST(Launch, TheHelperOfTheseTestsSeesADifference) {
    Machine a, b;
    EXPECT_EQ(test::difference(a, b), "");
    b.tmem[0].put(3, 7, 1);
    EXPECT_EQ(test::difference(a, b), "CTA 0, lane 3, column 7 is 0xffffffff, want 0x1");
    a.register_d = {1};
    EXPECT_EQ(test::difference(a, b), "the registers of D differ");
}

}  // namespace
}  // namespace tilescope
