// tests/unit/notation/number_tables_test.cpp -- checks which numbers are a table of something else than words.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/paste.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

NumberTables table_of(std::string_view name, unsigned numbers, unsigned words) {
    NumberTables out;
    for (unsigned i = 0; i < numbers; ++i) out.add_number(name);
    for (unsigned i = 0; i < words; ++i) out.add_word(name, "smem");
    return out;
}

TEST(NumberTables, AreOtherIfFewerThanThreeOfFourAreWords) {
    EXPECT_TRUE(table_of("key", 8, 5).is_other("key"));
    EXPECT_FALSE(table_of("key", 8, 6).is_other("key"));
    EXPECT_TRUE(table_of("key", 4, 0).is_other("key"));
    EXPECT_FALSE(table_of("key", 3, 0).is_other("key")) << "three numbers are no table";
    EXPECT_FALSE(table_of("key", 3, 0).is_other("val"));
}

TEST(NumberTables, JudgeEachNameAlone) {
    NumberTables both = table_of("desc", 10, 10);
    for (int i = 0; i < 10; ++i) both.add_number("ptr");
    EXPECT_FALSE(both.is_other("desc"));
    EXPECT_TRUE(both.is_other("ptr"));
}

TEST(NumberTables, JudgeRareNamesTogether) {
    NumberTables registers;
    for (const char* name : {"mode", "task", "irq", "wait"}) registers.add_number(name);
    registers.add_word("mode", "smem");
    for (const char* name : {"mode", "task", "irq", "wait"}) EXPECT_TRUE(registers.is_other(name)) << name;
}

TEST(NumberTables, CountTheMostFrequentFormat) {
    NumberTables mixed = table_of("x", 8, 4);
    for (int i = 0; i < 4; ++i) mixed.add_word("x", "wgmma");
    EXPECT_TRUE(mixed.is_other("x")) << "4 of 8 are tcgen05 words, 4 are wgmma words";
    mixed.add_word("x", "zcm");
    EXPECT_TRUE(mixed.is_other("x"));
}

TEST(NumberTables, KnowTheWordsOfTheSubject) {
    for (const char* text : {"the SMEM word", "tcgen05.mma", "a_desc", "Swizzle 128B", "SBO=64", "mma_sync",
                             "UTCHMMA gdesc[UR4]", "makeSmemDesc", "kTmemColumns", "the wgmma", "descriptor"})
        EXPECT_TRUE(names_the_subject(text)) << text;
    for (const char* text : {"a cipher table", "a command, in summary", "a comma", "mmap(0x7f)",
                             "Description:", "descending order", "sysmem", "hostMemory", "crossbow", "programmable"})
        EXPECT_FALSE(names_the_subject(text)) << text;
}

}  // namespace
}  // namespace tilescope
