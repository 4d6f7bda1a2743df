// core/src/notation/known_calls_python.h -- functions of Mosaic GPU and Tilus, Python libraries, that make descriptors.
// SPDX-License-Identifier: MIT
#pragma once

#include "known_calls_row.h"

namespace tilescope::notation::known_calls::python {

// clang-format off
inline constexpr Parameter kMosaicShape[] = {{"m", "m", Store::count}, {"n", "n", Store::count}};
inline constexpr Parameter kMosaicTypes[] = {
    {"acc_dtype", "d_type", Store::element},
    {"a_dtype", "a_type", Store::element},
    {"b_dtype", "b_type", Store::element},
    {"transpose_a", "transpose_a", Store::flag, 0},
    {"transpose_b", "transpose_b", Store::flag, 0},
};
inline constexpr Parameter kMosaicScaledTypes[] = {
    {"a_type", "a_type", Store::element},
    {"b_type", "b_type", Store::element},
    {"a_scale_idx", "sfa_id", Store::field},
    {"b_scale_idx", "sfb_id", Store::field},
    {"transpose_a", "transpose_a", Store::flag},
    {"transpose_b", "transpose_b", Store::flag},
    {"scale_type", "scale_type", Store::element},
    {"sparse", "sparse", Store::flag, 0},
};
inline constexpr Parameter kMosaicSmem[] = {
    {"ref_arg", ""},
    {"leading_byte_offset", "lbo", Store::bytes},
    {"stride_byte_offset", "sbo", Store::bytes},
    {"swizzle", "swizzle", Store::width},
    {"const_init", "version", Store::version, kStaysOpen},
    {"split_const", "", Store::ignored, 0},
};
inline constexpr Parameter kTilusOffsets[] = {
    {"smem_addr", ""},
    {"lbo", "lbo", Store::field},
    {"sbo", "sbo", Store::field},
    {"mbo", "base_offset", Store::field},
};
inline constexpr Parameter kTilusStrideMode[] = {{"stride_mode", "lbo_mode", Store::field}};
inline constexpr Parameter kTilusSwizzle[] = {{"swizzle_mode", "swizzle", Store::field}};
inline constexpr Parameter kTilusCopy[] = {
    {"leading_dim_offset", "lbo", Store::bytes},
    {"stride_dim_offset", "sbo", Store::bytes},
    {"swizzle_mode", "swizzle", Store::field, 0},
    {"base_offset", "base_offset", Store::field, 0},
    {"use_absolute_addressing", "lbo_mode", Store::flag, 0},
};
inline constexpr Parameter kTilusInstr[] = {
    {"sparsity_selector", "sparsity_selector", Store::field},
    {"sparsity", "sparse", Store::field},
    {"saturate_for_integer", "saturate", Store::field},
    {"d_dtype", "d_type", Store::field},
    {"a_dtype", "a_type", Store::field},
    {"b_dtype", "b_type", Store::field},
    {"negate_a", "negate_a", Store::field},
    {"negate_b", "negate_b", Store::field},
    {"transpose_a", "transpose_a", Store::field},
    {"transpose_b", "transpose_b", Store::field},
    {"shifted_n", "n", Store::field},
    {"shifted_m", "m", Store::field},
    {"maximim_shift_in_ws", "max_shift", Store::field},
};

// cuda.lang renamed the strides twice.
inline constexpr Parameter kCudaLangStart[] = {{"matrix_start_address", ""}};
inline constexpr Parameter kCudaLangOffsets[] = {
    {"leading_dim_offset", "lbo", Store::bytes}, {"stride_dim_offset", "sbo", Store::bytes},
    {"base_offset", "base_offset", Store::field, 0}, {"leading_dim_mode", "lbo_mode", Store::field, 0}};
inline constexpr Parameter kCudaLangLongOffsets[] = {
    {"leading_dimension_offset", "lbo", Store::bytes}, {"stride_dimension_offset", "sbo", Store::bytes},
    {"base_offset", "base_offset", Store::field, 0}, {"leading_dimension_mode", "lbo_mode", Store::field, 0}};
inline constexpr Parameter kCudaLangByteOffsets[] = {
    {"leading_dimension_byte_offset", "lbo", Store::bytes}, {"stride_dimension_byte_offset", "sbo", Store::bytes},
    {"base_offset", "base_offset", Store::field, 0}, {"leading_dimension_mode", "lbo_mode", Store::field, 0}};
inline constexpr Parameter kCudaLangMode[] = {{"swizzle_mode", "swizzle", Store::mode, 0}};
inline constexpr Parameter kCudaLangInstr[] = {
    {"sparsity_selector", "sparsity_selector", Store::field, 0},
    {"sparse", "sparse", Store::flag, 0},
    {"saturate", "saturate", Store::flag, 0},
    {"d_type", "d_type", Store::element, 0},
    {"a_type", "a_type", Store::element, 0},
    {"b_type", "b_type", Store::element, 0},
    {"negate_a", "negate_a", Store::flag, 0},
    {"negate_b", "negate_b", Store::flag, 0},
    {"transpose_a", "transpose_a", Store::flag, 0},
    {"transpose_b", "transpose_b", Store::flag, 0},
    {"n", "n", Store::count, 0},
    {"m", "m", Store::count, 0},
    {"max_shift", "max_shift", Store::field, 0},
};
inline constexpr Parameter kCudaLangScaledFront[] = {{"sparse", "sparse", Store::flag, 0}, {"b_scale_id", "sfb_id", Store::field, 0}};
inline constexpr Parameter kCudaLangByteTypes[] = {{"a_type", "a_type", Store::element, 0}, {"b_type", "b_type", Store::element, 0}};
inline constexpr Parameter kCudaLangPackedTypes[] = {{"a_type", "", Store::ignored, 0}, {"b_type", "", Store::ignored, 0}};  // E2M1 is the only one
inline constexpr Parameter kCudaLangSigns[] = {
    {"negate_a", "negate_a", Store::flag, 0},
    {"negate_b", "negate_b", Store::flag, 0},
    {"transpose_a", "transpose_a", Store::flag, 0},
    {"transpose_b", "transpose_b", Store::flag, 0},
    {"n", "n", Store::count, 0},
};
inline constexpr Parameter kCudaLangScale[] = {{"scale_format", "scale_type", Store::field, 1}};
inline constexpr Parameter kCudaLangRows[] = {{"m", "m", Store::count, 0}, {"a_scale_id", "sfa_id", Store::field, 0}};
inline constexpr Parameter kCudaLangK[] = {{"k_dimension", "k_size", Store::field, 0}};

inline constexpr auto kMosaicInstr = list(kMosaicShape, kMosaicTypes);
inline constexpr auto kMosaicScaled = list(kMosaicShape, kMosaicScaledTypes);
inline constexpr auto kTilusUmma = list(kTilusOffsets, kTilusStrideMode, kTilusSwizzle);
inline constexpr auto kTilusGmma = list(kTilusOffsets, kTilusSwizzle);
inline constexpr auto kCudaLangSmem = list(kCudaLangStart, kCudaLangByteOffsets, kCudaLangMode);
inline constexpr auto kCudaLangLongSmem = list(kCudaLangStart, kCudaLangLongOffsets, kCudaLangMode);
inline constexpr auto kCudaLangShortSmem = list(kCudaLangStart, kCudaLangOffsets, kCudaLangMode);
inline constexpr auto kCudaLangMxf8f6f4 = list(kCudaLangScaledFront, kCudaLangByteTypes, kCudaLangSigns, kCudaLangScale, kCudaLangRows);
inline constexpr auto kCudaLangMxf4 = list(kCudaLangScaledFront, kCudaLangPackedTypes, kCudaLangSigns, kCudaLangScale, kCudaLangRows, kCudaLangK);

inline constexpr std::string_view kMosaicSource = "jax-ml/jax jax/experimental/mosaic/gpu/tcgen05.py";
inline constexpr std::string_view kCudaLangSource = "NVIDIA cuda.lang, tcgen05.py (dataclass and its encode)";
inline constexpr std::string_view kTilusSource = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/tcgen05.py";

inline constexpr KnownFunction kTilusEncodeUmma = {.name = "tcgen05_encode_smem_descriptor", .format = "smem", .parameters = kTilusUmma, .open = kStartBits, .source = kTilusSource};
inline constexpr KnownFunction kTilusEncodeGmma = {.name = "wgmma_encode_smem_descriptor", .format = "wgmma", .parameters = kTilusGmma, .open = kStartBits, .source = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/wgmma.py"};
// Tilus stores the misprint of the manual.
inline constexpr std::uint64_t kMisprint = stored(kSmem91, "fixed", 0xb0);

inline constexpr std::uint64_t kPackedTypes = stored(kIdescMxf4_91, "a_type", 1) | stored(kIdescMxf4_91, "b_type", 1);
inline constexpr std::string_view kCudaLangWord = "Tcgen05SharedMemoryDescriptor";

inline constexpr KnownFunction kFunctions[] = {
    {.name = kCudaLangWord, .format = "smem", .parameters = kCudaLangSmem, .open = kStartBits, .source = kCudaLangSource},
    {.name = kCudaLangWord, .format = "smem", .parameters = kCudaLangLongSmem, .open = kStartBits, .source = kCudaLangSource},
    {.name = kCudaLangWord, .format = "smem", .parameters = kCudaLangShortSmem, .open = kStartBits, .source = kCudaLangSource},
    {.name = "Tcgen05InstructionDescriptor", .format = "idesc", .parameters = kCudaLangInstr, .source = kCudaLangSource},
    {.name = "Tcgen05Mxf8f6f4InstructionDescriptor", .format = "scaled", .parameters = kCudaLangMxf8f6f4, .kind = "mxf8f6f4", .source = kCudaLangSource},
    {.name = "Tcgen05Mxf4InstructionDescriptor", .format = "scaled", .parameters = kCudaLangMxf4, .kind = "mxf4nvf4 mxf4", .constant = kPackedTypes, .source = kCudaLangSource},
    {.name = "create_instr_descriptor", .format = "idesc", .parameters = kMosaicInstr, .source = kMosaicSource},
    {.name = "create_scaled_f8f6f4_instr_descriptor", .format = "scaled", .parameters = kMosaicScaled, .kind = "mxf8f6f4", .source = kMosaicSource},
    {.name = "create_scaled_f4_instr_descriptor", .format = "scaled", .parameters = kMosaicScaled, .packed = Packed::pair, .source = kMosaicSource},
    {.name = "encode_descriptor", .path = "mma_utils", .format = "smem", .parameters = kMosaicSmem, .open = kStartBits | kVersionBit, .source = "jax-ml/jax jax/experimental/mosaic/gpu/mma_utils.py"},
    kTilusEncodeUmma,
    also(kTilusEncodeUmma, "cuda_tcgen05_encode_smem_descriptor"),
    kTilusEncodeGmma,
    also(kTilusEncodeGmma, "cuda_wgmma_encode_smem_descriptor"),
    {.name = "make_tcgen05_cp_desc", .format = "smem", .parameters = kTilusCopy, .constant = kMisprint, .open = kStartBits, .source = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/tcgen05_cp.py"},
    {.name = "tcgen05_encode_mma_inst_descriptor", .format = "idesc", .parameters = kTilusInstr, .source = kTilusSource},
};
// clang-format on

}  // namespace tilescope::notation::known_calls::python
