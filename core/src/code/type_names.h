// core/src/code/type_names.h -- the names of the types of A, B, D and scale factors in other programs.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace tilescope::code {

// An empty name: the program has no such type for an MMA.
struct TypeNames {
    std::string_view id;  // of an element type (hw/types.h), of D or of scale factors
    std::string_view cutlass, cute_dsl, gluon, ttgir, tilelang, kittens, tensor_map, hopper;
};

// Source: CUTLASS include/cute/numeric/numeric_types.hpp and arch/mma_sm90_gmma.hpp @7107b055; CuTe DSL 4.8.1
// cutlass/cute/typing.py; Triton 3.9 python/triton/language/core.py and IR; TileLang @a35008a4
// src/cuda/codegen/ptx.cc DTypeFromString; ThunderKittens include/common/base_types.cuh @0b55588d; cuda.h 13.0,
// CUtensorMapDataType.
// clang-format off
inline constexpr TypeNames kTypeNames[] = {
    // id      CUTLASS                                CuTe DSL                  Gluon             TTGIR       TileLang          ThunderKittens        tensor map      wgmma atoms
    {"f16",    "cute::half_t",                        "cutlass.Float16",        "gl.float16",     "f16",      "float16",        "kittens::half",        "FLOAT16",      "F16"},
    {"bf16",   "cute::bfloat16_t",                    "cutlass.BFloat16",       "gl.bfloat16",    "bf16",     "bfloat16",       "kittens::bf16",        "BFLOAT16",     "BF16"},
    {"tf32",   "cute::tfloat32_t",                    "cutlass.TFloat32",       "gl.float32",     "f32",      "tf32",           "",                     "FLOAT32",      "TF32"},
    {"e4m3",   "cute::float_e4m3_t",                  "cutlass.Float8E4M3FN",   "gl.float8e4nv",  "f8E4M3FN", "float8_e4m3",    "kittens::fp8e4m3",     "UINT8",        "E4M3"},
    {"e5m2",   "cute::float_e5m2_t",                  "cutlass.Float8E5M2",     "gl.float8e5",    "f8E5M2",   "float8_e5m2",    "kittens::fp8e5m2",     "UINT8",        "E5M2"},
    {"e2m3",   "cute::detail::float_e2m3_unpacksmem_t", "cutlass.Float6E2M3FN", "",               "",         "float6_e2m3fn",  "",                     "16U6_ALIGN16B", ""},
    {"e3m2",   "cute::detail::float_e3m2_unpacksmem_t", "cutlass.Float6E3M2FN", "",               "",         "float6_e3m2fn",  "",                     "16U6_ALIGN16B", ""},
    {"e2m1",   "cute::detail::float_e2m1_unpacksmem_t", "cutlass.Float4E2M1FN", "",               "",         "float4_e2m1fn",  "",                     "16U4_ALIGN16B", ""},
    {"e2m1x2", "cute::float_e2m1_t",                  "cutlass.Float4E2M1FN",   "gl.uint8",       "i8",       "",               "kittens::fp4e2m1_2",   "16U4_ALIGN8B", ""},
    {"u8",     "uint8_t",                             "cutlass.Uint8",          "gl.uint8",       "i8",       "uint8",          "",                     "UINT8",        "U8"},
    {"s8",     "int8_t",                              "cutlass.Int8",           "gl.int8",        "i8",       "int8",           "",                     "UINT8",        "S8"},
    {"b1",     "cute::uint1b_t",                      "",                       "",               "",         "",               "",                     "",             ""},
    {"f32",    "float",                               "cutlass.Float32",        "gl.float32",     "f32",      "float32",        "float",                "",             "F32"},
    {"s32",    "int32_t",                             "cutlass.Int32",          "gl.int32",       "i32",      "int32",          "",                     "",             "S32"},
    {"ue8m0",  "cute::float_ue8m0_t",                 "cutlass.Float8E8M0FNU",  "gl.uint8",       "i8",       "",               "kittens::fp8e8m0",     "",             ""},
    {"ue4m3",  "cute::float_ue4m3_t",                 "cutlass.Float8E4M3FN",   "gl.float8e4nv",  "f8E4M3FN", "",               "kittens::fp8e4m3",     "",             ""},
};
// clang-format on

// Returns the names of a type. All names are empty if the table does not have it.
inline constexpr TypeNames kNoTypeNames{};
constexpr const TypeNames& names_of_type(std::string_view id) {
    for (const TypeNames& t : kTypeNames)
        if (t.id == id) return t;
    return kNoTypeNames;
}

}  // namespace tilescope::code
