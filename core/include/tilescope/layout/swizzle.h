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

#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

struct Swizzle {
    unsigned bits, base, shift;
    constexpr std::uint32_t operator()(std::uint32_t address) const {
        const std::uint32_t z = ((1u << bits) - 1u) << base;
        return address ^ ((address >> shift) & z);
    }
    // The same for addresses that are no shared-memory ones: generic pointers, offsets of large layouts.
    constexpr std::uint64_t wide(std::uint64_t address) const {
        const std::uint64_t z = ((std::uint64_t{1} << bits) - 1u) << base;
        return address ^ ((address >> shift) & z);
    }
    friend constexpr bool operator==(const Swizzle&, const Swizzle&) = default;
};

enum class SwizzleMode : std::uint8_t { none, b32, b64, b128, b128_32 };

inline constexpr int kNoCode = -1;  // this numbering has no such mode

// One row a mode: its names and the five numberings people meet it under.
struct SwizzleRow {
    SwizzleMode mode;
    std::string_view name;                    // as on the command line
    Swizzle swizzle;                          // on bytes, as CuTe writes Swizzle<bits, base, shift>
    unsigned width_bytes;                     // of one swizzled row; 16 for none
    unsigned pattern_bytes;                   // the pattern repeats after so many bytes; 16 for none
    unsigned k_rows;                          // k indices of one MN-major atom
    int tcgen05, wgmma, tensor_map, ordinal;  // code in the descriptors, CUtensorMapSwizzle, ordinal of TVM
    std::string_view source;
    Certainty certainty;
};

// clang-format off
inline constexpr SwizzleRow kSwizzleModes[] = {
    {SwizzleMode::none,    "none",     {0, 4, 3},  16,   16, 8, 0, 0, 0, 0, "PTX ISA 9.1, Table 40; cuda.h CUtensorMapSwizzle", Certainty::confirmed},
    {SwizzleMode::b32,     "32B",      {1, 4, 3},  32,  256, 8, 6, 3, 1, 1, "PTX ISA 9.1, Tables 40 and 41; cuda.h CUtensorMapSwizzle", Certainty::confirmed},
    {SwizzleMode::b64,     "64B",      {2, 4, 3},  64,  512, 8, 4, 2, 2, 2, "PTX ISA 9.1, Tables 40 and 41; cuda.h CUtensorMapSwizzle", Certainty::confirmed},
    {SwizzleMode::b128,    "128B",     {3, 4, 3}, 128, 1024, 8, 2, 1, 3, 3, "PTX ISA 9.1, Tables 40 and 41; cuda.h CUtensorMapSwizzle", Certainty::confirmed},
    {SwizzleMode::b128_32, "128B_32B", {2, 5, 2}, 128,  512, 4, 1, kNoCode, 4, 4, "PTX ISA 9.1, Table 40 and 5.5.7; the pattern's length follows from its XOR", Certainty::secondary},
};
// clang-format on

constexpr const SwizzleRow& row_of(SwizzleMode mode) { return kSwizzleModes[static_cast<std::size_t>(mode)]; }

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

static_assert(row_of(SwizzleMode::b128_32).mode == SwizzleMode::b128_32);
static_assert(row_of(SwizzleMode::b128).swizzle(0x090) == 0x080);

}  // namespace tilescope
