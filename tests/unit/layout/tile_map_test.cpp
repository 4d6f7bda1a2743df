// tests/unit/layout/tile_map_test.cpp -- tile_map() gives the same addresses as place().
// SPDX-License-Identifier: MIT
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope {
namespace {

TEST(TileMap, EqualsPlaceForEveryModeMajorTypeAndPhase) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn})
            for (const ElementType& type : kElementTypes)
                for (const unsigned base_offset : {0u, 3u})
                    for (const bool absolute : {false, true}) {
                        const SmemLayout l{.mode = mode.mode,
                                           .major = major,
                                           .type = &type,
                                           .start = 0x8410,
                                           .lbo = 0x2130,
                                           .sbo = 0x410,
                                           .base_offset = base_offset,
                                           .absolute_lbo = absolute,
                                           .rows = 70,
                                           .columns = 131};
                        const std::vector<std::uint32_t> map = tile_map(l);
                        for (int r = 0; r < l.rows; ++r)
                            for (int c = 0; c < l.columns; ++c) {
                                const BitPlace expected = place_in_memory(l, {r, c});
                                const std::size_t at = static_cast<std::size_t>(r * l.columns + c);
                                ASSERT_EQ(map[at], expected.byte)
                                    << mode.name << " " << name_of(major) << " " << type.id;
                                ASSERT_EQ(first_bit(l, {r, c}), expected.bit) << type.id;
                            }
                    }
}

// Three groups of numbers: strides of real tiles, where whole blocks are copies; strides that cause carries into the
// pattern; strides and starts that no descriptor can store, which cause carries out of a chunk.
TEST(TileMap, EqualsPlaceWhetherBlocksRepeatThePatternOrNot) {
    struct Strides {
        std::uint32_t start, lbo, sbo;
    };
    const Strides all[] = {
        {0x8400, 0x2000, 0x400}, {0x8400, 16, 0x1000},        {0x420, 0x800, 0x200}, {0, 0, 0},
        {0x400, 0x130, 0x90},    {0x3fff0, 0x3fff0, 0x3fff0}, {0x403, 0x81, 0x107},  {0xfffffff0, 0xfffffc00, 0x400}};
    std::size_t compared = 0;
    for (const Strides& s : all)
        for (const SwizzleRow& mode : kSwizzleModes)
            for (const Major major : {Major::k, Major::mn})
                for (const ElementType& type : kElementTypes)
                    for (const bool absolute : {false, true}) {
                        const SmemLayout l{.mode = mode.mode,
                                           .major = major,
                                           .type = &type,
                                           .start = s.start,
                                           .lbo = s.lbo,
                                           .sbo = s.sbo,
                                           .absolute_lbo = absolute,
                                           .rows = 147,
                                           .columns = 75};
                        const std::vector<std::uint32_t> map = tile_map(l);
                        for (std::size_t i = 0; i < map.size(); ++i, ++compared) {
                            const Element e{static_cast<int>(i / 75), static_cast<int>(i % 75)};
                            ASSERT_EQ(map[i], place_in_memory(l, e).byte)
                                << mode.name << " " << name_of(major) << " " << type.id << " start " << s.start << " ("
                                << e.row << ", " << e.column << ")";
                        }
                    }
    EXPECT_GT(compared, 10'000'000u);
}

// tile_map() decides for each group whether it uses vectors. This test mixes aligned numbers with numbers that cause
// carries.
TEST(TileMap, EqualsPlaceForRandomStartsStridesPhasesAndSizes) {
    std::mt19937 rng(9);
    const auto pick = [&](unsigned n) { return static_cast<unsigned>(rng() % n); };
    for (int round = 0; round < 3000; ++round) {
        const ElementType& type = kElementTypes[pick(std::size(kElementTypes))];
        const SmemLayout l{.mode = static_cast<SwizzleMode>(pick(5)),
                           .major = pick(2) ? Major::mn : Major::k,
                           .type = &type,
                           .start = pick(2) ? pick(256) * 1024 : pick(1 << 14) * 16,
                           .lbo = pick(2) ? 16u << pick(12) : pick(1 << 12) * 16,
                           .sbo = pick(2) ? 16u << pick(12) : pick(1 << 12) * 16,
                           .base_offset = pick(2) ? 0 : pick(8),
                           .absolute_lbo = pick(8) == 0,
                           .rows = static_cast<int>(pick(2) ? 1 + pick(70) : 1u << pick(8)),
                           .columns = static_cast<int>(pick(2) ? 1 + pick(70) : 1u << pick(8)),
                           .k_atom = pick(4) == 0 ? 16 * pick(1 << 10) : 0,
                           .mma_columns = pick(2) ? sparse_b_k(type) : 0};
        const std::vector<std::uint32_t> map = tile_map(l);
        for (std::size_t i = 0; i < map.size(); ++i) {
            const Element e{static_cast<int>(i) / l.columns, static_cast<int>(i) % l.columns};
            ASSERT_EQ(map[i], place_in_memory(l, e).byte)
                << "round " << round << " (" << e.row << ", " << e.column << ")";
        }
    }
}

TEST(TileMap, AnEmptyTileHasNoElements) {
    SmemLayout l;
    l.rows = 0;
    EXPECT_TRUE(tile_map(l).empty());
    EXPECT_EQ(extent(l).first, l.start);
}

}  // namespace
}  // namespace tilescope
