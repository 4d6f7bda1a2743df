// tests/unit/program/or_parts_test.cpp -- checks the places at which a program puts values into a word.
// SPDX-License-Identifier: MIT
#include <tilescope/program/or_parts.h>
#include <tilescope/program/readers.h>

#include <gtest/gtest.h>

#include <string>

namespace tilescope::program {
namespace {

// The parts of the last observed value.
OrParts last_parts(const std::string& text) {
    Program program;
    read_source({text}, program);
    if (program.observations.empty()) return {};
    return OrPartsOf(program).of(program.operands[program.observations.back().first].value);
}

constexpr std::uint64_t at(unsigned bit) { return std::uint64_t{1} << bit; }

TEST(OrParts, FollowsCompoundAssignments) {
    const OrParts parts = last_parts(
        "uint64_t pack(uint64_t a, uint64_t b, uint64_t mode) {\n  uint64_t w = 0;\n  w |= a & 0x3fff;\n"
        "  w |= (b & 0x3fff) << 16;\n  w |= 1ull << 46;\n  w |= 0ull << 52;\n  w |= mode << 61;\n  return w;\n}");
    EXPECT_EQ(parts, (OrParts{at(0) | at(16) | at(61), at(46), at(0) | at(52), 0, at(16) | at(46) | at(52) | at(61)}));
}

TEST(OrParts, FollowsAlternativesAndSumsOfNumbers) {
    EXPECT_EQ(
        last_parts("def f(x, flag):\n    w = x << 24\n    w |= (1 if flag else 0) << 15\n    w |= (256 >> 3) << 17\n"
                   "    return w\n"),
        (OrParts{at(24), at(15) | at(22), at(15), 0, at(15) | at(17) | at(24)}));
}

TEST(OrParts, KnowsToWhichPlacesSomethingIsAdded) {
    EXPECT_EQ(last_parts("uint64_t w = (x & 0x3fff) + (y << 16) + (1ull << 46);").sums, 0u) << "fields side by side";
    EXPECT_EQ(last_parts("uint64_t w = (64 + x) | (y << 16);").sums, 0u) << "the value of a field";
    EXPECT_EQ(last_parts("uint64_t w = ((x & 0x3fff) | (y << 16)) + z;").sums, at(0));
    EXPECT_EQ(last_parts("uint64_t w = ((x & 0x3fff) | (y << 16)) + 2;").sums, at(0));
    EXPECT_EQ(last_parts("uint64_t f(uint64_t x, uint64_t y) {\n  uint64_t w = x & 0x3fff;\n  w |= y << 16;\n"
                         "  w += 2;\n  return w;\n}")
                  .sums,
              at(0));
}

TEST(OrParts, FollowsCallsOfTheText) {
    EXPECT_EQ(last_parts("uint64_t f(uint64_t x) {\n  return (x & 0x3fff) | 64ull << 32;\n}\n"
                         "uint64_t g(uint64_t y) {\n  return f(y) | 1ull << 46;\n}\n"),
              (OrParts{at(0), at(38) | at(46), 0, 0, at(32) | at(46)}));
}

// What is joined with + is what OR gives, if every value fits into its field.
TEST(OrParts, SumsOfFieldsAreJoined) {
    const auto joined = [](const std::string& text) {
        Program program;
        read_source({text}, program);
        return !join_added_fields(program).empty();
    };
    EXPECT_TRUE(joined("uint64_t w = (x >> 4) + (1ull << 16) + (64ull << 32) + (1ull << 46);"));
    EXPECT_TRUE(joined("uint64_t w = 0x4000404000010000 + (x >> 4);"));
    EXPECT_TRUE(joined("w = (x >> 4) + (64 << 32) + (1 << 46)"));
    EXPECT_FALSE(joined("uint64_t w = d + 2;")) << "a K step";
    EXPECT_FALSE(joined("uint64_t w = base + 0x10000;")) << "an address";
    EXPECT_FALSE(joined("uint64_t w = (x << 32) + (y << 40);")) << "parts in one field";
    EXPECT_FALSE(joined("uint64_t w = ((x & 0x3fff) | (y << 32)) + z;")) << "a step of a descriptor";
}

TEST(OrParts, AnUnknownValueBeginsAtBit0) {
    EXPECT_EQ(last_parts("uint32_t w = f(x) | 1u << 4;").places, at(0));
    EXPECT_EQ(last_parts("uint32_t w = (y & 0x30u) | (z << x);").places, at(0) | at(4));
    EXPECT_EQ(last_parts("w |= 1 << 4"), (OrParts{at(0), at(4), 0, 0, at(4)})) << "the value before the text";
}

}  // namespace
}  // namespace tilescope::program
