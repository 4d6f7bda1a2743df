// core/include/tilescope/layout/swizzle.h -- how a swizzle permutes bytes of shared memory.
// SPDX-License-Identifier: MIT
//
// A swizzle is one XOR on the byte address:
//
//     address = 0b ... YYY .. ZZZ bbbb       base   number of bits below Z; they never change (4: a 16-byte chunk)
//                       |      |             bits   number of bits of Y and of Z
//                       +--xor-+             shift  distance from Z to Y, in bits
//
//     Z becomes Z xor Y. No other bit changes.
//
// Worked example, mode 128B = Swizzle{3, 4, 3}. Byte 0x090 is row 1, chunk 1 of 128-byte rows:
//     Y = row = 0b001, Z = chunk = 0b001, so Z becomes 0b000. The byte is stored at 0x080.
//
// Y and Z do not overlap, so the XOR never changes Y. Therefore, for every mode,
//     the swizzle is its own inverse     s(s(x)) == x
//     the swizzle is linear              s(a ^ b) == s(a) ^ s(b): its values at the powers of two define it
// tests/unit/layout/swizzle_test.cpp checks both for every byte of every mode.
//
// The XOR uses absolute shared-memory addresses, not offsets from the start of a tile.
#pragma once

#include <tilescope/hw/families.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// Returns the mode with this code in a descriptor of the family, or null if the code has no meaning.
constexpr const SwizzleRow* mode_with_code(const FamilyRow& family, std::uint64_t raw) {
    for (const SwizzleRow& row : kSwizzleModes)
        if (row.*family.swizzle != kNoCode && static_cast<std::uint64_t>(row.*family.swizzle) == raw) return &row;
    return nullptr;
}
// Returns the mode with this name ("128B"), or null.
constexpr const SwizzleRow* mode_named(std::string_view name) {
    return row_with(kSwizzleModes, name, &SwizzleRow::name);
}

static_assert(row_of(SwizzleMode::b128).swizzle(0x090) == 0x080);

}  // namespace tilescope
