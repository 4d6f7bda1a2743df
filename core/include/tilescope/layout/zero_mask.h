// core/include/tilescope/layout/zero_mask.h -- zero-column masks: zeroed columns of B, and column shift.
// SPDX-License-Identifier: MIT
//
// A mask consists of runs of zeroed and used columns, in turn. Example: skip 3, use 4, first span used, start count 0:
//
//     column    0 1 2 3 4 5 6 7 8 9 ...
//     mask      0 0 0 0 1 1 1 0 0 0 ...        1: this column of B is zeroed
//
// M determines the number of sub-masks (128: one of N columns; 64: two of N/2; 32: four of N/4). Each sub-mask has its
// first span and its start count: how many columns of the first span come before the sub-mask.
//
// Source: PTX ISA 9.1, 9.7.16.4.3 with its four examples; CUTLASS include/cute/arch/mma_sm100_desc.hpp MaskAndShiftB
// @7107b055. The text of the table swaps skip and use (contradiction X1); MaskReading::text follows the text.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tilescope {

enum class MaskReading : std::uint8_t {
    examples,  // the default: skip is a run of zeroed columns, use is a run of used columns
    text       // the text of the table: skip is a run of used columns, use is a run of zeroed columns
};

struct ZeroMask {
    std::array<unsigned, 4> sc{};  // start counts
    std::array<bool, 4> fs{};      // whether the first span is a zeroed run
    bool nonzero = false;          // false: no column is zeroed
    unsigned skip = 1, use = 1;    // run lengths (the stored value plus one)
    unsigned column_shift = 0;
};

struct MaskColumn {
    bool zeroed = false;
    unsigned submask = 0;
    unsigned place = 0;   // position of the column in its run, from 0
    unsigned length = 1;  // length of its run
    unsigned run = 0;     // number of runs before it in the sub-mask
    unsigned source = 0;  // the column of B that it reads
};

struct MaskPicture {
    unsigned m = 128, n = 0, submasks = 1, submask_columns = 0;
    std::vector<MaskColumn> columns;  // n entries
    unsigned zeroed = 0;              // number of zeroed columns
    std::string hex;                  // all columns as a number; bit 0 is column 0
    std::vector<std::string> submask_hex;
    // Whether a start count is past its first span. The sub-mask then starts with the last column of the span
    // (contradiction X3).
    bool saturated = false;
};

// Returns the number of sub-masks. An M that the instruction does not have counts as 128.
constexpr unsigned submasks_of(unsigned m) { return m == 64 ? 2 : m == 32 ? 4 : 1; }

// Returns the columns of a mask. Never fails. `n` is 0 to 256 columns; a larger n counts as 256.
MaskPicture expand_mask(const ZeroMask& mask, unsigned m, unsigned n, MaskReading reading = MaskReading::examples);

// Returns the picture of a requested mask, without a descriptor. Runs and positions are not filled in.
MaskPicture picture_of(const std::vector<bool>& zeroed, unsigned m);

// Returns "column 7 of sub-mask 0 is zeroed: position 0 in a run of length 3; it reads column 9 of B".
std::string explain_column(const MaskPicture& picture, unsigned column);

}  // namespace tilescope
