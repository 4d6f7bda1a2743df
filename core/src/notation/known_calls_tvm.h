// core/src/notation/known_calls_tvm.h -- functions of TVM that make descriptors.
// SPDX-License-Identifier: MIT
#pragma once

#include "known_calls_row.h"

namespace tilescope::notation::known_calls::tvm {

// clang-format off
inline constexpr Parameter kDesc[] = {{"desc", ""}};
inline constexpr Parameter kAddress[] = {{"addr", ""}};
inline constexpr Parameter kStrides[] = {{"ldo", "lbo", Store::field}, {"sdo", "sbo", Store::field}};
inline constexpr Parameter kUmmaSwizzle[] = {{"swizzle", "swizzle", Store::tma_umma}};
inline constexpr Parameter kGmmaSwizzle[] = {{"swizzle", "swizzle", Store::tma_gmma}};
inline constexpr Parameter kShape[] = {{"M", "m", Store::count}, {"N", "n", Store::count}};
inline constexpr Parameter kK[] = {{"K", ""}};
inline constexpr Parameter kResult[] = {{"d_dtype", "d_type", Store::element}};
inline constexpr Parameter kResultOfScaled[] = {{"d_dtype", ""}};
inline constexpr Parameter kInputs[] = {{"a_dtype", "a_type", Store::element}, {"b_dtype", "b_type", Store::element}};
inline constexpr Parameter kScales[] = {
    {"sfa_dtype", "scale_type", Store::element},
    {"sfb_dtype", ""},
    {"sfa_tmem_addr", ""},
    {"sfb_tmem_addr", ""},
};
inline constexpr Parameter kScale[] = {{"sf_dtype", "scale_type", Store::element}};
inline constexpr Parameter kTranspose[] = {{"trans_a", "transpose_a", Store::flag}, {"trans_b", "transpose_b", Store::flag}};
inline constexpr Parameter kGroups[] = {{"n_cta_groups", "", Store::ignored, 0}};
inline constexpr Parameter kGroup[] = {{"cta_group", "", Store::ignored, 0}};
inline constexpr Parameter kSigns[] = {{"neg_a", "negate_a", Store::flag, 0}, {"neg_b", "negate_b", Store::flag, 0}};
inline constexpr Parameter kSaturate[] = {{"sat_d", "saturate", Store::flag, 0}};
inline constexpr Parameter kSparse[] = {{"is_sparse", "sparse", Store::flag, 0}};
inline constexpr Parameter kFormats[] = {
    {"d_format", "d_type", Store::field},
    {"a_format", "a_type", Store::field},
    {"b_format", "b_type", Store::field},
};
inline constexpr Parameter kRequiredFlags[] = {
    {"neg_a", "negate_a", Store::flag},
    {"neg_b", "negate_b", Store::flag},
    {"sat_d", "saturate", Store::flag},
    {"is_sparse", "sparse", Store::flag},
};
inline constexpr Parameter kRecompute[] = {{"smem_ptr", ""}, {"upper", "", Store::high}, {"matrix_start", "", Store::low}};

inline constexpr auto kUmma = list(kDesc, kAddress, kStrides, kUmmaSwizzle);
inline constexpr auto kGmma = list(kDesc, kAddress, kStrides, kGmmaSwizzle);
inline constexpr auto kBase = list(kStrides, kUmmaSwizzle);
inline constexpr auto kInstr = list(kDesc, kResult, kInputs, kShape, kK, kTranspose, kGroups, kSigns, kSaturate, kSparse);
inline constexpr auto kScaled = list(kDesc, kResultOfScaled, kInputs, kScales, kShape, kK, kTranspose, kGroups, kSigns, kSparse);
inline constexpr auto kFold = list(kShape, kK, kResult, kInputs, kTranspose, kGroup, kSigns, kSaturate, kSparse);
inline constexpr auto kScaledFold = list(kShape, kK, kResultOfScaled, kInputs, kScale, kTranspose, kGroup, kSigns, kSparse);
inline constexpr auto kGenerated = list(kDesc, kShape, kFormats, kTranspose, kRequiredFlags);

inline constexpr std::string_view kSource = "apache/tvm python/tvm/backend/cuda/cpp/descriptors.py";

inline constexpr KnownFunction kEncodeUmma = {.name = "encode_matrix_descriptor", .path = "tcgen05", .format = "smem", .parameters = kUmma, .open = kStartBits, .source = kSource};
inline constexpr KnownFunction kEncodeGmma = {.name = "encode_matrix_descriptor", .path = "wgmma", .format = "wgmma", .parameters = kGmma, .open = kStartBits, .source = kSource};

inline constexpr KnownFunction kFunctions[] = {
    kEncodeUmma,
    also(kEncodeUmma, "cuda_tcgen05_encode_matrix_descriptor"),
    also(kEncodeUmma, "tvm_builtin_ptx_tcgen05_encode_matrix_descriptor"),
    {.name = "encode_smem_descriptor_base_uint64", .format = "smem", .parameters = kBase, .open = kStartBits, .source = kSource},
    kEncodeGmma,
    also(kEncodeGmma, "cuda_wgmma_encode_matrix_descriptor"),
    also(kEncodeGmma, "ptx_wgmma_encode_matrix_descriptor"),
    {.name = "encode_instr_descriptor", .path = "tcgen05", .format = "idesc", .parameters = kInstr, .source = kSource},
    {.name = "encode_instr_descriptor_dense_uint32", .format = "idesc", .parameters = kFold, .source = kSource},
    {.name = "ptx_tcgen05_encode_instr_descriptor", .format = "idesc", .parameters = kGenerated, .source = kSource},
    {.name = "encode_instr_descriptor_block_scaled", .path = "tcgen05", .format = "scaled", .parameters = kScaled, .packed = Packed::pair, .open = kScaleIds, .source = kSource},
    {.name = "encode_instr_descriptor_block_scaled_uint32", .format = "scaled", .parameters = kScaledFold, .packed = Packed::pair, .open = kScaleIds, .source = kSource},
    {.name = "_recompute_smem_desc", .format = "smem", .parameters = kRecompute, .open = kStartBits, .source = "TIRx kernels that define it beside their use"},
};
// clang-format on

}  // namespace tilescope::notation::known_calls::tvm
