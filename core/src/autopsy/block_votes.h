// core/src/autopsy/block_votes.h -- what the chunks of one operand of one step say of its block.
// SPDX-License-Identifier: MIT
#pragma once

#include "blocks.h"

#include <map>
#include <utility>

namespace tilescope::autopsy {

// Chunks that many elements have say little of the place.
inline constexpr std::size_t kMostVotes = 4;

// (row, column) of the matrix at element (0, 0) of the operand, with the number of chunks that are there.
struct Votes {
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> all;
    std::size_t chunks = 0, voters = 0;
    std::size_t found = 0;  // voters that are somewhere in the matrix
};

Votes votes_of(const StepReads& step, Operand o, const Matrices& matrices);

std::size_t count_of(const Votes& votes);

}  // namespace tilescope::autopsy
