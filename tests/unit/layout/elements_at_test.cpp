// tests/unit/layout/elements_at_test.cpp -- compares the inverse of place() with place() of every element.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/tile.h>

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tilescope {
namespace {

SmemLayout random_layout(std::mt19937& rng) {
    const auto pick = [&](unsigned n) { return static_cast<unsigned>(rng() % n); };
    const bool tight = pick(2) == 0;  // small strides make atoms overlap
    const ElementType& type = kElementTypes[pick(std::size(kElementTypes))];
    return {.mode = static_cast<SwizzleMode>(pick(5)),
            .major = pick(2) ? Major::mn : Major::k,
            .type = &type,
            .start = pick(1 << 14) * 16,
            .lbo = pick(tight ? 1 << 4 : 1 << 14) * 16,
            .sbo = pick(tight ? 1 << 4 : 1 << 14) * 16,
            .base_offset = pick(8),
            .absolute_lbo = pick(4) == 0,
            .rows = static_cast<int>(1 + pick(40)),
            .columns = static_cast<int>(1 + pick(200)),
            .mma_columns = pick(2) ? sparse_b_k(type) : 0};
}

std::string in_words(const SmemLayout& l) {
    return std::string(row_of(l.mode).name) + " " + std::string(name_of(l.major)) + " " + std::string(l.type->id) +
           " start " + std::to_string(l.start) + " lbo " + std::to_string(l.lbo) + " sbo " + std::to_string(l.sbo);
}

using Inverse = std::map<std::uint32_t, std::vector<Element>>;

Inverse slow_inverse(const SmemLayout& l) {
    Inverse out;
    for (int r = 0; r < l.rows; ++r)
        for (int c = 0; c < l.columns; ++c)
            for (std::uint32_t b = place_in_memory(l, {r, c}).byte; b != end_of(l, {r, c}); ++b)
                out[b].push_back({r, c});
    return out;
}

// Checks every byte that contains bits of an element, and the byte after it, which usually contains no element.
TEST(ElementsAt, ReturnsExactlyTheElementsWithBitsInTheByte) {
    std::mt19937 rng(7);
    std::size_t touched = 0, free = 0, shared = 0;
    for (int round = 0; round < 300; ++round) {
        const SmemLayout l = random_layout(rng);
        const Inverse expected = slow_inverse(l);
        for (const auto& [byte, elements] : expected) {
            ASSERT_EQ(elements_at(l, byte), elements) << in_words(l) << ", byte " << byte;
            ++touched;
            shared += elements.size() > 1;
            if (expected.contains(byte + 1)) continue;
            ASSERT_TRUE(elements_at(l, byte + 1).empty()) << in_words(l) << ", byte " << byte + 1;
            ++free;
        }
        ASSERT_EQ(extent(l).first, expected.begin()->first) << in_words(l);
        ASSERT_EQ(extent(l).last, expected.rbegin()->first) << in_words(l);
    }
    EXPECT_GT(touched, 100'000u);
    EXPECT_GT(free, 10'000u);
    EXPECT_GT(shared, 10'000u);
}

// Addresses are 32-bit sums. A tile can wrap around at 2^32; its elements must still be found.
TEST(ElementsAt, FindsElementsOfATileThatWrapsAround) {
    const SmemLayout l{.mode = SwizzleMode::b128,
                       .type = find_type("f16"),
                       .start = 0xfffffc00,
                       .sbo = 0x400,
                       .rows = 24,
                       .columns = 64};
    for (int r = 0; r < l.rows; ++r)
        for (int c = 0; c < l.columns; ++c)
            ASSERT_EQ(elements_at(l, place_in_memory(l, {r, c}).byte), (std::vector<Element>{{r, c}})) << r << " " << c;
}

TEST(ElementsAt, AnEmptyTileHasNoElements) {
    for (const int rows : {0, -1, -2147483647})
        EXPECT_TRUE(elements_at({.rows = rows, .columns = 8}, 0).empty()) << rows;
    EXPECT_TRUE(elements_at({.rows = 8, .columns = 0}, 0).empty());
}

TEST(ElementsAt, ListsEveryElementOfAStrideOfZero) {
    const SmemLayout l{.mode = SwizzleMode::b128, .type = find_type("f16"), .sbo = 0, .rows = 32, .columns = 64};
    EXPECT_EQ(elements_at(l, 0), (std::vector<Element>{{0, 0}, {8, 0}, {16, 0}, {24, 0}}));
}

}  // namespace
}  // namespace tilescope
