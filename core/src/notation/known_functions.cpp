// core/src/notation/known_functions.cpp -- functions of known libraries that make descriptors, and their parameters.
// SPDX-License-Identifier: MIT
#include "known_functions.h"

#include "text_parts.h"

namespace tilescope::notation::known_calls {

namespace {

// clang-format off
// ---- TileLang ----
namespace tilelang {
constexpr Parameter kPointers[] = {{"descriptor", ""}, {"start_address", ""}};
constexpr Parameter kUmmaFields[] = {
    {"leading_byte_offset", "lbo", Store::field},
    {"stride_byte_offset", "sbo", Store::field},
    {"base_offset", "base_offset", Store::field, 0},
    {"leading_is_absolute", "lbo_mode", Store::flag, 0},
    {"swizzle_mode", "swizzle", Store::field, 0},
};
constexpr Parameter kStrides[] = {
    {"leading_byte_offset", "lbo", Store::field, 0},
    {"stride_byte_offset", "sbo", Store::field, 0},
};
constexpr Parameter kLayout[] = {{"layout_type", "swizzle", Store::field, 0}};
constexpr Parameter kLayoutOfCall[] = {{"layout_type_", "swizzle", Store::field, 0}};
constexpr Parameter kGmmaDsl[] = {
    {"layout_type", "swizzle", Store::field},
    {"leading_byte_offset", "lbo", Store::field},
    {"stride_byte_offset", "sbo", Store::field},
    {"desc", ""},
    {"start_address", ""},
};
constexpr Parameter kPointer[] = {{"smem_ptr", ""}};
constexpr Parameter kShape[] = {{"atom_m", "m", Store::count}, {"atom_n", "n", Store::count}};
constexpr Parameter kAtomK[] = {{"atom_k", ""}};
constexpr Parameter kInputs[] = {{"a_dtype", "a_type", Store::element}, {"b_dtype", "b_type", Store::element}};
constexpr Parameter kResult[] = {{"c_dtype", "d_type", Store::element}};
constexpr Parameter kMajors[] = {
    {"a_is_k_major", "transpose_a", Store::k_major},
    {"b_is_k_major", "transpose_b", Store::k_major},
    {"scale_in_a", "negate_a", Store::sign},
    {"scale_in_b", "negate_b", Store::sign},
};
constexpr Parameter kScaleIdsOfCall[] = {{"a_sf_id", "sfa_id", Store::field}, {"b_sf_id", "sfb_id", Store::field}};
constexpr Parameter kOperands[] = {
    {"desc_a", ""},
    {"desc_b", ""},
    {"tmem_c", ""},
    {"scalec", ""},
    {"desc_val", "", Store::word},
};
constexpr Parameter kMasks[] = {{"mask0", ""}, {"mask1", ""}, {"mask2", ""}, {"mask3", ""}};
constexpr Parameter kScaleAddresses[] = {{"tmem_sfa", ""}, {"tmem_sfb", ""}};
constexpr Parameter kMmaTypes[] = {{"C_type", "kind", Store::element}, {"use_2cta", "", Store::ignored, 0}};

constexpr auto kUmma = list(kPointers, kUmmaFields);
constexpr auto kGmma = list(kPointers, kLayoutOfCall, kStrides);
constexpr auto kGmmaTypes = list(kLayout, kStrides);
constexpr auto kInstr = list(kShape, kAtomK, kInputs, kResult, kMajors);
constexpr auto kScaled = list(kShape, kInputs, kMajors, kScaleIdsOfCall);
constexpr auto kMma = list(kOperands, kMasks);
constexpr auto kScaledMma = list(kOperands, kScaleAddresses);

constexpr std::string_view kCommon = "tile-ai/tilelang src/tl_templates/cuda/common.h";
constexpr std::string_view kMeta = "tile-ai/tilelang src/op/tcgen5_meta.h";
constexpr std::string_view kMmaHeader = "tile-ai/tilelang src/tl_templates/cuda/instruction/tcgen05mma.h";

constexpr KnownFunction kMmaSs = {.name = "tcgen05mma_ss", .path = "tl", .mark = "datatype.k", .format = "idesc", .types = kMmaTypes, .parameters = kMma, .source = kMmaHeader};

constexpr KnownFunction kFunctions[] = {
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
    {.name = "tcgen05mma_blockscaled_ss", .path = "tl", .mark = "datatype.k", .format = "scaled", .types = kMmaTypes, .parameters = kScaledMma, .kind = "mxf8f6f4", .source = kMmaHeader},
};
}  // namespace tilelang

// ---- TVM ----
namespace tvm {
constexpr Parameter kDesc[] = {{"desc", ""}};
constexpr Parameter kAddress[] = {{"addr", ""}};
constexpr Parameter kStrides[] = {{"ldo", "lbo", Store::field}, {"sdo", "sbo", Store::field}};
constexpr Parameter kUmmaSwizzle[] = {{"swizzle", "swizzle", Store::tma_umma}};
constexpr Parameter kGmmaSwizzle[] = {{"swizzle", "swizzle", Store::tma_gmma}};
constexpr Parameter kShape[] = {{"M", "m", Store::count}, {"N", "n", Store::count}};
constexpr Parameter kK[] = {{"K", ""}};
constexpr Parameter kResult[] = {{"d_dtype", "d_type", Store::element}};
constexpr Parameter kResultOfScaled[] = {{"d_dtype", ""}};
constexpr Parameter kInputs[] = {{"a_dtype", "a_type", Store::element}, {"b_dtype", "b_type", Store::element}};
constexpr Parameter kScales[] = {
    {"sfa_dtype", "scale_type", Store::element},
    {"sfb_dtype", ""},
    {"sfa_tmem_addr", ""},
    {"sfb_tmem_addr", ""},
};
constexpr Parameter kScale[] = {{"sf_dtype", "scale_type", Store::element}};
constexpr Parameter kTranspose[] = {{"trans_a", "transpose_a", Store::flag}, {"trans_b", "transpose_b", Store::flag}};
constexpr Parameter kGroups[] = {{"n_cta_groups", "", Store::ignored, 0}};
constexpr Parameter kGroup[] = {{"cta_group", "", Store::ignored, 0}};
constexpr Parameter kSigns[] = {{"neg_a", "negate_a", Store::flag, 0}, {"neg_b", "negate_b", Store::flag, 0}};
constexpr Parameter kSaturate[] = {{"sat_d", "saturate", Store::flag, 0}};
constexpr Parameter kSparse[] = {{"is_sparse", "sparse", Store::flag, 0}};
constexpr Parameter kFormats[] = {
    {"d_format", "d_type", Store::field},
    {"a_format", "a_type", Store::field},
    {"b_format", "b_type", Store::field},
};
constexpr Parameter kRequiredFlags[] = {
    {"neg_a", "negate_a", Store::flag},
    {"neg_b", "negate_b", Store::flag},
    {"sat_d", "saturate", Store::flag},
    {"is_sparse", "sparse", Store::flag},
};
constexpr Parameter kRecompute[] = {{"smem_ptr", ""}, {"upper", "", Store::high}, {"matrix_start", "", Store::low}};

constexpr auto kUmma = list(kDesc, kAddress, kStrides, kUmmaSwizzle);
constexpr auto kGmma = list(kDesc, kAddress, kStrides, kGmmaSwizzle);
constexpr auto kBase = list(kStrides, kUmmaSwizzle);
constexpr auto kInstr = list(kDesc, kResult, kInputs, kShape, kK, kTranspose, kGroups, kSigns, kSaturate, kSparse);
constexpr auto kScaled = list(kDesc, kResultOfScaled, kInputs, kScales, kShape, kK, kTranspose, kGroups, kSigns, kSparse);
constexpr auto kFold = list(kShape, kK, kResult, kInputs, kTranspose, kGroup, kSigns, kSaturate, kSparse);
constexpr auto kScaledFold = list(kShape, kK, kResultOfScaled, kInputs, kScale, kTranspose, kGroup, kSigns, kSparse);
constexpr auto kGenerated = list(kDesc, kShape, kFormats, kTranspose, kRequiredFlags);

constexpr std::string_view kSource = "apache/tvm python/tvm/backend/cuda/cpp/descriptors.py";

constexpr KnownFunction kEncodeUmma = {.name = "encode_matrix_descriptor", .path = "tcgen05", .format = "smem", .parameters = kUmma, .open = kStartBits, .source = kSource};
constexpr KnownFunction kEncodeGmma = {.name = "encode_matrix_descriptor", .path = "wgmma", .format = "wgmma", .parameters = kGmma, .open = kStartBits, .source = kSource};

constexpr KnownFunction kFunctions[] = {
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
}  // namespace tvm

// ---- DeepGEMM, SageAttention, FlashInfer, ThunderKittens ----
namespace kernels {
constexpr Parameter kPointer[] = {{"smem_ptr", ""}};
constexpr Parameter kDeepGemmUmma[] = {
    {"layout", "swizzle", Store::layout},
    {"smem_ptr", ""},
    {"stride_byte_offset", "sbo", Store::bytes},
    {"leading_byte_offset", "lbo", Store::bytes},
};
constexpr Parameter kSageUmma[] = {
    {"smem_addr", ""},
    {"lbo_bytes", "lbo", Store::bytes},
    {"sbo_bytes", "sbo", Store::bytes},
    {"layout", "swizzle", Store::mode},
    {"base_offset", "base_offset", Store::field, 0},
    {"lbo_mode", "lbo_mode", Store::field, 0},
};
constexpr Parameter kDeepGemmGmma[] = {
    {"smem_ptr", ""},
    {"layout_type", "swizzle", Store::field},
    {"leading_byte_offset", "lbo", Store::bytes, 0},
    {"stride_byte_offset", "sbo", Store::bytes, 64},
};
constexpr Parameter kFlashInferTypes[] = {
    {"swizzle_mode", "swizzle", Store::named},
    {"leading_byte_offset", "lbo", Store::bytes},
    {"stride_byte_offset", "sbo", Store::bytes},
};
constexpr Parameter kKittensRaw[] = {
    {"addr", ""},
    {"leading_dim_offset", "lbo", Store::bytes},
    {"stride_dim_offset", "sbo", Store::bytes},
    {"swizzle_mode", "swizzle", Store::gmma_high},
};
constexpr Parameter kKittensRawHopper[] = {
    {"addr", ""},
    {"leading_dim_offset", "lbo", Store::bytes},
    {"stride_dim_offset", "sbo", Store::bytes},
    {"swizzle_mode", "swizzle", Store::field},
};
constexpr Parameter kKittensResult[] = {{"D", "d_type", Store::element}};
constexpr Parameter kKittensResultOfScaled[] = {{"D", ""}};
constexpr Parameter kKittensInputs[] = {{"AB", "ab_type", Store::element}};
constexpr Parameter kKittensScale[] = {{"SAB", "scale_type", Store::element}};
constexpr Parameter kKittensShape[] = {{"M", "m", Store::count}, {"N", "n", Store::count}};
constexpr Parameter kKittensTranspose[] = {{"trans_a", "transpose_a", Store::flag}, {"trans_b", "transpose_b", Store::flag}};
constexpr Parameter kKittensSign[] = {{"neg", "negate_a", Store::flag, 0}};
constexpr Parameter kKittensScaleId[] = {{"scale_factor_id", "", Store::ignored, 0}};

constexpr auto kKittensInstr = list(kKittensResult, kKittensInputs, kKittensShape, kKittensTranspose, kKittensSign);
constexpr auto kKittensScaled = list(kKittensResultOfScaled, kKittensInputs, kKittensScale, kKittensShape, kKittensSign, kKittensScaleId);

constexpr std::string_view kDeepGemm100 = "deepseek-ai/DeepGEMM deep_gemm/include/deep_gemm/mma/sm100.cuh";
constexpr std::string_view kKittensSource = "HazyResearch/ThunderKittens include/ops/thread/mma/tcgen05.cuh";

constexpr std::string_view kKittensDescriptor = "HazyResearch/ThunderKittens include/types/shared/descriptor.cuh";

constexpr KnownFunction kSm90 = {.name = "make_smem_desc", .path = "sm90", .format = "wgmma", .parameters = kDeepGemmGmma, .open = kStartBits, .source = "deepseek-ai/DeepGEMM deep_gemm/include/deep_gemm/mma/sm90.cuh"};

constexpr KnownFunction kFunctions[] = {
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
}  // namespace kernels

// ---- CUTLASS ----
namespace cutlass {
constexpr Parameter kInputs[] = {{"a_type", "a_type", Store::element}, {"b_type", "b_type", Store::element}};
constexpr Parameter kResult[] = {{"c_type", "d_type", Store::element}};
constexpr Parameter kScale[] = {{"c_type", ""}, {"sf_type", "scale_type", Store::element}};
constexpr Parameter kShape[] = {
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"a_major", "transpose_a", Store::flag},
    {"b_major", "transpose_b", Store::flag},
    {"a_neg", "negate_a", Store::flag, 0},
    {"b_neg", "negate_b", Store::flag, 0},
};
constexpr Parameter kSaturate[] = {{"c_sat", "saturate", Store::flag, 0}};
constexpr Parameter kSparse[] = {{"is_sparse", "sparse", Store::flag, 0}};
constexpr Parameter kMaxShift[] = {{"max_shift", "max_shift", Store::field, 0}};
constexpr Parameter kScaleAddresses[] = {{"tmem_sfa_addr", "sfa_id", Store::id}, {"tmem_sfb_addr", "sfb_id", Store::id}};
constexpr Parameter kSelector[] = {{"sparse_id2", "sparsity_selector", Store::field, 0}};
constexpr Parameter kSelectorOfScaled[] = {{"sparse_id2", "rsvd0", Store::field, 0}};
constexpr Parameter kMetadata[] = {{"tmem_e", "", Store::ignored, 0}};

constexpr auto kInstr = list(kInputs, kResult, kShape, kSaturate, kSparse, kMaxShift);
constexpr auto kScaled = list(kInputs, kScale, kShape, kSparse);
constexpr auto kRuntime = list(kSelector, kMetadata);
constexpr auto kRuntimeScaled = list(kScaleAddresses, kSelectorOfScaled, kMetadata);

constexpr Parameter kMajor[] = {{"MajorMode", ""}};
constexpr Parameter kTensor[] = {{"tensor", ""}};
// make_umma_desc<Major::K> of tile_to_shape(Layout_K_SW128_Atom<T>{}, shape): its tiles of 8 rows follow each other
// along M or N, so sbo is the size of one; lbo is 1 and not used. A Step changes the order.
consteval std::uint64_t of_atoms(std::uint64_t mode, std::uint64_t bytes_of_row) {
    return stored(kSmem91, "swizzle", mode) | stored(kSmem91, "lbo", 1) | stored(kSmem91, "sbo", 8 * bytes_of_row / 16);
}

constexpr std::string_view kTraits = "NVIDIA/cutlass include/cute/atom/mma_traits_sm100.hpp",
                                  kSource = "NVIDIA/cutlass include/cute/arch/mma_sm100_desc.hpp";

constexpr KnownFunction kUmma = {.name = "make_umma_desc", .mark = "layout_k_sw128_atom", .unless = "step<", .format = "smem", .types = kMajor, .parameters = kTensor, .constant = of_atoms(2, 128), .open = kStartBits, .source = kTraits};
constexpr KnownFunction with_atom(std::string_view mark, std::uint64_t constant) {
    KnownFunction row = kUmma;
    row.mark = mark;
    row.constant = constant;
    return row;
}

constexpr KnownFunction kFunctions[] = {
    kUmma,
    with_atom("layout_k_sw64_atom", of_atoms(4, 64)),
    with_atom("layout_k_sw32_atom", of_atoms(6, 32)),
    {.name = "make_instr_desc", .format = "idesc", .types = kInstr, .packed = Packed::cutlass, .source = kSource},
    {.name = "make_instr_desc", .format = "idesc", .parameters = kInstr, .packed = Packed::cutlass, .source = "Dao-AILab/flash-attention flash_attn/cute/mma_sm100_desc.py"},
    {.name = "make_runtime_instr_desc", .format = "idesc", .types = kInstr, .parameters = kRuntime, .packed = Packed::cutlass, .runtime = true, .source = kSource},
    {.name = "make_instr_desc_block_scaled", .format = "scaled", .types = kScaled, .packed = Packed::cutlass, .open = kScaleIds, .source = kSource},
    {.name = "make_runtime_instr_desc_block_scaled", .format = "scaled", .types = kScaled, .parameters = kRuntimeScaled, .packed = Packed::cutlass, .runtime = true, .source = kSource},
};
}  // namespace cutlass

// ---- Python libraries: Mosaic GPU, Tilus, cuda.lang ----
namespace python {
constexpr Parameter kMosaicShape[] = {{"m", "m", Store::count}, {"n", "n", Store::count}};
constexpr Parameter kMosaicTypes[] = {
    {"acc_dtype", "d_type", Store::element},
    {"a_dtype", "a_type", Store::element},
    {"b_dtype", "b_type", Store::element},
    {"transpose_a", "transpose_a", Store::flag, 0},
    {"transpose_b", "transpose_b", Store::flag, 0},
};
constexpr Parameter kMosaicScaledTypes[] = {
    {"a_type", "a_type", Store::element},
    {"b_type", "b_type", Store::element},
    {"a_scale_idx", "sfa_id", Store::field},
    {"b_scale_idx", "sfb_id", Store::field},
    {"transpose_a", "transpose_a", Store::flag},
    {"transpose_b", "transpose_b", Store::flag},
    {"scale_type", "scale_type", Store::element},
    {"sparse", "sparse", Store::flag, 0},
};
constexpr Parameter kMosaicSmem[] = {
    {"ref_arg", ""},
    {"leading_byte_offset", "lbo", Store::bytes},
    {"stride_byte_offset", "sbo", Store::bytes},
    {"swizzle", "swizzle", Store::width},
    {"const_init", "version", Store::version, kStaysOpen},
    {"split_const", "", Store::ignored, 0},
};
constexpr Parameter kTilusOffsets[] = {
    {"smem_addr", ""},
    {"lbo", "lbo", Store::field},
    {"sbo", "sbo", Store::field},
    {"mbo", "base_offset", Store::field},
};
constexpr Parameter kTilusStrideMode[] = {{"stride_mode", "lbo_mode", Store::field}};
constexpr Parameter kTilusSwizzle[] = {{"swizzle_mode", "swizzle", Store::field}};
constexpr Parameter kTilusCopy[] = {
    {"leading_dim_offset", "lbo", Store::bytes},
    {"stride_dim_offset", "sbo", Store::bytes},
    {"swizzle_mode", "swizzle", Store::field, 0},
    {"base_offset", "base_offset", Store::field, 0},
    {"use_absolute_addressing", "lbo_mode", Store::flag, 0},
};
constexpr Parameter kTilusInstr[] = {
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
constexpr Parameter kCudaLangStart[] = {{"matrix_start_address", ""}};
constexpr Parameter kCudaLangOffsets[] = {
    {"leading_dim_offset", "lbo", Store::bytes}, {"stride_dim_offset", "sbo", Store::bytes},
    {"base_offset", "base_offset", Store::field, 0}, {"leading_dim_mode", "lbo_mode", Store::field, 0}};
constexpr Parameter kCudaLangLongOffsets[] = {
    {"leading_dimension_offset", "lbo", Store::bytes}, {"stride_dimension_offset", "sbo", Store::bytes},
    {"base_offset", "base_offset", Store::field, 0}, {"leading_dimension_mode", "lbo_mode", Store::field, 0}};
constexpr Parameter kCudaLangByteOffsets[] = {
    {"leading_dimension_byte_offset", "lbo", Store::bytes}, {"stride_dimension_byte_offset", "sbo", Store::bytes},
    {"base_offset", "base_offset", Store::field, 0}, {"leading_dimension_mode", "lbo_mode", Store::field, 0}};
constexpr Parameter kCudaLangMode[] = {{"swizzle_mode", "swizzle", Store::mode, 0}};
constexpr Parameter kCudaLangInstr[] = {
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
constexpr Parameter kCudaLangScaledFront[] = {{"sparse", "sparse", Store::flag, 0}, {"b_scale_id", "sfb_id", Store::field, 0}};
constexpr Parameter kCudaLangByteTypes[] = {{"a_type", "a_type", Store::element, 0}, {"b_type", "b_type", Store::element, 0}};
constexpr Parameter kCudaLangPackedTypes[] = {{"a_type", "", Store::ignored, 0}, {"b_type", "", Store::ignored, 0}};  // E2M1 is the only one
constexpr Parameter kCudaLangSigns[] = {
    {"negate_a", "negate_a", Store::flag, 0},
    {"negate_b", "negate_b", Store::flag, 0},
    {"transpose_a", "transpose_a", Store::flag, 0},
    {"transpose_b", "transpose_b", Store::flag, 0},
    {"n", "n", Store::count, 0},
};
constexpr Parameter kCudaLangScale[] = {{"scale_format", "scale_type", Store::field, 1}};
constexpr Parameter kCudaLangRows[] = {{"m", "m", Store::count, 0}, {"a_scale_id", "sfa_id", Store::field, 0}};
constexpr Parameter kCudaLangK[] = {{"k_dimension", "k_size", Store::field, 0}};

constexpr auto kMosaicInstr = list(kMosaicShape, kMosaicTypes);
constexpr auto kMosaicScaled = list(kMosaicShape, kMosaicScaledTypes);
constexpr auto kTilusUmma = list(kTilusOffsets, kTilusStrideMode, kTilusSwizzle);
constexpr auto kTilusGmma = list(kTilusOffsets, kTilusSwizzle);
constexpr auto kCudaLangSmem = list(kCudaLangStart, kCudaLangByteOffsets, kCudaLangMode);
constexpr auto kCudaLangLongSmem = list(kCudaLangStart, kCudaLangLongOffsets, kCudaLangMode);
constexpr auto kCudaLangShortSmem = list(kCudaLangStart, kCudaLangOffsets, kCudaLangMode);
constexpr auto kCudaLangMxf8f6f4 = list(kCudaLangScaledFront, kCudaLangByteTypes, kCudaLangSigns, kCudaLangScale, kCudaLangRows);
constexpr auto kCudaLangMxf4 = list(kCudaLangScaledFront, kCudaLangPackedTypes, kCudaLangSigns, kCudaLangScale, kCudaLangRows, kCudaLangK);

constexpr std::string_view kMosaicSource = "jax-ml/jax jax/experimental/mosaic/gpu/tcgen05.py";
constexpr std::string_view kCudaLangSource = "NVIDIA cuda.lang, tcgen05.py (dataclass and its encode)";
constexpr std::string_view kTilusSource = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/tcgen05.py";

constexpr KnownFunction kTilusEncodeUmma = {.name = "tcgen05_encode_smem_descriptor", .format = "smem", .parameters = kTilusUmma, .open = kStartBits, .source = kTilusSource};
constexpr KnownFunction kTilusEncodeGmma = {.name = "wgmma_encode_smem_descriptor", .format = "wgmma", .parameters = kTilusGmma, .open = kStartBits, .source = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/wgmma.py"};
// Tilus stores the misprint of the manual.
constexpr std::uint64_t kMisprint = stored(kSmem91, "fixed", 0xb0);

constexpr std::uint64_t kPackedTypes = stored(kIdescMxf4_91, "a_type", 1) | stored(kIdescMxf4_91, "b_type", 1);
constexpr std::string_view kCudaLangWord = "Tcgen05SharedMemoryDescriptor";

constexpr KnownFunction kFunctions[] = {
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
}  // namespace python

// ---- cuda-oxide, a Rust library. A chain X::builder().lbo(16).build() is one call of X::builder whose arguments have the
// names of the methods ----
namespace rust {
constexpr Parameter kAddress[] = {{"smem_addr", ""}};
constexpr Parameter kRows[] = {{"m", "lbo", Store::tiles}};
constexpr Parameter kColumns[] = {{"n", "lbo", Store::tiles}};
constexpr Parameter kTile[] = {
    {"k", ""},
    {"elem_bytes", "sbo", Store::tile},
};
constexpr Parameter kBytes[] = {
    {"leading_dim_bytes", "lbo", Store::bytes},
    {"stride_bytes", "sbo", Store::bytes},
};
constexpr Parameter kSwizzle[] = {{"swizzle", "swizzle", Store::mode}};
constexpr Parameter kSmemBuilder[] = {
    {"address", "", Store::ignored, 0},
    {"leading_dim_bytes", "lbo", Store::bytes, 0},
    {"stride_bytes", "sbo", Store::bytes, 0},
    {"base_offset", "base_offset", Store::field, 0},
    {"leading_dim_absolute", "lbo_mode", Store::flag, 0},
    {"swizzle", "swizzle", Store::mode, 0},
};
// Its first state is M 128, N 256, f16 and D in f32.
constexpr Parameter kInstrBuilder[] = {
    {"m", "m", Store::count, 128 >> 4},
    {"n", "n", Store::count, 256 >> 3},
    {"shape", "m", Store::shape, kStaysOpen},
    {"accumulator_type", "d_type", Store::element, 1},
    {"a_type", "a_type", Store::element, 0},
    {"b_type", "b_type", Store::element, 0},
    {"element_type", "ab_type", Store::element, kStaysOpen},
    {"a_type_f8", "a_type", Store::element, kStaysOpen},
    {"b_type_f8", "b_type", Store::element, kStaysOpen},
    {"element_type_f8", "ab_type", Store::element, kStaysOpen},
    {"a_type_f6", "a_type", Store::element, kStaysOpen},
    {"b_type_f6", "b_type", Store::element, kStaysOpen},
    {"element_type_f6", "ab_type", Store::element, kStaysOpen},
    {"a_type_f4", "a_type", Store::element, kStaysOpen},
    {"b_type_f4", "b_type", Store::element, kStaysOpen},
    {"element_type_f4", "ab_type", Store::element, kStaysOpen},
    {"sparse", "sparse", Store::flag, 0},
    {"negate_a", "negate_a", Store::flag, 0},
    {"negate_b", "negate_b", Store::flag, 0},
    {"transpose_a", "transpose_a", Store::flag, 0},
    {"transpose_b", "transpose_b", Store::flag, 0},
    {"b_reuse_shift", "max_shift", Store::field, 0},
};
constexpr Parameter kInstr[] = {
    {"shape", "m", Store::shape},
    {"a_type", "a_type", Store::element},
    {"b_type", "b_type", Store::element},
    {"accumulator_type", "d_type", Store::element},
};
constexpr auto kKMajor = list(kAddress, kRows, kTile, kSwizzle);
constexpr auto kMnMajor = list(kAddress, kColumns, kTile, kSwizzle);
constexpr auto kFromBytes = list(kAddress, kBytes, kSwizzle);
constexpr std::string_view kSource = "NVlabs/cuda-oxide crates/cuda-device/src/tcgen05.rs",
                                  kSmem = "Tcgen05SmemDescriptor", kIdesc = "Tcgen05InstructionDescriptor";
constexpr KnownFunction kNewInstr = {.name = "new_f8", .path = kIdesc, .format = "idesc", .parameters = kInstr, .kind = "f8f6f4", .source = kSource};
constexpr KnownFunction kFunctions[] = {
    {.name = "for_k_major", .path = kSmem, .format = "smem", .parameters = kKMajor, .open = kStartBits, .source = kSource},
    {.name = "for_mn_major", .path = kSmem, .format = "smem", .parameters = kMnMajor, .open = kStartBits, .source = kSource},
    {.name = "from_bytes", .path = kSmem, .format = "smem", .parameters = kFromBytes, .open = kStartBits, .source = kSource},
    {.name = "builder", .path = kSmem, .format = "smem", .parameters = kSmemBuilder, .open = kStartBits, .source = kSource},
    {.name = "builder", .path = kIdesc, .format = "idesc", .parameters = kInstrBuilder, .source = kSource},
    kNewInstr,
    also(kNewInstr, "new_f6", kIdesc),
    also(kNewInstr, "new_f4", kIdesc),
};
}  // namespace rust

// ---- CuTe DSL, pyptx, Mojo ----
namespace dsl {
constexpr Parameter kCuteSmem[] = {
    {"start_address", ""},
    {"leading_byte_offset", "lbo", Store::bytes, 0},
    {"stride_byte_offset", "sbo", Store::bytes, 0},
    {"base_offset", "base_offset", Store::field, 0},
    {"layout", "swizzle", Store::mode, 0},
    {"leading_dim_mode", "lbo_mode", Store::flag, 0},
};
constexpr Parameter kCuteInstr[] = {
    {"sparse_id2", "sparsity_selector", Store::field, 0},
    {"sparse_flag", "sparse", Store::flag, 0},
    {"saturate", "saturate", Store::flag, 0},
    {"sparse_format", "rsvd6", Store::field, 0},
    {"c_dtype", "d_type", Store::element, 0},
    {"a_dtype", "a_type", Store::element, 0},
    {"b_dtype", "b_type", Store::element, 0},
    {"a_negate", "negate_a", Store::flag, 0},
    {"b_negate", "negate_b", Store::flag, 0},
    {"a_major", "transpose_a", Store::flag, 0},
    {"b_major", "transpose_b", Store::flag, 0},
    {"n_dim", "n", Store::count, 0},
    {"m_dim", "m", Store::count, 0},
    {"k_dim", "rsvd29", Store::field, 0},
    {"max_shift", "max_shift", Store::field, 0},
};
constexpr Parameter kPyptxInstr[] = {
    {"m", "m", Store::count, kStaysOpen},
    {"n", "n", Store::count, kStaysOpen},
    {"ab_dtype", "ab_type", Store::element, kStaysOpen},
    {"a_major", "transpose_a", Store::major, kStaysOpen},
    {"b_major", "transpose_b", Store::major, kStaysOpen},
    {"scale_a", "negate_a", Store::sign, kStaysOpen},
    {"scale_b", "negate_b", Store::sign, kStaysOpen},
};
constexpr Parameter kMojoStrides[] = {
    {"stride_byte_offset", "sbo", Store::field},
    {"leading_byte_offset", "lbo", Store::field},
    {"swizzle_mode", "swizzle", Store::tma_gmma, 0},
};
constexpr Parameter kMojoPointer[] = {{"smem_ptr", ""}};
constexpr Parameter kMojoInstr[] = {
    {"d_type", "d_type", Store::element},
    {"a_type", "a_type", Store::element},
    {"b_type", "b_type", Store::element},
    {"m", "m", Store::count},
    {"n", "n", Store::count},
    {"transpose_a", "transpose_a", Store::flag, 0},
    {"transpose_b", "transpose_b", Store::k_major, 0},
};
constexpr Parameter kMojoTile[] = {
    {"BMN", "", Store::ignored},
    {"BK", "", Store::ignored},
    {"swizzle_mode", "", Store::ignored},
    {"is_k_major", "", Store::must},
};
// A K-major tile: its atoms of 8 rows follow each other, so sbo is the size of one, and lbo is not used.
consteval KnownFunction mojo_tile(std::string_view swizzle, std::uint64_t mode, std::uint64_t bytes_of_row) {
    return {.name = "smem_descriptor", .mark = swizzle, .format = "smem", .types = kMojoTile, .parameters = kMojoPointer, .constant = stored(kSmem91, "swizzle", mode) | stored(kSmem91, "sbo", 8 * bytes_of_row / 16), .open = kStartBits | all_bits(kSmem91, "lbo"), .source = "modular/modular, smem_descriptor of linalg.arch.sm100.mma"};
}

// What a call of pyptx does not state: its defaults are not in the text.
constexpr std::uint64_t kPyptxOpen =
    all_bits(kIdescF16_91, "m") | all_bits(kIdescF16_91, "n") | all_bits(kIdescF16_91, "a_type") | all_bits(kIdescF16_91, "b_type") |
    all_bits(kIdescF16_91, "transpose_a") | all_bits(kIdescF16_91, "transpose_b") | all_bits(kIdescF16_91, "negate_a") | all_bits(kIdescF16_91, "negate_b");

constexpr std::string_view kCuteSource = "CuTe DSL, cutlass.experimental.primitives (classmethods build)";

constexpr KnownFunction kFunctions[] = {
    {.name = "build", .path = "Tcgen05SmemDesc", .format = "smem", .parameters = kCuteSmem, .open = kStartBits, .source = kCuteSource},
    {.name = "build", .path = "Tcgen05InstrDesc", .format = "idesc", .parameters = kCuteInstr, .float_is_tf32 = true, .source = kCuteSource},
    {.name = "make_instr_desc_f16bf16_f32", .format = "idesc", .parameters = kPyptxInstr, .constant = stored(kIdescF16_91, "d_type", 1), .open = kPyptxOpen, .source = "patrick-toulme/pyptx, tests of make_instr_desc_f16bf16_f32"},
    {.name = "create", .path = "UMMAInsDescriptor", .format = "idesc", .types = kMojoInstr, .float_is_tf32 = true, .source = "modular/modular, struct UMMAInsDescriptor of gpu.compute.arch.mma_nvidia_sm100"},
    mojo_tile("tensormapswizzle.swizzle_128b", 2, 128),
    mojo_tile("tensormapswizzle.swizzle_64b", 4, 64),
    mojo_tile("tensormapswizzle.swizzle_32b", 6, 32),
    {.name = "create", .path = "WGMMADescriptor", .format = "wgmma", .types = kMojoStrides, .parameters = kMojoPointer, .open = kStartBits, .source = "modular/modular, struct WGMMADescriptor of gpu.mma"},
};
}  // namespace dsl

// clang-format on

constexpr std::span<const KnownFunction> kLibraries[] = {tilelang::kFunctions, tvm::kFunctions,    kernels::kFunctions,
                                                         cutlass::kFunctions,  python::kFunctions, rust::kFunctions,
                                                         dsl::kFunctions};

// The stored bits of enumerators and numbers.
struct NamedCode {
    Store store;
    std::uint64_t code;
    std::string_view names;  // in lower case with '.' for '::', with a blank between them
};
// clang-format off
constexpr NamedCode kNamedCodes[] = {
    {Store::flag, 0, "false saturate.false saturate.false_ major.k operandmajormode.k scalein.one"},
    {Store::flag, 1, "true saturate.true saturate.true_ major.mn operandmajormode.mn scalein.neg"},
    {Store::k_major, 0, "true"},
    {Store::k_major, 1, "false"},
    {Store::major, 0, "k"},
    {Store::major, 1, "mn"},
    {Store::bytes, 1, "kkmajorlbo"},
    {Store::sign, 0, "1"},
    {Store::sign, 1, "-1"},
    {Store::field, 0, "maxshift.noshift byteoffsetrelative scaleformat.ue4m3 kdimension.densek64orsparsek128"},
    {Store::field, 1, "maxshift.maxshift8 byteaddressabsolute scaleformat.ue8m0 kdimension.densek96"},
    {Store::field, 2, "maxshift.maxshift16"},
    {Store::field, 3, "maxshift.maxshift32"},
    {Store::layout, 0, "layouttype.swizzle_none"},
    {Store::layout, 1, "layouttype.swizzle_128b_base32b"},
    {Store::layout, 2, "layouttype.swizzle_128b"},
    {Store::layout, 4, "layouttype.swizzle_64b"},
    {Store::layout, 6, "layouttype.swizzle_32b"},
    {Store::tma_umma, 0, "0"},
    {Store::tma_umma, 1, "4"},
    {Store::tma_umma, 2, "3"},
    {Store::tma_umma, 4, "2"},
    {Store::tma_umma, 6, "1"},
    {Store::tma_gmma, 0, "0 tensormapswizzle.swizzle_none"},
    {Store::tma_gmma, 1, "3 tensormapswizzle.swizzle_128b"},
    {Store::tma_gmma, 2, "2 tensormapswizzle.swizzle_64b"},
    {Store::tma_gmma, 3, "1 tensormapswizzle.swizzle_32b"},
    {Store::gmma_high, 0, "0"},
    {Store::gmma_high, 2, "1"},
    {Store::gmma_high, 4, "2"},
    {Store::gmma_high, 6, "3"},
    {Store::mode, 0, "0 swizzlemode.swizzle_none smemswizzlemode.knone tcgen05smemswizzle.none tcgen05swizzlemode.none swizzlemode.noswizzling"},
    {Store::mode, 1, "1 smemswizzlemode.kswizzle128bbase32b tcgen05smemswizzle.swizzle_128b_atom_32b tcgen05swizzlemode.swizzle128b32batom swizzlemode.swizzle128b32batomic"},
    {Store::mode, 2, "2 swizzlemode.swizzle_128b smemswizzlemode.kswizzle128b tcgen05smemswizzle.swizzle_128b tcgen05swizzlemode.swizzle128b swizzlemode.swizzle128b"},
    {Store::mode, 4, "4 swizzlemode.swizzle_64b smemswizzlemode.kswizzle64b tcgen05smemswizzle.swizzle_64b tcgen05swizzlemode.swizzle64b swizzlemode.swizzle64b"},
    {Store::mode, 6, "6 swizzlemode.swizzle_32b smemswizzlemode.kswizzle32b tcgen05smemswizzle.swizzle_32b tcgen05swizzlemode.swizzle32b swizzlemode.swizzle32b"},
    {Store::named, 1, "swizzlemode.k128b"},
    {Store::named, 2, "swizzlemode.k64b"},
    {Store::named, 3, "swizzlemode.k32b"},
    {Store::width, 0, "none swizzlingmode.knoswizzle"},
    {Store::width, 2, "128 swizzlingmode.k128byteswizzle"},
    {Store::width, 4, "64 swizzlingmode.k64byteswizzle"},
    {Store::width, 6, "32 swizzlingmode.k32byteswizzle"},
    {Store::version, 1, "70368744177664 tcgen05_smem_descriptor_bit"},
};
// clang-format on

}  // namespace

std::span<const std::span<const KnownFunction>> known_libraries() { return kLibraries; }

std::optional<std::uint64_t> code_of(Store store, std::string_view number, std::string_view path) {
    for (const NamedCode& row : kNamedCodes) {
        if (row.store != store) continue;
        for (const std::string_view name : split(row.names, ' '))
            if (number == name || ends_path(path, name)) return row.code;
    }
    return std::nullopt;
}

}  // namespace tilescope::notation::known_calls
