// core/include/tilescope/document/tma_view.h -- compares the TMA copy of an operand with what the MMA reads.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/edit.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/word/problem.h>

#include <string>
#include <vector>

namespace tilescope {

struct Derived;

// Session::tensor_map as loads of the operand's tile. Without a tensor map, all other members stay empty.
struct TmaView {
    bool any = false;
    std::string unknown;  // why the copy and the descriptor cannot be compared: the start address has unknown bits
    TmaTile tile;
    Agreement agreement;
    std::vector<Problem> problems;  // of the map on the session's target, and of its loads
    // The byte that TMA writes for each element, row by row. 0xffffffff: no box writes the element.
    std::vector<std::uint32_t> bytes;
    bool whole = false;           // every element is in a box
    std::string keep_descriptor;  // why [Take over] cannot change the descriptor; empty if it can
};

// Requires: the words and operands of `d` are set.
TmaView tma_view(const Derived& d, Operand operand);

// Returns the problems of a copy and its descriptor. A mismatch that no lint rule covers has an empty rule id.
std::vector<Problem> tma_problems(const Derived& d, Operand operand);

// Returns the edits that make the descriptor and the transpose bit read the copy. Empty if keep_descriptor is not
// empty.
std::vector<Edit> descriptor_from_copy(const Derived& d, Operand operand);

// Returns the copy that fills the operand. Keeps the tensor of the session's tensor map if there is one and it fits.
// Requires: the operand is placed().
TmaCopy copy_from_descriptor(const Derived& d, Operand operand);

}  // namespace tilescope
