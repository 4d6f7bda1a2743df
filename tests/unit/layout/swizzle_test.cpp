// tests/unit/layout/swizzle_test.cpp -- the XOR and the codes of every swizzle mode.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/hw/families.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

TEST(Swizzle, IsItsInverseAndLinearForEveryByteOfEveryMode) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (std::uint32_t a = 0; a < 4096; ++a) {
            ASSERT_EQ(mode.swizzle(mode.swizzle(a)), a) << "mode " << mode.name;
            for (std::uint32_t bit = 1; bit < 4096; bit <<= 1)
                ASSERT_EQ(mode.swizzle(a ^ bit), mode.swizzle(a) ^ mode.swizzle(bit)) << "mode " << mode.name;
        }
}

// Source: the line tables of PTX ISA 9.1, 5.5.7 (swizzling modes), as printed. Each number is the 16-byte unit of the
// line that is stored at that position. 64B repeats after four lines, 32B after two.
constexpr int kLines128[8][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5},
                                 {3, 2, 1, 0, 7, 6, 5, 4}, {4, 5, 6, 7, 0, 1, 2, 3}, {5, 4, 7, 6, 1, 0, 3, 2},
                                 {6, 7, 4, 5, 2, 3, 0, 1}, {7, 6, 5, 4, 3, 2, 1, 0}};
constexpr int kLines64[4][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5}, {3, 2, 1, 0, 7, 6, 5, 4}};
constexpr int kLines32[2][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}};
constexpr int kLines128Atom32[4][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 6, 7, 4, 5}, {4, 5, 6, 7, 0, 1, 2, 3}, {6, 7, 4, 5, 2, 3, 0, 1}};

template <std::size_t N>
void expect_lines(std::string_view name, const int (&lines)[N][8]) {
    const SwizzleRow* mode = mode_named(name);
    ASSERT_NE(mode, nullptr) << name;
    for (std::uint32_t line = 0; line < 16; ++line)
        for (std::uint32_t place = 0; place < 8; ++place) {
            const auto unit = static_cast<std::uint32_t>(lines[line % N][place]);
            ASSERT_EQ(mode->swizzle(line * 128 + unit * 16), line * 128 + place * 16)
                << "mode " << name << ", line " << line << ", place " << place;
        }
}

TEST(Swizzle, MatchesTheLineTablesOfPtx) {
    expect_lines("128B", kLines128);
    expect_lines("64B", kLines64);
    expect_lines("32B", kLines32);
    expect_lines("128B_32B", kLines128Atom32);
}

TEST(Swizzle, TheCodesMatchTheDocuments) {
    struct Expected {
        std::string_view name;
        int tcgen05, wgmma, tensor_map;
    };
    for (const Expected& e : {Expected{"none", 0, 0, 0}, Expected{"32B", 6, 3, 1}, Expected{"64B", 4, 2, 2},
                              Expected{"128B", 2, 1, 3}, Expected{"128B_32B", 1, kNoCode, 4}}) {
        const SwizzleRow* row = mode_named(e.name);
        ASSERT_NE(row, nullptr) << e.name;
        EXPECT_EQ(row->tcgen05, e.tcgen05) << e.name;
        EXPECT_EQ(row->wgmma, e.wgmma) << e.name;
        EXPECT_EQ(row->tensor_map, e.tensor_map) << e.name;
        EXPECT_EQ(mode_with_code(family_of(kBlackwell), static_cast<std::uint64_t>(e.tcgen05)), row) << e.name;
    }
    for (const std::uint64_t nothing : {3u, 5u, 7u})
        EXPECT_EQ(mode_with_code(family_of(kBlackwell), nothing), nullptr) << nothing;
}

}  // namespace
}  // namespace tilescope
