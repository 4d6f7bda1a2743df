// core/include/tilescope/hw/swizzle_modes.h -- the swizzle modes: names, XORs, and codes in each format.
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
//
//     row_of(SwizzleMode::b128).swizzle(0x480)     0x490: address bits 6:4 are XORed with bits 9:7
//     row_of(SwizzleMode::b128).tcgen05            2: the code in bits 61-63 of a tcgen05 descriptor
//
// The names of the swizzle fields of the descriptors and the XORs of TMA come from this table. A new mode also needs a
// row of kTmaSwizzles (layout/tensor_map.h) and of the canonical forms of CuTe (notation/cute_math.cpp).
#pragma once

#include <tilescope/word/field.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace tilescope {

// The swizzle function Swizzle<bits, base, shift> of CuTe: `bits` address bits from bit `base` up are XORed with the
// bits `shift` positions above them.
struct Swizzle {
    unsigned bits, base, shift;
    constexpr std::uint32_t operator()(std::uint32_t address) const {
        const std::uint32_t z = ((1u << bits) - 1u) << base;
        return address ^ ((address >> shift) & z);
    }
    // The same for 64-bit addresses: generic pointers, offsets of large layouts.
    constexpr std::uint64_t wide(std::uint64_t address) const {
        const std::uint64_t z = ((std::uint64_t{1} << bits) - 1u) << base;
        return address ^ ((address >> shift) & z);
    }
    friend constexpr bool operator==(const Swizzle&, const Swizzle&) = default;
};

enum class SwizzleMode : std::uint8_t { none, b32, b64, b128, b128_32 };

inline constexpr int kNoCode = -1;  // the format has no code for this mode

// One row for each mode: its name, its numbers and its code in each format.
struct SwizzleRow {
    SwizzleMode mode;
    std::string_view name;                    // the name on the command line
    Swizzle swizzle;                          // on byte addresses, in the form of CuTe
    unsigned width_bytes;                     // width of one swizzled row; 16 for none
    unsigned pattern_bytes;                   // the pattern repeats after this many bytes; 16 for none
    unsigned k_rows;                          // columns of K in one MN-major atom
    int tcgen05, wgmma, tensor_map, ordinal;  // codes: the two descriptors, CUtensorMapSwizzle, TVM's ordinal
    std::string_view doc;
    std::string_view source;
    Certainty certainty;
};

// clang-format off
inline constexpr SwizzleRow kSwizzleModes[] = {
    // mode                name        XOR        row pattern k  codes
    {SwizzleMode::none,    "none",     {0, 4, 3},  16,   16, 8, 0, 0, 0, 0,
     "No swizzle: separate core matrices of 8 rows x 16 bytes (CUTLASS SWIZZLE_NONE, INTERLEAVE).",
     "PTX ISA 9.1, Table 40; cuda.h CUtensorMapSwizzle", Certainty::confirmed},
    {SwizzleMode::b32,     "32B",      {1, 4, 3},  32,  256, 8, 6, 3, 1, 1,
     "32-byte pattern: address bit 4 is XORed with bit 7 (CUTLASS SWIZZLE_32B; Hopper B32).",
     "PTX ISA 9.1, Tables 40 and 41; cuda.h CUtensorMapSwizzle", Certainty::confirmed},
    {SwizzleMode::b64,     "64B",      {2, 4, 3},  64,  512, 8, 4, 2, 2, 2,
     "64-byte pattern: address bits 5:4 are XORed with bits 8:7 (CUTLASS SWIZZLE_64B; Hopper B64).",
     "PTX ISA 9.1, Tables 40 and 41; cuda.h CUtensorMapSwizzle", Certainty::confirmed},
    {SwizzleMode::b128,    "128B",     {3, 4, 3}, 128, 1024, 8, 2, 1, 3, 3,
     "128-byte pattern: address bits 6:4 are XORed with bits 9:7 (CUTLASS SWIZZLE_128B; Hopper B128).",
     "PTX ISA 9.1, Tables 40 and 41; cuda.h CUtensorMapSwizzle", Certainty::confirmed},
    {SwizzleMode::b128_32, "128B_32B", {2, 5, 2}, 128,  512, 4, 1, kNoCode, 4, 4,
     "128-byte pattern that moves 32-byte atoms, for 32-bit MN-major operands (CUTLASS SWIZZLE_128B_BASE32B).",
     "PTX ISA 9.1, Table 40 and 5.5.7; the pattern's length follows from its XOR", Certainty::secondary},
};
// clang-format on

constexpr const SwizzleRow& row_of(SwizzleMode mode) { return kSwizzleModes[static_cast<std::size_t>(mode)]; }
// Returns the mode with this name ("128B"), or null.
constexpr const SwizzleRow* mode_named(std::string_view name) {
    return row_with(kSwizzleModes, name, &SwizzleRow::name);
}

static_assert(row_of(SwizzleMode::b128).swizzle(0x090) == 0x080);

static_assert([] {
    for (const SwizzleRow& row : kSwizzleModes)
        if (&row_of(row.mode) != &row) return false;
    return true;
}());

// Returns the modes that have a code in one format, in the order of the codes: the names of the swizzle field.
template <int SwizzleRow::*Code>
constexpr auto swizzle_names() {
    constexpr auto has_code = [](const SwizzleRow& row) { return row.*Code != kNoCode; };
    std::array<NamedValue, static_cast<std::size_t>(std::ranges::count_if(kSwizzleModes, has_code))> out{};
    std::size_t next = 0;
    for (const SwizzleRow& row : kSwizzleModes)
        if (has_code(row)) out[next++] = {static_cast<std::uint64_t>(row.*Code), row.name, row.doc};
    std::ranges::sort(out, {}, &NamedValue::raw);
    return out;
}
inline constexpr auto kTcgen05Swizzles = swizzle_names<&SwizzleRow::tcgen05>();
inline constexpr auto kWgmmaSwizzles = swizzle_names<&SwizzleRow::wgmma>();

}  // namespace tilescope
