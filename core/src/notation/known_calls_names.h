// core/src/notation/known_calls_names.h -- names of element types and of codes in calls of known functions.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace tilescope::notation::known_calls {

// How a function stores an argument.
enum class Store : std::uint8_t {
    ignored,    // not in the word, or only in the bits of KnownFunction::open
    field,      // the bits of the field
    bytes,      // divided by 16
    count,      // M or N in elements
    shape,      // M and N, as in the enumerator M128_N256
    tile,       // the bytes of an element; the field is the size of a tile of 8 x 8 elements
    tiles,      // rows; the field is the size of the column of such tiles that has them
    flag,       // true is 1
    k_major,    // true is 0
    must,       // no field: the function makes another word unless it is true
    major,      // K or MN
    sign,       // 1 or -1
    element,    // an element type
    layout,     // an enumerator of CUTLASS's LayoutType
    tma_umma,   // CUtensorMapSwizzle, for tcgen05
    tma_gmma,   // the same for wgmma
    gmma_high,  // a code of wgmma, in bits 62-63 also for tcgen05
    named,      // the name of a swizzle mode of wgmma
    mode,       // the name of a swizzle mode of tcgen05
    width,      // the width of a swizzle mode in bytes, in bits 62-63
    version,    // the constant bit of tcgen05
    id,         // bits 30-31 of an address in Tensor Memory
    low,        // bits 0-31
    high,       // bits 32-63
    word        // the whole word
};

enum class Element : std::uint8_t {
    f16,
    bf16,
    tf32,
    f32,
    s32,
    u8,
    s8,
    e4m3,
    e5m2,
    e2m3,
    e3m2,
    e2m1,
    e2m1_packed,
    ue8m0
};

// The codes of an element type; -1: it has none.
struct ElementCodes {
    Element element;
    int input, output, scale;
    std::string_view kind;  // of an MMA without scale factors
};
// clang-format off
inline constexpr ElementCodes kElements[] = {
    {Element::f16, 0, 0, -1, "f16"},
    {Element::bf16, 1, -1, -1, "f16"},
    {Element::tf32, 2, -1, -1, "tf32"},
    {Element::f32, -1, 1, -1, ""},
    {Element::s32, -1, 2, -1, ""},
    {Element::u8, 0, -1, -1, "i8"},
    {Element::s8, 1, -1, -1, "i8"},
    {Element::e4m3, 0, -1, 0, "f8f6f4"},
    {Element::e5m2, 1, -1, -1, "f8f6f4"},
    {Element::e2m3, 3, -1, -1, "f8f6f4"},
    {Element::e3m2, 4, -1, -1, "f8f6f4"},
    {Element::e2m1, 5, -1, -1, "f8f6f4"},
    {Element::e2m1_packed, 5, -1, -1, "f8f6f4"},
    {Element::ue8m0, -1, -1, 1, ""},
};
// clang-format on

struct ElementName {
    std::string_view name;  // in lower case, without the path
    Element element;
};
// clang-format off
inline constexpr ElementName kElementNames[] = {
    {"half_t", Element::f16},
    {"half", Element::f16},
    {"__half", Element::f16},
    {"float16", Element::f16},
    {"f16", Element::f16},
    {"kfloat16", Element::f16},
    {"f16type.get()", Element::f16},
    {"bfloat16_t", Element::bf16},
    {"bfloat16", Element::bf16},
    {"bf16", Element::bf16},
    {"bf16_t", Element::bf16},
    {"nv_bfloat16", Element::bf16},
    {"__nv_bfloat16", Element::bf16},
    {"kbfloat16", Element::bf16},
    {"bf16type.get()", Element::bf16},
    {"tfloat32_t", Element::tf32},
    {"tfloat32", Element::tf32},
    {"tf32", Element::tf32},
    {"tensor_float32", Element::tf32},
    {"ktensorfloat32", Element::tf32},
    {"float", Element::f32},
    {"float32", Element::f32},
    {"f32", Element::f32},
    {"f32type.get()", Element::f32},
    {"int32_t", Element::s32},
    {"int32", Element::s32},
    {"integertype.get_signless(32)", Element::s32},
    {"uint8_t", Element::u8},
    {"uint8", Element::u8},
    {"kuint8", Element::u8},
    {"int8_t", Element::s8},
    {"int8", Element::s8},
    {"kint8", Element::s8},
    {"integertype.get_signless(8)", Element::s8},
    {"float_e4m3_t", Element::e4m3},
    {"float_ue4m3_t", Element::e4m3},
    {"float8_e4m3fn", Element::e4m3},
    {"float8_e4m3fnuz", Element::e4m3},
    {"float8_e4m3", Element::e4m3},
    {"float8e4m3fn", Element::e4m3},
    {"fp8e4m3", Element::e4m3},
    {"kfloat8_e4m3", Element::e4m3},
    {"float8e4m3fntype.get()", Element::e4m3},
    {"float_e5m2_t", Element::e5m2},
    {"float8_e5m2", Element::e5m2},
    {"float8e5m2", Element::e5m2},
    {"fp8e5m2", Element::e5m2},
    {"kfloat8_e5m2", Element::e5m2},
    {"float8e5m2type.get()", Element::e5m2},
    {"f8f6f4type.e4m3", Element::e4m3},
    {"f8f6f4type.e5m2", Element::e5m2},
    {"f8f6f4type.e2m3", Element::e2m3},
    {"f8f6f4type.e3m2", Element::e3m2},
    {"f8f6f4type.e2m1", Element::e2m1},
    {"tcgen05mxf8f6f4instructiondescriptor.type.e4m3", Element::e4m3},
    {"tcgen05mxf8f6f4instructiondescriptor.type.e5m2", Element::e5m2},
    {"tcgen05mxf8f6f4instructiondescriptor.type.e2m3", Element::e2m3},
    {"tcgen05mxf8f6f4instructiondescriptor.type.e3m2", Element::e3m2},
    {"tcgen05mxf8f6f4instructiondescriptor.type.e2m1", Element::e2m1},
    {"i8type.u8", Element::u8},
    {"i8type.s8", Element::s8},
    {"dtype.s32", Element::s32},
    {"tcgen05f8elementtype.e4m3", Element::e4m3},
    {"tcgen05f8elementtype.e5m2", Element::e5m2},
    {"tcgen05f6elementtype.e2m3", Element::e2m3},
    {"tcgen05f6elementtype.e3m2", Element::e3m2},
    {"tcgen05f4elementtype.e2m1", Element::e2m1},
    {"float_e2m3_t", Element::e2m3},
    {"float_e2m3_unpacksmem_t", Element::e2m3},
    {"float6_e2m3fn", Element::e2m3},
    {"kfloat6_e2m3fn", Element::e2m3},
    {"float_e3m2_t", Element::e3m2},
    {"float_e3m2_unpacksmem_t", Element::e3m2},
    {"float6_e3m2fn", Element::e3m2},
    {"kfloat6_e3m2fn", Element::e3m2},
    {"float_e2m1_unpacksmem_t", Element::e2m1},
    {"kfloat4_e2m1fn", Element::e2m1},
    {"float_e2m1_t", Element::e2m1_packed},
    {"float4_e2m1fn", Element::e2m1_packed},
    {"float4e2m1fntype.get()", Element::e2m1_packed},
    {"fp4e2m1_2", Element::e2m1_packed},
    {"float_ue8m0_t", Element::ue8m0},
    {"float8_e8m0fnu", Element::ue8m0},
    {"fp8e8m0", Element::ue8m0},
    {"float8e8m0fnutype.get()", Element::ue8m0},
};
// clang-format on

// The stored bits of a number or of an enumerator, which has the last part of its path.
struct NamedCode {
    Store store;
    std::string_view name;
    std::uint64_t code;
};
// clang-format off
inline constexpr NamedCode kNamedCodes[] = {
    {Store::flag, "true", 1},
    {Store::flag, "false", 0},
    {Store::flag, "saturate.false", 0},
    {Store::flag, "saturate.true", 1},
    {Store::flag, "saturate.false_", 0},
    {Store::flag, "saturate.true_", 1},
    {Store::flag, "major.k", 0},
    {Store::flag, "major.mn", 1},
    {Store::flag, "operandmajormode.k", 0},
    {Store::flag, "operandmajormode.mn", 1},
    {Store::flag, "scalein.one", 0},
    {Store::flag, "scalein.neg", 1},
    {Store::k_major, "true", 0},
    {Store::k_major, "false", 1},
    {Store::major, "k", 0},
    {Store::major, "mn", 1},
    {Store::bytes, "kkmajorlbo", 1},
    {Store::sign, "1", 0},
    {Store::sign, "-1", 1},
    {Store::field, "maxshift.noshift", 0},
    {Store::field, "maxshift.maxshift8", 1},
    {Store::field, "maxshift.maxshift16", 2},
    {Store::field, "maxshift.maxshift32", 3},
    {Store::layout, "layouttype.swizzle_none", 0},
    {Store::layout, "layouttype.swizzle_128b_base32b", 1},
    {Store::layout, "layouttype.swizzle_128b", 2},
    {Store::layout, "layouttype.swizzle_64b", 4},
    {Store::layout, "layouttype.swizzle_32b", 6},
    {Store::tma_umma, "0", 0},
    {Store::tma_umma, "1", 6},
    {Store::tma_umma, "2", 4},
    {Store::tma_umma, "3", 2},
    {Store::tma_umma, "4", 1},
    {Store::tma_gmma, "0", 0},
    {Store::tma_gmma, "1", 3},
    {Store::tma_gmma, "2", 2},
    {Store::tma_gmma, "3", 1},
    {Store::tma_gmma, "tensormapswizzle.swizzle_none", 0},
    {Store::tma_gmma, "tensormapswizzle.swizzle_32b", 3},
    {Store::tma_gmma, "tensormapswizzle.swizzle_64b", 2},
    {Store::tma_gmma, "tensormapswizzle.swizzle_128b", 1},
    {Store::gmma_high, "0", 0},
    {Store::gmma_high, "1", 2},
    {Store::gmma_high, "2", 4},
    {Store::gmma_high, "3", 6},
    {Store::field, "byteoffsetrelative", 0},
    {Store::field, "byteaddressabsolute", 1},
    {Store::field, "scaleformat.ue4m3", 0},
    {Store::field, "scaleformat.ue8m0", 1},
    {Store::field, "kdimension.densek64orsparsek128", 0},
    {Store::field, "kdimension.densek96", 1},
    {Store::mode, "0", 0},
    {Store::mode, "1", 1},
    {Store::mode, "2", 2},
    {Store::mode, "4", 4},
    {Store::mode, "6", 6},
    {Store::mode, "swizzlemode.swizzle_none", 0},
    {Store::mode, "swizzlemode.swizzle_128b", 2},
    {Store::mode, "swizzlemode.swizzle_64b", 4},
    {Store::mode, "swizzlemode.swizzle_32b", 6},
    {Store::mode, "smemswizzlemode.knone", 0},
    {Store::mode, "smemswizzlemode.kswizzle128bbase32b", 1},
    {Store::mode, "smemswizzlemode.kswizzle128b", 2},
    {Store::mode, "smemswizzlemode.kswizzle64b", 4},
    {Store::mode, "smemswizzlemode.kswizzle32b", 6},
    {Store::mode, "tcgen05smemswizzle.none", 0},
    {Store::mode, "tcgen05smemswizzle.swizzle_128b_atom_32b", 1},
    {Store::mode, "tcgen05smemswizzle.swizzle_128b", 2},
    {Store::mode, "tcgen05smemswizzle.swizzle_64b", 4},
    {Store::mode, "tcgen05smemswizzle.swizzle_32b", 6},
    {Store::mode, "tcgen05swizzlemode.none", 0},
    {Store::mode, "tcgen05swizzlemode.swizzle128b32batom", 1},
    {Store::mode, "tcgen05swizzlemode.swizzle128b", 2},
    {Store::mode, "tcgen05swizzlemode.swizzle64b", 4},
    {Store::mode, "tcgen05swizzlemode.swizzle32b", 6},
    {Store::mode, "swizzlemode.noswizzling", 0},
    {Store::mode, "swizzlemode.swizzle128b32batomic", 1},
    {Store::mode, "swizzlemode.swizzle128b", 2},
    {Store::mode, "swizzlemode.swizzle64b", 4},
    {Store::mode, "swizzlemode.swizzle32b", 6},
    {Store::named, "swizzlemode.k128b", 1},
    {Store::named, "swizzlemode.k64b", 2},
    {Store::named, "swizzlemode.k32b", 3},
    {Store::width, "none", 0},
    {Store::width, "128", 2},
    {Store::width, "64", 4},
    {Store::width, "32", 6},
    {Store::width, "swizzlingmode.knoswizzle", 0},
    {Store::width, "swizzlingmode.k128byteswizzle", 2},
    {Store::width, "swizzlingmode.k64byteswizzle", 4},
    {Store::width, "swizzlingmode.k32byteswizzle", 6},
    {Store::version, "70368744177664", 1},
    {Store::version, "tcgen05_smem_descriptor_bit", 1},
};
// clang-format on

}  // namespace tilescope::notation::known_calls
