// tests/oracle/tma_values_test.cpp -- oracle: what TMA copies of an H100 left of the words that they copied.
// SPDX-License-Identifier: MIT
#include "tests/support/vectors.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/image_writer.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace tilescope {
namespace {

constexpr std::uint32_t kPoison = 0xeeeeeeee;  // in shared memory before the copy

const TmaType* type_with_code(std::uint64_t code) {
    for (const TmaType& type : kTmaTypes)
        if (type.code == code) return &type;
    return nullptr;
}

// Loads without a swizzle, so that a word stays at its place.
TEST(TmaValuesOracle, EachTypeCopiesOrRoundsAsOnAnH100) {
    const test::Vectors v("silicon/h100_tma_values.csv");
    const auto word = [&](std::size_t i, const char* column) {
        return static_cast<std::uint32_t>(std::stoul(v.text(i, column), nullptr, 16));
    };
    std::size_t compared = 0, rounded = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        if (v.text(i, "in").empty() || v.number(i, "swizzle") != 0 || v.number(i, "direction") != 0) continue;
        const TmaType* type = type_with_code(v.number(i, "type"));
        ASSERT_NE(type, nullptr) << "row " << i;
        if (type->padded() || word(i, "out") == kPoison) continue;
        EXPECT_EQ(hex(word_as_copied(*type, word(i, "in")), 8), hex(word(i, "out"), 8)) << type->name << " row " << i;
        ++compared;
        rounded += word(i, "in") != word(i, "out");
    }
    EXPECT_GT(compared, 700u);
    EXPECT_GT(rounded, 60u);
    std::printf("%zu words compared, %zu of them rounded\n", compared, rounded);
}

}  // namespace
}  // namespace tilescope
