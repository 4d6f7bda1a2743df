// core/include/tilescope/hw/mma_k.h -- how many columns of K one instruction reads, from its instruction descriptor.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

namespace tilescope {

// Returns K of one instruction. For a sparse A, K is twice the number of stored columns.
// Returns 0 if the format is not an instruction descriptor.
unsigned mma_k(const Format& idesc, std::uint64_t word);

}  // namespace tilescope
