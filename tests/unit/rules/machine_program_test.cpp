// tests/unit/rules/machine_program_test.cpp -- MMAs of machine code: each form that ptxas 13.0 makes of PTX.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/ptx/mma_text.h>
#include <tilescope/rules/program_check.h>

#include <gtest/gtest.h>

#include <string>

namespace tilescope {
namespace {

// UR4 to UR39 are their numbers, but the high half of a descriptor is that of a layout.
std::string machine_code(std::string_view target, std::uint32_t idesc, std::string_view mma) {
    std::string out = say(".target ", target, "\n");
    unsigned at = 0;
    const auto line = [&](std::string_view instruction) {
        out += say("/*", hex(at, 4).substr(2), "*/ ", instruction, " ;\n");
        at += 16;
    };
    for (unsigned r = 4; r < 40; ++r)
        line(say("UMOV UR", r, ", ", r == 5 ? hex(idesc, 8) : r % 2 != 0 && r > 9 ? "0x40004040" : hex(r, 2)));
    line(mma);
    return out;
}

struct MachineCase {
    std::string_view machine, ptx;
    std::uint32_t idesc = 0x08200490;
    std::string_view target = "sm_100a";
};

std::string places_of(const ProgramMma& mma) {
    std::string out;
    constexpr std::string_view kNames[kTmemPlaceCount] = {"d", "a", "sfa", "sfb", "meta"};
    for (std::size_t i = 0; i < kTmemPlaceCount; ++i)
        if (mma.tmem[i]) out += say(out.empty() ? "" : " ", kNames[i], '=', *mma.tmem[i]);
    return out;
}

// What ptxas 13.0 makes of the PTX on the right (13.0.88 and the one of Triton 3.9 agree).
TEST(MachineProgram, EachFormOfTcgen05IsTheLineThatItWas) {
    constexpr std::string_view kBase = "gdesc[UR10], gdesc[UR12], tmem[UR6], tmem[UR4], idesc[UR5], ";
    constexpr std::string_view kFromTmem = "tmem[UR7], gdesc[UR12], tmem[UR6], tmem[UR4], idesc[UR5], ";
    const MachineCase cases[] = {
        {"UTCHMMA %UP0", "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p; d=6"},
        {"UTCHMMA %UP0", "tcgen05.mma.cta_group::1.kind::tf32 [d], a, b, idesc, p; d=6", 0x08200910},
        {"UTCQMMA %UP0", "tcgen05.mma.cta_group::1.kind::f8f6f4 [d], a, b, idesc, p; d=6", 0x08200010},
        {"UTCIMMA.2CTA %UP0", "tcgen05.mma.cta_group::2.kind::i8 [d], a, b, idesc, p; d=6", 0x08200020},
        {"UTCHMMA.2CTA @UP0", "tcgen05.mma.cta_group::2.kind::f16 [d], [a], b, idesc, p; d=6 a=7"},
        {"UTCHMMA %UP0, 0x3", "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p, 3; d=6"},
        {"UTCHMMA %UR16, UP0", "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, {m0, m1, m2, m3}, p; d=6"},
        {"UTCHMMA %UP0", "tcgen05.mma.sp.cta_group::1.kind::f16 [d], a, b, [meta], idesc, p; d=6 meta=4", 0x08200494},
        {"UTCHMMA.WS @UR16, UP0",
         "tcgen05.mma.ws.sp.cta_group::1.kind::f16 [d], [a], b, [meta], idesc, p, zcm; d=6 "
         "a=7 meta=4",
         0x08200494},
        {"UTCHMMA.WS %UP0", "tcgen05.mma.ws.cta_group::1.kind::f16 [d], a, b, idesc, p; d=6"},
        {"UTCQMMA %tmem[UR8], UP0",
         "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [d], a, b, idesc, "
         "[sfa], [sfb], p; d=6 sfa=8 sfb=9",
         0x08a00000},
        {"UTCQMMA.2CTA @tmem[UR8], UP0",
         "tcgen05.mma.sp.cta_group::2.kind::mxf8f6f4.block_scale.block32 [d], [a], b, "
         "[meta], idesc, [sfa], [sfb], p; d=6 a=7 sfa=8 sfb=9 meta=4",
         0x08a00004},
        {"UTCOMMA.2CTA.4X %tmem[UR8], UP0",
         "tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.block16 [d], a, b, "
         "idesc, [sfa], [sfb], p; d=6 sfa=8 sfb=9",
         0x08200480},
        {"UTCOMMA.BLOCK16 %tmem[UR8], UP0",
         "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [d], a, b, "
         "idesc, [sfa], [sfb], p; d=6 sfa=8 sfb=9",
         0x08200480, "sm_103a"},
        {"UTCOMMA %tmem[UR8], UP0",
         "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32 [d], a, b, "
         "idesc, [sfa], [sfb], p; d=6 sfa=8 sfb=9",
         0x08a00480},
    };
    for (const MachineCase& row : cases) {
        const std::size_t mark = row.machine.find_first_of("%@");
        const std::string mma = say(row.machine.substr(0, mark), row.machine[mark] == '%' ? kBase : kFromTmem,
                                    row.machine.substr(mark + 1));
        const ProgramReport report = read_machine_program(machine_code(row.target, row.idesc, mma), Edition::v9_1);
        ASSERT_EQ(report.instructions.size(), 1u) << mma;
        const ProgramInstruction& found = report.instructions[0];
        const bool mask = found.mma.operand(OperandRole::zero_mask) != nullptr;
        EXPECT_EQ(say(mma_text(variant_of(found.mma), mask), ' ', places_of(*found.as_mma)), row.ptx) << mma;
        EXPECT_EQ(found.mma.text, mma);
        EXPECT_EQ(found.words[2]->value, row.idesc);
        EXPECT_EQ(found.words[1]->value, 0x400040400000000cu) << mma;
    }
}

TEST(MachineProgram, TheCollectorBuffersAreThoseOfTheLine) {
    constexpr MachineCase kCases[] = {{"A.A_KEEP", "a::fill"},
                                      {"A.A_REUSE.A_KEEP", "a::use"},
                                      {"A.A_REUSE", "a::lastuse"},
                                      {"A", ""},
                                      {"B.B_KEEP.BUFFER1", "b1::fill"},
                                      {"B.B_REUSE.B_KEEP.BUFFER3", "b3::use"},
                                      {"B.B_REUSE", "b0::lastuse"},
                                      {"B.BUFFER2", "b2::discard"},
                                      {"B", ""}};
    for (const MachineCase& row : kCases) {
        const bool ws = row.machine[0] == 'B';
        const std::string mma =
            say(ws ? "UTCHMMA.WS " : "UTCHMMA ", "gdesc[UR10]", ws ? "" : row.machine.substr(1), ", gdesc[UR12]",
                ws ? row.machine.substr(1) : "", ", tmem[UR6], tmem[UR4], idesc[UR5], UP0");
        const ProgramReport report = read_machine_program(machine_code("sm_100a", 0x08200490, mma), Edition::v9_1);
        ASSERT_EQ(report.instructions.size(), 1u) << mma;
        EXPECT_EQ(report.instructions[0].mma.collector, row.ptx) << mma;
    }
}

TEST(MachineProgram, EachFormOfWgmmaIsTheLineThatItWas) {
    constexpr MachineCase kCases[] = {
        {"HGMMA.64x8x16.F32 R24, gdesc[UR10], R24, gsb0", "m64n8k16 f32.f16.f16 a b 1 1 1 0 0"},
        {"HGMMA.64x8x16.F16.BF16 R24, gdesc[UR10].tnspA.tnspB, RZ, !UPT", "m64n8k16 f16.bf16.bf16 a b 0 1 1 1 1"},
        {"HGMMA.64x8x16.F32 R24, gdesc[UR10].negA.negB.tnspB, R24, UP0, gsb0", "m64n8k16 f32.f16.f16 a b p -1 -1 0 1"},
        {"HGMMA.64x8x16.F32 R24, R28, gdesc[UR10].tnspB, R24", "m64n8k16 f32.f16.f16 {a} b 1 1 1 1"},
        {"HGMMA.64x8x8.F32.TF32 R24, -R28, gdesc[UR10].negB, R24, UP0", "m64n8k8 f32.tf32.tf32 {a} b p -1 -1"},
        {"HGMMA.SP.64x8x32.F32 R24, gdesc[UR10], R24, UP0, R28, 0x1, gsb0",
         "m64n8k32 f32.f16.f16 a b meta 1 p 1 1 0 0"},
        {"HGMMA.SP.64x8x32.F32 R24, R28, gdesc[UR10], R24, R32, 0x0", "m64n8k32 f32.f16.f16 {a} b meta 0 1 1 1 0"},
        {"IGMMA.SP.64x8x64.U8.S8.SAT R24, gdesc[UR10], R24, UP0, R28, gsb0",
         "m64n8k64 s32.u8.s8.satfinite a b meta 0 p"},
        {"QGMMA.64x16x32.F16.E4M3.E5M2 R24, gdesc[UR10].negB, RZ, !UPT", "m64n16k32 f16.e4m3.e5m2 a b 0 1 -1"},
        {"BGMMA.64x8x256.AND.POPC R24, gdesc[UR10], R24, gsb0", "m64n8k256 s32.b1.b1 a b 1"},
    };
    for (const MachineCase& row : kCases) {
        const ProgramReport report = read_machine_program(machine_code("sm_90a", 0, row.machine), Edition::v9_1);
        ASSERT_EQ(report.instructions.size(), 1u) << row.machine;
        const MmaLine& line = report.instructions[0].mma;
        std::string text = say("m64n", line.n, 'k', line.k, ' ', line.d_type, '.', line.a_type, '.', line.b_type,
                               line.satfinite ? ".satfinite" : "");
        for (const MmaOperand& operand : line.operands)
            if (operand.role != OperandRole::d) text += say(' ', operand.value ? say(*operand.value) : operand.text);
        EXPECT_EQ(text, row.ptx) << row.machine;
        EXPECT_EQ(line.sparse, row.machine.find(".SP") != row.machine.npos);
        const ProgramMma& mma = *report.instructions[0].as_mma;
        EXPECT_EQ(mma.first[1]->value, 0x400040400000000cu) << row.machine;  // B is in UR12 and UR13
        if (line.a_in_tmem) continue;
        EXPECT_EQ(mma.first[0]->value, 0x400040400000000au) << row.machine;
    }
}

TEST(MachineProgram, AnAccumulatorOfZerosIsKnown) {
    for (const std::string_view last : {"R26", "R28"}) {
        const ProgramReport report = read_machine_program(
            say(".target sm_90a\nCS2R R24, SRZ ;\nCS2R ", last, ", SRZ ;\nHGMMA.64x8x16.F32 R24, gdesc[UR4], R24 ;\n"),
            Edition::v9_1);
        ASSERT_EQ(report.instructions.size(), 1u);
        EXPECT_EQ(report.instructions[0].as_mma->d_is_zero, last == "R26");
    }
}

TEST(MachineProgram, WhatIsNotKnownIsNotRead) {
    for (const std::string_view mma :
         {"UTCHMMA.NEW gdesc[UR10], gdesc[UR12], tmem[UR6], tmem[UR4], idesc[UR5], UP0",
          "UTCHMMA gdesc[UR10].NEW, gdesc[UR12], tmem[UR6], tmem[UR4], idesc[UR5], UP0",
          "UTCHMMA gdesc[UR10], gdesc[UR12], tmem[UR6], tmem[UR4], idesc[UR50], UP0",
          "UTCHMMA gdesc[UR10], gdesc[UR12], tmem[UR6], tmem[UR4], idesc[UR5], UP0, 0x10",
          "HGMMA.64x8x16.F32.F64 R24, gdesc[UR10], R24", "HGMMA.64x8x16.F32 R24, gdesc[UR10].new, R24",
          "HGMMA.SP.64x8x32.F32 R24, gdesc[UR10], R24", "HGMMA.32x8x16.F32 R24, gdesc[UR10], R24"}) {
        const ProgramReport report = read_machine_program(machine_code("sm_100a", 0x08200490, mma), Edition::v9_1);
        EXPECT_TRUE(report.instructions.empty()) << mma;
        EXPECT_EQ(report.unread, std::vector<unsigned>{38}) << mma;
    }
}

}  // namespace
}  // namespace tilescope
