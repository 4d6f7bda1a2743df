// tests/unit/kernel/parameters_test.cpp -- the parameter block: places of values, byte order, phases.
// SPDX-License-Identifier: MIT
#include <tilescope/kernel/parameters.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace tilescope {
namespace {

constexpr unsigned values_in(const ParamRow& row) { return row.bytes > 8 ? row.bytes / 4 : 1; }

TEST(Parameters, AValueIsLittleEndianAtItsOffset) {
    ParamBlock block{};
    put(block, Param::a_desc, 0x4000404000010040);
    const ParamBlock::value_type want[] = {0x40, 0x00, 0x01, 0x00, 0x40, 0x40, 0x00, 0x40};
    EXPECT_TRUE(std::equal(std::begin(want), std::end(want), block.begin() + 32));
    EXPECT_EQ(get(block, Param::a_desc), 0x4000404000010040u);
    EXPECT_EQ(std::count(block.begin(), block.end(), 0), 144 - 5);
}

TEST(Parameters, AWordOfTheLaneMaskHasItsOwnIndex) {
    ParamBlock block{};
    put(block, Param::lane_mask, 0x11223344, 0);
    put(block, Param::lane_mask, 0xa1b2c3d4, 7);
    EXPECT_EQ(block[112], 0x44);
    EXPECT_EQ(block[143], 0xa1);
    EXPECT_EQ(get(block, Param::lane_mask, 0), 0x11223344u);
    EXPECT_EQ(get(block, Param::lane_mask, 7), 0xa1b2c3d4u);
    EXPECT_EQ(get(block, Param::lane_mask, 3), 0u);
}

TEST(Parameters, PutChangesOnlyItsOwnBytes) {
    for (const ParamRow& row : kParams)
        for (unsigned index = 0; index < values_in(row); ++index) {
            const unsigned bytes = row.bytes / values_in(row);
            const std::uint64_t most = ~std::uint64_t{0} >> (64 - 8 * bytes);
            ParamBlock block{};
            block.fill(0x5a);
            put(block, row.param, most, index);
            EXPECT_EQ(get(block, row.param, index), most) << row.id;
            EXPECT_EQ(std::count(block.begin(), block.end(), 0xff), bytes) << row.id;
            EXPECT_EQ(std::count(block.begin(), block.end(), 0x5a), std::ptrdiff_t(kParamBytes - bytes)) << row.id;
            put(block, row.param, 0, index);
            EXPECT_EQ(get(block, row.param, index), 0u) << row.id;
        }
}

TEST(Parameters, EachByteOfTheBlockBelongsToOneRow) {
    std::size_t bytes = 0;
    std::set<std::string_view> ids;
    for (const ParamRow& row : kParams) {
        EXPECT_EQ(row.offset, bytes) << row.id;
        bytes += row.bytes;
        ids.insert(row.id);
        EXPECT_EQ(&row_of(row.param), &row);
    }
    EXPECT_EQ(bytes, kParamBytes);
    EXPECT_EQ(ids.size(), std::size(kParams));
}

TEST(Parameters, ThePhasesAreInOrder) {
    for (std::uint32_t i = 0; i < std::size(kPhases); ++i) EXPECT_EQ(kPhases[i].phase, i) << kPhases[i].id;
}

}  // namespace
}  // namespace tilescope
