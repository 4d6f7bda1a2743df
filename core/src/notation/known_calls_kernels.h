// core/src/notation/known_calls_kernels.h -- functions of DeepGEMM, FlashInfer and ThunderKittens
// SPDX-License-Identifier: MIT
#pragma once

#include "known_calls_row.h"

namespace tilescope::notation::known_calls::kernels {

// clang-format off
inline constexpr Parameter kPointer[] = {{"smem_ptr", ""}};
inline constexpr Parameter kDeepGemmUmma[] = {
    {"layout", "swizzle", Store::layout},
    {"smem_ptr", ""},
    {"stride_byte_offset", "sbo", Store::bytes},
    {"leading_byte_offset", "lbo", Store::bytes},
};
inline constexpr Parameter kSageUmma[] = {
    {"smem_addr", ""},
    {"lbo_bytes", "lbo", Store::bytes},
    {"sbo_bytes", "sbo", Store::bytes},
    {"layout", "swizzle", Store::mode},
    {"base_offset", "base_offset", Store::field, 0},
    {"lbo_mode", "lbo_mode", Store::field, 0},
};
inline constexpr Parameter kDeepGemmGmma[] = {
    {"smem_ptr", ""},
    {"layout_type", "swizzle", Store::field},
    {"leading_byte_offset", "lbo", Store::bytes, 0},
    {"stride_byte_offset", "sbo", Store::bytes, 64},
};
inline constexpr Parameter kFlashInferTypes[] = {
    {"swizzle_mode", "swizzle", Store::named},
    {"leading_byte_offset", "lbo", Store::bytes},
    {"stride_byte_offset", "sbo", Store::bytes},
};
inline constexpr Parameter kKittensRaw[] = {
    {"addr", ""},
    {"leading_dim_offset", "lbo", Store::bytes},
    {"stride_dim_offset", "sbo", Store::bytes},
    {"swizzle_mode", "swizzle", Store::gmma_high},
};
inline constexpr Parameter kKittensRawHopper[] = {
    {"addr", ""},
    {"leading_dim_offset", "lbo", Store::bytes},
    {"stride_dim_offset", "sbo", Store::bytes},
    {"swizzle_mode", "swizzle", Store::field},
};
inline constexpr Parameter kKittensResult[] = {{"D", "d_type", Store::element}};
inline constexpr Parameter kKittensResultOfScaled[] = {{"D", ""}};
inline constexpr Parameter kKittensInputs[] = {{"AB", "ab_type", Store::element}};
inline constexpr Parameter kKittensScale[] = {{"SAB", "scale_type", Store::element}};
inline constexpr Parameter kKittensShape[] = {{"M", "m", Store::count}, {"N", "n", Store::count}};
inline constexpr Parameter kKittensTranspose[] = {{"trans_a", "transpose_a", Store::flag}, {"trans_b", "transpose_b", Store::flag}};
inline constexpr Parameter kKittensSign[] = {{"neg", "negate_a", Store::flag, 0}};
inline constexpr Parameter kKittensScaleId[] = {{"scale_factor_id", "", Store::ignored, 0}};

inline constexpr auto kKittensInstr = list(kKittensResult, kKittensInputs, kKittensShape, kKittensTranspose, kKittensSign);
inline constexpr auto kKittensScaled = list(kKittensResultOfScaled, kKittensInputs, kKittensScale, kKittensShape, kKittensSign, kKittensScaleId);

inline constexpr std::string_view kDeepGemm100 = "deepseek-ai/DeepGEMM deep_gemm/include/deep_gemm/mma/sm100.cuh";
inline constexpr std::string_view kKittensSource = "HazyResearch/ThunderKittens include/ops/thread/mma/tcgen05.cuh";

inline constexpr std::string_view kKittensDescriptor = "HazyResearch/ThunderKittens include/types/shared/descriptor.cuh";

inline constexpr KnownFunction kSm90 = {.name = "make_smem_desc", .path = "sm90", .format = "wgmma", .parameters = kDeepGemmGmma, .open = kStartBits, .source = "deepseek-ai/DeepGEMM deep_gemm/include/deep_gemm/mma/sm90.cuh"};

inline constexpr KnownFunction kFunctions[] = {
    {.name = "make_smem_desc", .mark = "layouttype.swizzle_", .format = "smem", .parameters = kDeepGemmUmma, .open = kStartBits, .source = kDeepGemm100},
    {.name = "make_smem_desc_sm100", .mark = "smemswizzlemode.k", .format = "smem", .parameters = kSageUmma, .open = kStartBits, .source = "SageAttention for sm_100, make_smem_desc_sm100"},
    {.name = "make_sf_desc", .path = "sm100", .format = "smem", .parameters = kPointer, .constant = kScaleRows, .open = kStartBits, .source = kDeepGemm100},
    kSm90,
    also(kSm90, "make_smem_desc", "", "wgmma."),
    {.name = "make_smem_desc", .mark = "swizzlemode.k", .format = "wgmma", .types = kFlashInferTypes, .parameters = kPointer, .open = kStartBits, .source = "flashinfer-ai/flashinfer include/flashinfer/attention/hopper.cuh"},
    {.name = "matrix_descriptor_raw", .format = "wgmma", .parameters = kKittensRawHopper, .open = kStartBits, .text = TextFor::hopper, .source = kKittensDescriptor},
    {.name = "matrix_descriptor_raw", .format = "smem", .parameters = kKittensRaw, .open = kStartBits, .text = TextFor::blackwell, .source = kKittensDescriptor},
    {.name = "matrix_descriptor_raw", .format = "smem", .parameters = kKittensRaw, .open = kStartBits | kVersionBit, .source = kKittensDescriptor},
    {.name = "instruction_descriptor", .path = "tcgen05", .format = "idesc", .types = kKittensInstr, .source = kKittensSource},
    {.name = "instruction_descriptor", .path = "tcgen05", .format = "scaled", .types = kKittensScaled, .packed = Packed::pair, .open = kScaleIds, .source = kKittensSource},
};
// clang-format on

}  // namespace tilescope::notation::known_calls::kernels
