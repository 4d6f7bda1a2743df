// core/include/tilescope/hw/numbers.h -- how numbers are coded: floats by exponent and fraction, integers by sign.
// SPDX-License-Identifier: MIT
//
//     find_float("e4m3")->bias         7
//     find_float("e2m1x2")             the row of e2m1: two in a byte are coded as one alone
//     find_integer("s8")->is_signed    true
//
// A new type is one row here; a row of kElementTypes says how it lies in shared memory, where it does.
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// What the words with the greatest exponent field mean.
enum class Specials : std::uint8_t {
    none,      // ordinary numbers
    ieee,      // fraction 0: infinity, else NaN
    nan_only,  // all ones: NaN; no infinity
};

struct FloatFormat {
    std::string_view id;
    unsigned bits;         // that are looked at, from bit 0; tf32 ignores the low 13 of them
    unsigned ignored_low;  // cleared before anything else
    unsigned exponent_bits, fraction_bits;
    int bias;
    bool is_signed;
    bool has_zero;  // false: an exponent field of 0 is a power of two like any other
    Specials specials;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};

inline constexpr std::string_view kPtxFloats = "PTX ISA 9.1, 5.2.3";
inline constexpr std::string_view kPtxScales =
    "PTX ISA 9.1, 5.2.3; bit 7 ignored: sf-tensor/tcgen05 model.py @affce0c4";

// clang-format off
// Of elements, scale factors, C and D.
inline constexpr FloatFormat kFloats[] = {
    // id      bits ignored exponent fraction bias sign   zero   specials
    {"f32",    32, 0,       8,       23,      127, true,  true,  Specials::ieee,     kPtxFloats},
    {"tf32",   32, 13,      8,       10,      127, true,  true,  Specials::ieee,     "PTX ISA 9.1, 5.2.3; low bits cleared: words of B200 in sf-tensor/tcgen05 @affce0c4", Certainty::secondary},
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

// Null for floats and unknown names.
constexpr const IntegerType* find_integer(std::string_view id) {
    for (const IntegerType& t : kIntegerTypes)
        if (t.id == id) return &t;
    return nullptr;
}

// Stops the build on a row whose parts do not fill its bits.
constexpr bool floats_fill_their_bits() {
    for (const FloatFormat& f : kFloats)
        if (f.bits != f.ignored_low + f.fraction_bits + f.exponent_bits + (f.is_signed ? 1 : 0)) return false;
    return true;
}
static_assert(floats_fill_their_bits());

}  // namespace tilescope
