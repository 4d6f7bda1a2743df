// core/include/tilescope/hw/numbers.h -- how the bits of a number are coded: floats and integers.
// SPDX-License-Identifier: MIT
//
//     find_float("e4m3")->bias         7
//     find_float("e2m1x2")             the row of e2m1: each of the two elements in a byte has the code of e2m1
//     find_integer("s8")->is_signed    true
//
//     e4m3:   s eeee fff    value = (-1)^s * 2^(eeee - 7) * 1.fff     (an exponent field of 0: subnormal)
//
// A new number type needs a row here. A type that is stored in shared memory also needs a row of kElementTypes.
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// The meaning of the codes whose exponent bits are all 1.
enum class Specials : std::uint8_t {
    none,      // ordinary numbers
    ieee,      // fraction 0: infinity; other fractions: NaN
    nan_only,  // exponent and fraction all 1: NaN; every other code is a number, there is no infinity
};

struct FloatFormat {
    std::string_view id;
    unsigned bits;         // width of the code, from bit 0
    unsigned ignored_low;  // low bits that are ignored (13 for tf32)
    unsigned exponent_bits, fraction_bits;
    int bias;
    bool is_signed;
    bool has_zero;  // false: an exponent field of 0 is a power of two, not zero or subnormal
    Specials specials;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};

inline constexpr std::string_view kPtxFloats = "PTX ISA 9.1, 5.2.3";
inline constexpr std::string_view kPtxScales =
    "PTX ISA 9.1, 5.2.3; bit 7 ignored: sf-tensor/tcgen05 model.py @affce0c4";

// clang-format off
// The float types of elements, scale factors, C and D.
inline constexpr FloatFormat kFloats[] = {
    // id      bits ignored exponent fraction bias sign   zero   specials
    {"f32",    32, 0,       8,       23,      127, true,  true,  Specials::ieee,     kPtxFloats},
    {"tf32",   32, 13,      8,       10,      127, true,  true,  Specials::ieee,     "PTX ISA 9.1, 5.2.3; low bits cleared: words from a B200 in sf-tensor/tcgen05 @affce0c4", Certainty::secondary},
    {"bf16",   16, 0,       8,       7,       127, true,  true,  Specials::ieee,     kPtxFloats},
    {"f16",    16, 0,       5,       10,      15,  true,  true,  Specials::ieee,     kPtxFloats},
    {"e4m3",   8,  0,       4,       3,       7,   true,  true,  Specials::nan_only, kPtxFloats},
    {"e5m2",   8,  0,       5,       2,       15,  true,  true,  Specials::ieee,     kPtxFloats},
    {"e2m3",   6,  0,       2,       3,       1,   true,  true,  Specials::none,     kPtxFloats},
    {"e3m2",   6,  0,       3,       2,       3,   true,  true,  Specials::none,     kPtxFloats},
    {"e2m1",   4,  0,       2,       1,       1,   true,  true,  Specials::none,     kPtxFloats},
    {"ue4m3",  7,  0,       4,       3,       7,   false, true,  Specials::nan_only, kPtxScales, Certainty::secondary},
    {"ue8m0",  8,  0,       8,       0,       127, false, false, Specials::nan_only, kPtxFloats},
};
// clang-format on

struct IntegerType {
    std::string_view id;
    unsigned bits;
    bool is_signed;
};
inline constexpr IntegerType kIntegerTypes[] = {{"u8", 8, false}, {"s8", 8, true}, {"s32", 32, true}, {"b1", 1, false}};

// Returns the row with this id. Returns null for floats and for unknown names.
constexpr const IntegerType* find_integer(std::string_view id) { return row_with(kIntegerTypes, id, &IntegerType::id); }
constexpr bool is_signed_integer(std::string_view id) {
    const IntegerType* type = find_integer(id);
    return type != nullptr && type->is_signed;
}

// Checks that sign, exponent, fraction and ignored bits of each row fill its code exactly.
constexpr bool floats_fill_their_bits() {
    for (const FloatFormat& f : kFloats)
        if (f.bits != f.ignored_low + f.fraction_bits + f.exponent_bits + (f.is_signed ? 1 : 0)) return false;
    return true;
}
static_assert(floats_fill_their_bits());

}  // namespace tilescope
