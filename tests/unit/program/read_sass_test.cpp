// tests/unit/program/read_sass_test.cpp -- machine code: every instruction that the reader evaluates, jumps, listings.
// SPDX-License-Identifier: MIT
#include <tilescope/program/evaluate.h>
#include <tilescope/program/readers.h>

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace tilescope::program {
namespace {

struct SassResult {
    Program program;
    Evaluation values;
};

SassResult run_sass(std::string_view text) {
    SassResult out;
    read_sass({text, 0, nullptr}, out.program);
    out.values = evaluate(out.program);
    return out;
}

// The value with "x" for each hexadecimal digit that has unknown bits: "0x400040400000xxxx".
std::string sass_digits(const KnownBits& bits, unsigned width) {
    std::string out = "0x";
    for (unsigned shift = width; shift >= 4; shift -= 4) {
        const auto digit = static_cast<unsigned>(bits.value >> (shift - 4) & 15);
        const bool known = (bits.known >> (shift - 4) & 15) == 15;
        out += known ? "0123456789abcdef"[digit] : 'x';
    }
    return out;
}

// The operands of all observations, by their text: "gdesc[UR4]=0x40004040xxxxxxxx". Operands without a value are
// left out.
std::string sass_seen(const SassResult& result) {
    std::string out;
    for (std::size_t i = 0; i < result.program.observations.size(); ++i) {
        const Observation& seen = result.program.observations[i];
        for (std::uint32_t k = seen.first; k < seen.first + seen.count; ++k) {
            const tilescope::program::Operand& operand = result.program.operands[k];
            if (operand.value == kNone) continue;
            const bool wide = operand.text.starts_with("gdesc") || seen.width == 64;
            out += operand.text + "=" + sass_digits(result.values.operands[k], wide ? 64 : 32) + " ";
        }
        if (!result.values.reached[i]) out += "unreached ";
    }
    if (!out.empty()) out.pop_back();
    return out;
}

// The value of the last register that the text writes.
std::string last_of(std::string_view text) {
    const std::string all = sass_seen(run_sass(text));
    return all.substr(all.rfind('=') + 1);
}

constexpr std::string_view kMma = "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR2], tmem[UR10], idesc[UR11], UPT ;\n";

// The operand A of the first MMA.
std::string a_of(std::string_view text) {
    const std::string all = sass_seen(run_sass(text));
    return all.substr(all.find('=') + 1, 18);
}

struct SassCase {
    const char* text;
    const char* value;
};
class SassValue : public testing::TestWithParam<SassCase> {};

TEST_P(SassValue, IsThatOfTheInstruction) {
    const std::string constants = "MOV R1, 0x80000005 ;\nMOV R2, 0x3 ;\nMOV R3, 0x12345678 ;\nUMOV UR1, 0xfffffff0 ;\n";
    EXPECT_EQ(last_of(constants + GetParam().text), GetParam().value) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Moves, SassValue,
    testing::Values(SassCase{"MOV R4, R3", "0x12345678"}, SassCase{"MOV R4, RZ", "0x00000000"},
                    SassCase{"MOV R4, -0x10", "0xfffffff0"}, SassCase{"R2UR UR4, R1", "0x80000005"},
                    SassCase{"MOV R4, c[0x0][0x210]", "0xxxxxxxxx"}, SassCase{"S2R R4, SR_TID.X", "0xxxxxxxxx"},
                    SassCase{"SHFL.IDX PT, R4, R3, RZ, 0x1f", "0x12345678"},
                    SassCase{"SHFL.IDX PT, R4, R3, R2, 0x1f", "0xxxxxxxxx"},
                    SassCase{"IMAD.MOV.U32 R4, RZ, RZ, R3", "0x12345678"}, SassCase{"SEL R4, R1, R3, PT", "0x80000005"},
                    SassCase{"SEL R4, R2, RZ, P3", "0x0000000x"}, SassCase{"MOV.64 R4, R2", "0x1234567800000003"},
                    SassCase{"CS2R R4, SRZ", "0x0000000000000000"},
                    SassCase{"CS2R R4, SR_CLOCKLO", "0xxxxxxxxxxxxxxxxx"},
                    SassCase{"HFMA2 R4, -RZ, RZ, 1.875, 5.9604644775390625e-08", "0x3f800001"},
                    SassCase{"HFMA2.MMA R4, -RZ, RZ, 0, -65504", "0x0000fbff"},
                    SassCase{"HFMA2 R4, -RZ, RZ, 0.1, 0", "0xxxxxxxxx"},
                    SassCase{"HFMA2 R4, R1, RZ, 0, 0", "0xxxxxxxxx"}, SassCase{"MOV R4, |R1|", "0xxxxxxxxx"},
                    SassCase{"MOV R4, R1.H0_H0", "0xxxxxxxxx"}, SassCase{"MOV R4, R1.reuse", "0x80000005"}));

INSTANTIATE_TEST_SUITE_P(
    Logic, SassValue,
    testing::Values(SassCase{"LOP3.LUT R4, R1, R2, RZ, 0xfc, !PT", "0x80000007"},
                    SassCase{"LOP3.LUT R4, R3, 0xff, RZ, 0xc0, !PT", "0x00000078"},
                    SassCase{"LOP3.LUT P0, R4, R3, 0xf0f, R2, 0xf8, !PT", "0x1234567b"},
                    SassCase{"LOP3.LUT R4, R7, 0x3fff, RZ, 0xc0, !PT", "0x0000xxxx"},
                    SassCase{"LOP3.LUT R4, R7, 0x40004040, RZ, 0xfc, !PT", "0xxxxxxxxx"},
                    SassCase{"ULOP3.LUT UR4, UR1, 0xffff, URZ, 0xc0, !UPT", "0x0000fff0"},
                    SassCase{"LOP3.NEW R4, R1, R2, RZ, 0xfc, !PT", "0xxxxxxxxx"},
                    SassCase{"LOP.AND R4, R3, 0xff", "0x00000078"}, SassCase{"LOP32I.XOR R4, R3, 0xff", "0x12345687"},
                    SassCase{"SGXT.U32 R4, R3, 0xf", "0x00005678"}, SassCase{"SGXT R4, R3, 0x7", "0xfffffff8"},
                    SassCase{"USGXT UR4, UR1, 0x3", "0x00000000"}, SassCase{"PRMT R4, R3, 0x3210, R1", "0x12345678"},
                    SassCase{"PRMT R4, R3, 0x7654, R1", "0x80000005"},
                    SassCase{"PRMT R4, R3, 0x5410, R1", "0x00055678"}, SassCase{"POPC R4, R3", "0x000000xx"},
                    SassCase{"BREV R4, R3", "0xxxxxxxxx"},
                    SassCase{"VIMNMX.U32 R4, PT, PT, R1, R1, PT", "0x80000005"}));

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, SassValue,
    testing::Values(
        SassCase{"IADD3 R4, PT, PT, R3, R2, RZ", "0x1234567b"}, SassCase{"IADD3 R4, R3, -R2, R2", "0x12345678"},
        SassCase{"VIADD R4, R3, 0xffffffff", "0x12345677"},
        SassCase{"UIADD3 UR4, UPT, UPT, -UR1, 0x100, URZ", "0x00000110"},
        SassCase{"IADD3 R0, P0, PT, R1, R1, RZ ;\nIADD3.X R4, PT, PT, R3, RZ, RZ, P0, !PT", "0x12345679"},
        SassCase{"IADD3 R0, P0, R1, R3, RZ ;\nIADD3.X R4, R3, RZ, RZ, P0, !PT", "0x12345678"},
        SassCase{"IADD3 R0, P0, R1, -R3, RZ ;\nIADD3.X R4, R3, RZ, RZ, P0, !PT", "0x1234567x"},
        SassCase{"UIADD3.64 UR4, UPT, UPT, UR6, UR8, URZ", "0xxxxxxxxxxxxxxxxx"},
        SassCase{"MOV R6, 0xffffffff ;\nMOV R7, 0x1 ;\nIADD.64 R4, R6, R2", "0x1234567a00000002"},
        SassCase{"IMAD R4, R3, R2, R2", "0x369d036b"}, SassCase{"IMAD.SHL.U32 R4, R3, 0x10, RZ", "0x23456780"},
        SassCase{"IMAD.IADD R4, R3, 0x1, R2", "0x1234567b"}, SassCase{"IMAD.X R4, RZ, RZ, R3, !PT", "0x12345678"},
        SassCase{"IMAD.WIDE.U32 R4, R1, R2, RZ", "0x000000018000000f"},
        SassCase{"IMAD.WIDE.U32 R4, P0, R1, R2, R2", "0x1234567980000012"},
        SassCase{"IMAD.WIDE.U32.X R4, R2, R2, R2, PT", "0x123456780000000d"},
        SassCase{"IMAD.WIDE.U32 R4, P0, R1, R2, R2 ;\nSEL R90, R2, R3, P0", "0x12345678"},
        SassCase{"IMAD.WIDE R4, R1, R2, R2", "0x1234567680000012"}, SassCase{"IMAD.HI R4, R3, R3, RZ", "0x014b66dc"},
        SassCase{"LEA R4, R2, R3, 0x4", "0x123456a8"}, SassCase{"ULEA UR4, UR1, UR1, 0x18", "0xeffffff0"},
        SassCase{"LEA.HI R4, R1, R2, RZ, 0x4", "0x0000000b"},
        SassCase{"LEA.HI.X.SX32 R4, R1, R2, 0x1, PT", "0x00000003"},
        SassCase{"LEA.HI.X R4, R1, R2, R3, 0x1, !PT", "0x2468acf4"}));

INSTANTIATE_TEST_SUITE_P(
    Shifts, SassValue,
    testing::Values(
        SassCase{"SHF.L.U32 R4, R3, 0x4, RZ", "0x23456780"}, SassCase{"SHF.R.U32.HI R4, RZ, 0x4, R1", "0x08000000"},
        SassCase{"SHF.R.S32.HI R4, RZ, 0x1f, R1", "0xffffffff"}, SassCase{"SHF.R.U64 R4, R3, 0x8, R1", "0x05123456"},
        SassCase{"SHF.L.U64.HI R4, R3, 0x8, R1", "0x00000512"},
        SassCase{"SHF.L.W.U32.HI R4, R3, 0x8, R3", "0x34567812"}, SassCase{"SHF.R.W.U32 R4, R3, R2, R3", "0xxxxxxxxx"},
        SassCase{"SHF.L.U32 R4, R3, R2, RZ", "0x91a2b3c0"}, SassCase{"USHF.R.U32.HI UR4, URZ, 0x4, UR1", "0x0fffffff"},
        SassCase{"SHL R4, R3, 0x8", "0x34567800"}, SassCase{"SHR.U32 R4, R1, 0x4", "0x08000000"},
        SassCase{"SHR.S32 R4, R1, 0x4", "0xf8000000"}, SassCase{"SHR R4, R1, 0x4", "0xxxxxxxxx"},
        SassCase{"SHF.L.U32 R4, R3, R7, RZ", "0xxxxxxxxx"}));

INSTANTIATE_TEST_SUITE_P(
    Comparisons, SassValue,
    testing::Values(SassCase{"ISETP.GT.U32.AND P0, PT, R1, R2, PT ;\nSEL R4, R3, RZ, P0", "0x12345678"},
                    SassCase{"ISETP.GT.AND P0, PT, R1, R2, PT ;\nSEL R4, R3, RZ, P0", "0x00000000"},
                    SassCase{"ISETP.LE.AND P0, PT, R1, R2, PT ;\nSEL R4, R3, RZ, P0", "0x12345678"},
                    SassCase{"ISETP.NE.U32.AND P0, PT, R1, R1, PT ;\nSEL R4, R3, RZ, !P0", "0x12345678"},
                    SassCase{"ISETP.LT.OR P0, PT, R9, RZ, PT ;\nSEL R4, R3, RZ, P0", "0x12345678"},
                    SassCase{"ISETP.EX.AND P0, PT, R1, R1, PT ;\nSEL R4, R3, R1, P0", "0xxxxxxxxx"},
                    SassCase{"PLOP3.LUT P0, PT, PT, PT, PT, 0x80, 0x8 ;\nSEL R4, R3, RZ, P0", "0x12345678"},
                    SassCase{"PLOP3.LUT P0, PT, PT, PT, PT, 0x8, 0x80 ;\nSEL R4, R3, RZ, P0", "0x00000000"},
                    SassCase{"PLOP3.LUT P0, PT, P1, PT, PT, 0xfc, 0x8 ;\nSEL R4, R3, RZ, P0", "0x12345678"},
                    SassCase{"VOTE.ANY P0, P1 ;\nSEL R4, R2, RZ, P0", "0x0000000x"}));

// After each of these lines, no bit of UR5 is known.
TEST(ReadSass, RegistersThatAnInstructionCanWriteAreUnknown) {
    for (const char* between :
         {"LDCU.64 UR4, c[0x0][0x388] ;", "LDCU.128 UR4, c[0x0][0x390] ;", "UIMAD.WIDE.U32 UR4, UR8, UR9, URZ ;",
          "S2UR UR5, SR_CgaCtaId ;", "UNEW UR4, UR8 ;", "UNEW.64 [UR9], UR5 ;", "@!UP1 R2UR UR5, R7 ;",
          "UBREV UR5, UR5 ;", "CALL.REL.NOINC `(helper) ;", "UTCATOMSWS.FIND_AND_SET.ALIGN UP0, UR5, UR7 ;", "...",
          "VOTEU.ALL UR5, UPT, P0 ;", "REDUX UR5, R3 ;", ".L_x_9:", "EXIT ;", "BRA `(.L_x_7) ;", "BRX R2 -0x10 ;"}) {
        const std::string text = std::string("UMOV UR5, 0x40004040 ;\n") + between + "\n" + std::string(kMma);
        EXPECT_EQ(a_of(text), "0xxxxxxxxxxxxxxxxx") << between;
    }
}

TEST(ReadSass, OtherInstructionsKeepTheRegisters) {
    for (const char* between :
         {"UISETP.NE.U32.AND UP0, UPT, UR5, URZ, UPT ;", "@P0 EXIT ;", "UTCBAR [UR5], URZ ;", "STS [UR5], R0 ;",
          "IMAD.U32 R5, RZ, RZ, UR5 ;", "@UP1 UMOV UR5, 0x40004040 ;", "@!UPT UMOV UR5, 0x1 ;", "BAR.SYNC 0x0 ;",
          "HGMMA.64x64x16.F32 R24, gdesc[UR8], R24 ;", "@P1 BRA `(.L_x_7) ;", "LDTM.x128 R4, tmem[UR5] ;",
          "SYNCS.EXCH.64 URZ, [UR19], UR4 ;", "USYNCS.EXCH.64 URZ, [UR2+0x8400], UR4 ;",
          "UTMALDG.3D [UR4], [UR8], desc[UR6] ;", "LDC.64 R4, c[0x0][0x388] ;"}) {
        const std::string text = std::string("UMOV UR5, 0x40004040 ;\n") + between + "\n" + std::string(kMma);
        const std::string seen = sass_seen(run_sass(text));
        EXPECT_NE(seen.find("gdesc[UR4]=0x40004040xxxxxxxx"), seen.npos) << between << ": " << seen;
    }
}

TEST(ReadSass, LoadsOfManyRegistersMakeThemUnknown) {
    EXPECT_EQ(last_of("MOV R60, 0x1 ;\nLDTM.x64 R4, tmem[UR4] ;\nMOV R90, R60 ;"), "0xxxxxxxxx");
    EXPECT_EQ(last_of("MOV R55, 0x1 ;\nHGMMA.64x64x16.F32 R24, gdesc[UR8], R24 ;\nUTCCP tmem[UR1], R55 ;"),
              "0xxxxxxxxx");
    EXPECT_EQ(last_of("MOV R56, 0x1 ;\nHGMMA.64x64x16.F32 R24, gdesc[UR8], R24 ;\nUTCCP tmem[UR1], R56 ;"),
              "0x00000001");
    EXPECT_EQ(last_of("MOV R40, 0x1 ;\nHGMMA.64x64x16.F16 R24, gdesc[UR8], R24 ;\nUTCCP tmem[UR1], R40 ;"),
              "0x00000001");
    EXPECT_EQ(last_of("MOV R39, 0x1 ;\nQGMMA.64x64x32.F16.E4M3.E4M3 R24, gdesc[UR8], R24 ;\nUTCCP tmem[UR1], R39 ;"),
              "0xxxxxxxxx");
    EXPECT_EQ(last_of("MOV R7, 0x1 ;\nLDG.E.128 R4, desc[UR4][R2.64] ;\nMOV R90, R7 ;"), "0xxxxxxxxx");
    EXPECT_EQ(last_of("MOV R8, 0x1 ;\nLDG.E.128 R4, desc[UR4][R2.64] ;\nMOV R90, R8 ;"), "0x00000001");
    EXPECT_EQ(last_of("MOV R9, 0x1 ;\nLDG.E.ENL2.256 R4, R8, desc[UR4][R2.64] ;\nMOV R90, R9 ;"), "0xxxxxxxxx");
    EXPECT_EQ(last_of("MOV R5, 0x1 ;\nDADD R4, R6, R8 ;\nMOV R90, R5 ;"), "0xxxxxxxxx");
    EXPECT_EQ(last_of("PLOP3.LUT P2, PT, PT, PT, PT, 0x80, 0x8 ;\nR2P PR, R4, 0x7f ;\nSEL R90, R5, RZ, P2 ;"),
              "0xxxxxxxxx");
}

// All values are computed before the first register is written.
TEST(ReadSass, AnInstructionReadsItsOperandsBeforeItWrites) {
    EXPECT_EQ(last_of("MOV R4, 0x5 ;\nMOV R5, 0x7 ;\nIMAD.WIDE.U32 R4, R5, 0x2, R4 ;"), "0x0000000700000013");
    EXPECT_EQ(
        last_of("MOV R4, 0xffffffff ;\nIADD3 R4, P0, PT, R4, 0x1, RZ ;\nIADD3.X R4, P0, PT, R4, RZ, RZ, P0, !PT ;"),
        "0x00000001");
    EXPECT_EQ(last_of("PLOP3.LUT P0, PT, PT, PT, PT, 0x80, 0x8 ;\nMOV R4, 0x5 ;\nMOV R5, 0x6 ;\n"
                      "@P0 IADD3 R4, P0, PT, R5, 0x1, RZ ;\nSTS [R5], R8 ;"),
              "0x00000007");
}

TEST(ReadSass, AGuardDecidesBetweenTheNewAndTheOldValue) {
    EXPECT_EQ(last_of("MOV R4, 0x40004040 ;\n@P0 MOV R4, 0x80004020 ;"), "0xx00040x0");
    EXPECT_EQ(last_of("MOV R4, 0x40004040 ;\n@PT MOV R4, 0x80004020 ;"), "0x80004020");
    EXPECT_EQ(last_of("MOV R4, 0x40004040 ;\n@!PT MOV R4, 0x80004020 ;"), "0x40004040");
    EXPECT_EQ(last_of("UIADD3 UR4, UPT, UPT, UR1, 0x1, URZ ;\n@P0 MOV R4, R3 ;"), "0xxxxxxxxx");
    const std::string guarded =
        "@UP0 UMOV UR5, 0x40004040 ;\n@UP0 UMOV UR4, 0x10 ;\n@UP0 UIADD3 UR4, UPT, UPT, UR4, 0x2, URZ ;\n";
    EXPECT_EQ(a_of(guarded + "@UP0 " + std::string(kMma)), "0x4000404000000012") << "the MMA has the same guard";
    for (const char* between :
         {"", "UISETP.NE.AND UP0, UPT, UR1, URZ, UPT ;\n", "@UP0 S2UR UR5, SR_CgaCtaId ;\n", ".L_x_1:\n"}) {
        const bool same = *between != 0;
        const std::string mma = (same ? "@UP0 " : "@!UP0 ") + std::string(kMma);
        EXPECT_EQ(a_of(guarded + between + mma).substr(0, 10), "0xxxxxxxxx") << between;
    }
    EXPECT_TRUE(run_sass("@UP0 " + std::string(kMma)).program.observations.at(0).conditional);
    EXPECT_FALSE(run_sass(kMma).program.observations.at(0).conditional);
}

TEST(ReadSass, PathsMeetAtLabels) {
    const std::string mma(kMma);
    const std::string both =
        "UMOV UR5, 0x40004040 ;\n@P0 BRA `(.L_x_1) ;\nUMOV UR5, 0x80004020 ;\nUMOV UR4, 0x1 ;\n.L_x_1:\n";
    EXPECT_EQ(a_of(both + mma), "0xx00040x0xxxxxxxx");
    const std::string loop = "UMOV UR4, 0x400 ;\nUMOV UR5, 0x40004040 ;\n.L_x_2:\n" + mma +
                             "UIADD3 UR4, UPT, UPT, UR4, 0x40, URZ ;\n" + "@P0 BRA `(.L_x_2) ;\nEXIT ;\n";
    EXPECT_EQ(a_of(loop).substr(0, 10), "0x40004040");
    EXPECT_EQ(a_of("BRA `(.L_x_3) ;\n.L_x_4:\nUMOV UR5, 0x1 ;\n.L_x_3:\n" + mma), "0xxxxxxxxxxxxxxxxx");
    EXPECT_EQ(a_of("UMOV UR5, 0x2 ;\nPLOP3.LUT P0, PT, PT, PT, PT, 0x80, 0x8 ;\n@P0 BRA `(.L_x_3) ;\nUMOV UR5, 0x1 "
                   ";\n.L_x_3:\n" +
                   mma),
              "0x00000002xxxxxxxx");
    EXPECT_EQ(a_of("UMOV UR5, 0x2 ;\nBRA.U UP0, `(.L_x_3) ;\nUMOV UR5, 0x3 ;\n.L_x_3:\n" + mma), "0x0000000xxxxxxxxx");
    EXPECT_EQ(a_of("UMOV UR5, 0x2 ;\nBSSY B0, `(.L_x_3) ;\n@P0 BRA `(.L_x_4) ;\nUMOV UR4, 0x3 ;\n.L_x_4:\nBSYNC B0 "
                   ";\n.L_x_3:\n" +
                   mma),
              "0x00000002xxxxxxxx");
    EXPECT_EQ(a_of("UMOV UR5, 0x2 ;\nBSSY B0, `(.L_x_3) ;\nUMOV UR4, 0x3 ;\n.L_x_3:\n" + mma), "0xxxxxxxxxxxxxxxxx")
        << "threads come from a BSYNC elsewhere";
    EXPECT_EQ(a_of("UMOV UR5, 0x2 ;\nBRXU UR8 -0xb0 (*\"BRANCH_TARGETS .L_x_5,.L_x_6\"*) ;\n.L_x_5:\nUMOV UR5, 0x3 "
                   ";\n.L_x_6:\n" +
                   mma),
              "0x0000000xxxxxxxxx");
}

TEST(ReadSass, AddressesAreTargetsToo) {
    const std::string text =
        "/*0000*/ UMOV UR5, 0x40004040 ;\n/*0010*/ BRA 0x40 ;\n/*0020*/ UMOV UR5, 0x1 ;\n/*0030*/ EXIT ;\n/*0040*/ ";
    EXPECT_EQ(a_of(text + std::string(kMma)), "0x40004040xxxxxxxx");
    const std::string unlisted = "UMOV UR5, 0x40004040 ;\n@P0 BRA 0x40 ;\nUMOV UR5, 0x80004020 ;\n";
    EXPECT_EQ(a_of(unlisted + std::string(kMma)), "0xx00040x0xxxxxxxx") << "the target can be any line";
    const std::string gdb =
        "   0x7f00000010 <k+16>:\tUMOV UR5, 0x40004040\n   0x7f00000020 <k+32>:\tBRA 0x7f00000040\n"
        "   0x7f00000030 <k+48>:\tEXIT\n=> 0x7f00000040 <k+64>:\t";
    EXPECT_EQ(a_of(gdb + std::string(kMma)), "0x40004040xxxxxxxx");
    EXPECT_EQ(a_of("/*0010*/ UMOV UR5, 0x40004040 ;\n/*0040*/ " + std::string(kMma)), "0xxxxxxxxxxxxxxxxx")
        << "lines are missing";
    EXPECT_EQ(a_of("/*0010*/ UMOV UR5, 0x40004040 ;\n/*0020*/ ?? ;\n/*0030*/ " + std::string(kMma)),
              "0xxxxxxxxxxxxxxxxx")
        << "a line is not understood";
    const std::string returns =
        "/*0000*/ UMOV UR5, 0x2 ;\n/*0010*/ MOV R2, 0x30 ;\n/*0020*/ UMOV UR5, 0x3 ;\n/*0030*/ " + std::string(kMma) +
        "/*0040*/ RET.REL.NODEC R2 0x0 ;\n";
    EXPECT_EQ(a_of(returns), "0xxxxxxxxxxxxxxxxx") << "a subroutine can return there";
    std::string sum = returns;
    sum.replace(sum.find("MOV R2, 0x30"), 12, "VIADD R2, R2, 0x30");
    EXPECT_EQ(a_of(sum), "0x00000003xxxxxxxx") << "a sum is not an address to return to";
}

TEST(ReadSass, OperandsAreInTheOrderOfTheText) {
    const SassResult mma = run_sass(
        "UMOV UR9, 0x100 ;\n/*0040*/ UTCHMMA.WS.2CTA tmem[UR9+0x10], gdesc[UR4].B_KEEP, tmem[UR9], tmem[UR10], "
        "idesc[UR11], UR12, !UPT ;   /* 0x00ff0a06040075ea */ // the first\n");
    ASSERT_EQ(mma.program.observations.size(), 1u);
    const Observation& seen = mma.program.observations[0];
    EXPECT_EQ(seen.text,
              "UTCHMMA.WS.2CTA tmem[UR9+0x10], gdesc[UR4].B_KEEP, tmem[UR9], tmem[UR10], idesc[UR11], UR12, !UPT");
    EXPECT_EQ(seen.comment, "the first");
    EXPECT_EQ(seen.count, 7u);
    EXPECT_EQ(mma.program.operands[seen.first + 6].value, kNone);
    EXPECT_EQ(mma.values.operands[seen.first], constant(0x110));
    const SassResult wgmma = run_sass(
        "UMOV UR4, 0x10040 ;\nUMOV UR5, 0x40000040 ;\nUMOV UR6, 0x10080 ;\nUMOV UR7, 0x40000020 ;\n"
        "HGMMA.64x64x16.F32.BF16 R24, gdesc[UR4].tnspA, R24, gsb0 ;");
    EXPECT_EQ(sass_seen(wgmma), "gdesc[UR4].tnspA=0x4000004000010040 gdesc+2[UR4]=0x4000002000010080");
    const SassResult copy = run_sass("UMOV UR6, 0x10 ;\nUTCCP.T.S.4x32dp128bit tmem[UR4], gdesc[UR6] ;");
    EXPECT_EQ(sass_seen(copy), "tmem[UR4]=0xxxxxxxxx gdesc[UR6]=0xxxxxxxxx00000010");
}

TEST(ReadSass, SpansAreOffsetsInThePaste) {
    const std::string paste = "text before\n  /*0010*/  @P0 UTCCP tmem[UR4], gdesc[UR6] ;\n";
    Program program;
    read_sass({std::string_view(paste).substr(12), 12, nullptr}, program);
    const Observation& seen = program.observations.at(0);
    EXPECT_EQ(paste.substr(seen.span.begin, seen.span.end - seen.span.begin), "UTCCP tmem[UR4], gdesc[UR6]");
    const TextSpan span = program.operands.at(seen.first + 1).span;
    EXPECT_EQ(paste.substr(span.begin, span.end - span.begin), "gdesc[UR6]");
}

TEST(ReadSass, FragmentsWithoutAnMmaShowTheRegistersTheyWrite) {
    EXPECT_EQ(sass_seen(run_sass("UMOV UR5, 0x80004020")), "UR5=0x80004020");
    EXPECT_EQ(sass_seen(run_sass("UMOV UR4, 0x10 ;\nUMOV UR5, 0x80004020 ;")), "UR4/UR5=0x8000402000000010");
    EXPECT_EQ(sass_seen(run_sass("UMOV UR5, 0x1 ;\nUMOV UR6, 0x2 ;")), "UR5=0x00000001 UR6=0x00000002");
    EXPECT_EQ(sass_seen(run_sass("UMOV UR5, 0x1 ;\nUIADD3 UR6, UPT, UPT, UR5, 0x2, URZ ;")), "UR6=0x00000003");
    EXPECT_EQ(sass_seen(run_sass("LOP3.LUT R9, R9, 0x3f, RZ, 0xc0, !PT")), "R9=0x000000xx");
    EXPECT_EQ(sass_seen(run_sass("UMOV UR5, 0x1 ; UMOV UR4, 0x2 ;")), "UR4/UR5=0x0000000100000002") << "one line";
    EXPECT_EQ(sass_seen(run_sass("BAR.SYNC 0x0 ;")), "");
    EXPECT_EQ(sass_seen(run_sass("\t\tFunction : k\n/*0000*/ UMOV UR5, 0x1 ;\n")), "") << "a whole function";
    EXPECT_EQ(run_sass("UMOV UR5, 0x1").program.observations.at(0).width, 32u);
}

TEST(ReadSass, EveryFormOfALine) {
    for (const char* text :
         {"=> 0x7f2c21565c0 <gemm(Params)+448>:\tUMOV UR5, 0x40004040 ",
          "   0x0000000202157400 <+0>:\tUMOV UR5, 0x40004040 ",
          "      [B------:R-:W2:-:S01]         /*0010*/                   UMOV UR5, 0x40004040 ;",
          "12\t00007f2c fb25bd10\t      UMOV UR5, 0x40004040 \t1\t1024\t12",
          "12 00007f2c fb25bd10      UMOV UR5, 0x40004040      1   1024   12",
          "/*0010*/ @PT UMOV UR5, 0x40004040 ; /* 0x4000404000057882 */", "{ UMOV UR5, 0x40004040 ; }",
          "UMOV  UR5 , 0x40004040 // high word", "/*0010*/ UMOV\tUR5,\t0x40004040 ;\r"})
        EXPECT_EQ(sass_seen(run_sass(text)), "UR5=0x40004040") << text;
    for (const char* text : {"IDESC 0x08200490", "DESC: 0x4000404000010040", "SMEM DESC, 0x4000404000010040",
                             "UR5 0x40004040 1073758272", "/*0010*/ .word 0x40004040", "", "\n\n", "@", "/*", "`("})
        EXPECT_EQ(sass_seen(run_sass(text)), "") << text;
}

TEST(ReadSass, EachFunctionIsAUnit) {
    const SassResult two = run_sass(
        "\tcode for sm_100a\n\t\tFunction : first\n\t.headerflags\t@\"EF_CUDA_SM100\"\n"
        "        /*0000*/                   UMOV UR5, 0x40004040 ;   /* 0x4000404000057882 */\n"
        "                                                             /* 0x000fe20000000000 */\n"
        "        /*0010*/                   EXIT ;\n\t\tFunction : second\n        /*0000*/ " +
        std::string(kMma));
    ASSERT_EQ(two.program.units.size(), 3u);
    EXPECT_EQ(two.program.units[1].name, "first");
    EXPECT_EQ(two.program.units[2].name, "second");
    EXPECT_EQ(two.program.target, "sm_100a");
    EXPECT_EQ(sass_seen(two).substr(0, 29), "gdesc[UR4]=0xxxxxxxxxxxxxxxxx");
    const SassResult section = run_sass(
        "\t.target\tsm_103a\nUMOV UR5, 0x1 ;\n\t.section\t.text.mm,\"ax\",@progbits\n        .global         "
        "mm\nmm:\n.text.mm:\n"
        "        /*0000*/ " +
        std::string(kMma));
    ASSERT_EQ(section.program.units.size(), 2u);
    EXPECT_EQ(section.program.units[1].name, "mm");
    EXPECT_EQ(sass_seen(section).substr(0, 29), "gdesc[UR4]=0xxxxxxxxxxxxxxxxx")
        << "the register is that of other code";
}

// In a whole function, a label without a jump is for tables of the file. In a fragment, a hidden jump can go there.
TEST(ReadSass, LabelsWithoutAJump) {
    const std::string body = ".L_x_1:\n        /*0010*/ " + std::string(kMma);
    const std::string head = "\t.section\t.text.mm,\"ax\",@progbits\n.text.mm:\n        /*0000*/ UMOV UR5, 0x2 ;\n";
    EXPECT_EQ(a_of(head + body), "0xxxxxxxxxxxxxxxxx");
    EXPECT_EQ(a_of(head + body + ".L_x_2:\n"), "0x00000002xxxxxxxx");
    EXPECT_EQ(a_of(head + body + "        /*0020*/ MOV R2, 32@lo((mm + .L_x_1@srel)) ;\n.L_x_2:\n"),
              "0xxxxxxxxxxxxxxxxx");
}

TEST(ReadSass, RegistersOfUnit0AreKnownInAFragment) {
    Program program;
    program.units.emplace_back();
    program.assign(program.name("UR11"), program.constant(0x8200490, 32), {});
    program.units[0].last = 1;
    read_sass({kMma, 0, nullptr}, program);
    ASSERT_EQ(program.units.size(), 1u);
    const Evaluation values = evaluate(program);
    EXPECT_EQ(values.operands.at(program.observations.at(0).first + 4), constant(0x8200490));
}

TEST(ReadSass, ManyLinesTakeLittleTime) {
    for (const std::string line :
         {"LDTM.x128 R4, tmem[UR4] ;\n", "R2P PR, R4, 0x7f ;\n", "CALL 0x10 ;\n", "@P0 BRA 0x10 ;\n",
          "HGMMA.64x256x16.F32 R24, gdesc[UR8], R24 ;\n", ".L_x_1:\nBRX R2 ;\n", "NOP;/*a*/", "MOV R1,\t\t\t"}) {
        std::string text;
        for (unsigned i = 0; i < 255; ++i) text += "MOV R" + std::to_string(i) + ", 0x1 ;\n";
        while (text.size() < 100'000) text += line;
        Program program;
        read_sass({text, 0, nullptr}, program);
        EXPECT_LT(program.statements.size(), 600'000u) << line;
    }
}

}  // namespace
}  // namespace tilescope::program
