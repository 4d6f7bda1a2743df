// core/include/tilescope/layout/shared_bytes.h -- the bytes of shared memory that two operands have in common.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/smem_layout.h>

#include <cstdint>

namespace tilescope {

// The bytes that elements of both layouts use. `first` is the lowest of them; it means nothing if `count` is 0.
//
//     A: 128 x 16 f16, 128B, start 0x400         reads 32 bytes of each line from 0x400 to 0x4400
//     B:  64 x 16 f16, 128B, start 0x2400        shares 2048 bytes with A, the first one at 0x2400
struct SharedBytes {
    std::uint32_t count = 0, first = 0;
};
SharedBytes shared_bytes(const SmemLayout& a, const SmemLayout& b);

}  // namespace tilescope
