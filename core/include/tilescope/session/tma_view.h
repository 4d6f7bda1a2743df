// core/include/tilescope/session/tma_view.h -- the TMA copy of an operand beside what the MMA reads.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/tma_tile.h>
#include <tilescope/session/edit.h>
#include <tilescope/word/problem.h>

#include <string>
#include <vector>

namespace tilescope {

struct Derived;

// Session::tensor_map as loads of the operand's tile. Nothing is worked out where there is no map.
struct TmaView {
    bool any = false;
    TmaTile tile;
    Agreement agreement;
    std::vector<TmaProblem> refused;  // by the driver
    // The bytes that TMA writes, row by row; kNotWritten / 8 where no box does.
    std::vector<std::uint32_t> bytes;
    bool whole = false;           // every element is in some box
    std::string keep_descriptor;  // why [Take over] cannot change the descriptor; empty: it can
};

// Requires: the words and operands of `d` are there.
TmaView tma_view(const Derived& d, Operand operand);

// What lint rules say about a copy and its descriptor; a disagreement that no rule names has no rule.
std::vector<Problem> tma_problems(const Derived& d, Operand operand);

// The descriptor, and the transpose bit, that read the copy. Empty where keep_descriptor says why.
std::vector<Edit> descriptor_from_copy(const Derived& d, Operand operand);

// The copy that fills the operand; of a map that is there the tensor stays, where its dimensions can.
// Requires: the operand is placed().
TmaCopy copy_from_descriptor(const Derived& d, Operand operand);

}  // namespace tilescope
