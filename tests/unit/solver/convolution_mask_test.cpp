// tests/unit/solver/convolution_mask_test.cpp -- masks from convolutions: their definition, CUTLASS's words, refusals.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/zcm.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/solver/solve_mask.h>

#include <gtest/gtest.h>

#include <cstdio>

namespace tilescope {
namespace {

// What the tap reads, pixel by pixel, with signed numbers and without runs.
std::vector<bool> padding_columns(const ConvolutionTile& t) {
    std::vector<bool> out;
    for (long j = 0; j < long{t.n}; ++j) {
        const long reads = (long{t.cta_coord_q} * t.n + j) % t.conv_q + t.tap - long{t.num_pixels_skip_left};
        out.push_back(reads < 0 || reads >= long{t.conv_q});
    }
    return out;
}

TEST(ConvolutionMask, ItsWordZeroesExactlyTheColumnsThatReadPadding) {
    std::size_t masks = 0, zeroed = 0, differs = 0;
    for (const unsigned m : {128u, 64u, 32u})
        for (const unsigned n : {16u, 96u, 256u})
            for (unsigned q = 1; q < 300; q += q < 40 ? 1 : 13)
                for (unsigned tile = 0; tile < 2; ++tile)
                    for (unsigned pad = 0; pad < 4; ++pad)
                        for (unsigned tap = 0; tap < 4; ++tap) {
                            const ConvolutionTile t{q, tile, pad, tap, m, n};
                            const auto mask = convolution_mask(t);
                            ASSERT_TRUE(mask) << mask.why;
                            const std::vector<bool> needed = padding_columns(t);
                            ASSERT_EQ(mask->needed, needed);
                            const auto word = mask_word(kZcm91, mask->mask);
                            ASSERT_TRUE(word) << word.why;
                            ASSERT_EQ(zeroed_columns(expand_mask(mask_of(kZcm91, *word), m, n)), needed)
                                << "M " << m << " N " << n << " conv_q " << q << " tile " << tile << " pad " << pad
                                << " tap " << tap;
                            ASSERT_EQ(mask->mask.column_shift, tap);
                            ++masks, differs += mask->cutlass_differs;
                            for (const bool z : needed) zeroed += z;
                        }
    std::printf("%zu masks, %zu zeroed columns, %zu unlike CUTLASS\n", masks, zeroed, differs);
    EXPECT_GT(zeroed, 100'000u);
    EXPECT_GT(differs, 0u);
}

TEST(ConvolutionMask, TheSolverFindsAWordForTheSameColumns) {
    for (unsigned q = 1; q < 70; ++q)
        for (unsigned tap = 0; tap < 3; ++tap) {
            const auto mask = convolution_mask({.conv_q = q, .num_pixels_skip_left = 1, .tap = tap, .m = 32, .n = 64});
            ASSERT_TRUE(mask);
            const MaskAnswer solved = solve_mask(mask->needed, 32, mask->mask);
            ASSERT_TRUE(solved.solution) << "conv_q " << q << ": " << solved.why;
            ASSERT_EQ(zeroed_columns(expand_mask(solved.solution->mask, 32, 64)), mask->needed);
        }
}

// Words that make_column_zero_mask of CUTLASS @7107b055 computes (g++ 12, integer conv_q). Its last column of these
// tiles reads padding, and its words do not zero it.
TEST(ConvolutionMask, DiffersFromCutlassWhereItsWordMissesPadding) {
    struct Row {
        unsigned n, conv_q, tile, pad, tap;
        std::uint64_t cutlass;
    };
    for (const Row& r : {Row{32, 33, 0, 0, 2, 0x021e010000000000},
                         {32, 159, 4, 2, 0, 0x009c010000000000},
                         {64, 257, 3, 0, 2, 0x02fe010000000000},
                         {128, 383, 2, 2, 0, 0x00ff010000000000},
                         {256, 257, 0, 0, 2, 0x02fe010000000000}}) {
        const auto mask = convolution_mask({r.conv_q, r.tile, r.pad, r.tap, 128, r.n});
        ASSERT_TRUE(mask) << mask.why;
        EXPECT_TRUE(mask->cutlass_differs) << r.conv_q;
        EXPECT_EQ(different_columns(mask->needed, zeroed_columns(expand_mask(mask_of(kZcm91, r.cutlass), 128, r.n))),
                  std::vector<unsigned>{r.n - 1});
    }
}

TEST(ConvolutionMask, RefusesArgumentsThatNoWordHas) {
    const auto why = [](const ConvolutionTile& t) { return convolution_mask(t).why; };
    EXPECT_EQ(why({.conv_q = 8, .m = 48}), "M must be 32, 64 or 128, not 48");
    EXPECT_EQ(why({.conv_q = 8, .n = 0}), "N must be 1 to 256, not 0");
    EXPECT_EQ(why({.conv_q = 8, .n = 257}), "N must be 1 to 256, not 257");
    EXPECT_NE(why({.conv_q = 8, .m = 32, .n = 62}).find("N must be a multiple of 4, not 62"), std::string::npos);
    EXPECT_NE(why({}).find("conv_q must be 1 or more"), std::string::npos);
    EXPECT_NE(why({.conv_q = 8, .cta_coord_q = kMostConvolution + 1}).find("cta_coord_q must be 0 to 1048576"),
              std::string::npos);
    EXPECT_NE(why({.conv_q = 1000, .num_pixels_skip_left = 257}).find("runs of at most 256 columns"),
              std::string::npos);
    EXPECT_TRUE(convolution_mask({.conv_q = 1000, .num_pixels_skip_left = 256}));
    EXPECT_TRUE(convolution_mask({.conv_q = 257, .num_pixels_skip_left = 257})) << "every pixel reads padding";
    EXPECT_TRUE(convolution_mask({kMostConvolution, kMostConvolution, 1, 0, 128, 256}));
}

TEST(ConvolutionMask, ListsColumns) {
    EXPECT_EQ(list_columns(std::vector<unsigned>{}), "");
    EXPECT_EQ(list_columns(std::vector<unsigned>{3}), "3");
    EXPECT_EQ(list_columns(std::vector<unsigned>{0, 1, 7, 8, 9, 10, 40}), "0, 1, 7 to 10, 40");
    EXPECT_EQ(list_columns(std::vector<unsigned>{0, 2, 4, 6, 7, 8}, 3), "0, 2, 4 and 3 more");
    EXPECT_EQ(list_columns(std::vector<unsigned>{0, 2, 4}, 3), "0, 2, 4");
    EXPECT_EQ(different_columns({true, false, true}, {true, true}), (std::vector<unsigned>{1, 2}));
}

}  // namespace
}  // namespace tilescope
