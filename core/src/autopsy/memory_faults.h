// core/src/autopsy/memory_faults.h -- what is in memory where an operand should be.
// SPDX-License-Identifier: MIT
#pragma once

#include "word_faults.h"

namespace tilescope::autopsy {

// Whether most of what the steps should read is nowhere: neither there nor, as other elements of A and B, elsewhere.
// Then the array is that of another run as easily as the memory is wrong.
bool is_foreign(const OperandCase& c, const OperandCase& other, const Matrices& matrices);

// Whether nothing is where it should be, and most of what is there are other elements of the same matrix: as if its
// shape were another one.
bool is_all_of_other_parts(const OperandCase& c, const OperandCase& other, const Matrices& matrices);

// Returns the faults of steps whose bytes are not in memory, or not yet.
std::vector<Fault> memory_faults(const OperandCase& c, const OperandCase& other, const Matrices& matrices);

}  // namespace tilescope::autopsy
