// tests/unit/program/origins_test.cpp -- which statements give the bits of a value.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/program/origins.h>
#include <tilescope/program/readers.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::program {
namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kKinds[] = {"constant", "computed", "input"};

Lines lines_of(const Program& program, std::string_view text, const Origins& origins) {
    Lines out;
    for (const Origin& o : origins.list) {
        const auto line = 1 + std::ranges::count(text.substr(0, o.span.begin), '\n');
        out.push_back(say("line ", line, " ", kKinds[static_cast<std::size_t>(o.kind)],
                          o.name == kNone ? "" : " " + program.names[o.name], " ", hex(o.mask)));
    }
    std::ranges::sort(out);
    return out;
}

// The origins of %rd9, which a wgmma in the last line of the text reads.
Lines origins_of_rd9(std::string body) {
    body += "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0}, %rd9, %rd8, 1, 1, 1, 0, 0;\n";
    Program program;
    read_ptx({body}, program);
    for (std::uint32_t o = 0; o < program.observations.size(); ++o) {
        const Observation& seen = program.observations[o];
        for (unsigned i = 0; i < seen.count; ++i)
            if (seen.type == Observation::Type::instruction && program.operands[seen.first + i].text == "%rd9")
                return lines_of(program, body, origins_of(program, std::vector<AskedBits>{{o, i}}).front());
    }
    return {"no such operand"};
}

// Bits 4 to 17 of the product become bits 0 to 13. The OR sets bits 16, 38, 46 and 62.
TEST(Origins, PassThroughShiftsAndMasks) {
    EXPECT_EQ(origins_of_rd9("mul.wide.u32 %rd1, %r1, 24;\n"
                             "shr.u64 %rd2, %rd1, 4;\n"
                             "and.b64 %rd3, %rd2, 16383;\n"
                             "or.b64 %rd4, %rd3, 0x4000404000010000;\n"
                             "mov.b64 %rd9, %rd4;\n"),
              (Lines{"line 1 computed 0x3fff", "line 4 constant 0x4000404000010000"}));
}

// A product with a power of two is a shift: 16 x starts at bit 4, and the shift right undoes it.
TEST(Origins, FollowAProductWithAPowerOfTwo) {
    EXPECT_EQ(origins_of_rd9("ld.shared.u32 %r1, [%r7];\n"
                             "mul.wide.u32 %rd1, %r1, 16;\n"
                             "shr.u64 %rd9, %rd1, 4;\n"),
              (Lines{"line 1 input 0xffffffff"}));
}

TEST(Origins, NameARegisterThatTheTextDoesNotSet) {
    EXPECT_EQ(origins_of_rd9("and.b64 %rd2, %rd1, 255;\n"
                             "shl.b64 %rd9, %rd2, 16;\n"),
              (Lines{"line 1 input %rd1 0xff0000"}));
}

// The high register gives all of bits 32 to 63, also its zeros. Above bit 13, the low one is masked.
TEST(Origins, GiveTheHalvesOfAPairToTheirRegisters) {
    EXPECT_EQ(origins_of_rd9("mov.b32 %r2, 0x40004040;\n"
                             "ld.param.u32 %r1, [p];\n"
                             "and.b32 %r3, %r1, 0x3fff;\n"
                             "mov.b64 %rd9, {%r3, %r2};\n"),
              (Lines{"line 1 constant 0xffffffff00000000", "line 2 input 0x3fff"}));
}

// 0x40 + 2 has no carry: bit 1 is that of the 2, and all others are those of the word.
TEST(Origins, FollowASumWithoutACarry) {
    EXPECT_EQ(origins_of_rd9("mov.b64 %rd1, 0x4000404000010040;\n"
                             "add.s64 %rd9, %rd1, 2;\n"),
              (Lines{"line 1 constant 0xfffffffffffffffd", "line 2 constant 0x2"}));
}

// 0x43 + 2 = 0x45: bit 1 carries into bit 2. Bit 1 of the sum is 0, and no operand has this 0.
TEST(Origins, ComputeTheBitsThatACarryReaches) {
    EXPECT_EQ(origins_of_rd9("mov.b64 %rd1, 0x43;\n"
                             "add.s64 %rd9, %rd1, 2;\n"),
              (Lines{"line 1 constant 0xfffffffffffffff9", "line 2 computed 0x4"}));
}

// A carry out of the 14 bits reaches bit 14, and no more. Below the 2 is bit 0 of the load.
TEST(Origins, EndACarryAboveAMaskedValue) {
    EXPECT_EQ(origins_of_rd9("ld.shared.u64 %rd1, [%r7];\n"
                             "and.b64 %rd2, %rd1, 0x3fff;\n"
                             "add.s64 %rd9, %rd2, 2;\n"),
              (Lines{"line 1 input 0x1", "line 3 computed 0x7ffe"}));
}

TEST(Origins, KeepTheBitsBelowADifference) {
    EXPECT_EQ(origins_of_rd9("ld.shared.u64 %rd1, [%r7];\n"
                             "sub.s64 %rd9, %rd1, 16;\n"),
              (Lines{"line 1 input 0xf", "line 2 computed 0xfffffffffffffff0"}));
}

TEST(Origins, ListBothSidesOfABranch) {
    EXPECT_EQ(origins_of_rd9("setp.eq.u32 %p1, %r1, 0;\n"
                             "@%p1 bra L1;\n"
                             "mov.b64 %rd9, 0x4000404000010000;\n"
                             "bra L2;\n"
                             "L1:\n"
                             "mov.b64 %rd9, 0x4000404000010040;\n"
                             "L2:\n"),
              (Lines{"line 3 constant 0xffffffffffffffff", "line 6 constant 0xffffffffffffffff"}));
}

// The condition is known, so one side never runs.
TEST(Origins, LeaveOutCodeThatNeverRuns) {
    EXPECT_EQ(origins_of_rd9("mov.u32 %r1, 5;\n"
                             "setp.eq.u32 %p1, %r1, 0;\n"
                             "@%p1 bra L1;\n"
                             "mov.b64 %rd9, 1;\n"
                             "bra L2;\n"
                             "L1:\n"
                             "mov.b64 %rd9, 2;\n"
                             "L2:\n"),
              (Lines{"line 4 constant 0xffffffffffffffff"}));
}

// Under a guard the old value can stay.
TEST(Origins, ListTheOldValueOfAGuardedWrite) {
    EXPECT_EQ(origins_of_rd9("mov.b64 %rd9, 0;\n"
                             "@%p1 mov.b64 %rd9, 7;\n"),
              (Lines{"line 1 constant 0xffffffffffffffff", "line 2 constant 0xffffffffffffffff"}));
}

// In a loop, the value is that before the loop, or it was stepped. Bit 0 never changes.
TEST(Origins, EndInALoop) {
    EXPECT_EQ(origins_of_rd9("mov.b64 %rd1, 0x100;\n"
                             "L1:\n"
                             "mov.b64 %rd9, %rd1;\n"
                             "add.s64 %rd1, %rd1, 2;\n"
                             "setp.lt.u64 %p1, %rd1, %rd2;\n"
                             "@%p1 bra L1;\n"),
              (Lines{"line 1 constant 0xffffffffffffffff", "line 4 computed 0xfffffffffffffffe"}));
}

// bfi puts 4 bits of %r1 at bit 8; bfe takes bits 4 to 11 of the result. So bits 0 to 3 are those of the base.
TEST(Origins, FollowBitFields) {
    EXPECT_EQ(origins_of_rd9("ld.param.u32 %r1, [p];\n"
                             "ld.param.u32 %r2, [q];\n"
                             "bfi.b32 %r3, %r1, %r2, 8, 4;\n"
                             "bfe.u32 %r4, %r3, 4, 8;\n"
                             "cvt.u64.u32 %rd9, %r4;\n"),
              (Lines{"line 1 input 0xf0", "line 2 input 0xf"}));
}

// 0xea is (a & b) | c: the low 14 bits of a, and bit 16 of c.
TEST(Origins, FollowALookup) {
    EXPECT_EQ(origins_of_rd9("ld.param.u32 %r1, [p];\n"
                             "lop3.b32 %r2, %r1, 0x3fff, 0x10000, 0xea;\n"
                             "cvt.u64.u32 %rd9, %r2;\n"),
              (Lines{"line 1 input 0x3fff", "line 2 constant 0x10000"}));
}

// An inverted bit is not the bit.
TEST(Origins, ComputeAnInvertedBit) {
    EXPECT_EQ(origins_of_rd9("ld.param.u64 %rd1, [p];\n"
                             "xor.b64 %rd9, %rd1, 0xf0;\n"),
              (Lines{"line 1 input 0xffffffffffffff0f", "line 2 computed 0xf0"}));
}

// 0x3340: bytes 0 and 1 of the result are byte 0 of b and byte 4, which is byte 0 of b; bytes 2 and 3 are byte 3 of a.
TEST(Origins, FollowThePermutedBytes) {
    EXPECT_EQ(origins_of_rd9("ld.param.u32 %r1, [p];\n"
                             "ld.param.u32 %r2, [q];\n"
                             "prmt.b32 %r3, %r1, %r2, 0x3340;\n"
                             "cvt.u64.u32 %rd9, %r3;\n"),
              (Lines{"line 1 input 0xffff00ff", "line 2 input 0xff00"}));
}

// Copies of a sign are made by the conversion.
TEST(Origins, ComputeTheCopiesOfASign) {
    EXPECT_EQ(origins_of_rd9("ld.param.u32 %r1, [p];\n"
                             "cvt.s64.s32 %rd9, %r1;\n"),
              (Lines{"line 1 input 0xffffffff", "line 2 computed 0xffffffff00000000"}));
}

TEST(Origins, ComputeAShiftByAnUnknownCount) {
    EXPECT_EQ(origins_of_rd9("ld.param.u64 %rd1, [p];\n"
                             "shl.b64 %rd9, %rd1, %r1;\n"),
              (Lines{"line 2 computed 0xffffffffffffffff"}));
}

// The reader does not understand the line. It can have changed each name in it, and the line before says nothing.
TEST(Origins, SayNothingBehindAStatementThatIsNotUnderstood) {
    EXPECT_EQ(origins_of_rd9("mov.b64 %rd9, 5;\n"
                             "frob.b64 %rd1, %rd9 %rd8;\n"),
              Lines{});
}

TEST(Origins, SayThatThereAreMoreThanTheLimit) {
    std::string text;
    for (unsigned i = 0; i <= kMostOriginsOfValue; ++i)
        text += say("@%p", i, " bra L", i, ";\nmov.b64 %rd9, ", i + 1, ";\nL", i, ":\n");
    text += "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0}, %rd9, %rd8, 1, 1, 1, 0, 0;\n";
    Program program;
    read_ptx({text}, program);
    for (std::uint32_t o = 0; o < program.observations.size(); ++o)
        if (program.observations[o].type == Observation::Type::instruction) {
            const Origins found = origins_of(program, std::vector<AskedBits>{{o, 1}}).front();
            EXPECT_EQ(found.list.size(), kMostOriginsOfValue);
            EXPECT_TRUE(found.cut);
        }
}

}  // namespace
}  // namespace tilescope::program
