// core/src/autopsy/memory_faults.h -- what is in memory where an operand should be.
// SPDX-License-Identifier: MIT
#pragma once

#include "word_faults.h"

namespace tilescope::autopsy {

// Whether most of what the steps should read is nowhere: neither there nor, as other elements of A and B, elsewhere.
// Then the array is that of another run as easily as the memory is wrong.
bool is_foreign(const OperandCase& c, const OperandCase& other, const Matrices& matrices);

// Whether all chunks, or most of them, are not where they should be, and most of what is there are other elements of
// the same matrix: as if another block were meant, or the matrix had another shape.
enum class HowMany : bool { most, all };
bool are_other_parts(HowMany how_many, const OperandCase& c, const OperandCase& other, const Matrices& matrices);

// Returns the faults of steps whose bytes are not in memory, or not yet.
std::vector<Fault> memory_faults(const OperandCase& c, const OperandCase& other, const Matrices& matrices);

}  // namespace tilescope::autopsy
