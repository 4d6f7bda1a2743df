// core/include/tilescope/layout/shared_bytes.h -- the bytes of shared memory that two operands have in common.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/smem_layout.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilescope {

// The bytes that elements of both layouts use. `first` is the lowest of them; it means nothing if `count` is 0.
//
//     A: 128 x 16 f16, 128B, start 0x400         reads 32 bytes of each line from 0x400 to 0x4400
//     B:  64 x 16 f16, 128B, start 0x2400        shares 2048 bytes with A, the first one at 0x2400
struct SharedBytes {
    std::uint32_t count = 0, first = 0;
};
SharedBytes shared_bytes(const SmemLayout& a, const SmemLayout& b);

// The same bytes, one by one. Layouts without a common byte have an empty map.
struct SharedMap {
    std::uint32_t first = 0;          // an address
    std::vector<std::uint64_t> used;  // 64 bytes in each number: bit i of them all is the byte first + i

    // Returns whether one of `count` bytes from an address on is shared.
    bool any_in(std::uint32_t address, std::uint32_t count) const {
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint64_t byte = std::uint64_t{address} + i, at = byte - first;
            if (byte >= first && at / 64 < used.size() && (used[static_cast<std::size_t>(at / 64)] >> at % 64 & 1) != 0)
                return true;
        }
        return false;
    }
};
SharedMap shared_map(const SmemLayout& a, const SmemLayout& b);

}  // namespace tilescope
