// core/include/tilescope/layout/zero_mask.h -- which columns of B count as zero, and which one each output reads.
// SPDX-License-Identifier: MIT
//
// A mask is a row of runs: zeroed, used, zeroed, ... For skip 3, use 4, first span used, start count 0:
//
//     column    0 1 2 3 4 5 6 7 8 9 ...
//     mask      0 0 0 0 1 1 1 0 0 0 ...        1: B's column counts as zero
//
// M decides how many sub-masks there are (128: one of N columns; 64: two of N/2; 32: four of N/4); each has its own
// first span and start count (how many columns of the first span are already passed).
//
// Source: PTX ISA 9.1, 9.7.16.4.3 with its four examples; CUTLASS include/cute/arch/mma_sm100_desc.hpp MaskAndShiftB
// @7107b055. The table's text words skip and use the other way round (contradiction X1): MaskReading::text draws that.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tilescope {

enum class MaskReading : std::uint8_t {
    examples,  // the default: skip is a run of zeroed columns, use a run of used ones
    text       // the table's wording: skip is a run of used columns, use a run of zeroed ones
};

struct ZeroMask {
    std::array<unsigned, 4> sc{};  // start counts
    std::array<bool, 4> fs{};      // whether the first span is a zeroed run
    bool nonzero = false;          // no: no column is zeroed
    unsigned skip = 1, use = 1;    // run lengths (the stored values plus one)
    unsigned column_shift = 0;
};

struct MaskColumn {
    bool zeroed = false;
    unsigned submask = 0;
    unsigned place = 0;   // place in its run, from 0
    unsigned length = 1;  // of its run
    unsigned run = 0;     // runs before it in the sub-mask
    unsigned source = 0;  // the column of B it reads
};

struct MaskPicture {
    unsigned m = 128, n = 0, submasks = 1, submask_columns = 0;
    std::vector<MaskColumn> columns;  // n of them
    unsigned zeroed = 0;              // how many
    std::string hex;                  // all columns, bit 0 is column 0
    std::vector<std::string> submask_hex;
    // A start count lies past its first span: it is taken as the span's last column (contradiction X3).
    bool saturated = false;
};

// How many sub-masks M has; an M that the instruction does not have counts as 128.
constexpr unsigned submasks_of(unsigned m) { return m == 64 ? 2 : m == 32 ? 4 : 1; }

// Never fails. n is 0 to 256 columns; more are cut.
MaskPicture expand_mask(const ZeroMask& mask, unsigned m, unsigned n, MaskReading reading = MaskReading::examples);

// Columns that no word was asked about: a mask somebody wishes for. Runs and their places are not in it.
MaskPicture picture_of(const std::vector<bool>& zeroed, unsigned m);

// "column 7 of sub-mask 0 is zeroed: place 0 of a run of 3; it reads column 9 of B"
std::string explain_column(const MaskPicture& picture, unsigned column);

}  // namespace tilescope
