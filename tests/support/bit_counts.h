// tests/support/bit_counts.h -- computes a wgmma of b1 directly on the bytes of shared memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/mma.h>
#include <tilescope/formats/formats.h>
#include <tilescope/layout/descriptor.h>

#include <bit>
#include <cstdint>
#include <vector>

namespace tilescope::test {

// Returns D = A x B of a wgmma of b1, row by row, without the previous D. A row of K has 256 bits, which is 32 bytes.
// So the function reads the operands as u8 with K = 32, through the same descriptors.
inline std::vector<std::int64_t> bit_counts(const Machine& machine, const MmaInstruction& i, unsigned n) {
    constexpr unsigned kM = 64, kBytes = 32;
    const Format& format = **find_format("wgmma", {}, i.edition);
    const auto bytes = [&](std::uint64_t word, unsigned rows) {
        return read_operand(machine.smem[0],
                            *layout_of(format, word, Major::k, *find_type("u8"), static_cast<int>(rows), kBytes));
    };
    const ReadOperand a = bytes(i.a_desc, kM), b = bytes(i.b_desc, n);
    std::vector<std::int64_t> out;
    for (unsigned row = 0; row < kM; ++row)
        for (unsigned column = 0; column < n; ++column) {
            std::int64_t count = 0;
            for (unsigned k = 0; k < kBytes; ++k)
                count += std::popcount(a.words[row * kBytes + k] & b.words[column * kBytes + k]);
            out.push_back(count);
        }
    return out;
}

}  // namespace tilescope::test
