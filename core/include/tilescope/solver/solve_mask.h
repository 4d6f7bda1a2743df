// core/include/tilescope/solver/solve_mask.h -- the zero-column mask for requested columns, or for a convolution.
// SPDX-License-Identifier: MIT
//
// All sub-masks have the same two run lengths; each sub-mask has a separate start. So a run between two other runs has
// its full length. A run at the start or the end of a sub-mask can be a part of a longer run:
//
//     ##....###....###....#      # is zeroed: inner zeroed runs have 3 columns, inner used runs 4: skip 3, use 4
//     |                  |       the first run is the end of a run of 3 (start count 1), the last is the start of one
//
// If no inner run gives a length, the length is free within a range. The solver then selects the length nearest to a
// given mask.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/zero_mask.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct RunRange {
    unsigned least = 1, most = 256;
    friend bool operator==(const RunRange&, const RunRange&) = default;
};

struct MaskSolution {
    ZeroMask mask;
    RunRange skip, use;  // every length in these ranges gives the same mask; the start counts depend on the length
};

struct MaskAnswer {
    std::optional<MaskSolution> solution;
    // If there is no solution: the first column that no word can give, and the reason.
    unsigned column = 0;
    std::string why;
};

// Returns the mask for the requested columns. `zeroed[j]` is output column j. If several masks give these columns,
// returns the one nearest to `near`. The column shift is the column shift of `near`.
// Requires: 1 to 256 columns.
// Postcondition: expand_mask(solution->mask, m, n).columns[j].zeroed == zeroed[j] for all j.
MaskAnswer solve_mask(const std::vector<bool>& zeroed, unsigned m, const ZeroMask& near = {});

struct NearestMask {
    ZeroMask mask;
    unsigned different = 0;  // columns that differ from the requested ones
};

// Returns the mask with the fewest columns that differ from the requested ones. Of several, it is the one whose run
// lengths are nearest to those of `near`; its column shift is that of `near`. It tries all run lengths: about a tenth
// of a second for 256 columns and M = 128. Returns nothing for 0 or more than kMostMaskColumns columns, or for a number
// that is not a multiple of the number of sub-masks.
//
//     nearest_mask(zeroed, 128)->different == 0                     if solve_mask() has a solution
inline constexpr unsigned kMostMaskColumns = 256;
std::optional<NearestMask> nearest_mask(const std::vector<bool>& zeroed, unsigned m, const ZeroMask& near = {});

// Reads a mask of n columns. The highest column is on the left, as in a number: "1100" means that columns 3 and 2 are
// zeroed. A number with 0x or 0b can be shorter. The text can contain _ and ' between digits.
// Errors: the text does not have n digits, or a number has more than n bits.
Answer<std::vector<bool>> mask_from_text(std::string_view text, unsigned n);

// ---- the mask that a convolution needs ----
//
// The columns of B are the pixels of an image, row after row of conv_q pixels. A tap of the filter reads the pixel at a
// distance of tap - num_pixels_skip_left. If that pixel is outside the row, the column must be zero:
//
//     conv_q 7, num_pixels_skip_left 1        column    0 1 2 3 4 5 6 7 8 9 ...
//     tap 0 reads the pixel to the left       zeroed    #             #
//     tap 2 reads the pixel to the right      zeroed                #
//
// So the convolution has a stride of 1 and as many outputs in a row as pixels. The column shift of the word is the tap.
//
// Source: CUTLASS include/cute/arch/mma_sm100_desc.hpp make_column_zero_mask @7107b055, whose arguments have these
// names. Words are equal bit for bit, also in fields that have no effect, with one exception (cutlass_differs).

struct ConvolutionTile {
    unsigned conv_q = 0;                // pixels in a row of the image, and outputs
    unsigned cta_coord_q = 0;           // index of the tile: column 0 is pixel cta_coord_q * n
    unsigned num_pixels_skip_left = 0;  // pixels of padding to the left of a row
    unsigned tap = 0;                   // index of the filter's column, from 0; CUTLASS has 0, 1 and 2
    unsigned m = 128, n = 64;
    friend bool operator==(const ConvolutionTile&, const ConvolutionTile&) = default;
};

struct ConvolutionMask {
    ZeroMask mask;
    std::vector<bool> needed;  // n columns; true: the tap reads padding, so the column must be zeroed
    // CUTLASS gives a word that zeroes no column of this tile, although some must be. Its test for "the tile ends
    // before the padding" counts the padding as pixels of the row. So the last columns are missed if M is 128, the
    // padding is two or more columns wide, and the tile ends inside it.
    bool cutlass_differs = false;
};

// Returns the mask of one tile and one tap.
// Errors: m is not 32, 64 or 128; n is not 1 to 256 or no multiple of the number of sub-masks; conv_q is 0; an argument
// is above kMostConvolution; the padding is wider than 256 columns, the longest run of a word.
// Postcondition: expand_mask(mask, m, n).columns[j].zeroed == needed[j] for all j.
//
//     convolution_mask({.conv_q = 7, .num_pixels_skip_left = 1, .m = 128, .n = 64})->mask.skip == 1
inline constexpr unsigned kMostConvolution = 1u << 20;
Answer<ConvolutionMask> convolution_mask(const ConvolutionTile& tile);

// Returns the columns in which two masks differ. If one is shorter, its missing columns count as used.
std::vector<unsigned> different_columns(const std::vector<bool>& a, const std::vector<bool>& b);

// Returns "0, 7, 14 to 17". After `most` columns and runs of columns, it ends with "and 12 more".
std::string list_columns(std::span<const unsigned> columns, std::size_t most = ~std::size_t{0});

// Returns the zeroed columns of a picture, as solve_mask() takes them.
std::vector<bool> zeroed_columns(const MaskPicture& picture);

}  // namespace tilescope
