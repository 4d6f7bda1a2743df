// tests/unit/notation/value_names_test.cpp -- words whose names stand before them in logs, comments and tables.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <string>

namespace tilescope {
namespace {

// "A 0x4000404000010100; B 0x4000404000010500; "
std::string named_words_in(std::string_view text) {
    std::string out;
    for (const FoundWord& w : paste(text).words)
        for (unsigned i = 0; i < w.merged; ++i)
            out += say(w.name.empty() ? "-" : w.name, ' ', hex(w.value, w.bits / 4),
                       w.unknown_bits ? say(" unknown ", hex(w.unknown_bits)) : "", "; ");
    return out;
}

TEST(ValueNames, JoinHalvesOfALine) {
    for (const char* text :
         {"t=0141 A: hi 0x40004040 lo 0x00010100", "t=0141 A: lo 0x00010100 hi 0x40004040",
          "A: hi: 0x40004040 lo: 0x00010100", "A: hi=0x40004040, lo=0x00010100", "[3] A hi 0x40004040 lo 0x00010100",
          "A: hi  0x40004040  lo  0x00010100", "step 4 A: high 0x40004040, low 0x00010100",
          "A: hi 0x40004040\nA: lo 0x00010100", "A hi32 0x40004040 lo32 0x00010100"})
        EXPECT_EQ(named_words_in(text), "A 0x4000404000010100; ") << text;
    EXPECT_EQ(named_words_in("t=0 A: hi 0x40004040 lo 0x00010100\nt=0 B: hi 0x40004040 lo 0x00010500\n"),
              "A 0x4000404000010100; B 0x4000404000010500; ");
    EXPECT_EQ(named_words_in("t=1 A: hi 0x40004040 lo 0x00010100 B: hi 0x40004040 lo 0x00010500"),
              "A 0x4000404000010100; B 0x4000404000010500; ");
    EXPECT_EQ(named_words_in("desc_a_hi 0x40004040 desc_a_lo 0x00010100"), "desc_a 0x4000404000010100; ");
}

TEST(ValueNames, JoinNoHalvesOfOtherThings) {
    for (const char* text :
         {"pci 0000:3b:00.0: BAR0 hi 0x00000001 lo 0x80000000 size 256M",
          "bridge window: prefetchable base low 0xd0000000 high 0x00000070", "hash hi 0x9f86d081 lo 0x884c7d65",
          "range A: lo 0xd0000000 hi 0xdfffffff\nrange B: lo 0xe0000000 hi 0xefffffff"})
        EXPECT_EQ(named_words_in(text), "") << text;
}

TEST(ValueNames, StandBeforeWholeWords) {
    EXPECT_EQ(named_words_in("step 0: A 0x4000004000010200  B 0x4000004000010600\n"
                             "step 1: A 0x4000004000010204  B 0x4000004000010602\n"),
              "A 0x4000004000010200; B 0x4000004000010600; A 0x4000004000010204; B 0x4000004000010602; ");
    EXPECT_EQ(named_words_in("a_desc 0x4000404000010000, b_desc 0x4000404000010400, idesc 0x08200490"),
              "a_desc 0x4000404000010000; b_desc 0x4000404000010400; idesc 0x08200490; ");
    EXPECT_EQ(named_words_in("the loop builds a 0x4000404000010000 first"), "- 0x4000404000010000; ") << "an article";
}

TEST(ValueNames, StandBeforeSeveralWords) {
    constexpr const char* kSteps = "a 0x4000404000010000; a 0x4000404000010002; a 0x4000404000010004; ";
    for (const char* text : {"a: 0x4000404000010000 0x4000404000010002 0x4000404000010004",
                             "a = 0x4000404000010000, 0x4000404000010002, 0x4000404000010004",
                             "// a: 0x4000404000010000 0x4000404000010002 0x4000404000010004",
                             "# a: 0x4000404000010000, 0x4000404000010002, 0x4000404000010004",
                             "warp 0: a: 0x4000404000010000 "
                             "0x4000404000010002 0x4000404000010004"})
        EXPECT_EQ(named_words_in(text), kSteps) << text;
}

TEST(ValueNames, StandBeforeOtherLists) {
    EXPECT_EQ(named_words_in("a: 4611756662049538048 4611756662049538050"),
              "a 0x4000404000010000; a 0x4000404000010002; ");
    EXPECT_EQ(named_words_in("[0] a_desc: 0x40004040 0x00010000"), "a_desc 0x4000404000010000; ");
    EXPECT_EQ(named_words_in("A: 0x00010000, 0x40004040 B: 0x00010400, 0x40004040"),
              "A 0x4000404000010000; B 0x4000404000010400; ");
    EXPECT_EQ(named_words_in("// a = {0x4000404000010000, 0x4000404000010002}"),
              "a 0x4000404000010000; a 0x4000404000010002; ")
        << "once";
}

constexpr const char* kNotedKernel =
    "__device__ uint64_t make_desc(uint32_t addr) {\n"
    "    uint64_t desc = 0;\n"
    "    desc |= (uint64_t)((addr & 0x3FFFF) >> 4);\n"
    "    desc |= (uint64_t)1 << 16;\n"
    "    desc |= (uint64_t)(512 >> 4) << 32;\n"
    "    desc |= (uint64_t)1 << 46;\n"
    "    desc |= (uint64_t)2 << 61;\n"
    "    return desc;\n"
    "}\n"
    "// printed at run time, K step 0 and 1 of A then of B:\n"
    "// a: 0x4000402000010000 0x4000402000010002\n"
    "// b: 0x4000402000010400 0x4000402000010402\n"
    "// idesc = 0x08400490   (tcgen05.mma.cta_group::1.kind::f16)\n";

// The values of a run are better evidence than the word of a function whose argument is unknown.
TEST(ValueNames, OfNotedValuesComeBeforeAWordWithUnknownBits) {
    const std::string text = kNotedKernel;
    constexpr const char* kNoted =
        "a 0x4000402000010000; a 0x4000402000010002; b 0x4000402000010400; b 0x4000402000010402; idesc 0x08400490; ";
    EXPECT_EQ(named_words_in(text).substr(0, std::string_view(kNoted).size()), kNoted) << named_words_in(text);
    EXPECT_EQ(paste(text).words.size(), 6u);
    EXPECT_EQ(named_words_in(text.substr(text.find("// printed"))), kNoted);
    EXPECT_EQ(paste(text).sentence.substr(0, 14), "6 words found;") << paste(text).sentence;
}

TEST(ValueNames, OfNotedStepsAreLetters) {
    const std::string text =
        "// 64x128x64 f16 tile, sm_90a, wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16\n"
        "// Symptom: with K = 16 the result is exact. With K = 64 it is wrong in every element.\n"
        "//   step 0: A 0x4000004000010200  B 0x4000004000010600\n"
        "//   step 1: A 0x4000004000010204  B 0x4000004000010602\n";
    EXPECT_EQ(named_words_in(text),
              "A 0x4000004000010200; B 0x4000004000010600; A 0x4000004000010204; B 0x4000004000010602; ");
    EXPECT_EQ(named_words_in("int main() { return 0; }\n/* A: hi 0x40004040 lo 0x00010000 */\n"),
              "A 0x4000404000010000; ");
}

// Addresses and hashes with the same letters.
TEST(ValueNames, OfOtherNumbersGiveNoWords) {
    for (const char* text :
         {"// a: 0x9f86d081884c7d65 0x9a2feaa0c55ad015\n// b: 0xa3bf4f1b2b0b822c 0xd15d6c15b0f00a08\n",
          "// A 0x00007f3b5c000000  B 0x00007f3b5c400000\n", "a: 0x00007f3b5c000000 0x00007f3b5c200000\n"})
        EXPECT_EQ(named_words_in(text), "") << text;
}

// Prose that ends with a comma or a full stop is not a part of the next line.
TEST(ValueNames, ComeFromTheirOwnLine) {
    const std::string notes =
        "// tcgen05.mma.cta_group::1.kind::f16, 128x128x64, sm_100a\n"
        "// B: row-major [K][N] in global, so N is contiguous: two boxes beside each other,\n"
        "//    the first (n 0..63) at 0x4000, the second (n 64..127) at 0x6000. f16.\n"
        "// a_desc = 0x4000404000010000\n"
        "// M = 128, N = 128,\n"
        "// b_desc = 0x4000404002000400\n"
        "// idesc  = 0x08200010\n"
        "// Symptom: D is wrong nearly everywhere.\n";
    constexpr const char* kWords = "a_desc 0x4000404000010000; b_desc 0x4000404002000400; idesc 0x08200010; ";
    EXPECT_EQ(named_words_in(notes), kWords);
    EXPECT_NE(paste(notes).sentence.find("4 of 8 lines understood: lines 1, 2, 3 and 1 more were not"),
              std::string::npos)
        << paste(notes).sentence;
    std::string bare = notes;
    for (std::size_t at = bare.find("// "); at != bare.npos; at = bare.find("// ")) bare.erase(at, 3);
    EXPECT_EQ(named_words_in(bare), kWords);
    EXPECT_EQ(named_words_in("# the tile of A.\n# uint64_t desc_a = 0x4000404000010000\n# Then B, as A,\n"
                             "# desc_b = 0x4000404000010400\n"),
              "desc_a 0x4000404000010000; desc_b 0x4000404000010400; ");
}

TEST(ValueNames, StandInAColumn) {
    constexpr const char* kWords = "A 0x4000404000010000; B 0x4000404000010400; A 0x4000404000010002; ";
    for (const char* text :
         {"time_us,cta,step,operand,desc\n0.0,0,0,A,4611756662049538048\n0.0,0,0,B,4611756662049539072\n"
          "1.7,1,0,A,4611756662049538050\n",
          "name;value\nA;0x4000404000010000\nB;0x4000404000010400\n\nA;0x4000404000010002",
          "step\twhich\tdescriptor\n0\tA\t0x4000404000010000\n0\tB\t0x4000404000010400\n1\tA\t0x4000404000010002",
          "\"matrix\",\"word\"\n\"A\",\"0x4000404000010000\"\n\"B\",\"0x4000404000010400\"\n"
          "\"A\",\"0x4000404000010002\"\n",
          "step  operand  desc\n0     A        0x4000404000010000\n0     B        0x4000404000010400\n"
          "1     A        0x4000404000010002\n",
          "op,desc_lo,desc_hi\nA,0x00010000,0x40004040\nB,0x00010400,0x40004040\nA,0x00010002,0x40004040\n"}) {
        EXPECT_EQ(named_words_in(text), kWords) << text;
        EXPECT_EQ(paste(text).lines, paste(text).understood) << text;
    }
    EXPECT_EQ(named_words_in("name,desc\nA,0x4000404000010000\nC,-\nB,0x4000404000010400\n"),
              "A 0x4000404000010000; B 0x4000404000010400; ")
        << "an empty cell";
    EXPECT_EQ(named_words_in("step,a_desc,b_desc,idesc\n0,0x4000404000010000,0x4000404000010400,0x08200490\n"),
              "a_desc 0x4000404000010000; b_desc 0x4000404000010400; idesc 0x08200490; ");
}

// A pointer of a host process is a legal word without a swizzle, whose strides are longer than shared memory.
TEST(ValueNames, OfOneLetterDoNotMakeAPointerADescriptor) {
    for (const char* text : {"A = 0x7f4a12000000", "A: 0x7f4a12000000 B: 0x7f4a12100000",
                             "tensor,value\nA,0x7f4a12000000\nB,0x7f4a12100000\n"})
        for (const FoundWord& w : paste(text).words)
            EXPECT_NE(w.readings.front().certainty, Certainty::confirmed) << text;
    EXPECT_EQ(paste("A: 0x4000404000010000").words.at(0).readings.front().certainty, Certainty::confirmed);
}

TEST(ValueNames, InTablesOfOtherThingsGiveNoWords) {
    for (const char* text :
         {"name,address,size\nA,0x00007f3b5c000000,4096\nB,0x00007f3b5c400000,8192\n",
          "name,hash\nA,0x9f86d081884c7d65\nB,0xa3bf4f1b2b0b822c\n", "op,value,unit\nload,1722,ns\nstore,93,ns\n"})
        EXPECT_EQ(named_words_in(text), "") << text;
}

}  // namespace
}  // namespace tilescope
