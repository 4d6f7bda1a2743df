// tests/oracle/tensor_map_test.cpp -- oracle: what the driver of an H100 said of tensor maps, and the bytes it made.
// SPDX-License-Identifier: MIT
#include "tests/support/vectors.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/tensor_maps.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace tilescope {
namespace {

// The call of a row. Nothing if cuda.h has no name for one of its numbers, or for the number of dimensions.
std::optional<TensorMap> map_of(const test::Vectors& v, std::size_t row) {
    const auto number = [&](const std::string& column) { return v.number(row, column); };
    TensorMap out;
    const TmaType* type = nullptr;
    for (const TmaType& t : kTmaTypes)
        if (t.code == number("type")) type = &t;
    const TmaSwizzle* swizzle = nullptr;
    for (const TmaSwizzle& s : kTmaSwizzles)
        if (s.code != kNoCode && static_cast<std::uint64_t>(s.code) == number("swz")) swizzle = &s;
    const bool named = !name_in(kTmaInterleaveNames, number("ilv")).empty() &&
                       !name_in(kTmaL2Names, number("l2")).empty() && !name_in(kTmaFillNames, number("oob")).empty();
    if (!type || !swizzle || !named || number("rank") < 1 || number("rank") > kTmaMostRank) return {};
    out.type = type, out.swizzle = swizzle;
    out.interleave = static_cast<TmaInterleave>(number("ilv"));
    out.l2_promotion = static_cast<unsigned>(number("l2")), out.nan_fill = number("oob") != 0;
    out.rank = static_cast<unsigned>(number("rank")), out.address = number("addr");
    for (unsigned d = 0; d < out.rank; ++d) {
        out.dims[d] = number(say("d", d));
        out.box[d] = static_cast<std::uint32_t>(number(say("b", d)));
        out.steps[d] = static_cast<std::uint32_t>(number(say("e", d)));
        if (d > 0) out.strides[d - 1] = number(say("s", d - 1));
    }
    return out;
}

std::string reasons(std::span<const Problem> problems) {
    std::string out;
    for (const Problem& p : problems) out += say(" ", p.rule, ": ", p.text);
    return out;
}

// A call with a number that has no name is refused by the driver, and no tensor map of tilescope can say it.
TEST(TensorMapOracle, VerdictsAreThoseOfTheDriver) {
    const test::Vectors v("silicon/h100_tma_accept.csv");
    std::size_t equal = 0, unnamed = 0, accepted = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const bool driver = v.number(row, "result") == 0;
        accepted += driver;
        const auto map = map_of(v, row);
        if (!map) {
            EXPECT_FALSE(driver) << "row " << v.text(row, "id");
            ++unnamed;
            continue;
        }
        const std::vector<Problem> problems = check(*map, kHopper);
        EXPECT_EQ(is_accepted(problems), driver) << "row " << v.text(row, "id") << reasons(problems);
        equal += is_accepted(problems) == driver;
    }
    std::printf("%zu calls: %zu verdicts equal, %zu without a name, %zu differ; the driver accepted %zu\n", v.size(),
                equal, unnamed, v.size() - equal - unnamed, accepted);
    EXPECT_EQ(equal + unnamed, v.size());
    EXPECT_GE(accepted, 8u);
    EXPECT_GE(v.size() - accepted, 8u);
}

TEST(TensorMapOracle, BytesOfEachAcceptedMapHaveItsParameters) {
    const test::Vectors v("silicon/h100_tma_accept.csv");
    std::size_t read = 0, written = 0, accepted = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        if (v.number(row, "result") != 0) continue;
        ++accepted;
        std::string bytes = v.text(row, "map");
        bytes.resize(2 * kTensorMapBytes, '0');
        const TensorMap map = map_of(v, row).value();
        const auto found = tensor_maps_in(bytes);
        ASSERT_EQ(found.size(), 1u) << "row " << v.text(row, "id");
        EXPECT_EQ(found[0].map, map) << "row " << v.text(row, "id") << ": " << brief_text(found[0].map);
        EXPECT_EQ(hex_bytes(words_of(map)), bytes) << "row " << v.text(row, "id");
        EXPECT_TRUE(is_accepted(problems_of(found[0], kHopper))) << "row " << v.text(row, "id");
        read += found[0].map == map;
        written += hex_bytes(words_of(map)) == bytes;
    }
    std::printf("%zu accepted maps: every parameter read from the bytes of %zu, all 128 bytes predicted for %zu\n",
                accepted, read, written);
    EXPECT_GE(accepted, 8u);
}

// A GPU with the features that an H100 lacks takes these calls by cuda.h. Nobody has asked one.
TEST(TensorMapOracle, OtherTargetsDifferOnlyInTypesAndSwizzlesThatAnH100Lacks) {
    const test::Vectors v("silicon/h100_tma_accept.csv");
    const Features own = arch_named(kHopper)->features;
    std::size_t others = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const auto map = map_of(v, row);
        if (!map) continue;
        const bool has = own.has_all(map->type->needs()) && own.has_all(map->swizzle->needs);
        const bool hopper = is_accepted(check(*map, kHopper)), blackwell = is_accepted(check(*map, kBlackwell));
        others += blackwell && !hopper;
        EXPECT_TRUE(has ? hopper == blackwell : !hopper) << "row " << v.text(row, "id");
    }
    std::printf("%zu calls that an H100 refuses are accepted on %s by cuda.h\n", others, kBlackwell.data());
    EXPECT_GE(others, 2u);
}

}  // namespace
}  // namespace tilescope
