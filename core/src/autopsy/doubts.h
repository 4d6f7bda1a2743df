// core/src/autopsy/doubts.h -- why a word that reads the right elements need not be the right word.
// SPDX-License-Identifier: MIT
#pragma once

#include "word_faults.h"

namespace tilescope::autopsy {

// Whether another explanation than the words that were found is as good: they would read the tile of the other operand,
// or perhaps do so, or bytes that another step reads rightly; their strides would read only zeros; the words as they
// are read most of what is not zero; the operand is its own transpose; or no writer has such a stride or base offset.
bool fits_elsewhere(const OperandCase& c, const OperandCase& other);

// A tile is written in one layout. If steps with the same field would need different ones, they do not say which
// bytes are right. The base offset can differ from stage to stage.
bool is_uneven(const OperandCase& c, const std::vector<Fault>& faults);

}  // namespace tilescope::autopsy
