// tests/live/standin_memory.h -- the "device memory" that the stand-in driver and its model share.
// SPDX-License-Identifier: MIT
//
// It is one file in memory. A device pointer of the stand-in is an address of its own mapping. The model maps the file
// elsewhere, so it subtracts `base`.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilescope::standin {

inline constexpr std::size_t kMemoryBytes = 192u << 20;

// At offset 0 of the file. All others are offsets too.
struct Job {
    std::uint64_t base = 0;  // address of the file in the process of the stand-in
    std::uint64_t ptx = 0, ptx_bytes = 0;
    std::uint64_t block = 0, block_bytes = 0;
    std::uint32_t ctas = 1, threads = 128, shared_bytes = 0;
};

}  // namespace tilescope::standin
