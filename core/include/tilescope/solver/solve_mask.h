// core/include/tilescope/solver/solve_mask.h -- finds the zero-column mask descriptor for requested columns.
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

#include <optional>
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

}  // namespace tilescope
