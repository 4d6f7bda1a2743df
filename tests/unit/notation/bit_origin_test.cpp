// tests/unit/notation/bit_origin_test.cpp -- where the bits of pasted words come from.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/notation/reading.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {
namespace {

using Lines = std::vector<std::string>;

// "line 3 input addr 0x3fff", sorted by line, of the word whose bits 46 and 62 are set.
Lines origins_in_text(std::string_view text, std::size_t index = 0) {
    const PasteResult read = paste(text, {});
    if (index >= read.words.size()) return {"no such word"};
    Lines out;
    for (const BitOrigin& o : read.words[index].origins.list)
        out.push_back(say("line ", o.line, " ", name_in(kOriginKindNames, static_cast<std::uint64_t>(o.kind)),
                          o.name.empty() ? "" : " " + o.name, " ", hex(o.mask)));
    std::ranges::sort(out);
    return out;
}

// sbo >> 4 has 28 bits, at bit 32. The OR of line 5 sets bit 46, whatever sbo is. No statement puts anything at bits 14
// to 31, 60, 61 and 63 after line 2.
TEST(BitOrigin, FollowsTheOrsOfAFunction) {
    EXPECT_EQ(
        origins_in_text("uint64_t make(uint32_t addr, uint32_t sbo) {\n"
                        "  uint64_t desc = 0;\n"
                        "  desc |= (uint64_t)((addr & 0x3ffff) >> 4);\n"
                        "  desc |= (uint64_t)(sbo >> 4) << 32;\n"
                        "  desc |= 1ull << 46;\n"
                        "  desc |= 2ull << 61;\n"
                        "  return desc;\n"
                        "}\n"),
        (Lines{"line 2 constant 0xb0000000ffffc000", "line 3 input addr 0x3fff", "line 4 input sbo 0xfffbfff00000000",
               "line 5 constant 0x400000000000", "line 6 constant 0x4000000000000000"}));
}

// 48 a is 16 times 3 a, so bits 4 to 17 can all be 1. Bits 4 to 17 of 1024 are bits 32 to 45 of the word.
TEST(BitOrigin, FollowsACallAndItsArguments) {
    EXPECT_EQ(origins_in_text("uint64_t field(uint64_t x) { return (x & 0x3ffff) >> 4; }\n"
                              "void kernel(uint32_t a) {\n"
                              "  uint32_t bytes = a * 48;\n"
                              "  uint64_t desc = field(bytes) | (1ull << 46) | (2ull << 61) | (field(1024) << 32);\n"
                              "}\n"),
              (Lines{"line 3 computed 0x3fff", "line 4 constant 0x40007fff00000000"}));
}

// Each field is one line. The fields that the text does not set have none. The text does not declare addr.
TEST(BitOrigin, KnowsTheFieldsOfAStruct) {
    EXPECT_EQ(origins_in_text("cute::UMMA::SmemDescriptor desc;\n"
                              "desc.version_ = 1;\n"
                              "desc.start_address_ = addr >> 4;\n"
                              "desc.stride_byte_offset_ = 64;\n"
                              "desc.layout_type_ = 2;\n"),
              (Lines{"line 2 constant 0x1c00000000000", "line 3 input 0x3fff", "line 4 constant 0x3fff00000000",
                     "line 5 constant 0xe000000000000000"}));
}

TEST(BitOrigin, FollowsPython) {
    EXPECT_EQ(origins_in_text("desc = 0x4000404000000000\n"
                              "desc = desc | (load(ptr) & 0x3fff)\n"),
              (Lines{"line 1 constant 0xffffffffffffc000", "line 2 input 0x3fff"}));
}

// Bits 46 and 47 are REV & 3, and bits 49 to 51 are BASE. They are 0 in both operands of their ORs, so line 3 counts
// too.
TEST(BitOrigin, NamesEachPartThatMakesAZero) {
    EXPECT_EQ(origins_in_text("REV = 1\n"
                              "BASE = 0\n"
                              "out = 0\n"
                              "out |= (stride & 0x3FFF) << 32\n"
                              "out |= (REV & 0x3) << 46\n"
                              "out |= (BASE & 0x7) << 49\n"
                              "out |= 2 << 61\n"),
              (Lines{"line 1 constant 0xc00000000000", "line 2 constant 0xe000000000000",
                     "line 3 constant 0xbfff8000ffffffff", "line 4 input 0x3fff00000000",
                     "line 7 constant 0x4000000000000000"}));
}

TEST(BitOrigin, FollowsLlvmIr) {
    EXPECT_EQ(origins_in_text("define i64 @desc(i64 %addr) {\n"
                              "  %1 = lshr i64 %addr, 4\n"
                              "  %2 = and i64 %1, 16383\n"
                              "  %3 = or i64 %2, 4611756662049472512\n"
                              "  ret i64 %3\n"
                              "}\n"),
              (Lines{"line 2 input 0x3fff", "line 4 constant 0x4000404000000000"}));
}

TEST(BitOrigin, NumbersHaveNone) {
    EXPECT_EQ(origins_in_text("0x4000404000010040"), Lines{});
    EXPECT_EQ(origins_in_text("a_desc=0x4000404000010040 b_desc=0x4000404000010440"), Lines{});
}

TEST(BitOrigin, SaysTheLineAndWhatTheTextDoesNotSet) {
    BitOrigin origin{.mask = 1, .kind = OriginKind::input, .line = 12, .text = "and.b64 %rd2, %rd1, 255"};
    EXPECT_EQ(origin_text(origin), "from line 12: and.b64 %rd2, %rd1, 255");
    origin.name = "%rd1";
    EXPECT_EQ(origin_text(origin), "from line 12: and.b64 %rd2, %rd1, 255  (the text does not set %rd1)");
}

// Five origins of bit 0, one of bit 1; three are listed.
TEST(BitOrigin, ListsAFewOriginsOfAFieldAndCountsTheOthers) {
    BitOrigins origins;
    for (unsigned line = 1; line <= 5; ++line) origins.list.push_back({.mask = 1, .line = line, .text = "x"});
    origins.list.push_back({.mask = 2, .line = 9, .text = "y"});
    EXPECT_EQ(origin_lines(origins, 1, 3), (Lines{"from line 1: x", "from line 2: x", "from line 3: x", "and 2 more"}));
    EXPECT_EQ(origin_lines(origins, 2, 3), Lines{"from line 9: y"});
    EXPECT_EQ(origin_lines(origins, 4, 3), Lines{});
    origins.cut = true;
    const std::string more = "Other lines can give these bits too: not all were followed.";
    EXPECT_EQ(origin_lines(origins, 2, 3), (Lines{"from line 9: y", more}));
    EXPECT_EQ(origin_lines(origins, 4, 3), Lines{});
    EXPECT_EQ(origin_lines({.cut = true}, 4, 3), Lines{more});
}

TEST(BitOrigin, KeepsOneShortLineOfAStatement) {
    const std::string sum = "  const uint64_t desc =\n    (load(pointer) & 0x3fff) | 0x4000404000000000 /* " +
                            std::string(200, 'x') + " */;\n";
    const PasteResult read = paste(sum, {});
    ASSERT_EQ(read.words.size(), 1u);
    for (const BitOrigin& o : read.words[0].origins.list) {
        EXPECT_LE(o.text.size(), kLongestOrigin);
        EXPECT_EQ(o.text.find('\n'), std::string::npos);
        EXPECT_EQ(o.line, 1u);
    }
    EXPECT_EQ(read.words[0].origins.list.size(), 2u);
}

TEST(BitOrigin, IsNotFollowedOnRequest) {
    const PasteResult read = paste("desc = 0x4000404000000000 | (load(ptr) & 0x3fff)\n", {.origins = false});
    ASSERT_EQ(read.words.size(), 1u);
    EXPECT_EQ(read.words[0].origins, BitOrigins{});
}

}  // namespace
}  // namespace tilescope
