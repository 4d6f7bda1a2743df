// tests/unit/kernel/launch_bytes_test.cpp -- the bytes of a launch: image, cells, parameters; refusals.
// SPDX-License-Identifier: MIT
#include "tests/support/launch_model.h"
#include "tests/support/launched.h"
#include "tests/support/mma_jobs.h"

#include <tilescope/formats/smem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tilescope {
namespace {

using test::cells_of;
using test::idesc_of;
using test::instruction_in;
using test::machine_of;
using test::MmaSpec;

struct Prepared {
    EmulatorJob job;
    LiveKernel kernel;
    Machine machine;

    const MmaInstruction& step() const { return job.steps.front(); }
    Answer<Launch> launch(const LaunchOptions& options = {}) const {
        return launch_of(kernel, step(), machine, options);
    }
};

Prepared prepared(const MmaSpec& spec) {
    auto made = test::make_job(spec);
    EXPECT_EQ(made.why, "");
    Prepared out{std::move(made.job), {}, {}};
    out.kernel = *live_kernel(*kernel_form(out.step()));
    out.machine = *filled(out.job);
    load_registers(out.machine, out.job, 0);
    return out;
}

std::uint64_t value(const Launch& launch, Param param, unsigned index = 0) {
    return get(BlockBytes(launch.parameters.data(), kParamBytes), param, index);
}

const LaunchBuffer& buffer_at(const Launch& launch, Param param) {
    for (const LaunchBuffer& b : launch.buffers)
        if (b.parameter == row_of(param).offset) return b;
    ADD_FAILURE() << "no buffer " << row_of(param).id;
    return launch.buffers.front();
}

std::uint32_t word(const std::vector<std::uint8_t>& bytes, std::size_t index) {
    std::uint32_t out = 0;
    for (unsigned i = 4; i-- > 0;) out = out << 8 | bytes[index * 4 + i];
    return out;
}

TEST(LaunchBytes, TheImageHasTheWrittenChunks) {
    Prepared p = prepared({.n = 64});
    p.machine.smem[0] = SmemImage();
    p.machine.smem[0].put(0x1234, 0x56);
    p.machine.smem[0].put_bits(std::uint64_t{0x1260} * 8, 4, 0);
    const auto launch = p.launch();
    ASSERT_TRUE(launch) << launch.why;
    EXPECT_EQ(value(*launch, Param::origin), 0x400u);
    EXPECT_EQ(value(*launch, Param::image_offset), 0x1230u - 0x400);
    EXPECT_EQ(value(*launch, Param::image_bytes), 0x40u);
    const LaunchBuffer& image = buffer_at(*launch, Param::image);
    ASSERT_EQ(image.in.size(), 0x40u);
    EXPECT_EQ(image.bytes, 0x40u);
    EXPECT_EQ(image.in[4], 0x56);
    EXPECT_EQ(image.in[0x30], 0xf0);  // its high bits were never written
    EXPECT_EQ(std::count(image.in.begin(), image.in.end(), 0xff), 0x40 - 2);
}

TEST(LaunchBytes, AnEmptyImageIsOneChunkOfUnwrittenBytes) {
    Prepared p = prepared({.n = 64});
    p.machine.smem[0] = SmemImage();
    const auto launch = p.launch();
    ASSERT_TRUE(launch) << launch.why;
    EXPECT_EQ(value(*launch, Param::image_offset), 0u);
    EXPECT_EQ(buffer_at(*launch, Param::image).in, std::vector<std::uint8_t>(16, 0xff));
}

TEST(LaunchBytes, APairHasOneRangeForBothImages) {
    Prepared p = prepared({.m = 256, .n = 64, .variant = {.cta_group = 2}});
    p.machine.smem.fill(SmemImage());
    p.machine.smem[0].put(0x2000, 1);
    p.machine.smem[1].put(0x1000, 2);
    const auto launch = p.launch();
    ASSERT_TRUE(launch) << launch.why;
    EXPECT_EQ(launch->ctas, 2u);
    EXPECT_EQ(value(*launch, Param::image_bytes), 0x1010u);
    const LaunchBuffer& image = buffer_at(*launch, Param::image);
    ASSERT_EQ(image.in.size(), 2 * 0x1010u);
    EXPECT_EQ(image.in[0x1000], 1);
    EXPECT_EQ(image.in[0x1010], 2);
    EXPECT_EQ(buffer_at(*launch, Param::cells_in).bytes, 2 * 128 * 512 * 4u);
    EXPECT_EQ(buffer_at(*launch, Param::status).bytes, 2 * kStatusBytes);
}

TEST(LaunchBytes, ABlockHasTheNumbersOfTheStep) {
    Prepared p = prepared({.kind = "mxf8f6f4", .a_type = "e4m3", .b_type = "e4m3", .n = 64});
    const auto launch = p.launch({.timeout_ms = 4000});
    ASSERT_TRUE(launch) << launch.why;
    const MmaInstruction& i = p.step();
    EXPECT_EQ(launch->entry, kLiveEntry);
    EXPECT_EQ(launch->ptx, p.kernel.text);
    EXPECT_EQ(launch->threads, 128u);
    EXPECT_EQ(value(*launch, Param::a_desc), i.a_desc);
    EXPECT_EQ(value(*launch, Param::b_desc), i.b_desc);
    EXPECT_EQ(value(*launch, Param::idesc), i.idesc);
    EXPECT_EQ(value(*launch, Param::tmem_sfa), 0x180u);
    EXPECT_EQ(value(*launch, Param::tmem_sfb), 0x190u);
    EXPECT_EQ(value(*launch, Param::columns), 512u);
    EXPECT_EQ(value(*launch, Param::enable_d), 0u);
    EXPECT_EQ(value(*launch, Param::timeout_ns), 4'000'000'000u);
    EXPECT_EQ(value(*launch, Param::relocate), kRelocateA | kRelocateB);
    EXPECT_EQ(value(*launch, Param::smem_bytes) % 16, 0u);
    EXPECT_EQ(launch->shared_bytes, value(*launch, Param::smem_bytes) + kControlBytes);
    EXPECT_EQ(launch->shared_bytes, 227u * 1024);
    for (const ParamRow& row : kParams)
        if (row.buffer) {
            EXPECT_EQ(value(*launch, row.param), 0u) << row.id;
        }
}

TEST(LaunchBytes, TheBuffersAreThoseThatTheKernelReads) {
    const auto launch = prepared({.n = 64}).launch();
    ASSERT_TRUE(launch) << launch.why;
    ASSERT_EQ(launch->buffers.size(), 4u);
    for (const ParamRow& row : kParams)
        if (row.buffer) {
            const LaunchBuffer& b = buffer_at(*launch, row.param);
            const bool result = row.param == Param::cells_out || row.param == Param::status;
            EXPECT_EQ(b.read_back, result) << row.id;
            EXPECT_EQ(b.in.empty(), result) << row.id;
            EXPECT_EQ(b.host_visible, row.param == Param::status) << row.id;
            EXPECT_TRUE(b.in.empty() || b.in.size() == b.bytes) << row.id;
        }
}

TEST(LaunchBytes, CellsAreInTheOrderOfLanesAndColumns) {
    Prepared p = prepared({.m = 256, .n = 64, .variant = {.cta_group = 2}});
    p.machine.tmem.fill(TmemImage());
    p.machine.tmem[1].put(3, 5, 0x11223344);
    p.machine.tmem[0].put(0, 1, 0xabcd, 0xffff);
    const auto launch = p.launch();
    ASSERT_TRUE(launch) << launch.why;
    const std::vector<std::uint8_t>& in = buffer_at(*launch, Param::cells_in).in;
    EXPECT_EQ(word(in, (128 + 3) * 512 + 5), 0x11223344u);
    EXPECT_EQ(word(in, 1), 0xffffabcdu);
    EXPECT_EQ(word(in, 2), kUnwrittenCell);
}

TEST(LaunchBytes, RegistersOfAThreadAreDThenAThenTheMetadata) {
    Prepared p =
        prepared({.m = 64, .n = 8, .variant = {.sparse = true, .a_in_tmem = true}, .arch = "sm_90a", .enable_d = true});
    p.machine.register_d[9 * 8 + 3] = 0x11111111;     // row 9, column 3: thread 5, register 3
    p.machine.register_a[8 * 16 + 1] = 0x2222;        // row 8, column 1: thread 0, register 1, high half
    p.machine.register_codes[(16 + 1) * 8 + 7] = 13;  // row 17, code 7: thread 37 and 39, bit 12
    const auto launch = p.launch();
    ASSERT_TRUE(launch) << launch.why;
    const LaunchBuffer& in = buffer_at(*launch, Param::cells_in);
    ASSERT_EQ(in.bytes, 128u * (4 + 4 + 1) * 4);
    EXPECT_EQ(word(in.in, 5 * 9 + 3), 0x11111111u);
    EXPECT_EQ(word(in.in, 0 * 9 + 4 + 1) >> 16, 0x2222u);
    EXPECT_EQ(word(in.in, 37 * 9 + 8) >> 12 & 15, 13u);
    EXPECT_EQ(word(in.in, 39 * 9 + 8) >> 12 & 15, 13u);
    EXPECT_EQ(buffer_at(*launch, Param::cells_out).bytes, 128u * 4 * 4);
    EXPECT_EQ(value(*launch, Param::idesc), 0u);
    EXPECT_EQ(value(*launch, Param::columns), 0u);
    EXPECT_EQ(value(*launch, Param::relocate), kRelocateB);
}

TEST(LaunchBytes, WithoutADBeforeTheRegistersOfDAreUnwritten) {
    Prepared p = prepared({.m = 64, .n = 8, .arch = "sm_90a"});
    p.machine.register_d.clear();
    const auto launch = p.launch();
    ASSERT_TRUE(launch) << launch.why;
    const LaunchBuffer& in = buffer_at(*launch, Param::cells_in);
    EXPECT_EQ(in.in, std::vector<std::uint8_t>(in.bytes, 0xff));
}

TEST(LaunchBytes, OnlyAddressesInDescriptorsAreMoved) {
    Prepared p = prepared({.kind = "mxf4", .a_type = "e2m1", .b_type = "e2m1", .n = 64, .arch = "sm_103a"});
    const auto relocate_of = [&] { return value(*p.launch(), Param::relocate); };
    EXPECT_EQ(relocate_of(), kRelocateA | kRelocateB);
    p.job.steps[0].a_desc = *with_field(kSmem91, p.step().a_desc, "lbo_mode", "yes");
    EXPECT_EQ(value(*p.launch(), Param::origin), 0u) << "lbo of A is the address 16";
    p.job.steps[0].a_desc = *with_field(kSmem91, p.step().a_desc, "lbo", "0x4800");
    EXPECT_EQ(value(*p.launch(), Param::origin), 0x400u);
    EXPECT_EQ(relocate_of(), kRelocateA | kRelocateB | kRelocateLboOfA);
    p.job.steps[0].b_desc = *with_field(kSmem91, p.step().b_desc, "lbo_mode", "yes");
    p.job.steps[0].b_desc = *with_field(kSmem91, p.step().b_desc, "lbo", "0x4800");
    EXPECT_EQ(relocate_of(), kRelocateA | kRelocateB | kRelocateLboOfA | kRelocateLboOfB);
    const auto launch = p.launch();
    const auto moved = instruction_in(p.kernel.form, BlockBytes(launch->parameters.data(), kParamBytes), 0xc00);
    ASSERT_TRUE(moved) << moved.why;
    const auto changes = differences(kSmem91, p.step().b_desc, moved->b_desc);
    ASSERT_EQ(changes.size(), 2u);
    EXPECT_EQ(value_of(*changes[0].field, changes[0].to), value_of(*changes[0].field, changes[0].from) + 0x800);
    EXPECT_EQ(value_of(*changes[1].field, changes[1].to), 0x4800u + 0x800);
    EXPECT_EQ(value(*p.launch({.relocate = false}), Param::relocate), 0u);
}

TEST(LaunchBytes, AnAddressThatIsMovedPastTheEndWraps) {
    Prepared p = prepared({.n = 64});
    p.job.steps[0].b_desc = set_field(field(kSmem91, "start"), p.step().b_desc, 0x3fff);
    const auto launch = p.launch();
    ASSERT_TRUE(launch) << launch.why;
    const BlockBytes block(launch->parameters.data(), kParamBytes);
    const auto moved = instruction_in(p.kernel.form, block, 0x420);
    ASSERT_TRUE(moved) << moved.why;
    EXPECT_EQ(moved->b_desc, set_field(field(kSmem91, "start"), p.step().b_desc, 1));
}

TEST(LaunchBytes, AnOperandInTheReservedBytesMovesTheOrigin) {
    Prepared p = prepared({.n = 64});
    p.machine.smem[0].put(0x3ff, 1);
    auto launch = p.launch();
    ASSERT_TRUE(launch) << launch.why;
    EXPECT_EQ(value(*launch, Param::origin), 0u);
    EXPECT_EQ(value(*launch, Param::image_offset), 0x3f0u);
    EXPECT_EQ(p.launch({.relocate = false}).why,
              "An operand is at byte 0x3f0 of shared memory. The system reserves the first 1024 bytes. Let the kernel "
              "relocate the descriptors, or move the operand.");
    Prepared q = prepared({.n = 64});
    q.job.steps[0].b_desc = set_field(field(kSmem91, "start"), q.step().b_desc, 0x3f);
    launch = q.launch();
    ASSERT_TRUE(launch) << launch.why;
    EXPECT_EQ(value(*launch, Param::origin), 0u) << "a descriptor reads there";
    q.job.steps[0].b_desc = set_field(field(kSmem91, "start"), q.step().b_desc, 0x40);
    EXPECT_EQ(value(*q.launch(), Param::origin), 0x400u);
}

TEST(LaunchBytes, RefusesWhatDoesNotFit) {
    Prepared p = prepared({.n = 64});
    p.machine.smem[0].put(0x39000 - 17, 1);
    EXPECT_TRUE(p.launch());
    p.machine.smem[0].put(0x39000 - 16, 1);
    EXPECT_EQ(p.launch().why,
              "The operands use shared memory up to byte 0x39000, but a CTA of sm_100a can use only the bytes from "
              "0x400 to 0x38ff0.");
    p = prepared({.n = 64});
    p.machine.smem[0].put(0, 1);
    p.machine.smem[0].put(0x38c00, 1);
    EXPECT_EQ(p.launch().why,
              "The operands use shared memory up to byte 0x38c10, but a CTA of sm_100a can use only the bytes from "
              "0x0 to 0x38bf0.");
    for (const std::uint32_t ms : {0u, 4001u})
        EXPECT_EQ(prepared({.n = 64}).launch({.timeout_ms = ms}).why,
                  "The time limit of a step is " + std::to_string(ms) + " ms; it must be 1 to 4000 ms.");
}

TEST(LaunchBytes, RefusesAColumnThatIsNotAllocated) {
    Prepared p = prepared({.n = 64});
    p.machine.tmem.fill(TmemImage(kMostTmemColumns));
    p.machine.tmem[0].put(127, 511, 1);
    EXPECT_TRUE(p.launch());
    p.machine.tmem[0].put(127, 512, 1);
    EXPECT_EQ(p.launch().why,
              "The operands use column 512 of Tensor Memory, but a live kernel allocates only the first 512.");
}

TEST(LaunchBytes, RefusesAStepOfAnotherForm) {
    const Prepared p = prepared({.n = 64});
    const Prepared tf32 = prepared({.kind = "tf32", .a_type = "tf32", .b_type = "tf32", .n = 64});
    EXPECT_EQ(launch_of(p.kernel, tf32.step(), tf32.machine).why,
              "The kernel runs '" + p.kernel.instruction +
                  "', but this step is another form of the instruction. Make a kernel for this step.");
    const Prepared n64 = prepared({.m = 64, .n = 64, .arch = "sm_90a"}),
                   n8 = prepared({.m = 64, .n = 8, .arch = "sm_90a"});
    EXPECT_FALSE(launch_of(n64.kernel, n8.step(), n8.machine));
    Machine pair = p.machine;
    pair.ctas = 2;
    EXPECT_EQ(launch_of(p.kernel, p.step(), pair).why,
              "The kernel runs on this number of CTAs: 1, but memory is given for this number: 2.");
}

TEST(LaunchBytes, OneLaunchHasABlockForEachStep) {
    const Prepared p = prepared({.n = 64});
    std::vector<MmaInstruction> steps(3, p.step());
    steps[1].a_desc += 2, steps[2].b_desc += 2;
    const auto launch = launch_of(p.kernel, steps, p.machine);
    ASSERT_TRUE(launch) << launch.why;
    ASSERT_EQ(launch->more_steps.size(), 2u);
    for (std::size_t s = 0; s < steps.size(); ++s) {
        const auto alone = launch_of(p.kernel, steps[s], p.machine);
        EXPECT_EQ(s == 0 ? launch->parameters : launch->more_steps[s - 1], alone->parameters) << s;
        EXPECT_EQ(launch->buffers, alone->buffers);
        EXPECT_TRUE(alone->more_steps.empty());
    }
    EXPECT_EQ(buffer_at(*launch, launch->exchanged.first)->bytes, buffer_at(*launch, launch->exchanged.second)->bytes);
    EXPECT_EQ(buffer_at(*launch, 7), nullptr);
}

TEST(LaunchBytes, ALaunchHasAsManyStepsAsItsKernelAllows) {
    const Prepared p = prepared({.n = 64});
    EXPECT_EQ(most_steps(p.kernel.form), kMostLaunchSteps);
    EXPECT_EQ(launch_of(p.kernel, std::span<const MmaInstruction>(), p.machine).why,
              "A launch of this kernel runs 1 to 256 steps, but this number was given: 0.");
    std::vector<MmaInstruction> steps(kMostLaunchSteps, p.step());
    EXPECT_TRUE(launch_of(p.kernel, steps, p.machine));
    steps.push_back(p.step());
    EXPECT_FALSE(launch_of(p.kernel, steps, p.machine));
    const Variant plain, registers{.a_in_tmem = true}, sparse{.sparse = true};
    for (const auto& [variant, most] :
         {std::pair{plain, kMostLaunchSteps}, {registers, std::size_t{1}}, {sparse, std::size_t{1}}}) {
        const Prepared hopper = prepared({.m = 64, .n = 8, .variant = variant, .arch = "sm_90a"});
        EXPECT_EQ(most_steps(hopper.kernel.form), most);
    }
}

TEST(LaunchBytes, AKernelWithAMaskRunsAStepWithoutOne) {
    Prepared p = prepared({.n = 64, .variant = {.ws = true}});
    MmaInstruction masked = p.step();
    masked.zcm = 0x0003028100000000;
    const LiveKernel kernel = *live_kernel(*kernel_form(masked));
    EXPECT_TRUE(launch_of(kernel, p.step(), p.machine));
    EXPECT_FALSE(launch_of(p.kernel, masked, p.machine)) << "a kernel without a mask";
    const auto launch = launch_of(kernel, masked, p.machine);
    ASSERT_TRUE(launch) << launch.why;
    EXPECT_EQ(instruction_in(kernel.form, BlockBytes(launch->parameters.data(), kParamBytes))->zcm, masked.zcm);
}

TEST(LaunchBytes, RefusesRegistersOfAnotherSize) {
    Prepared p = prepared({.m = 64, .n = 8, .variant = {.sparse = true, .a_in_tmem = true}, .arch = "sm_90a"});
    p.machine.register_codes.pop_back();
    EXPECT_EQ(p.launch().why, "The registers of the metadata hold 511 elements, but the instruction needs 64 x 8.");
    p.machine.register_a.pop_back();
    EXPECT_EQ(p.launch().why, "The registers of A hold 1023 elements, but the instruction needs 64 x 16.");
    p.machine.register_d = {1, 2};
    EXPECT_EQ(p.launch().why, "The registers of D hold 2 elements, but the instruction needs 64 x 8.");
}

TEST(LaunchBytes, TakesBackOnlyAllBytes) {
    for (const MmaSpec& spec : {MmaSpec{.n = 64}, MmaSpec{.m = 64, .n = 64, .arch = "sm_90a"}}) {
        Prepared p = prepared(spec);
        const Launch launch = *p.launch();
        std::vector<std::uint8_t> cells(buffer_at(launch, Param::cells_out).bytes, 0x12);
        const auto done = take_cells(p.kernel, launch, cells, p.machine);
        EXPECT_TRUE(done) << done.why;
        if (spec.m == 64) {
            EXPECT_EQ(p.machine.register_d, std::vector<std::uint32_t>(64 * 64, 0x12121212));
        } else {
            EXPECT_TRUE(p.machine.tmem[0].is_written(127, 511));
            EXPECT_EQ(p.machine.tmem[0].cell(127, 511), 0x12121212u);
        }
        cells.pop_back();
        const std::string all = std::to_string(cells.size() + 1), given = std::to_string(cells.size());
        EXPECT_EQ(take_cells(p.kernel, launch, cells, p.machine).why,
                  "cells_out of this kernel has " + all + " bytes, but this number was given: " + given + ".");
        Launch broken = launch;
        broken.parameters.pop_back();
        EXPECT_EQ(take_cells(p.kernel, broken, cells, p.machine).why, "The parameter block has 143 bytes, not 144.");
        const BlockBytes block(launch.parameters.data(), kParamBytes);
        EXPECT_FALSE(machine_of(p.kernel.form, block, buffer_at(launch, Param::image).in, cells));
        EXPECT_FALSE(machine_of(p.kernel.form, block, {}, buffer_at(launch, Param::cells_in).in));
    }
}

TEST(LaunchBytes, AModelHasTheColumnsOfTheBlock) {
    const Prepared p = prepared({.n = 64});
    const Launch launch = *p.launch();
    ParamBlock block{};
    std::copy(launch.parameters.begin(), launch.parameters.end(), block.begin());
    const std::vector<std::uint8_t> image = buffer_at(launch, Param::image).in, cells(std::size_t{128} * 64 * 4, 0x34);
    put(block, Param::columns, 64);
    const auto machine = machine_of(p.kernel.form, block, image, cells);
    ASSERT_TRUE(machine) << machine.why;
    EXPECT_EQ(machine->tmem[0].columns(), 64u);
    EXPECT_EQ(cells_of(p.kernel.form, *machine), cells);
    put(block, Param::columns, 65);
    EXPECT_EQ(machine_of(p.kernel.form, block, image, cells).why,
              "A kernel cannot allocate 65 columns of Tensor Memory, only a power of two from 32 to 512.");
}

TEST(LaunchBytes, RefusesAnInstructionDescriptorThatDoesNotExist) {
    KernelForm form{.arch = "sm_90a", .variant = {.kind = "f16"}, .shape = {}};
    EXPECT_TRUE(idesc_of(form));
    form.shape.k = 8;
    EXPECT_EQ(idesc_of(form).why, "wgmma with f16 has K 16, not 8.");
    form.shape = {.a_type = "e4m3"};
    EXPECT_FALSE(idesc_of(form));
    form.shape = {.n = 12};
    EXPECT_FALSE(idesc_of(form));
    form.variant.kind = "i16";
    EXPECT_EQ(idesc_of(form).why, "This PTX edition has no kind i16.");
}

}  // namespace
}  // namespace tilescope
