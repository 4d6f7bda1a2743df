// tests/unit/layout/tensor_map_test.cpp -- the places that TMA writes, and the maps that the driver refuses.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/layout/tensor_map.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

// The element of the box that contains a bit; nothing for a gap, for the padding of a row, and for bytes outside the
// box.
std::optional<TmaCoordinates> tma_element_at(const TensorMap& map, std::uint32_t smem, BitPlace place) {
    const auto counts = box_counts(map);
    const std::uint32_t per_chunk = 8 * kChunkBytes / map.type->container_bits;
    const std::uint32_t offset = (*map.swizzle)(place.byte) - smem;
    if (offset >= box_bytes(map)) return {};
    const std::uint32_t in_row = offset % box_row_bytes(map);
    const std::uint32_t in_chunk = (in_row % kChunkBytes * 8 + place.bit) / map.type->bits;
    const std::uint32_t inner = in_row / kChunkBytes * per_chunk + in_chunk;
    if (in_chunk >= per_chunk || inner >= counts[0]) return {};
    TmaCoordinates out{static_cast<int>(inner)};
    std::uint32_t row = offset / box_row_bytes(map);
    for (unsigned d = 1; d < kTmaMostRank; ++d) {
        out[d] = static_cast<int>(row % counts[d]);
        row /= counts[d];
    }
    return out;
}

// Two maps for a bf16 matrix of 4096 x 4096.
TensorMap none_map() {
    return {.type = find_tma_type("BFLOAT16"),
            .rank = 3,
            .address = 0x10000,
            .dims = {8, 4096, 512},
            .strides = {8192, 16},
            .box = {8, 128, 8}};
}
TensorMap b128_map() {
    return {.type = find_tma_type("BFLOAT16"),
            .swizzle = find_tma_swizzle("128B"),
            .rank = 3,
            .address = 0x10000,
            .dims = {64, 4096, 64},
            .strides = {8192, 128},
            .box = {64, 128, 1}};
}

TEST(TensorMap, WritesAlongTheInnerDimensionFirst) {
    EXPECT_EQ(tma_place(none_map(), 0x400, {1, 0, 0}).byte, 0x402u);
    EXPECT_EQ(tma_place(none_map(), 0x400, {0, 1, 0}).byte, 0x410u);
    EXPECT_EQ(tma_place(none_map(), 0x400, {0, 0, 1}).byte, 0x400u + 128 * 16);
    EXPECT_EQ(tma_place(b128_map(), 0x400, {8, 1, 0}).byte, 0x480u);
    EXPECT_EQ(box_bytes(b128_map()), 16384u);
}

// Source: the line tables of PTX ISA 9.1, 5.5.7. Each number is the position of a piece of the line.
TEST(TensorMap, PermutesLinesAsInTheTablesOfTheManual) {
    struct Table {
        const char* name;
        unsigned piece_bytes;
        unsigned lines[8][8];  // positions of pieces
    };
    const Table tables[] = {
        {"128B_ATOM_64B", 64, {{0, 1}, {1, 0}, {0, 1}, {1, 0}}},
        {"128B_ATOM_32B", 32, {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}}},
        {"64B",
         16,
         {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5}, {3, 2, 1, 0, 7, 6, 5, 4}}},
        {"96B", 16, {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}}},
    };
    for (const Table& t : tables) {
        const TmaSwizzle& s = *find_tma_swizzle(t.name);
        const unsigned lines = s.pattern_bytes / 128, pieces = 128 / t.piece_bytes;
        for (unsigned line = 0; line < 2 * lines; ++line)
            for (unsigned piece = 0; piece < pieces; ++piece)
                EXPECT_EQ(s(line * 128 + piece * t.piece_bytes),
                          line * 128 + t.lines[line % lines][piece] * t.piece_bytes)
                    << t.name << " line " << line << " piece " << piece;
    }
    const TmaSwizzle& flip = *find_tma_swizzle("128B_ATOM_32B_FLIP_8B");
    for (std::uint32_t a = 0; a < 4096; ++a)
        EXPECT_EQ(flip(a), (*find_tma_swizzle("128B_ATOM_32B"))(a) ^ (a / 128 % 2 * 8)) << a;
}

TEST(TensorMap, SwizzlesMatchTheTableOfSwizzleModes) {
    for (const SwizzleRow& row : kSwizzleModes) {
        EXPECT_EQ(tma_swizzle_of(row.mode).code, row.tensor_map);
        EXPECT_EQ(tma_swizzle_of(row.mode).mma, &row);
        for (std::uint32_t a = 0; a < 4096; ++a) ASSERT_EQ(tma_swizzle_of(row.mode)(a), row.swizzle(a));
    }
}

TEST(TensorMap, FindsEveryElementAndNothingInGaps) {
    std::size_t written = 0;
    for (const TmaType& type : kTmaTypes)
        for (const TmaSwizzle& swizzle : kTmaSwizzles) {
            TensorMap map{
                .type = &type, .swizzle = &swizzle, .rank = 3, .dims = {512, 512, 512}, .strides = {4096, 1 << 21}};
            const unsigned inner = std::min(swizzle.width_bytes ? swizzle.width_bytes : 128, 96u);
            map.box = {type.padded() ? 128 : inner * 8 / type.container_bits, 8, 3};
            map.steps = {1, 1, 2};
            // The driver refuses some swizzles for padded types: a 6-bit element across two halves of a chunk would be
            // in two places.
            if (type.padded() && !check(map, kBlackwell).empty()) continue;
            const std::uint32_t smem = 0x480, first = 0x400, end = smem + 20 * 128;
            std::vector<std::optional<TmaCoordinates>> at((end - first) * 8);
            for (int c = 0; c < 2; ++c)
                for (int b = 0; b < 8; ++b)
                    for (int a = 0; a < static_cast<int>(map.box[0]); ++a) {
                        const BitPlace p = tma_place(map, smem, {a, b, c});
                        for (unsigned bit = 0; bit < type.bits; ++bit, ++written)
                            at.at((p.byte - first) * 8 + p.bit + bit) = TmaCoordinates{a, b, c};
                    }
            for (std::uint32_t bit = 0; bit < at.size(); ++bit)
                ASSERT_EQ(tma_element_at(map, smem, {first + bit / 8, bit % 8}), at[bit])
                    << type.name << " " << swizzle.name << " bit " << bit;
        }
    EXPECT_GT(written, 500'000u);
}

TEST(TensorMap, TheDriverAcceptsTheExamples) {
    for (const std::string_view arch : {kHopper, kBlackwell}) {
        EXPECT_TRUE(check(none_map(), arch).empty()) << check(none_map(), arch)[0].text;
        EXPECT_TRUE(check(b128_map(), arch).empty()) << check(b128_map(), arch)[0].text;
    }
}

TEST(TensorMap, StatesWhyTheDriverRefusesAMap) {
    const auto refused = [](auto change) {
        TensorMap map = b128_map();
        change(map);
        std::string out;
        for (const Problem& p : check(map, kHopper)) {
            EXPECT_FALSE(p.source.empty());
            EXPECT_FALSE(p.rule.empty());
            out += p.text + "\n";
        }
        return out;
    };
    EXPECT_EQ(refused([](TensorMap& m) { m.address = 8; }),
              "the tensor's address must be a multiple of 16, not 0x8.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.box[0] = 72; }),
              "the inner dimension of a box must be at most 128 bytes with swizzle 128B, not 144.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.box[0] = 60; }),
              "the inner dimension of the box must be a multiple of 16 bytes, not 60 elements of 16 bits.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.box[1] = 257; }),
              "the box must have 1 to 256 elements along dimension 1, not 257.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.strides[1] = 24; }),
              "the stride of dimension 2 must be a multiple of 16 bytes, not 24.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.steps[1] = 9; }),
              "the element stride of dimension 1 must be 1 to 8, not 9.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.dims[1] = 0; }), "dimension 1 must have 1 to 4294967296 elements, not 0.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.rank = 6; }), "a tensor must have 1 to 5 dimensions, not 6.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.interleave = TmaInterleave::b32; }),
              "interleave 32B requires swizzle 32B by cuda.h, not 128B; the driver that was measured takes it.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.address = 1ull << 57; }),
              "the tensor's address must be below 2^57, not 0x200000000000000.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.type = find_tma_type("UINT16"), m.nan_fill = true; }),
              "UINT16 elements outside of the tensor cannot be NaN; the fill must be none.\n");
    EXPECT_EQ(refused([](TensorMap& m) {
                  m.box = {64, 256, 8};
              }),
              "a box must have at most 232448 bytes, not 262144.\n");
    EXPECT_EQ(refused([](TensorMap& m) { m.box = {64, 256, 8}, m.steps = {1, 3, 1, 1, 1}; }), "");
    EXPECT_EQ(refused([](TensorMap& m) { m.swizzle = find_tma_swizzle("96B"), m.box[0] = 48; }),
              "only tensormap.replace can set swizzle 96B; cuTensorMapEncodeTiled has no name for it.\n");
}

TEST(TensorMap, PaddedTypesHaveSeparateRules) {
    TensorMap map{.type = find_tma_type("16U4_ALIGN16B"),
                  .swizzle = find_tma_swizzle("128B"),
                  .dims = {256, 64},
                  .strides = {128},
                  .box = {128, 8}};
    EXPECT_TRUE(check(map, kBlackwell).empty()) << check(map, kBlackwell)[0].text;
    EXPECT_EQ(box_row_bytes(map), 128u);
    EXPECT_EQ(tma_place(map, 0, {17, 0}), (BitPlace{16, 4}));  // the second group of 16, after a gap
    map.box[0] = 64;
    EXPECT_EQ(check(map, kBlackwell).at(0).text,
              "16U4_ALIGN16B boxes must have 128 elements along dimension 0, not 64.");
    map.box[0] = 128, map.dims[0] = 192, map.strides[0] = 112, map.swizzle = find_tma_swizzle("128B_ATOM_64B");
    EXPECT_EQ(check(map, kBlackwell).size(), 3u);
    TensorMap packed{.type = find_tma_type("16U4_ALIGN8B"), .dims = {255, 64}, .strides = {128}, .box = {64, 8}};
    EXPECT_EQ(check(packed, kBlackwell).at(0).text,
              "16U4_ALIGN8B tensors must have an even number of elements along dimension 0, not 255.");
}

// By feature: a target with wgmma has neither the 4- and 6-bit types nor the atoms of 32 and 64 bytes.
TEST(TensorMap, VerdictsDependOnTheTarget) {
    const TensorMap packed{.type = find_tma_type("16U4_ALIGN8B"), .dims = {256, 64}, .strides = {128}, .box = {64, 8}};
    TensorMap atoms = b128_map();
    atoms.swizzle = find_tma_swizzle("128B_ATOM_64B");
    const auto rules = [](const TensorMap& map, std::string_view arch) {
        std::string out;
        for (const Problem& p : check(map, arch)) out += p.rule;
        return out;
    };
    EXPECT_EQ(rules(packed, kHopper), "T13");
    EXPECT_EQ(rules(atoms, kHopper), "T14");
    for (const std::string_view arch : {"sm_100a", "sm_103f", "sm_110a", "sm_120a"}) {
        EXPECT_EQ(rules(packed, arch), "") << arch;
        EXPECT_EQ(rules(atoms, arch), "") << arch;
    }
    EXPECT_NE(verdict_certainty(kHopper).measurement(), nullptr);
    EXPECT_EQ(verdict_certainty(kBlackwell), Certainty::confirmed);
}

}  // namespace
}  // namespace tilescope
