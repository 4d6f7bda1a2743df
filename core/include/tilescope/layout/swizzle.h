// core/include/tilescope/layout/swizzle.h -- how the tensor core permutes bytes inside a block of shared memory.
// SPDX-License-Identifier: MIT
//
// A swizzle is one XOR on the byte address:
//
//     address = 0b ... YYY .. ZZZ bbbb       base   bits below Z, which never move (4: a 16-byte chunk)
//                       |      |             bits   how many bits Y and Z have
//                       +--xor-+             shift  how far Y sits above Z
//
//     Z becomes Z xor Y. Nothing else changes.
//
// Worked example, mode 128B = Swizzle{3, 4, 3}. Byte 0x090 is row 1, chunk 1 of 128-byte rows:
//     Y = row = 0b001, Z = chunk = 0b001, so Z becomes 0b000, and the byte lives at 0x080.
//
// Because it is an XOR of bits it never changes (Y and Z do not meet), for every mode
//     it undoes itself     s(s(x)) == x
//     it is linear         s(a ^ b) == s(a) ^ s(b): its values at the powers of two describe it completely
// and tests/unit/layout/swizzle_test.cpp checks both for every byte of every mode.
//
// The XOR acts on absolute shared-memory addresses, not on offsets from the start of a tile.
#pragma once

#include <tilescope/hw/swizzle_modes.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// The mode that a descriptor's stored code names, or null where the code has no meaning.
constexpr const SwizzleRow* mode_of_tcgen05(std::uint64_t raw) {
    for (const SwizzleRow& row : kSwizzleModes)
        if (static_cast<std::uint64_t>(row.tcgen05) == raw) return &row;
    return nullptr;
}
constexpr const SwizzleRow* mode_of_wgmma(std::uint64_t raw) {
    for (const SwizzleRow& row : kSwizzleModes)
        if (row.wgmma != kNoCode && static_cast<std::uint64_t>(row.wgmma) == raw) return &row;
    return nullptr;
}
constexpr const SwizzleRow* mode_named(std::string_view name) {
    for (const SwizzleRow& row : kSwizzleModes)
        if (row.name == name) return &row;
    return nullptr;
}

static_assert(row_of(SwizzleMode::b128).swizzle(0x090) == 0x080);

}  // namespace tilescope
