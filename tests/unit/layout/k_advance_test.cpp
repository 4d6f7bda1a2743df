// tests/unit/layout/k_advance_test.cpp -- compares start addresses along K with the sequences of public kernels.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/tile.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

struct Sequence {
    const char* name;
    SmemLayout layout;
    std::vector<int> units;  // the number that is added to the low word at each step, in 16-byte units
};

// The numbers that public kernels add to the low word.
TEST(KAdvance, StepsLikePublicKernels) {
    const auto l = [](SwizzleMode mode, Major major, std::string_view type, std::uint32_t lbo, std::uint32_t sbo,
                      int rows, int columns) {
        return SmemLayout{.mode = mode,
                          .major = major,
                          .type = find_type(type),
                          .start = 0,
                          .lbo = lbo,
                          .sbo = sbo,
                          .rows = rows,
                          .columns = columns};
    };
    const std::vector<Sequence> sequences = {
        {"K 128B bf16, two atoms of 128 rows",
         l(SwizzleMode::b128, Major::k, "bf16", 16, 1024, 128, 128),
         {2, 2, 2, 1018, 2, 2, 2}},
        {"K 64B tf32, 32 rows", l(SwizzleMode::b64, Major::k, "tf32", 16, 512, 32, 32), {2, 126, 2}},
        {"K 32B bf16, 32 rows", l(SwizzleMode::b32, Major::k, "bf16", 16, 256, 32, 32), {64}},
        {"MN 128B bf16", l(SwizzleMode::b128, Major::mn, "bf16", 8192, 1024, 64, 64), {128, 128, 128}},
        {"MN 128B/32B tf32", l(SwizzleMode::b128_32, Major::mn, "tf32", 4096, 512, 32, 32), {64, 64, 64}},
        {"K none bf16", l(SwizzleMode::none, Major::k, "bf16", 2048, 128, 128, 64), {256, 256, 256}},
        {"MN none bf16", l(SwizzleMode::none, Major::mn, "bf16", 1024, 128, 64, 64), {128, 128, 128}},
    };
    for (const Sequence& s : sequences)
        for (unsigned step = 0; step < s.units.size(); ++step) {
            const auto from = static_cast<int>(k_step_start(s.layout, step) / 16);
            const auto to = static_cast<int>(k_step_start(s.layout, step + 1) / 16);
            EXPECT_EQ(to - from, s.units[step]) << s.name << ", step " << step;
            EXPECT_EQ(k_step_units(s.layout, step), s.units[step]) << s.name << ", step " << step;
        }
}

TEST(KAdvance, OneInstructionReads32BytesOfEveryRow) {
    for (const ElementType& type : kElementTypes) EXPECT_EQ(dense_k(type) * type.container_bits, 256u) << type.id;
}

// CUTLASS writes stride 0 for tiles of 8 rows. The second atom must not overlap the first.
TEST(KAdvance, TheNextAtomOfEightRowsNeedsNoStride) {
    const SmemLayout l{.mode = SwizzleMode::b64, .type = find_type("f16"), .sbo = 0, .rows = 8, .columns = 64};
    EXPECT_EQ(k_step_start(l, 1), 32u);
    EXPECT_EQ(k_step_start(l, 2), 512u);
    EXPECT_FALSE(overlap_of(l).any) << overlap_of(l).sentence;
}

// The whole tile states what one instruction reads; a step of another width is a step of other instructions.
TEST(KAdvance, AStepOfASparseBKeepsItsLbo) {
    SmemLayout whole{.mode = SwizzleMode::b32,
                     .type = find_type("f16"),
                     .start = 0x400,
                     .lbo = 2048,
                     .sbo = 256,
                     .rows = 64,
                     .columns = 128,
                     .mma_columns = 32};
    EXPECT_EQ(k_step_start(whole, 1), 0x400u + 2 * 2048);
    EXPECT_EQ(k_step_start(whole, 1, 16), 0x400u + 2048) << "dense instructions: one atom each";
    for (unsigned step = 0; step < 4; ++step) {
        const SmemLayout slice = k_step_slice(whole, step);
        EXPECT_EQ(slice.columns, 32);
        for (int r = 0; r < 64; ++r)
            for (int k = 0; k < 32; ++k)
                ASSERT_EQ(place_in_memory(slice, {r, k}), place_in_memory(whole, {r, static_cast<int>(step) * 32 + k}));
    }
}

TEST(KAdvance, AStepReadsTheSameBytesAsTheWholeTile) {
    const SmemLayout whole{.mode = SwizzleMode::b128,
                           .major = Major::k,
                           .type = find_type("bf16"),
                           .start = 0x400,
                           .lbo = 16,
                           .sbo = 1024,
                           .rows = 16,
                           .columns = 64};
    for (unsigned step = 0; step < 4; ++step) {
        const SmemLayout slice = k_step_slice(whole, step);
        EXPECT_EQ(slice.columns, 16);
        for (int r = 0; r < 16; ++r)
            for (int k = 0; k < 16; ++k)
                ASSERT_EQ(place_in_memory(slice, {r, k}), place_in_memory(whole, {r, static_cast<int>(step) * 16 + k}))
                    << step << " " << r << " " << k;
    }
}

}  // namespace
}  // namespace tilescope
