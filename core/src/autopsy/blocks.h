// core/src/autopsy/blocks.h -- which block of A and B each step should read.
// SPDX-License-Identifier: MIT
//
// A chain computes a block of D: some rows of A, some rows of B (columns of D), and K columns that go on from step to
// step. Nobody says which, so what the steps read decides: each chunk that is somewhere in a matrix votes for the block
// in which it would be read rightly.
#pragma once

#include "reads.h"

namespace tilescope::autopsy {

// One way to understand the arrays of the user.
struct Matrices {
    OperandPair<MatrixView> view;
    OperandPair<const MatrixIndex*> index;
    OperandPair<bool> given{false, false};
};

// The block of one chain.
struct ChainBlock {
    OperandPair<std::size_t> row{0, 0};     // of the matrix, at row 0 of the operand
    std::vector<std::size_t> column;        // of K, for each step
    OperandPair<bool> known{false, false};  // whether something voted
    // Many chunks are equal, and no block is read rightly: another block can explain as much.
    OperandPair<bool> doubtful{false, false};
};

// Returns the blocks of all chains, in their order.
std::vector<ChainBlock> blocks_of(const Reads& reads, const Matrices& matrices, const std::stop_token& stop);

// Other blocks of a chain that can be the right one: those with K columns for which as many steps vote, and those of
// which more steps are read rightly. `blocks`: of all chains; no rival has the rows of another one.
std::vector<ChainBlock> rivals_of(const Reads& reads, const Matrices& matrices, const std::vector<ChainBlock>& blocks,
                                  std::size_t chain);

}  // namespace tilescope::autopsy
