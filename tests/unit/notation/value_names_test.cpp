// tests/unit/notation/value_names_test.cpp -- words whose names stand before them in logs, comments and tables.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <string>

namespace tilescope {
namespace {

// "A 0x4000404000010100; B 0x4000404000010500; "
std::string words_in(std::string_view text) {
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
        EXPECT_EQ(words_in(text), "A 0x4000404000010100; ") << text;
    EXPECT_EQ(words_in("t=0 A: hi 0x40004040 lo 0x00010100\nt=0 B: hi 0x40004040 lo 0x00010500\n"),
              "A 0x4000404000010100; B 0x4000404000010500; ");
    EXPECT_EQ(words_in("t=1 A: hi 0x40004040 lo 0x00010100 B: hi 0x40004040 lo 0x00010500"),
              "A 0x4000404000010100; B 0x4000404000010500; ");
    EXPECT_EQ(words_in("desc_a_hi 0x40004040 desc_a_lo 0x00010100"), "desc_a 0x4000404000010100; ");
}

TEST(ValueNames, JoinNoHalvesOfOtherThings) {
    for (const char* text :
         {"pci 0000:3b:00.0: BAR0 hi 0x00000001 lo 0x80000000 size 256M",
          "bridge window: prefetchable base low 0xd0000000 high 0x00000070", "hash hi 0x9f86d081 lo 0x884c7d65",
          "range A: lo 0xd0000000 hi 0xdfffffff\nrange B: lo 0xe0000000 hi 0xefffffff"})
        EXPECT_EQ(words_in(text), "") << text;
}

TEST(ValueNames, StandBeforeWholeWords) {
    EXPECT_EQ(words_in("step 0: A 0x4000004000010200  B 0x4000004000010600\n"
                       "step 1: A 0x4000004000010204  B 0x4000004000010602\n"),
              "A 0x4000004000010200; B 0x4000004000010600; A 0x4000004000010204; B 0x4000004000010602; ");
    EXPECT_EQ(words_in("a_desc 0x4000404000010000, b_desc 0x4000404000010400, idesc 0x08200490"),
              "a_desc 0x4000404000010000; b_desc 0x4000404000010400; idesc 0x08200490; ");
    EXPECT_EQ(words_in("the loop builds a 0x4000404000010000 first"), "- 0x4000404000010000; ") << "an article";
}

}  // namespace
}  // namespace tilescope
