// tests/unit/base/number_test.cpp -- reads numbers as engineers, debuggers and compilers write them.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/say.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

struct Written {
    const char* text;
    std::uint64_t value;
    unsigned bits;
};

TEST(Number, ReadsEverySpelling) {
    const Written rows[] = {
        {"0x4000404000010000", 0x4000404000010000, 64},
        {"0X40004040", 0x40004040, 32},
        {"0x4000404000010000ULL", 0x4000404000010000, 64},
        {"0x40004040_00010000", 0x4000404000010000, 64},
        {"0x4000'4040'0001'0000u64", 0x4000404000010000, 64},
        {"64'h4000404000010000", 0x4000404000010000, 64},
        {"32'd16", 16, 32},
        {"8'b101", 5, 8},
        {"4611756662049538048", 0x4000404000010000, 64},
        {"-9223301530671644672", 0x8000402000000000, 64},
        {"-4611615580963667904", 0xC000401000010040, 64},
        {"0b0100", 4, 0},
        {"136316048", 0x08200490, 0},
        {"138477584 : i32", 0x08410010, 32},
        {"-1", 0xffffffff, 32},
        {"-1 : i64", ~0ull, 64},
        {"+7", 7, 0},
        {"1u", 1, 0},
        {"1l", 1, 64},
        {" 12 ", 12, 0},
    };
    for (const Written& row : rows) {
        const auto n = read_number(row.text);
        ASSERT_TRUE(n) << row.text << ": " << n.why;
        EXPECT_EQ(n->value, row.value) << row.text << " was read as " << hex(n->value);
        EXPECT_EQ(n->bits, row.bits) << row.text;
    }
}

TEST(Number, ARefusalNamesTheTextThatIsNotANumber) {
    for (const char* text : {"", "0x", "x", "0b2", "1__", "_1", "0xg", "12ab", "--1", "9'", "'h4", "1.5", "0x_"}) {
        const auto n = read_number(text);
        EXPECT_FALSE(n) << text << " was read as " << (n ? n->value : 0);
        EXPECT_NE(n.why.find("'"), std::string::npos);
    }
    EXPECT_EQ(read_number("0x10000000000000000").why, "'0x10000000000000000' has more than 64 bits");
    EXPECT_EQ(read_number("8'h100").why, "'8'h100' does not fit in its width of 8 bits");
    EXPECT_LT(read_number(std::string(100000, '9')).why.size(), 100u)
        << "the message must not quote a long text in full";
}

}  // namespace
}  // namespace tilescope
