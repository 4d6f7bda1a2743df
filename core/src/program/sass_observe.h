// core/src/program/sass_observe.h -- the places of machine code whose values are of interest.
// SPDX-License-Identifier: MIT
#pragma once

#include "sass_effect.h"

#include <tilescope/program/readers.h>

#include <cstddef>
#include <unordered_map>

namespace tilescope::program::sass {

// Whether the instruction reads matrix descriptors: an MMA, or a copy to tensor memory.
bool is_observed(const Instruction& instruction);

// Adds the observation of such an instruction.
void observe(const Source& source, const Instruction& instruction, Values& values, Program& out);

// Finds the registers that a fragment writes and does not use.
class Usage {
public:
    // `at` is the number of the instruction, from 1 on; 0 for a register that it may write.
    void read(std::size_t at, const Instruction& instruction, const Operand* target);
    void write(std::size_t at, const Operand& operand, unsigned behind, TextSpan span);

    // Adds an observation for each, or one for two that are a pair.
    void observe(Values& values, Program& out) const;

private:
    struct Use {
        std::size_t read = 0, written = 0;  // the number of the last instruction that does it
        TextSpan span;
    };
    bool is_result(unsigned key) const;

    std::unordered_map<unsigned, Use> uses_;  // by register: UR4 is 2 * 4 + 1, R4 is 2 * 4
};

}  // namespace tilescope::program::sass
