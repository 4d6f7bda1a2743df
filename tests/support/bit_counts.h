// tests/support/bit_counts.h -- wgmma of b1 counted on the bytes of shared memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/mma.h>
#include <tilescope/formats/formats.h>
#include <tilescope/layout/descriptor.h>

#include <bit>
#include <cstdint>
#include <vector>

namespace tilescope::test {

// One bit of K is an eighth of a byte: rows of 256 bits are the rows of 32 bytes that wgmma of u8 would find behind
// the same descriptors. D without what it is added to, row by row.
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
