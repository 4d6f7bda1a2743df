// core/include/tilescope/hw/mma_k.h -- how many columns of K one instruction takes, by its instruction descriptor.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

namespace tilescope {

// K as the kind counts it: of a sparse A twice what is stored. 0 where the table is that of no kind.
unsigned mma_k(const Format& idesc, std::uint64_t word);

}  // namespace tilescope
