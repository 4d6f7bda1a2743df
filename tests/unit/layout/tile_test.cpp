// tests/unit/layout/tile_test.cpp -- tiles of atoms: sizes, strides, slices and refusals.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>

#include <gtest/gtest.h>

#include <set>

namespace tilescope {
namespace {

// Source: PTX ISA 9.1, Table 55, in units of 16 bytes, contiguous axis first; K-major as rows x chunks.
struct AtomOfTable {
    SwizzleMode mode;
    int mn_along, mn_across, k_rows, k_along;
};
TEST(Tile, AtomsMatchTable55) {
    const AtomOfTable table[] = {{SwizzleMode::b128_32, 8, 4, 0, 0},
                                 {SwizzleMode::b128, 8, 8, 8, 8},
                                 {SwizzleMode::b64, 4, 8, 8, 4},
                                 {SwizzleMode::b32, 2, 8, 8, 2},
                                 {SwizzleMode::none, 1, 8, 8, 1}};
    for (const AtomOfTable& t : table) {
        const int chunk = 8;  // f16 elements in 16 bytes
        const AtomSize mn = atom_of(t.mode, Major::mn, *find_type("f16"));
        EXPECT_EQ(mn.rows, t.mn_along * chunk) << row_of(t.mode).name;
        EXPECT_EQ(mn.columns, t.mn_across) << row_of(t.mode).name;
        if (t.k_rows == 0) continue;
        const AtomSize k = atom_of(t.mode, Major::k, *find_type("f16"));
        EXPECT_EQ(k.rows, t.k_rows) << row_of(t.mode).name;
        EXPECT_EQ(k.columns, t.k_along * chunk) << row_of(t.mode).name;
    }
}

// The formulas of CUTLASS tiles. A is the size of an atom in 16-byte units; c_k and c_m are the sizes of the tile in
// the same units.
TEST(Tile, StepsMatchTheFormulasOfBothOrders) {
    const auto steps = [](Major major, AtomOrder order) {
        return *build_tile({.mode = SwizzleMode::b128,
                            .major = major,
                            .type = find_type("f16"),
                            .rows = 128,
                            .columns = 128,
                            .order = order});
    };
    EXPECT_EQ(steps(Major::k, AtomOrder::mn_first).layout.sbo, 1024u);      // A
    EXPECT_EQ(steps(Major::k, AtomOrder::mn_first).layout.k_atom, 16384u);  // A x MN / 8
    EXPECT_EQ(steps(Major::k, AtomOrder::k_first).layout.sbo, 2048u);       // A x c_k / W
    EXPECT_EQ(steps(Major::k, AtomOrder::k_first).layout.k_atom, 1024u);    // A
    EXPECT_EQ(steps(Major::mn, AtomOrder::mn_first).layout.lbo, 1024u);     // A
    EXPECT_EQ(steps(Major::mn, AtomOrder::mn_first).layout.sbo, 2048u);     // A x c_m / W
    EXPECT_EQ(steps(Major::mn, AtomOrder::k_first).layout.lbo, 16384u);     // A x TK / 8
    EXPECT_EQ(steps(Major::mn, AtomOrder::k_first).layout.sbo, 1024u);      // A
}

TEST(Tile, ElementsFillTheTileWithoutGapsOrOverlap) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn})
            for (const AtomOrder order : {AtomOrder::mn_first, AtomOrder::k_first})
                for (const char* type : {"e4m3", "f16", "tf32"}) {
                    const auto tile = build_tile({.mode = mode.mode,
                                                  .major = major,
                                                  .type = find_type(type),
                                                  .rows = 256,
                                                  .columns = 128,
                                                  .order = order,
                                                  .start = 0x2000});
                    if (mode.mode == SwizzleMode::b128_32 && major == Major::k) {
                        EXPECT_FALSE(tile);
                        continue;
                    }
                    ASSERT_TRUE(tile) << tile.why;
                    const auto map = tile_map(tile->layout);
                    const std::set<std::uint32_t> bytes(map.begin(), map.end());
                    const unsigned size = find_type(type)->bits / 8;
                    EXPECT_EQ(bytes.size(), map.size()) << mode.name << " " << type;
                    EXPECT_EQ(*bytes.begin(), 0x2000u);
                    EXPECT_EQ(*bytes.rbegin() + size, 0x2000u + tile->bytes);
                    EXPECT_EQ(tile->bytes, 256u * 128 * size);
                }
}

TEST(Tile, EachStageStartsOneTileLater) {
    const auto tile = build_tile({.type = find_type("bf16"), .rows = 128, .columns = 64, .start = 0x400, .stages = 3});
    ASSERT_TRUE(tile);
    const auto slices = slices_of(*tile, {128, 16});
    ASSERT_TRUE(slices);
    ASSERT_EQ(slices->size(), 12u);
    for (std::size_t i = 0; i < slices->size(); ++i) {
        const TileSlice& s = (*slices)[i];
        EXPECT_EQ(s.stage, i / 4);
        EXPECT_EQ(s.k_step, i % 4);
        EXPECT_EQ(s.layout.start, 0x400 + s.stage * 16384 + s.k_step * 32);
    }
}

// sm_103a, K = 96: an instruction reads 48 bytes, so every third instruction leaves its 128-byte line. A public kernel
// adds these offsets inside a line, in 16-byte units: 0, 3, 6, 1, 4, 7, 2, 5.
TEST(Tile, StepsOf48BytesContinueInTheNextColumnOfAtoms) {
    SmemLayout whole{.mode = SwizzleMode::b128,
                     .major = Major::k,
                     .type = find_type("e2m1x2"),
                     .start = 0x1000,
                     .lbo = 0x5000,
                     .sbo = 1024,
                     .absolute_lbo = true,
                     .rows = 128,
                     .columns = 768,
                     .k_atom = 0x4000};
    const unsigned offsets[] = {0, 3, 6, 1, 4, 7, 2, 5}, buffers[] = {0, 0, 0, 1, 1, 1, 2, 2};
    for (unsigned step = 0; step < 8; ++step) {
        const SmemLayout slice = k_step_slice(whole, step, 96);
        EXPECT_EQ(slice.start, 0x1000 + buffers[step] * 0x4000 + offsets[step] * 16) << step;
        EXPECT_EQ(slice.lbo, 0x1000 + (buffers[step] + 1) * 0x4000) << step;
        EXPECT_EQ(slice.columns, 96);
        for (int r = 0; r < 16; ++r)
            for (int c = 0; c < 96; ++c)
                ASSERT_EQ(place_in_memory(slice, {r, c}), place_in_memory(whole, {r, static_cast<int>(step) * 96 + c}))
                    << "step " << step << " (" << r << ", " << c << ")";
    }
}

TEST(Tile, RefusesATileThatIsNotAWholeNumberOfAtoms) {
    const auto narrow = build_tile({.type = find_type("f16"), .rows = 128, .columns = 32});
    ASSERT_FALSE(narrow);
    EXPECT_EQ(narrow.why,
              "K-major 128B atoms of f16 are 8 x 64 (rows x columns), so a tile of 128 x 32 is not a whole number of "
              "atoms; use for example 128 x 64");
    EXPECT_FALSE(build_tile({.mode = SwizzleMode::b128_32, .major = Major::k}));
    EXPECT_FALSE(build_tile({.stages = 0}));
    EXPECT_FALSE(build_tile({.rows = 0}));
    EXPECT_FALSE(build_tile({.rows = 16384, .columns = 16384})) << "a gigabyte of addresses";
    const auto tile = build_tile({.rows = 128, .columns = 64});
    ASSERT_TRUE(tile);
    EXPECT_FALSE(slices_of(*tile, {96, 16}));
    EXPECT_FALSE(slices_of(*tile, {128, 0}));
}

// B of sparse instructions in atoms of 32 bytes: lbo is the distance of the two atoms of one instruction.
TEST(Tile, SlicesThatAreWiderThanAnAtomHaveLbo) {
    for (const AtomOrder order : {AtomOrder::mn_first, AtomOrder::k_first}) {
        const auto tile =
            build_tile({.mode = SwizzleMode::b32, .type = find_type("f16"), .rows = 64, .columns = 64, .order = order});
        ASSERT_TRUE(tile);
        EXPECT_EQ(tile->layout.lbo, 16u) << "nothing is known of the instructions";
        const auto slices = slices_of(*tile, {64, 32});
        ASSERT_TRUE(slices) << slices.why;
        ASSERT_EQ(slices->size(), 2u);
        const std::uint32_t step = order == AtomOrder::mn_first ? 2048 : 256;
        for (const TileSlice& s : *slices) EXPECT_EQ(s.layout.lbo, step);
        EXPECT_EQ((*slices)[1].layout.start, 2 * step);
        EXPECT_EQ((*slices)[0].layout.mma_columns, 32);
        const auto dense = slices_of(*tile, {64, 16});
        ASSERT_TRUE(dense);
        for (const TileSlice& s : *dense) EXPECT_EQ(s.layout.lbo, 16u);
    }
}

// The descriptor of the instruction would read other elements than the tile has at these places.
TEST(Tile, RefusesSlicesThatNoDescriptorReads) {
    struct Case {
        SwizzleMode mode;
        Major major;
        const char* type;
        int rows, columns;
        SliceSize size;
    };
    const Case cases[] = {{SwizzleMode::b64, Major::k, "f16", 96, 192, {96, 48}},
                          {SwizzleMode::b128, Major::mn, "f16", 192, 64, {96, 16}},
                          {SwizzleMode::b128, Major::k, "f16", 96, 128, {12, 16}},
                          {SwizzleMode::none, Major::k, "f16", 24, 48, {12, 16}}};
    for (const Case& c : cases)
        for (const AtomOrder order : {AtomOrder::mn_first, AtomOrder::k_first}) {
            const auto tile = build_tile({.mode = c.mode,
                                          .major = c.major,
                                          .type = find_type(c.type),
                                          .rows = c.rows,
                                          .columns = c.columns,
                                          .order = order});
            ASSERT_TRUE(tile) << tile.why;
            const auto slices = slices_of(*tile, c.size);
            // If rows of atoms follow each other directly, a slice of 12 rows is possible.
            if (order == AtomOrder::mn_first && c.size.rows == 12 && slices) continue;
            ASSERT_FALSE(slices) << row_of(c.mode).name;
            EXPECT_NE(slices.why.find("but the descriptor reads"), std::string::npos) << slices.why;
        }
}

TEST(Tile, SlicesOfK96ReadTheTileInAbsoluteMode) {
    const auto tile =
        build_tile({.type = find_type("e2m1x2"), .rows = 128, .columns = 768, .start = 0x4000, .stages = 2});
    ASSERT_TRUE(tile);
    const auto slices = slices_of(*tile, {128, 96});
    ASSERT_TRUE(slices) << slices.why;
    ASSERT_EQ(slices->size(), 16u);
    EXPECT_TRUE((*slices)[2].layout.absolute_lbo);
    EXPECT_EQ((*slices)[2].layout.lbo, 0x8000u);
    EXPECT_EQ((*slices)[10].layout.lbo, 0x8000u + tile->bytes) << "the second stage has a different second chunk";
    EXPECT_FALSE(slices_of(*build_tile({.type = find_type("e2m1x2"), .rows = 128, .columns = 256}), {128, 64})
                     ->front()
                     .layout.absolute_lbo);
}

TEST(Tile, TheWidestModeIsTheWidestModeWhoseAtomsFit) {
    const ElementType &f16 = *find_type("f16"), &tf32 = *find_type("tf32");
    EXPECT_EQ(widest_mode(Major::k, f16, 128, 64), SwizzleMode::b128);
    EXPECT_EQ(widest_mode(Major::k, f16, 128, 32), SwizzleMode::b64);
    EXPECT_EQ(widest_mode(Major::k, f16, 128, 16), SwizzleMode::b32);
    EXPECT_EQ(widest_mode(Major::k, f16, 128, 8), SwizzleMode::none);
    EXPECT_EQ(widest_mode(Major::mn, f16, 128, 64), SwizzleMode::b128);
    EXPECT_EQ(widest_mode(Major::mn, tf32, 128, 64), SwizzleMode::b128_32);
}

}  // namespace
}  // namespace tilescope
