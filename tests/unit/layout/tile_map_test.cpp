// tests/unit/layout/tile_map_test.cpp -- the fast path equals the one-element path.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/tile_map.h>

#include <gtest/gtest.h>

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
                                const BitPlace want = place(l, {r, c});
                                const std::size_t at = static_cast<std::size_t>(r * l.columns + c);
                                ASSERT_EQ(map[at], want.byte) << mode.name << " " << name_of(major) << " " << type.id;
                                ASSERT_EQ(first_bit(l, {r, c}), want.bit) << type.id;
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
