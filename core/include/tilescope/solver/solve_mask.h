// core/include/tilescope/solver/solve_mask.h -- from wanted columns back to a zero-column mask descriptor.
// SPDX-License-Identifier: MIT
//
// All sub-masks share the two run lengths; each has its own start. So a run between two others shows its length
// exactly, while a run at either end of a sub-mask may be the rest of a longer one:
//
//     ##....###....###....#      zeroed runs inside have 3 columns, used ones 4: skip 3, use 4
//     |                  |       the first run is the rest of 3 (start count 1), the last one begins another
//
// Lengths that no run shows exactly are free within a range; the word nearest to a given one is taken.
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
    RunRange skip, use;  // every length in these gives the same mask; start counts follow the length
};

struct MaskAnswer {
    std::optional<MaskSolution> solution;
    // Otherwise: the first column that no word can give, and why.
    unsigned column = 0;
    std::string why;
};

// `zeroed[j]` is output column j. Postcondition: expand_mask(solution->mask, m, n).columns[j].zeroed == zeroed[j] for
// all j. `near` decides among equal words, and gives the column shift. Requires: 1 to 256 columns.
MaskAnswer solve_mask(const std::vector<bool>& zeroed, unsigned m, const ZeroMask& near = {});

// "1100" is columns 3 and 2 zeroed: leftmost the highest column, as numbers are written; 0x and 0b are numbers, which
// may be shorter; _ and ' between digits. Refused where it has not n digits (or more than n bits).
Answer<std::vector<bool>> mask_from_text(std::string_view text, unsigned n);

}  // namespace tilescope
