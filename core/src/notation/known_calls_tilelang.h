// core/src/notation/known_calls_tilelang.h -- functions of TileLang that make descriptors.
// SPDX-License-Identifier: MIT
#pragma once

#include "known_calls_row.h"

namespace tilescope::notation::known_calls::tilelang {

// clang-format off
inline constexpr Parameter kPointers[] = {{"descriptor", ""}, {"start_address", ""}};
inline constexpr Parameter kUmmaFields[] = {
    {"leading_byte_offset", "lbo", Store::field},
    {"stride_byte_offset", "sbo", Store::field},
    {"base_offset", "base_offset", Store::field, 0},
    {"leading_is_absolute", "lbo_mode", Store::flag, 0},
    {"swizzle_mode", "swizzle", Store::field, 0},
};
inline constexpr Parameter kStrides[] = {
    {"leading_byte_offset", "lbo", Store::field, 0},
    {"stride_byte_offset", "sbo", Store::field, 0},
};
inline constexpr Parameter kLayout[] = {{"layout_type", "swizzle", Store::field, 0}};
inline constexpr Parameter kLayoutOfCall[] = {{"layout_type_", "swizzle", Store::field, 0}};
inline constexpr Parameter kGmmaDsl[] = {
    {"layout_type", "swizzle", Store::field},
    {"leading_byte_offset", "lbo", Store::field},
    {"stride_byte_offset", "sbo", Store::field},
    {"desc", ""},
    {"start_address", ""},
};
inline constexpr Parameter kPointer[] = {{"smem_ptr", ""}};
inline constexpr Parameter kShape[] = {{"atom_m", "m", Store::count}, {"atom_n", "n", Store::count}};
inline constexpr Parameter kAtomK[] = {{"atom_k", ""}};
inline constexpr Parameter kInputs[] = {{"a_dtype", "a_type", Store::element}, {"b_dtype", "b_type", Store::element}};
inline constexpr Parameter kResult[] = {{"c_dtype", "d_type", Store::element}};
inline constexpr Parameter kMajors[] = {
    {"a_is_k_major", "transpose_a", Store::k_major},
    {"b_is_k_major", "transpose_b", Store::k_major},
    {"scale_in_a", "negate_a", Store::sign},
    {"scale_in_b", "negate_b", Store::sign},
};
inline constexpr Parameter kScaleIdsOfCall[] = {{"a_sf_id", "sfa_id", Store::field}, {"b_sf_id", "sfb_id", Store::field}};
inline constexpr Parameter kOperands[] = {
    {"desc_a", ""},
    {"desc_b", ""},
    {"tmem_c", ""},
    {"scalec", ""},
    {"desc_val", "", Store::word},
};
inline constexpr Parameter kMasks[] = {{"mask0", ""}, {"mask1", ""}, {"mask2", ""}, {"mask3", ""}};
inline constexpr Parameter kScaleAddresses[] = {{"tmem_sfa", ""}, {"tmem_sfb", ""}};
inline constexpr Parameter kMmaTypes[] = {{"C_type", "kind", Store::element}, {"use_2cta", "", Store::ignored, 0}};

inline constexpr auto kUmma = list(kPointers, kUmmaFields);
inline constexpr auto kGmma = list(kPointers, kLayoutOfCall, kStrides);
inline constexpr auto kGmmaTypes = list(kLayout, kStrides);
inline constexpr auto kInstr = list(kShape, kAtomK, kInputs, kResult, kMajors);
inline constexpr auto kScaled = list(kShape, kInputs, kMajors, kScaleIdsOfCall);
inline constexpr auto kMma = list(kOperands, kMasks);
inline constexpr auto kScaledMma = list(kOperands, kScaleAddresses);

inline constexpr std::string_view kCommon = "tile-ai/tilelang src/tl_templates/cuda/common.h";
inline constexpr std::string_view kMeta = "tile-ai/tilelang src/op/tcgen5_meta.h";
inline constexpr std::string_view kMmaSource = "tile-ai/tilelang src/tl_templates/cuda/instruction/tcgen05mma.h";

inline constexpr KnownFunction kMmaSs = {.name = "tcgen05mma_ss", .path = "tl", .mark = "datatype.k", .format = "idesc", .types = kMmaTypes, .parameters = kMma, .source = kMmaSource};

inline constexpr KnownFunction kFunctions[] = {
    {.name = "initialize_tcgen05_descriptor", .format = "smem", .parameters = kUmma, .open = kStartBits, .source = kCommon},
    {.name = "initialize_wgmma_descriptor", .path = "tl", .format = "wgmma", .types = kGmmaTypes, .parameters = kPointers, .open = kStartBits, .source = kCommon},
    {.name = "initialize_wgmma_descriptor", .path = "T", .format = "wgmma", .parameters = kGmma, .open = kStartBits, .source = "tile-ai/tilelang tilelang/language/builtin.py"},
    {.name = "initialize_wgmma_descriptor", .path = "tl", .format = "wgmma", .parameters = kGmmaDsl, .open = kStartBits, .source = "tile-ai/tilelang tilelang/contrib/cutedsl/gemm_v2.py"},
    {.name = "make_sf_smem_desc", .path = "tl", .format = "smem", .parameters = kPointer, .constant = kScaleRows, .open = kStartBits, .source = "tile-ai/tilelang src/tl_templates/cuda/tcgen_05.h"},
    {.name = "get_tcgen5_instr_desc", .format = "idesc", .parameters = kInstr, .source = kMeta},
    {.name = "get_tcgen5_blockscaled_instr_desc", .format = "scaled", .parameters = kScaled, .kind = "mxf8f6f4", .constant = stored(kIdescMxf8f6f4_91, "scale_type", 1), .source = kMeta},
    kMmaSs,
    also(kMmaSs, "tcgen05mma_ts", kMmaSs.path, kMmaSs.mark),
    also(kMmaSs, "tcgen05mma_ws_ss", kMmaSs.path, kMmaSs.mark),
    {.name = "tcgen05mma_blockscaled_ss", .path = "tl", .mark = "datatype.k", .format = "scaled", .types = kMmaTypes, .parameters = kScaledMma, .kind = "mxf8f6f4", .source = kMmaSource},
};
// clang-format on

}  // namespace tilescope::notation::known_calls::tilelang
