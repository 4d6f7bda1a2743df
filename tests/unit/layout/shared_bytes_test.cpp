// tests/unit/layout/shared_bytes_test.cpp -- the bytes that two operands have in common, against a count byte by byte.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/smem_layout.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

SmemLayout at(std::uint32_t start, std::string_view type = "f16") {
    return {.mode = SwizzleMode::b128, .type = find_type(type), .start = start, .sbo = 1024, .rows = 32, .columns = 16};
}

SharedBytes counted(const SmemLayout& a, const SmemLayout& b) {
    SharedBytes out;
    for (std::uint32_t byte = 0; byte < 0x4000; ++byte) {
        if (elements_at(a, byte).empty() || elements_at(b, byte).empty()) continue;
        if (out.count++ == 0) out.first = byte;
    }
    return out;
}

TEST(SharedBytes, AreTheBytesThatBothLayoutsUse) {
    std::size_t shared = 0;
    for (const std::string_view type : {"f16", "e4m3", "e2m1"})
        for (std::uint32_t start = 0; start <= 0x2000; start += 0x130) {
            const SmemLayout a = at(0x800), b = at(start, type);
            const SharedBytes both = shared_bytes(a, b), expected = counted(a, b);
            EXPECT_EQ(both.count, expected.count) << type << " at " << start;
            EXPECT_EQ(both.first, expected.first) << type << " at " << start;
            shared += both.count != 0 ? 1 : 0;
        }
    EXPECT_GT(shared, 10u);
}

TEST(SharedBytes, OfDisjointLayoutsAreNone) {
    EXPECT_EQ(shared_bytes(at(0), at(0x1000)).count, 0u);
    EXPECT_EQ(shared_bytes(at(0), at(0x20)).count, 0u) << "the next K step of the same tile";
    EXPECT_EQ(shared_bytes(at(0), at(0)).count, 32u * 32);
}

// The map has exactly the bytes that shared_bytes() counts.
TEST(SharedMap, HasEachSharedByte) {
    const SmemLayout a = at(0x400), b = at(0xc00);
    const SharedMap map = shared_map(a, b);
    const SharedBytes sum = shared_bytes(a, b);
    std::uint32_t count = 0;
    for (std::uint32_t byte = 0; byte < 0x4000; ++byte) count += map.any_in(byte, 1) ? 1 : 0;
    EXPECT_EQ(count, sum.count);
    EXPECT_TRUE(map.any_in(sum.first, 1));
    EXPECT_FALSE(map.any_in(sum.first - 1, 1));
    EXPECT_TRUE(map.any_in(sum.first - 1, 2));
    EXPECT_TRUE(shared_map(at(0x400), at(0x8000)).used.empty());
}

}  // namespace
}  // namespace tilescope
