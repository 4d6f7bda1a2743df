// core/src/autopsy/structure.h -- what the reads of a chain show without the expected matrices.
// SPDX-License-Identifier: MIT
#pragma once

#include "word_faults.h"

#include <string>
#include <vector>

namespace tilescope::autopsy {

// Returns what could be at fault in an operand, the most probable first: bytes that are read twice, bytes that nothing
// wrote, a start that is not that of a tile, steps that do not go on. Each is a suspicion, not a fault.
std::vector<Fault> suspicions(const ChainReads& chain, Operand o, const std::vector<SeenMap>& maps);

// The reads of the last step of a chain that leave the shared memory of the block.
struct Outside {
    std::size_t chunks = 0;              // that lie past the end
    Element first{0, 0};                 // the first element of them
    std::uint32_t address = 0, end = 0;  // its address, and the end of shared memory
    std::vector<Fault> fields;           // those of which another value brings all reads inside
    bool certain = true;                 // false: a stride is not that of a tile without gaps, and can be at fault too
};
Outside outside_of(const StepReads& step, Operand o);

}  // namespace tilescope::autopsy
