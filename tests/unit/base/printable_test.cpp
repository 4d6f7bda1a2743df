// tests/unit/base/printable_test.cpp -- pasted text cannot send control codes to a terminal.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

TEST(Printable, KeepsTextAndEscapesControlCodes) {
    EXPECT_EQ(printable("sbo = 0x40"), "sbo = 0x40");
    EXPECT_EQ(printable("\x1b[31mred"), "\\x1b[31mred");
    EXPECT_EQ(printable(std::string_view("a\0b\n\x7f", 5)), "a\\x00b\\x0a\\x7f");
}

TEST(Printable, KeepsCompleteCharactersAndEscapesBrokenOnes) {
    EXPECT_EQ(printable("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"), "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80");
    EXPECT_EQ(printable("\xc3"), "\\xc3");
    EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");
    EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b") << "a C1 control: terminals read it as an escape";
    EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf") << "an overlong encoding";
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a surrogate pair";
    EXPECT_EQ(printable("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");
}

TEST(Printable, ExcerptCutsBetweenCharacters) {
    EXPECT_EQ(excerpt("sbo = 0x40"), "sbo = 0x40");
    EXPECT_EQ(excerpt("sbo = 0x40", 3), "sbo...");
    EXPECT_EQ(excerpt("sb\xc3\xa4", 3), "sb...");
    EXPECT_EQ(excerpt("\xf0\x9f\x98\x80\xf0\x9f\x98\x80", 7), "\xf0\x9f\x98\x80...");
    EXPECT_EQ(excerpt("\x80\x80\x80\x80\x80\x80", 5), "\\x80\\x80...")
        << "no complete characters: the cut can be anywhere";
}

}  // namespace
}  // namespace tilescope
