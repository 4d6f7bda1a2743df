// core/src/autopsy/findings.h -- what each step read, compared with what it should have read.
// SPDX-License-Identifier: MIT
#pragma once

#include "blocks.h"

#include <optional>
#include <vector>

namespace tilescope::autopsy {

enum class ReadState : std::uint8_t {
    unknown,  // it was not read, or the matrix does not have the slice
    right,
    word,       // `fits` read the slice
    rows,       // the slice is in memory as `rows`, which no word reads
    later,      // the word reads the slice from a later content of memory
    memory,     // the slice is not in memory; `best` reads most of it
    registers,  // A in registers is wrong
};

struct Finding {
    ReadState state = ReadState::unknown;
    std::vector<Fit> fits;
    std::optional<WrittenRows> rows;
    Fit best;
    std::vector<std::size_t> wrong;  // memory, later, registers: chunks (elements) in the order of the walk of `best`
    std::size_t count = 0;           // known chunks (elements)
    std::size_t distinct = 0;        // of a wrong one: chunks that differ from each other
    bool clear = true;               // most of the chunks differ from each other, so that their places say something
};

// Findings of one operand of one chain, one for each step.
std::vector<Finding> findings_of(Reads& reads, std::size_t chain, Operand o, const Matrices& matrices,
                                 const ChainBlock& block, const std::stop_token& stop);

// The layout of a word after the same change as that of another step.
SmemLayout with_change(SmemLayout layout, const SmemLayout& from, const SmemLayout& to);

inline bool is_wrong(const Finding& f) { return f.state != ReadState::unknown && f.state != ReadState::right; }

}  // namespace tilescope::autopsy
