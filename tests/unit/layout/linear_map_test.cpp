// tests/unit/layout/linear_map_test.cpp -- compares linear maps with tables, and layouts as linear maps with place().
// SPDX-License-Identifier: MIT
#include <tilescope/layout/linear_map.h>
#include <tilescope/layout/tile.h>

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace tilescope {
namespace {

LinearMap random_map(std::mt19937& rng, unsigned inputs, unsigned outputs) {
    const auto word = [&] { return static_cast<std::uint32_t>(rng()) & ((1u << outputs) - 1u); };
    LinearMap out{.inputs = inputs, .outputs = outputs, .offset = word()};
    for (unsigned i = 0; i < inputs; ++i) out.basis[i] = rng() % 3 == 0 && i > 0 ? out.basis[i - 1] : word();
    return out;
}

LinearMap identity_map(unsigned bits) {
    LinearMap out{.inputs = bits, .outputs = bits};
    for (unsigned bit = 0; bit < bits; ++bit) out.basis[bit] = 1u << bit;
    return out;
}

// composed(outer, inner)(x) is outer(inner(x)).
LinearMap composed(const LinearMap& outer, const LinearMap& inner) {
    LinearMap out{.inputs = inner.inputs, .outputs = outer.outputs, .offset = outer(inner.offset)};
    for (unsigned bit = 0; bit < inner.inputs; ++bit) out.basis[bit] = outer(inner.basis[bit]) ^ outer.offset;
    return out;
}

// The matrix of the map, one number for each output bit. Bit i of row o is set if input bit i flips output bit o.
std::vector<std::uint32_t> rows_of(const LinearMap& map) {
    std::vector<std::uint32_t> out(map.outputs);
    for (unsigned o = 0; o < map.outputs; ++o)
        for (unsigned i = 0; i < map.inputs; ++i) out[o] |= (map.basis[i] >> o & 1u) << i;
    return out;
}

TEST(LinearMap, IsTheOffsetXorTheVectorsOfTheSetBits) {
    LinearMap m{.inputs = 3, .outputs = 8, .offset = 0x40};
    m.basis = {0x02, 0x90, 0x01};
    EXPECT_EQ(m(0), 0x40u);
    EXPECT_EQ(m(0b011), 0x40u ^ 0x02u ^ 0x90u);
    EXPECT_EQ(m(0b100), 0x41u);
    EXPECT_EQ(rows_of(m), (std::vector<std::uint32_t>{0b100, 0b001, 0, 0, 0b010, 0, 0, 0b010}));
    EXPECT_EQ(identity_map(8)(0xa5), 0xa5u);
}

// Compares with a table of all outputs.
TEST(LinearMap, RankKernelAndInverseMatchTheTable) {
    std::mt19937 rng(5);
    int with_inverse = 0, without = 0;
    for (int round = 0; round < 400; ++round) {
        const unsigned inputs = static_cast<unsigned>(rng() % 8);
        const LinearMap m = random_map(rng, inputs, 4 + static_cast<unsigned>(rng() % 8));
        std::set<std::uint32_t> outputs;
        std::set<std::uint32_t> in_kernel;
        for (std::uint32_t x = 0; x < 1u << inputs; ++x) {
            outputs.insert(m(x));
            if (m(x) == m(0)) in_kernel.insert(x);
        }
        ASSERT_EQ(outputs.size(), std::size_t{1} << rank_of(m));
        ASSERT_EQ(in_kernel.size(), std::size_t{1} << kernel_of(m).size());
        for (const std::uint32_t k : kernel_of(m)) ASSERT_TRUE(k != 0 && in_kernel.contains(k));
        const Answer<LinearMap> inverse = inverse_of(m);
        ASSERT_EQ(static_cast<bool>(inverse), in_kernel.size() == 1);
        ++(inverse ? with_inverse : without);
        for (std::uint32_t y = 0; inverse && y < 1u << m.outputs; ++y)
            ASSERT_EQ(m((*inverse)(y)) == y, outputs.contains(y)) << y;
        for (std::uint32_t x = 0; inverse && x < 1u << inputs; ++x) ASSERT_EQ((*inverse)(m(x)), x);
    }
    EXPECT_GT(with_inverse, 30);
    EXPECT_GT(without, 30);
}

TEST(LinearMap, ARefusedInverseNamesTwoInputsWithTheSameOutput) {
    LinearMap m{.inputs = 2, .outputs = 4, .offset = 0x8};
    m.basis = {0x3, 0x3};
    EXPECT_EQ(inverse_of(m).why, "no inverse: inputs 0 and 3 have the same output 0x8");
}

TEST(LinearMap, AComposedMapAppliesBothMaps) {
    std::mt19937 rng(6);
    for (int round = 0; round < 100; ++round) {
        const LinearMap inner = random_map(rng, 6, 7), outer = random_map(rng, 7, 9);
        for (std::uint32_t x = 0; x < 64; ++x) ASSERT_EQ(composed(outer, inner)(x), outer(inner(x)));
        ASSERT_EQ(composed(identity_map(7), inner), inner);
    }
}

TEST(LinearMap, FillWithStoresTheOutputsInOrderForEveryLength) {
    std::mt19937 rng(7);
    const LinearMap m = random_map(rng, 10, 20);
    for (std::size_t length = 0; length <= 1024; length += 1 + length / 9) {
        std::vector<std::uint32_t> out(length + 1, 0xdead);
        fill_with(m, std::span(out).first(length));
        for (std::uint32_t i = 0; i < length; ++i) ASSERT_EQ(out[i], m(i)) << length;
        ASSERT_EQ(out[length], 0xdeadu) << "wrote past the end";
    }
}

SmemLayout packed(const SwizzleRow& mode, Major major, const ElementType& type, int rows, int columns) {
    const bool plain = mode.mode == SwizzleMode::none;
    SmemLayout l{.mode = mode.mode, .major = major, .type = &type, .rows = rows, .columns = columns};
    l.sbo = plain ? 128 : 8 * mode.width_bytes;
    l.lbo = 0x4000;
    return l;
}

TEST(LayoutMap, EqualsPlaceForEveryElementOfEveryModeMajorAndType) {
    std::size_t compared = 0;
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn})
            for (const ElementType& type : kElementTypes) {
                if (type.bits == 6) continue;
                SmemLayout l = packed(mode, major, type, 64, 32);
                l.start = 0x20000;
                const Answer<LayoutMap> map = linear_map_of(l);
                ASSERT_TRUE(map) << mode.name << " " << name_of(major) << " " << type.id << ": " << map.why;
                EXPECT_EQ(map->note, "");
                for (int r = 0; r < l.rows; ++r)
                    for (int c = 0; c < l.columns; ++c, ++compared)
                        ASSERT_EQ(map->place_of({r, c}), place_in_memory(l, {r, c})) << mode.name << " " << type.id;
            }
    EXPECT_EQ(compared, 5u * 2 * 10 * 64 * 32);
}

// For random numbers: linear_map_of() has an answer if and only if the layout is linear by definition.
TEST(LayoutMap, HasAnAnswerExactlyIfTheLayoutIsLinear) {
    std::mt19937 rng(8);
    const auto pick = [&](unsigned n) { return static_cast<unsigned>(rng() % n); };
    std::map<bool, int> seen;
    for (int round = 0; round < 2000; ++round) {
        const ElementType& type = kElementTypes[pick(std::size(kElementTypes))];
        const SmemLayout l{.mode = static_cast<SwizzleMode>(pick(5)),
                           .major = pick(2) ? Major::mn : Major::k,
                           .type = &type,
                           .start = pick(2) ? pick(4) << 16 : pick(64) * 128,
                           .lbo = pick(2) ? 16u << pick(10) : pick(64) * 16,
                           .sbo = pick(2) ? 16u << pick(10) : pick(64) * 16,
                           .base_offset = pick(4) ? 0 : pick(8),
                           .absolute_lbo = pick(8) == 0,
                           .rows = 1 << pick(6),
                           .columns = 1 << pick(7),
                           .mma_columns = pick(2) ? sparse_b_k(type) : 0};
        bool linear = true;
        const auto unit = [&](int r, int c) {
            const BitPlace p = place_in_memory(l, {r, c});
            return std::uint64_t{p.byte} * 8 + p.bit;
        };
        for (int r = 0; r < l.rows; ++r)
            for (int c = 0; c < l.columns; ++c) {  // the definition: the parts of an index, one by one
                const int rh = r & (r - 1), ch = c & (c - 1);
                if (r != 0 && c != 0) linear &= unit(r, c) == (unit(r, 0) ^ unit(0, c) ^ unit(0, 0));
                if (rh != 0) linear &= unit(r, 0) == (unit(rh, 0) ^ unit(r ^ rh, 0) ^ unit(0, 0));
                if (ch != 0) linear &= unit(0, c) == (unit(0, ch) ^ unit(0, c ^ ch) ^ unit(0, 0));
            }
        const Answer<LayoutMap> map = linear_map_of(l);
        ASSERT_EQ(static_cast<bool>(map), linear) << "round " << round << " " << map.why;
        ++seen[linear];
    }
    EXPECT_GT(seen[true], 200);
    EXPECT_GT(seen[false], 200);
}

TEST(LayoutMap, NamesItsBitsAndFindsTheElementAtAnAddress) {
    const SmemLayout l{
        .mode = SwizzleMode::b128, .type = find_type("f16"), .start = 0x2000, .sbo = 1024, .rows = 16, .columns = 64};
    const Answer<LayoutMap> map = linear_map_of(l);
    ASSERT_TRUE(map) << map.why;
    EXPECT_EQ(name_of_input(*map, 3), "column 8");
    EXPECT_EQ(name_of_input(*map, 6), "row 1");
    EXPECT_EQ(name_of_output(*map, 4), "byte 16");
    EXPECT_EQ(map->map.basis[6], 0x090u);
    EXPECT_EQ(rank_of(map->map), 10u);
    const Answer<LinearMap> inverse = inverse_of(map->map);
    ASSERT_TRUE(inverse);
    EXPECT_EQ(map->element_of((*inverse)(place_in_memory(l, {11, 37}).byte)), (Element{11, 37}));
}

TEST(LayoutMap, CountsPackedFourBitElementsInHalfBytes) {
    const SmemLayout l{
        .mode = SwizzleMode::b128, .type = find_type("e2m1x2"), .start = 0x400, .sbo = 1024, .rows = 8, .columns = 64};
    const Answer<LayoutMap> map = linear_map_of(l);
    ASSERT_TRUE(map) << map.why;
    EXPECT_EQ(map->unit_bits, 4u);
    EXPECT_EQ(map->map.basis[0], 1u);
    EXPECT_EQ(name_of_output(*map, 0), "bit 4");
    EXPECT_TRUE(kernel_of(map->map).empty());
}

TEST(LayoutMap, ARefusalNamesTheFirstElementAndTheCause) {
    const auto why = [](std::uint32_t start, std::uint32_t sbo, const char* type, int rows) {
        return linear_map_of({.mode = SwizzleMode::b128,
                              .type = find_type(type),
                              .start = start,
                              .sbo = sbo,
                              .rows = rows,
                              .columns = 64})
            .why;
    };
    EXPECT_EQ(why(0x400, 1024, "f16", 32),
              "not linear: element (24, 0) is at 0x1000, but a linear map gives 0x0; cause: start = 0x400 causes "
              "carries; a multiple of 0x1000 causes no carries");
    EXPECT_EQ(why(0, 1040, "f16", 32),
              "not linear: element (8, 8) is at 0x420, but a linear map gives 0x400; cause: sbo = 1040 is not a "
              "power of two; with 2048 the layout would be linear");
    EXPECT_EQ(why(0, 1024, "e2m3", 8),
              "not linear: element (0, 3) is at 0x2 bit 2, but a linear map gives 0x1 bit 2; cause: e2m3 elements "
              "start at multiples of 6 bits, and multiples of 6 cause carries");
    EXPECT_EQ(linear_map_of({.rows = 0}).why,
              "a tile of 0 x 8 elements has no map; it must have 1 or more rows and columns");
}

TEST(LayoutMap, UsesTheLargestBlockIfSidesAreNotPowersOfTwo) {
    const SmemLayout l{
        .mode = SwizzleMode::b128, .type = find_type("f16"), .start = 0x4000, .sbo = 1024, .rows = 96, .columns = 48};
    const Answer<LayoutMap> map = linear_map_of(l);
    ASSERT_TRUE(map) << map.why;
    EXPECT_EQ(map->rows, 64);
    EXPECT_EQ(map->columns, 32);
    EXPECT_EQ(map->note,
              "96 rows are not a power of two, so the map has only the first 64. 48 columns are not a power of two, "
              "so the map has only the first 32.");
    EXPECT_EQ(map->place_of({63, 31}), place_in_memory(l, {63, 31}));
}

// The map for pictures gives the place of every element of its block, for all starts and strides.
TEST(LinearPart, IsExactForEveryElementOfItsBlock) {
    std::size_t whole = 0, parts = 0;
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn})
            for (const char* type : {"e2m1x2", "e4m3", "f16", "tf32"})
                for (const std::uint32_t start : {0x0u, 0x400u, 0x420u, 0x8430u})
                    for (const std::uint32_t stride : {1024u, 1040u, 4096u}) {
                        const SmemLayout l{.mode = mode.mode,
                                           .major = major,
                                           .type = find_type(type),
                                           .start = start,
                                           .lbo = 2 * stride,
                                           .sbo = stride,
                                           .rows = 64,
                                           .columns = 32};
                        const auto map = linear_part_of(l);
                        ASSERT_TRUE(map) << map.why;
                        (map->rows == 64 && map->columns == 32 ? whole : parts)++;
                        for (int r = 0; r < map->rows; ++r)
                            for (int c = 0; c < map->columns; ++c)
                                ASSERT_EQ(map->place_of({r, c}), place_in_memory(l, {r, c}))
                                    << mode.name << " " << type << " (" << r << ", " << c << ") " << map->note;
                    }
    EXPECT_GT(whole, 50u);
    EXPECT_GT(parts, 50u);
    EXPECT_FALSE(linear_part_of({.rows = 0}));
}

}  // namespace
}  // namespace tilescope
