// core/src/notation/known_calls_table.h -- functions of known libraries that make descriptors, and their parameters.
// SPDX-License-Identifier: MIT
//
// Each row follows the public definition that `source` names. The functions start with the word 0. So a field without a
// parameter is 0, unless `open` has its bits.
#pragma once

#include "known_calls_names.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace tilescope::notation::known_calls {

inline constexpr int kRequired = -1, kStaysOpen = -2;

struct Parameter {
    std::string_view name;   // of a keyword argument
    std::string_view field;  // "ab_type": both a_type and b_type
    Store store = Store::ignored;
    int initial = kRequired;  // the stored bits if the call has no such argument
};

// How the code of a 4-bit type is found.
enum class Packed : std::uint8_t {
    unpacked,  // 5, as in f8f6f4
    pair,      // 1 if both A and B have such a type, else 5
    cutlass    // float_e2m1_t: 1, only valid for both A and B
};

struct KnownFunction {
    std::string_view name;    // without its path
    std::string_view path;    // a part that the path before the name must have
    std::string_view mark;    // a text that an argument must have, in lower case with '.' for '::'
    std::string_view format;  // "smem", "wgmma", "idesc", "scaled"
    std::span<const Parameter> types = {}, parameters = {};  // of the template, and of the call
    std::string_view kind = {};                              // empty: the element types decide
    Packed packed = Packed::unpacked;
    bool runtime = false;        // it returns 64 bits; the word is their high half
    std::uint64_t constant = 0;  // bits that are always 1
    std::uint64_t open = 0;      // bits that are unknown or that kernels change later
    std::string_view source;     // where the definition is
};

inline constexpr std::uint64_t kStartBits = 0x3fff;
inline constexpr std::uint64_t kScaleIds = 0x60000030;  // kernels patch the ids of the scale factors later
inline constexpr std::uint64_t kVersionBit = std::uint64_t{1} << 46;

// clang-format off
inline constexpr Parameter kTileLangUmma[] = {
    {"descriptor", ""},
    {"start_address", ""},
    {"leading_byte_offset", "lbo", Store::field},
    {"stride_byte_offset", "sbo", Store::field},
    {"base_offset", "base_offset", Store::field, 0},
    {"leading_is_absolute", "lbo_mode", Store::flag, 0},
    {"swizzle_mode", "swizzle", Store::field, 0},
};
inline constexpr Parameter kTileLangGmma[] = {
    {"descriptor", ""},
    {"start_address", ""},
    {"layout_type_", "swizzle", Store::field, 0},
    {"leading_byte_offset", "lbo", Store::field, 0},
    {"stride_byte_offset", "sbo", Store::field, 0},
};
inline constexpr Parameter kTileLangGmmaTypes[] = {
    {"layout_type", "swizzle", Store::field, 0},
    {"leading_byte_offset", "lbo", Store::field, 0},
    {"stride_byte_offset", "sbo", Store::field, 0},
};
inline constexpr Parameter kTileLangGmmaDsl[] = {
    {"layout_type", "swizzle", Store::field},
    {"leading_byte_offset", "lbo", Store::field},
    {"stride_byte_offset", "sbo", Store::field},
    {"desc", ""},
    {"start_address", ""},
};
inline constexpr Parameter kPointers[] = {
    {"descriptor", ""},
    {"start_address", ""},
};
inline constexpr Parameter kPointer[] = {
    {"smem_ptr", ""},
};
inline constexpr Parameter kTileLangInstr[] = {
    {"atom_m", "m", Store::count},
    {"atom_n", "n", Store::count},
    {"atom_k", ""},
    {"a_dtype", "a_type", Store::element},
    {"b_dtype", "b_type", Store::element},
    {"c_dtype", "d_type", Store::element},
    {"a_is_k_major", "transpose_a", Store::k_major},
    {"b_is_k_major", "transpose_b", Store::k_major},
    {"scale_in_a", "negate_a", Store::sign},
    {"scale_in_b", "negate_b", Store::sign},
};
inline constexpr Parameter kTileLangScaled[] = {
    {"atom_m", "m", Store::count},
    {"atom_n", "n", Store::count},
    {"a_dtype", "a_type", Store::element},
    {"b_dtype", "b_type", Store::element},
    {"a_is_k_major", "transpose_a", Store::k_major},
    {"b_is_k_major", "transpose_b", Store::k_major},
    {"scale_in_a", "negate_a", Store::sign},
    {"scale_in_b", "negate_b", Store::sign},
    {"a_sf_id", "sfa_id", Store::field},
    {"b_sf_id", "sfb_id", Store::field},
};
inline constexpr Parameter kTileLangMma[] = {
    {"desc_a", ""},
    {"desc_b", ""},
    {"tmem_c", ""},
    {"scalec", ""},
    {"desc_val", "", Store::word},
    {"mask0", ""},
    {"mask1", ""},
    {"mask2", ""},
    {"mask3", ""},
};
inline constexpr Parameter kTileLangScaledMma[] = {
    {"desc_a", ""},
    {"desc_b", ""},
    {"tmem_c", ""},
    {"scalec", ""},
    {"desc_val", "", Store::word},
    {"tmem_sfa", ""},
    {"tmem_sfb", ""},
};
inline constexpr Parameter kTileLangMmaTypes[] = {
    {"C_type", "kind", Store::element},
    {"use_2cta", "", Store::ignored, 0},
};

inline constexpr Parameter kTvmUmma[] = {
    {"desc", ""},
    {"addr", ""},
    {"ldo", "lbo", Store::field},
    {"sdo", "sbo", Store::field},
    {"swizzle", "swizzle", Store::tma_umma},
};
inline constexpr Parameter kTvmGmma[] = {
    {"desc", ""},
    {"addr", ""},
    {"ldo", "lbo", Store::field},
    {"sdo", "sbo", Store::field},
    {"swizzle", "swizzle", Store::tma_gmma},
};
inline constexpr Parameter kTvmBase[] = {
    {"ldo", "lbo", Store::field},
    {"sdo", "sbo", Store::field},
    {"swizzle", "swizzle", Store::tma_umma},
};
inline constexpr Parameter kTvmInstr[] = {
    {"desc", ""},
    {"d_dtype", "d_type", Store::element},
    {"a_dtype", "a_type", Store::element},
    {"b_dtype", "b_type", Store::element},
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"K", ""},
    {"trans_a", "transpose_a", Store::flag},
    {"trans_b", "transpose_b", Store::flag},
    {"n_cta_groups", "", Store::ignored, 0},
    {"neg_a", "negate_a", Store::flag, 0},
    {"neg_b", "negate_b", Store::flag, 0},
    {"sat_d", "saturate", Store::flag, 0},
    {"is_sparse", "sparse", Store::flag, 0},
};
inline constexpr Parameter kTvmScaled[] = {
    {"desc", ""},
    {"d_dtype", ""},
    {"a_dtype", "a_type", Store::element},
    {"b_dtype", "b_type", Store::element},
    {"sfa_dtype", "scale_type", Store::element},
    {"sfb_dtype", ""},
    {"sfa_tmem_addr", ""},
    {"sfb_tmem_addr", ""},
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"K", ""},
    {"trans_a", "transpose_a", Store::flag},
    {"trans_b", "transpose_b", Store::flag},
    {"n_cta_groups", "", Store::ignored, 0},
    {"neg_a", "negate_a", Store::flag, 0},
    {"neg_b", "negate_b", Store::flag, 0},
    {"is_sparse", "sparse", Store::flag, 0},
};
inline constexpr Parameter kTvmFold[] = {
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"K", ""},
    {"d_dtype", "d_type", Store::element},
    {"a_dtype", "a_type", Store::element},
    {"b_dtype", "b_type", Store::element},
    {"trans_a", "transpose_a", Store::flag},
    {"trans_b", "transpose_b", Store::flag},
    {"cta_group", "", Store::ignored, 0},
    {"neg_a", "negate_a", Store::flag, 0},
    {"neg_b", "negate_b", Store::flag, 0},
    {"sat_d", "saturate", Store::flag, 0},
    {"is_sparse", "sparse", Store::flag, 0},
};
inline constexpr Parameter kTvmScaledFold[] = {
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"K", ""},
    {"d_dtype", ""},
    {"a_dtype", "a_type", Store::element},
    {"b_dtype", "b_type", Store::element},
    {"sf_dtype", "scale_type", Store::element},
    {"trans_a", "transpose_a", Store::flag},
    {"trans_b", "transpose_b", Store::flag},
    {"cta_group", "", Store::ignored, 0},
    {"neg_a", "negate_a", Store::flag, 0},
    {"neg_b", "negate_b", Store::flag, 0},
    {"is_sparse", "sparse", Store::flag, 0},
};
inline constexpr Parameter kTvmGenerated[] = {
    {"desc", ""},
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"d_format", "d_type", Store::field},
    {"a_format", "a_type", Store::field},
    {"b_format", "b_type", Store::field},
    {"trans_a", "transpose_a", Store::flag},
    {"trans_b", "transpose_b", Store::flag},
    {"neg_a", "negate_a", Store::flag},
    {"neg_b", "negate_b", Store::flag},
    {"sat_d", "saturate", Store::flag},
    {"is_sparse", "sparse", Store::flag},
};
inline constexpr Parameter kTvmRecompute[] = {
    {"smem_ptr", ""},
    {"upper", "", Store::high},
    {"matrix_start", "", Store::low},
};

inline constexpr Parameter kDeepGemmUmma[] = {
    {"layout", "swizzle", Store::layout},
    {"smem_ptr", ""},
    {"stride_byte_offset", "sbo", Store::bytes},
    {"leading_byte_offset", "lbo", Store::bytes},
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
inline constexpr Parameter kKittensInstr[] = {
    {"D", "d_type", Store::element},
    {"AB", "ab_type", Store::element},
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"trans_a", "transpose_a", Store::flag},
    {"trans_b", "transpose_b", Store::flag},
    {"neg", "negate_a", Store::flag, 0},
};
inline constexpr Parameter kKittensScaled[] = {
    {"D", ""},
    {"AB", "ab_type", Store::element},
    {"SAB", "scale_type", Store::element},
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"neg", "negate_a", Store::flag, 0},
    {"scale_factor_id", "", Store::ignored, 0},
};

inline constexpr Parameter kCutlassInstr[] = {
    {"a_type", "a_type", Store::element},
    {"b_type", "b_type", Store::element},
    {"c_type", "d_type", Store::element},
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"a_major", "transpose_a", Store::flag},
    {"b_major", "transpose_b", Store::flag},
    {"a_neg", "negate_a", Store::flag, 0},
    {"b_neg", "negate_b", Store::flag, 0},
    {"c_sat", "saturate", Store::flag, 0},
    {"is_sparse", "sparse", Store::flag, 0},
    {"max_shift", "max_shift", Store::field, 0},
};
inline constexpr Parameter kCutlassScaled[] = {
    {"a_type", "a_type", Store::element},
    {"b_type", "b_type", Store::element},
    {"c_type", ""},
    {"sf_type", "scale_type", Store::element},
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"a_major", "transpose_a", Store::flag},
    {"b_major", "transpose_b", Store::flag},
    {"a_neg", "negate_a", Store::flag, 0},
    {"b_neg", "negate_b", Store::flag, 0},
    {"is_sparse", "sparse", Store::flag, 0},
};
inline constexpr Parameter kCutlassRuntime[] = {
    {"sparse_id2", "sparsity_selector", Store::field, 0},
    {"tmem_e", "", Store::ignored, 0},
};
inline constexpr Parameter kCutlassRuntimeScaled[] = {
    {"tmem_sfa_addr", "sfa_id", Store::id},
    {"tmem_sfb_addr", "sfb_id", Store::id},
    {"sparse_id2", "rsvd0", Store::field, 0},
    {"tmem_e", "", Store::ignored, 0},
};

inline constexpr Parameter kMosaicInstr[] = {
    {"m", "m", Store::count},
    {"n", "n", Store::count},
    {"acc_dtype", "d_type", Store::element},
    {"a_dtype", "a_type", Store::element},
    {"b_dtype", "b_type", Store::element},
    {"transpose_a", "transpose_a", Store::flag, 0},
    {"transpose_b", "transpose_b", Store::flag, 0},
};
inline constexpr Parameter kMosaicScaled[] = {
    {"m", "m", Store::count},
    {"n", "n", Store::count},
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

inline constexpr Parameter kTilusUmma[] = {
    {"smem_addr", ""},
    {"lbo", "lbo", Store::field},
    {"sbo", "sbo", Store::field},
    {"mbo", "base_offset", Store::field},
    {"stride_mode", "lbo_mode", Store::field},
    {"swizzle_mode", "swizzle", Store::field},
};
inline constexpr Parameter kTilusGmma[] = {
    {"smem_addr", ""},
    {"lbo", "lbo", Store::field},
    {"sbo", "sbo", Store::field},
    {"mbo", "base_offset", Store::field},
    {"swizzle_mode", "swizzle", Store::field},
};
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

inline constexpr std::string_view kTileLangSource = "tile-ai/tilelang src/tl_templates/cuda/common.h";
inline constexpr std::string_view kTileLangPython = "tile-ai/tilelang tilelang/language/builtin.py";
inline constexpr std::string_view kTileLangMmaSource = "tile-ai/tilelang src/tl_templates/cuda/instruction/tcgen05mma.h";
inline constexpr std::string_view kTvmSource = "apache/tvm python/tvm/backend/cuda/cpp/descriptors.py";
inline constexpr std::string_view kCutlassSource = "NVIDIA/cutlass include/cute/arch/mma_sm100_desc.hpp";
inline constexpr std::string_view kTilusSource = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/tcgen05.py";
inline constexpr std::string_view kMosaicSource = "jax-ml/jax jax/experimental/mosaic/gpu/tcgen05.py";
inline constexpr std::string_view kKittensSource = "HazyResearch/ThunderKittens include/ops/thread/mma/tcgen05.cuh";

inline constexpr KnownFunction kKnownFunctions[] = {
    {.name = "initialize_tcgen05_descriptor", .path = "", .mark = "", .format = "smem", .parameters = kTileLangUmma, .open = kStartBits, .source = kTileLangSource},
    {.name = "initialize_wgmma_descriptor", .path = "tl", .mark = "", .format = "wgmma", .types = kTileLangGmmaTypes, .parameters = kPointers, .open = kStartBits, .source = kTileLangSource},
    {.name = "initialize_wgmma_descriptor", .path = "T", .mark = "", .format = "wgmma", .parameters = kTileLangGmma, .open = kStartBits, .source = kTileLangPython},
    {.name = "initialize_wgmma_descriptor", .path = "tl", .mark = "", .format = "wgmma", .parameters = kTileLangGmmaDsl, .open = kStartBits, .source = "tile-ai/tilelang tilelang/contrib/cutedsl/gemm_v2.py"},
    {.name = "make_sf_smem_desc", .path = "tl", .mark = "", .format = "smem", .parameters = kPointer, .constant = std::uint64_t{8} << 32, .open = kStartBits, .source = "tile-ai/tilelang src/tl_templates/cuda/tcgen_05.h"},
    {.name = "get_tcgen5_instr_desc", .path = "", .mark = "", .format = "idesc", .parameters = kTileLangInstr, .source = "tile-ai/tilelang src/op/tcgen5_meta.h"},
    {.name = "get_tcgen5_blockscaled_instr_desc", .path = "", .mark = "", .format = "scaled", .parameters = kTileLangScaled, .kind = "mxf8f6f4", .constant = 1 << 23, .source = "tile-ai/tilelang src/op/tcgen5_meta.h"},
    {.name = "tcgen05mma_ss", .path = "tl", .mark = "datatype.k", .format = "idesc", .types = kTileLangMmaTypes, .parameters = kTileLangMma, .source = kTileLangMmaSource},
    {.name = "tcgen05mma_ts", .path = "tl", .mark = "datatype.k", .format = "idesc", .types = kTileLangMmaTypes, .parameters = kTileLangMma, .source = kTileLangMmaSource},
    {.name = "tcgen05mma_ws_ss", .path = "tl", .mark = "datatype.k", .format = "idesc", .types = kTileLangMmaTypes, .parameters = kTileLangMma, .source = kTileLangMmaSource},
    {.name = "tcgen05mma_blockscaled_ss", .path = "tl", .mark = "datatype.k", .format = "scaled", .types = kTileLangMmaTypes, .parameters = kTileLangScaledMma, .kind = "mxf8f6f4", .source = kTileLangMmaSource},

    {.name = "encode_matrix_descriptor", .path = "tcgen05", .mark = "", .format = "smem", .parameters = kTvmUmma, .open = kStartBits, .source = kTvmSource},
    {.name = "cuda_tcgen05_encode_matrix_descriptor", .path = "", .mark = "", .format = "smem", .parameters = kTvmUmma, .open = kStartBits, .source = kTvmSource},
    {.name = "tvm_builtin_ptx_tcgen05_encode_matrix_descriptor", .path = "", .mark = "", .format = "smem", .parameters = kTvmUmma, .open = kStartBits, .source = kTvmSource},
    {.name = "encode_smem_descriptor_base_uint64", .path = "", .mark = "", .format = "smem", .parameters = kTvmBase, .open = kStartBits, .source = kTvmSource},
    {.name = "encode_matrix_descriptor", .path = "wgmma", .mark = "", .format = "wgmma", .parameters = kTvmGmma, .open = kStartBits, .source = kTvmSource},
    {.name = "cuda_wgmma_encode_matrix_descriptor", .path = "", .mark = "", .format = "wgmma", .parameters = kTvmGmma, .open = kStartBits, .source = kTvmSource},
    {.name = "ptx_wgmma_encode_matrix_descriptor", .path = "", .mark = "", .format = "wgmma", .parameters = kTvmGmma, .open = kStartBits, .source = kTvmSource},
    {.name = "encode_instr_descriptor", .path = "tcgen05", .mark = "", .format = "idesc", .parameters = kTvmInstr, .source = kTvmSource},
    {.name = "encode_instr_descriptor_dense_uint32", .path = "", .mark = "", .format = "idesc", .parameters = kTvmFold, .source = kTvmSource},
    {.name = "ptx_tcgen05_encode_instr_descriptor", .path = "", .mark = "", .format = "idesc", .parameters = kTvmGenerated, .source = kTvmSource},
    {.name = "encode_instr_descriptor_block_scaled", .path = "tcgen05", .mark = "", .format = "scaled", .parameters = kTvmScaled, .packed = Packed::pair, .open = kScaleIds, .source = kTvmSource},
    {.name = "encode_instr_descriptor_block_scaled_uint32", .path = "", .mark = "", .format = "scaled", .parameters = kTvmScaledFold, .packed = Packed::pair, .open = kScaleIds, .source = kTvmSource},
    {.name = "_recompute_smem_desc", .path = "", .mark = "", .format = "smem", .parameters = kTvmRecompute, .open = kStartBits, .source = "TIRx kernels that define it beside their use"},

    {.name = "make_smem_desc", .path = "", .mark = "layouttype.swizzle_", .format = "smem", .parameters = kDeepGemmUmma, .open = kStartBits, .source = "deepseek-ai/DeepGEMM deep_gemm/include/deep_gemm/mma/sm100.cuh"},
    {.name = "make_sf_desc", .path = "sm100", .mark = "", .format = "smem", .parameters = kPointer, .constant = std::uint64_t{8} << 32, .open = kStartBits, .source = "deepseek-ai/DeepGEMM deep_gemm/include/deep_gemm/mma/sm100.cuh"},
    {.name = "make_smem_desc", .path = "sm90", .mark = "", .format = "wgmma", .parameters = kDeepGemmGmma, .open = kStartBits, .source = "deepseek-ai/DeepGEMM deep_gemm/include/deep_gemm/mma/sm90.cuh"},
    {.name = "make_smem_desc", .path = "", .mark = "wgmma.", .format = "wgmma", .parameters = kDeepGemmGmma, .open = kStartBits, .source = "deepseek-ai/DeepGEMM deep_gemm/include/deep_gemm/mma/sm90.cuh"},
    {.name = "make_smem_desc", .path = "", .mark = "swizzlemode.k", .format = "wgmma", .types = kFlashInferTypes, .parameters = kPointer, .open = kStartBits, .source = "flashinfer-ai/flashinfer include/flashinfer/attention/hopper.cuh"},

    {.name = "matrix_descriptor_raw", .path = "", .mark = "", .format = "smem", .parameters = kKittensRaw, .open = kStartBits | kVersionBit, .source = "HazyResearch/ThunderKittens include/types/shared/descriptor.cuh"},
    {.name = "instruction_descriptor", .path = "tcgen05", .mark = "", .format = "idesc", .types = kKittensInstr, .source = kKittensSource},
    {.name = "instruction_descriptor", .path = "tcgen05", .mark = "", .format = "scaled", .types = kKittensScaled, .packed = Packed::pair, .open = kScaleIds, .source = kKittensSource},

    {.name = "make_instr_desc", .path = "", .mark = "", .format = "idesc", .types = kCutlassInstr, .packed = Packed::cutlass, .source = kCutlassSource},
    {.name = "make_instr_desc", .path = "", .mark = "", .format = "idesc", .parameters = kCutlassInstr, .packed = Packed::cutlass, .source = "Dao-AILab/flash-attention flash_attn/cute/mma_sm100_desc.py"},
    {.name = "make_runtime_instr_desc", .path = "", .mark = "", .format = "idesc", .types = kCutlassInstr, .parameters = kCutlassRuntime, .packed = Packed::cutlass, .runtime = true, .source = kCutlassSource},
    {.name = "make_instr_desc_block_scaled", .path = "", .mark = "", .format = "scaled", .types = kCutlassScaled, .packed = Packed::cutlass, .open = kScaleIds, .source = kCutlassSource},
    {.name = "make_runtime_instr_desc_block_scaled", .path = "", .mark = "", .format = "scaled", .types = kCutlassScaled, .parameters = kCutlassRuntimeScaled, .packed = Packed::cutlass, .runtime = true, .source = kCutlassSource},

    {.name = "create_instr_descriptor", .path = "", .mark = "", .format = "idesc", .parameters = kMosaicInstr, .source = kMosaicSource},
    {.name = "create_scaled_f8f6f4_instr_descriptor", .path = "", .mark = "", .format = "scaled", .parameters = kMosaicScaled, .kind = "mxf8f6f4", .source = kMosaicSource},
    {.name = "create_scaled_f4_instr_descriptor", .path = "", .mark = "", .format = "scaled", .parameters = kMosaicScaled, .packed = Packed::pair, .source = kMosaicSource},
    {.name = "encode_descriptor", .path = "mma_utils", .mark = "", .format = "smem", .parameters = kMosaicSmem, .open = kStartBits | kVersionBit, .source = "jax-ml/jax jax/experimental/mosaic/gpu/mma_utils.py"},

    {.name = "tcgen05_encode_smem_descriptor", .path = "", .mark = "", .format = "smem", .parameters = kTilusUmma, .open = kStartBits, .source = kTilusSource},
    {.name = "cuda_tcgen05_encode_smem_descriptor", .path = "", .mark = "", .format = "smem", .parameters = kTilusUmma, .open = kStartBits, .source = kTilusSource},
    {.name = "wgmma_encode_smem_descriptor", .path = "", .mark = "", .format = "wgmma", .parameters = kTilusGmma, .open = kStartBits, .source = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/wgmma.py"},
    {.name = "cuda_wgmma_encode_smem_descriptor", .path = "", .mark = "", .format = "wgmma", .parameters = kTilusGmma, .open = kStartBits, .source = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/wgmma.py"},
    {.name = "make_tcgen05_cp_desc", .path = "", .mark = "", .format = "smem", .parameters = kTilusCopy, .constant = std::uint64_t{0xb0} << 53, .open = kStartBits, .source = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/tcgen05_cp.py"},
    {.name = "tcgen05_encode_mma_inst_descriptor", .path = "", .mark = "", .format = "idesc", .parameters = kTilusInstr, .source = kTilusSource},
};
// clang-format on

}  // namespace tilescope::notation::known_calls
