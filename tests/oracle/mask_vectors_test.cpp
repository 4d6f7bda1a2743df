// tests/oracle/mask_vectors_test.cpp -- oracles: NVIDIA CUTLASS make_column_zero_mask, and convolution padding.
// SPDX-License-Identifier: MIT
//
// The first oracle is the words, fields and masks that CUTLASS computes (tests/data/vectors/README.md). The second
// oracle is the purpose of the masks: a column is zeroed exactly if the filter tap reads outside the image.
#include "tests/support/vectors.h"

#include <tilescope/formats/zcm.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/zero_mask.h>
#include <tilescope/solver/solve_mask.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace tilescope {
namespace {

std::uint64_t stored(std::uint64_t word, std::string_view id) { return get_field(field_in(kZcm91, id), word); }

ZeroMask mask_from(std::uint64_t word) {
    ZeroMask m;
    for (unsigned i = 0; i < 4; ++i) {
        m.sc[i] = static_cast<unsigned>(stored(word, "sc" + std::to_string(i)));
        m.fs[i] = stored(word, "fs" + std::to_string(i)) != 0;
    }
    m.nonzero = stored(word, "nonzero") != 0;
    m.skip = static_cast<unsigned>(value_of(field(kZcm91, "skip_span"), stored(word, "skip_span")));
    m.use = static_cast<unsigned>(value_of(field(kZcm91, "use_span"), stored(word, "use_span")));
    m.column_shift = static_cast<unsigned>(stored(word, "column_shift"));
    return m;
}

TEST(MaskOracle, EveryExpandedMaskEqualsCutlass) {
    const test::Vectors v("cutlass/column_zero_mask_expanded.csv");
    for (std::size_t row = 0; row < v.size(); ++row) {
        const auto m = static_cast<unsigned>(v.number(row, "cta_m")), n = static_cast<unsigned>(v.number(row, "cta_n"));
        const MaskPicture picture = expand_mask(mask_from(v.number(row, "desc")), m, n);
        ASSERT_EQ(picture.hex, v.text(row, "mask_hex_bit_n_is_column_n"))
            << "row " << row << " " << v.text(row, "desc");
    }
}

// This oracle uses no descriptor and no runs. Image rows of conv_q pixels follow each other. Tile cta_coord_q has cta_n
// output columns, one for each pixel. Filter tap s of a pixel reads the pixel at a distance of s - pad_left. Padding is
// outside the row of the pixel.
TEST(MaskOracle, ZeroesExactlyTheColumnsThatReadPadding) {
    const test::Vectors v("cutlass/column_zero_mask_expanded.csv");
    std::size_t columns = 0, zeroed = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const auto n = [&](const char* column) { return static_cast<std::int64_t>(v.number(row, column)); };
        const MaskPicture picture = expand_mask(mask_from(v.number(row, "desc")), static_cast<unsigned>(n("cta_m")),
                                                static_cast<unsigned>(n("cta_n")));
        for (std::int64_t j = 0; j < n("cta_n"); ++j, ++columns) {
            const std::int64_t pixel = (n("cta_coord_q") * n("cta_n") + j) % n("conv_q") + n("s") - n("pad_left");
            const bool padding = pixel < 0 || pixel >= n("conv_q");
            ASSERT_EQ(picture.columns[static_cast<std::size_t>(j)].zeroed, padding) << "row " << row << " column " << j;
            zeroed += padding;
        }
    }
    testing::Test::RecordProperty("columns", static_cast<int>(columns));
    std::printf("%zu masks, %zu columns, %zu of them zeroed\n", v.size(), columns, zeroed);
    EXPECT_GE(columns, 30'000u);
    EXPECT_GE(zeroed, 1'000u);
}

// In the files of CUTLASS, the four first-span bits are one field, and spans are the stored values (length minus one).
void compare_fields(const std::string& file, const char* word_column) {
    const test::Vectors v(file);
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::uint64_t word = v.number(row, word_column);
        std::uint64_t first_span = 0;
        for (unsigned i = 0; i < 4; ++i) {
            const std::string n = std::to_string(i);
            ASSERT_EQ(stored(word, "sc" + n), v.number(row, "sc" + n)) << file << " row " << row;
            first_span |= stored(word, "fs" + n) << i;
        }
        ASSERT_EQ(first_span, v.number(row, "first_span")) << file << " row " << row;
        ASSERT_EQ(stored(word, "nonzero"), v.number(row, "nzm")) << file << " row " << row;
        ASSERT_EQ(stored(word, "skip_span"), v.number(row, "skip_span")) << file << " row " << row;
        ASSERT_EQ(stored(word, "use_span"), v.number(row, "use_span")) << file << " row " << row;
        ASSERT_EQ(stored(word, "column_shift"), v.number(row, "shift")) << file << " row " << row;
    }
}

TEST(MaskOracle, EveryFieldOfEveryWordEqualsCutlass) {
    compare_fields("cutlass/column_zero_mask.csv", "desc");
    compare_fields("cutlass/column_zero_mask_decode.csv", "raw");
}

// Our generator gives the same words, also in the fields that have no effect.
TEST(MaskOracle, EveryGeneratedWordEqualsCutlass) {
    const test::Vectors v("cutlass/column_zero_mask.csv");
    for (std::size_t row = 0; row < v.size(); ++row) {
        const auto n = [&](const char* column) { return static_cast<unsigned>(v.number(row, column)); };
        const auto mask = convolution_mask({.conv_q = n("conv_q"),
                                            .cta_coord_q = n("cta_coord_q"),
                                            .num_pixels_skip_left = n("pad_left"),
                                            .tap = n("s"),
                                            .m = n("cta_m"),
                                            .n = n("cta_n")});
        ASSERT_TRUE(mask) << mask.why;
        const auto word = mask_word(kZcm91, mask->mask);
        ASSERT_TRUE(word) << word.why;
        ASSERT_EQ(*word, v.number(row, "desc")) << "row " << row;
        ASSERT_FALSE(mask->cutlass_differs) << "row " << row;
    }
    EXPECT_GE(v.size(), 340u);
}

}  // namespace
}  // namespace tilescope
