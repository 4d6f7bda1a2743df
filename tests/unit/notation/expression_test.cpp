// tests/unit/notation/expression_test.cpp -- evaluate(): known bits, counts, and the positions of errors.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/expression.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

struct ExpressionRow {
    const char* text;
    std::uint64_t value, unknown;
    unsigned width;
};

TEST(Expressions, GiveTheBitsThatTheTextDetermines) {
    constexpr std::uint64_t kAll = ~std::uint64_t{0};
    for (const ExpressionRow& row :
         {ExpressionRow{"((uint64_t)0x40004040 << 32) | lo", 0x4000404000000000, ~std::uint64_t{0x4000404000000000},
                        64},
          ExpressionRow{"(x & 0xff) << 8 | 0x40", 0x40, 0xff00, 64},
          ExpressionRow{"x * 16 + 3", 3, kAll << 4, 0},  // a carry cannot come from the known bits
          ExpressionRow{"~(x | 0xf) & 0xff", 0, 0xf0, 0}, ExpressionRow{"-1", kAll, 0, 0},
          ExpressionRow{"static_cast<uint32_t>(0x123456789)", 0x23456789, 0, 32},
          ExpressionRow{"17 % 5 + 9 / 2", 6, 0, 0}, ExpressionRow{"7 / x", 0, kAll, 0}}) {
        const auto e = evaluate(row.text, {});
        ASSERT_TRUE(e) << row.text << ": " << e.why;
        EXPECT_EQ(e->bits, (Bits{row.value, row.unknown, row.width})) << row.text;
    }
}

TEST(Expressions, CountWhatTheyHave) {
    const auto e = evaluate("a | 2 << 3", {});
    ASSERT_TRUE(e);
    EXPECT_EQ(e->names, 1u);
    EXPECT_EQ(e->literals, 2u);
    EXPECT_EQ(e->operators, 2u);
}

TEST(Expressions, TakeTheValuesOfNames) {
    const NameLookup lookup = [](std::string_view name) {
        return name == "hi" ? std::optional(Bits{0x40004040, 0, 32}) : std::nullopt;
    };
    EXPECT_EQ(evaluate("(uint64_t)hi << 32", lookup)->bits, (Bits{0x4000404000000000, 0, 64}));
}

TEST(Expressions, SayWhereTheErrorIs) {
    struct ErrorRow {
        const char* text;
        std::size_t where;
        const char* why;
    };
    for (const ErrorRow& row : {ErrorRow{"1 << 70", 7, "the shift is 70 bits"},
                                ErrorRow{"(1 | 2", 6, "no matching ')'"}, ErrorRow{"1 | ", 4, "ends here"},
                                ErrorRow{"4 / 0", 5, "division by zero"}, ErrorRow{"f(1)", 2, "unknown function"}}) {
        std::size_t where = 0;
        const auto e = evaluate(row.text, {}, &where);
        ASSERT_FALSE(e) << row.text;
        EXPECT_NE(e.why.find(row.why), std::string::npos) << row.text << ": " << e.why;
        EXPECT_EQ(where, row.where) << row.text;
    }
}

}  // namespace
}  // namespace tilescope
