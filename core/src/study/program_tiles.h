// core/src/study/program_tiles.h -- chains of a program that are the pieces of one tile.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/study/program_chains.h>

#include <vector>

namespace tilescope {

// Chooses the order of the atoms that has the stride along K of the word, if no order has both strides: the K steps of
// a program prove this stride, and nothing proves the other one.
void order_as_steps_say(Session& session, Operand operand);

// Makes one chain of the chains whose sessions differ only in the start of A, or only in that of B, if the starts are
// equally far apart and the pieces are rows of one tile: first along M, then along N.
void join_pieces(const ProgramReport& report, std::vector<ProgramChain>& chains);

}  // namespace tilescope
