// core/include/tilescope/notation/type_names.h -- the names of the types of A, B, D and scale factors elsewhere.
// SPDX-License-Identifier: MIT
//
// core/code writes these names. The readers of calls, layouts and IR find a type by them.
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

// An empty name: the program has no such type for an MMA.
struct TypeNames {
    std::string_view id;  // of an element type (hw/types.h), of D or of scale factors
    std::string_view cutlass = {}, cute_dsl = {}, gluon = {}, ttgir = {}, tilelang = {}, kittens = {}, tensor_map = {},
                     wgmma_atom = {};
    // More names in calls and layouts, in lower case with '.' for '::', with a blank between them.
    std::string_view also = {};
};

// Source: CUTLASS include/cute/numeric/numeric_types.hpp and arch/mma_sm90_gmma.hpp @7107b055; CuTe DSL 4.8.1
// cutlass/cute/typing.py; Triton 3.9 python/triton/language/core.py and IR; TileLang @a35008a4
// src/cuda/codegen/ptx.cc DTypeFromString; ThunderKittens include/common/base_types.cuh @0b55588d; cuda.h 13.0,
// CUtensorMapDataType.
// clang-format off
inline constexpr TypeNames kNamesOfTypes[] = {
    // id      CUTLASS                                CuTe DSL                  Gluon             TTGIR       TileLang          ThunderKittens        tensor map      wgmma atoms     also read
    {"f16",    "cute::half_t",                        "cutlass.Float16",        "gl.float16",     "f16",      "float16",        "kittens::half",        "FLOAT16",      "F16", "half __half f16 fp16 kfloat16 f16type.get()"},
    {"bf16",   "cute::bfloat16_t",                    "cutlass.BFloat16",       "gl.bfloat16",    "bf16",     "bfloat16",       "kittens::bf16",        "BFLOAT16",     "BF16", "bf16_t nv_bfloat16 __nv_bfloat16 kbfloat16 bf16type.get()"},
    {"tf32",   "cute::tfloat32_t",                    "cutlass.TFloat32",       "gl.float32",     "f32",      "tf32",           "",                     "FLOAT32",      "TF32", "tensor_float32 ktensorfloat32"},
    {"e4m3",   "cute::float_e4m3_t",                  "cutlass.Float8E4M3FN",   "gl.float8e4nv",  "f8E4M3FN", "float8_e4m3",    "kittens::fp8e4m3",     "UINT8",        "E4M3", "float8_e4m3fn float8_e4m3fnuz f8e4m3fn __nv_fp8_e4m3 kfloat8_e4m3 float8e4m3fntype.get() f8f6f4type.e4m3 tcgen05mxf8f6f4instructiondescriptor.type.e4m3 tcgen05f8elementtype.e4m3"},
    {"e5m2",   "cute::float_e5m2_t",                  "cutlass.Float8E5M2",     "gl.float8e5",    "f8E5M2",   "float8_e5m2",    "kittens::fp8e5m2",     "UINT8",        "E5M2", "f8e5m2 __nv_fp8_e5m2 kfloat8_e5m2 float8e5m2type.get() f8f6f4type.e5m2 tcgen05mxf8f6f4instructiondescriptor.type.e5m2 tcgen05f8elementtype.e5m2"},
    {"e2m3",   "cute::detail::float_e2m3_unpacksmem_t", "cutlass.Float6E2M3FN", "",               "",         "float6_e2m3fn",  "",                     "16U6_ALIGN16B", "", "float_e2m3_t kfloat6_e2m3fn f8f6f4type.e2m3 tcgen05mxf8f6f4instructiondescriptor.type.e2m3 tcgen05f6elementtype.e2m3"},
    {"e3m2",   "cute::detail::float_e3m2_unpacksmem_t", "cutlass.Float6E3M2FN", "",               "",         "float6_e3m2fn",  "",                     "16U6_ALIGN16B", "", "float_e3m2_t kfloat6_e3m2fn f8f6f4type.e3m2 tcgen05mxf8f6f4instructiondescriptor.type.e3m2 tcgen05f6elementtype.e3m2"},
    {"e2m1x2", "cute::float_e2m1_t",                  "cutlass.Float4E2M1FN",   "gl.uint8",       "i8",       "",               "kittens::fp4e2m1_2",   "16U4_ALIGN8B", "", "float4_e2m1fn f4e2m1fn float4e2m1fntype.get()"},
    {"e2m1",   "cute::detail::float_e2m1_unpacksmem_t", "cutlass.Float4E2M1FN", "",               "",         "float4_e2m1fn",  "",                     "16U4_ALIGN16B", "", "kfloat4_e2m1fn f8f6f4type.e2m1 tcgen05mxf8f6f4instructiondescriptor.type.e2m1 tcgen05f4elementtype.e2m1"},
    {"u8",     "uint8_t",                             "cutlass.Uint8",          "gl.uint8",       "i8",       "uint8",          "",                     "UINT8",        "U8", "kuint8 i8type.u8"},
    {"s8",     "int8_t",                              "cutlass.Int8",           "gl.int8",        "i8",       "int8",           "",                     "UINT8",        "S8", "kint8 i8type.s8 integertype.get_signless(8)"},
    {"b1",     "cute::uint1b_t",                      "",                       "",               "",         "",               "",                     "",             ""},
    {"f32",    "float",                               "cutlass.Float32",        "gl.float32",     "f32",      "float32",        "float",                "",             "F32", "f32 fp32 f32type.get()"},
    {"s32",    "int32_t",                             "cutlass.Int32",          "gl.int32",       "i32",      "int32",          "",                     "",             "S32", "dtype.s32 integertype.get_signless(32)"},
    {"ue8m0",  "cute::float_ue8m0_t",                 "cutlass.Float8E8M0FNU",  "gl.uint8",       "i8",       "",               "kittens::fp8e8m0",     "",             "", "float8_e8m0fnu float8e8m0fnutype.get()"},
    {"ue4m3",  "cute::float_ue4m3_t",                 "cutlass.Float8E4M3FN",   "gl.float8e4nv",  "f8E4M3FN", "",               "kittens::fp8e4m3",     "",             ""},
    {"ue5m3"},    // of sm_107: no text of another program is known that names it
    {"s1z4m11"},  // the same
};
// clang-format on

// Returns the names of a type. All names are empty if the table does not have it.
inline constexpr TypeNames kNoTypeNames{};
constexpr const TypeNames& names_of_type(std::string_view id) {
    for (const TypeNames& t : kNamesOfTypes)
        if (t.id == id) return t;
    return kNoTypeNames;
}

// Returns the type that CUTLASS, CuTe DSL, TileLang, ThunderKittens or another program names so, or null. `path`: in
// lower case with '.' for '::', "cutlass.bfloat16_t". A name of packed fp4 that is also one of padded fp4 means packed
// fp4.
const TypeNames* type_named(std::string_view path);

// Returns the member of CUTLASS's structs that stores a field. Empty: they have no such member.
//     cutlass_member("lbo")       "leading_byte_offset_"     UMMA::SmemDescriptor, GmmaDescriptor
//     cutlass_member("d_type")    "c_format_"                UMMA::InstrDescriptor, InstrDescriptorBlockScaled
// Source: CUTLASS include/cute/arch/mma_sm100_desc.hpp and mma_sm90_desc.hpp @7107b055.
std::string cutlass_member(std::string_view field);

}  // namespace tilescope
