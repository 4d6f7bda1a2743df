// core/src/notation/known_functions.cpp -- functions of known libraries that make descriptors, and their parameters.
// SPDX-License-Identifier: MIT
#include "known_functions.h"

#include "text_parts.h"

namespace tilescope::notation::known_calls {

namespace {

// clang-format off
// Where the rows come from, and names in several rows.
constexpr std::string_view kTileLangCommon = "tile-ai/tilelang src/tl_templates/cuda/common.h";
constexpr std::string_view kTileLangMeta = "tile-ai/tilelang src/op/tcgen5_meta.h";
constexpr std::string_view kTileLangMma = "tile-ai/tilelang src/tl_templates/cuda/instruction/tcgen05mma.h";
constexpr std::string_view kTvm = "apache/tvm python/tvm/backend/cuda/cpp/descriptors.py";
constexpr std::string_view kDeepGemm100 = "deepseek-ai/DeepGEMM deep_gemm/include/deep_gemm/mma/sm100.cuh";
constexpr std::string_view kKittensSource = "HazyResearch/ThunderKittens include/ops/thread/mma/tcgen05.cuh";
constexpr std::string_view kKittensDescriptor = "HazyResearch/ThunderKittens include/types/shared/descriptor.cuh";
constexpr std::string_view kCutlassTraits = "NVIDIA/cutlass include/cute/atom/mma_traits_sm100.hpp",
                                  kCutlass = "NVIDIA/cutlass include/cute/arch/mma_sm100_desc.hpp";
constexpr std::string_view kMosaicSource = "jax-ml/jax jax/experimental/mosaic/gpu/tcgen05.py";
constexpr std::string_view kCudaLangSource = "NVIDIA cuda.lang, tcgen05.py (dataclass and its encode)";
constexpr std::string_view kTilusSource = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/tcgen05.py";
constexpr std::string_view kCudaLangWord = "Tcgen05SharedMemoryDescriptor";
constexpr std::string_view kCudaOxide = "NVlabs/cuda-oxide crates/cuda-device/src/tcgen05.rs",
                                  kOxideSmem = "Tcgen05SmemDescriptor", kOxideIdesc = "Tcgen05InstructionDescriptor";
constexpr std::string_view kCuteSource = "CuTe DSL, cutlass.experimental.primitives (classmethods build)";

// Rows with other names on another path, and words of several rows.
constexpr KnownFunction kEncodeUmma = {.name = "encode_matrix_descriptor", .path = "tcgen05", .format = "smem", .parameters = "desc, addr, ldo: lbo, sdo: sbo, swizzle: swizzle tma_umma", .open = kStartBits, .source = kTvm};
constexpr KnownFunction kEncodeGmma = {.name = "encode_matrix_descriptor", .path = "wgmma", .format = "wgmma", .parameters = "desc, addr, ldo: lbo, sdo: sbo, swizzle: swizzle tma_gmma", .open = kStartBits, .source = kTvm};

constexpr KnownFunction kSm90 = {.name = "make_smem_desc", .path = "sm90", .format = "wgmma", .parameters = "smem_ptr, layout_type: swizzle, leading_byte_offset: lbo bytes = 0, stride_byte_offset: sbo bytes = 64", .open = kStartBits, .source = "deepseek-ai/DeepGEMM deep_gemm/include/deep_gemm/mma/sm90.cuh"};

// make_umma_desc<Major::K> of tile_to_shape(Layout_K_SW128_Atom<T>{}, shape): its tiles of 8 rows follow each other
// along M or N, so sbo is the size of one; lbo is 1 and not used. A Step changes the order.
consteval KnownFunction cutlass_tile(std::string_view atom, std::uint64_t mode, std::uint64_t bytes_of_row) {
    return {.name = "make_umma_desc", .mark = atom, .unless = "step<", .format = "smem", .types = "MajorMode", .parameters = "tensor", .constant = stored(kSmem91, "swizzle", mode) | stored(kSmem91, "lbo", 1) | stored(kSmem91, "sbo", 8 * bytes_of_row / 16), .open = kStartBits, .source = kCutlassTraits};
}

// Tilus stores the misprint of the manual.
constexpr std::uint64_t kMisprint = stored(kSmem91, "fixed", 0xb0);

constexpr std::uint64_t kPackedTypes = stored(kIdescMxf4_91, "a_type", 1) | stored(kIdescMxf4_91, "b_type", 1);

// A K-major tile: its atoms of 8 rows follow each other, so sbo is the size of one, and lbo is not used.
consteval KnownFunction mojo_tile(std::string_view swizzle, std::uint64_t mode, std::uint64_t bytes_of_row) {
    return {.name = "smem_descriptor", .mark = swizzle, .format = "smem", .types = "BMN, BK, swizzle_mode, is_k_major: - must", .parameters = "smem_ptr", .constant = stored(kSmem91, "swizzle", mode) | stored(kSmem91, "sbo", 8 * bytes_of_row / 16), .open = kStartBits | all_bits(kSmem91, "lbo"), .source = "modular/modular, smem_descriptor of linalg.arch.sm100.mma"};
}

// What a call of pyptx does not state: its defaults are not in the text.
constexpr std::uint64_t kPyptxOpen =
    all_bits(kIdescF16_91, "m") | all_bits(kIdescF16_91, "n") | all_bits(kIdescF16_91, "a_type") | all_bits(kIdescF16_91, "b_type") |
    all_bits(kIdescF16_91, "transpose_a") | all_bits(kIdescF16_91, "transpose_b") | all_bits(kIdescF16_91, "negate_a") | all_bits(kIdescF16_91, "negate_b");

constexpr KnownFunction kFunctions[] = {
    // ---- TileLang ----
    {.name = "initialize_tcgen05_descriptor", .format = "smem", .parameters = "descriptor, start_address, leading_byte_offset: lbo, stride_byte_offset: sbo, base_offset: base_offset = 0, leading_is_absolute: lbo_mode flag = 0, swizzle_mode: swizzle = 0", .open = kStartBits, .source = kTileLangCommon},
    {.name = "initialize_wgmma_descriptor", .path = "tl", .format = "wgmma", .types = "layout_type: swizzle = 0, leading_byte_offset: lbo = 0, stride_byte_offset: sbo = 0", .parameters = "descriptor, start_address", .open = kStartBits, .source = kTileLangCommon},
    {.name = "initialize_wgmma_descriptor", .path = "T", .format = "wgmma", .parameters = "descriptor, start_address, layout_type_: swizzle = 0, leading_byte_offset: lbo = 0, stride_byte_offset: sbo = 0", .open = kStartBits, .source = "tile-ai/tilelang tilelang/language/builtin.py"},
    {.name = "initialize_wgmma_descriptor", .path = "tl", .format = "wgmma", .parameters = "layout_type: swizzle, leading_byte_offset: lbo, stride_byte_offset: sbo, desc, start_address", .open = kStartBits, .source = "tile-ai/tilelang tilelang/contrib/cutedsl/gemm_v2.py"},
    {.name = "make_sf_smem_desc", .path = "tl", .format = "smem", .parameters = "smem_ptr", .constant = kScaleRows, .open = kStartBits, .source = "tile-ai/tilelang src/tl_templates/cuda/tcgen_05.h"},
    {.name = "get_tcgen5_instr_desc", .format = "idesc", .parameters = "atom_m: m count, atom_n: n count, atom_k, a_dtype: a_type element, b_dtype: b_type element, c_dtype: d_type element, a_is_k_major: transpose_a k_major, b_is_k_major: transpose_b k_major, scale_in_a: negate_a sign, scale_in_b: negate_b sign", .source = kTileLangMeta},
    {.name = "get_tcgen5_blockscaled_instr_desc", .format = "scaled", .parameters = "atom_m: m count, atom_n: n count, a_dtype: a_type element, b_dtype: b_type element, a_is_k_major: transpose_a k_major, b_is_k_major: transpose_b k_major, scale_in_a: negate_a sign, scale_in_b: negate_b sign, a_sf_id: sfa_id, b_sf_id: sfb_id", .kind = "mxf8f6f4", .constant = stored(kIdescMxf8f6f4_91, "scale_type", 1), .source = kTileLangMeta},
    {.name = "tcgen05mma_ss tcgen05mma_ts tcgen05mma_ws_ss", .path = "tl", .mark = "datatype.k", .format = "idesc", .types = "C_type: kind element, use_2cta = 0", .parameters = "desc_a, desc_b, tmem_c, scalec, desc_val: - word, mask0, mask1, mask2, mask3", .source = kTileLangMma},
    {.name = "tcgen05mma_blockscaled_ss", .path = "tl", .mark = "datatype.k", .format = "scaled", .types = "C_type: kind element, use_2cta = 0", .parameters = "desc_a, desc_b, tmem_c, scalec, desc_val: - word, tmem_sfa, tmem_sfb", .kind = "mxf8f6f4", .source = kTileLangMma},
    // ---- TVM ----
    kEncodeUmma,
    also(kEncodeUmma, "cuda_tcgen05_encode_matrix_descriptor tvm_builtin_ptx_tcgen05_encode_matrix_descriptor"),
    {.name = "encode_smem_descriptor_base_uint64", .format = "smem", .parameters = "ldo: lbo, sdo: sbo, swizzle: swizzle tma_umma", .open = kStartBits, .source = kTvm},
    kEncodeGmma,
    also(kEncodeGmma, "cuda_wgmma_encode_matrix_descriptor ptx_wgmma_encode_matrix_descriptor"),
    {.name = "encode_instr_descriptor", .path = "tcgen05", .format = "idesc", .parameters = "desc, d_dtype: d_type element, a_dtype: a_type element, b_dtype: b_type element, M: m count, N: n count, K, trans_a: transpose_a flag, trans_b: transpose_b flag, n_cta_groups = 0, neg_a: negate_a flag = 0, neg_b: negate_b flag = 0, sat_d: saturate flag = 0, is_sparse: sparse flag = 0", .source = kTvm},
    {.name = "encode_instr_descriptor_dense_uint32", .format = "idesc", .parameters = "M: m count, N: n count, K, d_dtype: d_type element, a_dtype: a_type element, b_dtype: b_type element, trans_a: transpose_a flag, trans_b: transpose_b flag, cta_group = 0, neg_a: negate_a flag = 0, neg_b: negate_b flag = 0, sat_d: saturate flag = 0, is_sparse: sparse flag = 0", .source = kTvm},
    {.name = "ptx_tcgen05_encode_instr_descriptor", .format = "idesc", .parameters = "desc, M: m count, N: n count, d_format: d_type, a_format: a_type, b_format: b_type, trans_a: transpose_a flag, trans_b: transpose_b flag, neg_a: negate_a flag, neg_b: negate_b flag, sat_d: saturate flag, is_sparse: sparse flag", .source = kTvm},
    {.name = "encode_instr_descriptor_block_scaled", .path = "tcgen05", .format = "scaled", .parameters = "desc, d_dtype, a_dtype: a_type element, b_dtype: b_type element, sfa_dtype: scale_type element, sfb_dtype, sfa_tmem_addr, sfb_tmem_addr, M: m count, N: n count, K, trans_a: transpose_a flag, trans_b: transpose_b flag, n_cta_groups = 0, neg_a: negate_a flag = 0, neg_b: negate_b flag = 0, is_sparse: sparse flag = 0", .packed = Packed::pair, .open = kScaleIds, .source = kTvm},
    {.name = "encode_instr_descriptor_block_scaled_uint32", .format = "scaled", .parameters = "M: m count, N: n count, K, d_dtype, a_dtype: a_type element, b_dtype: b_type element, sf_dtype: scale_type element, trans_a: transpose_a flag, trans_b: transpose_b flag, cta_group = 0, neg_a: negate_a flag = 0, neg_b: negate_b flag = 0, is_sparse: sparse flag = 0", .packed = Packed::pair, .open = kScaleIds, .source = kTvm},
    {.name = "_recompute_smem_desc", .format = "smem", .parameters = "smem_ptr, upper: - high, matrix_start: - low", .open = kStartBits, .source = "TIRx kernels that define it beside their use"},
    // ---- DeepGEMM, SageAttention, FlashInfer, ThunderKittens ----
    {.name = "make_smem_desc", .mark = "layouttype.swizzle_", .format = "smem", .parameters = "layout: swizzle layout, smem_ptr, stride_byte_offset: sbo bytes, leading_byte_offset: lbo bytes", .open = kStartBits, .source = kDeepGemm100},
    {.name = "make_smem_desc_sm100", .mark = "smemswizzlemode.k", .format = "smem", .parameters = "smem_addr, lbo_bytes: lbo bytes, sbo_bytes: sbo bytes, layout: swizzle mode, base_offset: base_offset = 0, lbo_mode: lbo_mode = 0", .open = kStartBits, .source = "SageAttention for sm_100, make_smem_desc_sm100"},
    {.name = "make_sf_desc", .path = "sm100", .format = "smem", .parameters = "smem_ptr", .constant = kScaleRows, .open = kStartBits, .source = kDeepGemm100},
    kSm90,
    also(kSm90, "make_smem_desc", "", "wgmma."),
    {.name = "make_smem_desc", .mark = "swizzlemode.k", .format = "wgmma", .types = "swizzle_mode: swizzle named, leading_byte_offset: lbo bytes, stride_byte_offset: sbo bytes", .parameters = "smem_ptr", .open = kStartBits, .source = "flashinfer-ai/flashinfer include/flashinfer/attention/hopper.cuh"},
    {.name = "matrix_descriptor_raw", .format = "wgmma", .parameters = "addr, leading_dim_offset: lbo bytes, stride_dim_offset: sbo bytes, swizzle_mode: swizzle", .open = kStartBits, .text = TextFor::hopper, .source = kKittensDescriptor},
    {.name = "matrix_descriptor_raw", .format = "smem", .parameters = "addr, leading_dim_offset: lbo bytes, stride_dim_offset: sbo bytes, swizzle_mode: swizzle gmma_high", .open = kStartBits, .text = TextFor::blackwell, .source = kKittensDescriptor},
    {.name = "matrix_descriptor_raw", .format = "smem", .parameters = "addr, leading_dim_offset: lbo bytes, stride_dim_offset: sbo bytes, swizzle_mode: swizzle gmma_high", .open = kStartBits | kVersionBit, .source = kKittensDescriptor},
    {.name = "instruction_descriptor", .path = "tcgen05", .format = "idesc", .types = "D: d_type element, AB: ab_type element, M: m count, N: n count, trans_a: transpose_a flag, trans_b: transpose_b flag, neg: negate_a flag = 0", .source = kKittensSource},
    {.name = "instruction_descriptor", .path = "tcgen05", .format = "scaled", .types = "D, AB: ab_type element, SAB: scale_type element, M: m count, N: n count, neg: negate_a flag = 0, scale_factor_id = 0", .packed = Packed::pair, .open = kScaleIds, .source = kKittensSource},
    // ---- CUTLASS ----
    cutlass_tile("layout_k_sw128_atom", 2, 128),
    cutlass_tile("layout_k_sw64_atom", 4, 64),
    cutlass_tile("layout_k_sw32_atom", 6, 32),
    {.name = "make_instr_desc", .format = "idesc", .types = "a_type: a_type element, b_type: b_type element, c_type: d_type element, M: m count, N: n count, a_major: transpose_a flag, b_major: transpose_b flag, a_neg: negate_a flag = 0, b_neg: negate_b flag = 0, c_sat: saturate flag = 0, is_sparse: sparse flag = 0, max_shift: max_shift = 0", .packed = Packed::cutlass, .source = kCutlass},
    {.name = "make_instr_desc", .format = "idesc", .parameters = "a_type: a_type element, b_type: b_type element, c_type: d_type element, M: m count, N: n count, a_major: transpose_a flag, b_major: transpose_b flag, a_neg: negate_a flag = 0, b_neg: negate_b flag = 0, c_sat: saturate flag = 0, is_sparse: sparse flag = 0, max_shift: max_shift = 0", .packed = Packed::cutlass, .source = "Dao-AILab/flash-attention flash_attn/cute/mma_sm100_desc.py"},
    {.name = "make_runtime_instr_desc", .format = "idesc", .types = "a_type: a_type element, b_type: b_type element, c_type: d_type element, M: m count, N: n count, a_major: transpose_a flag, b_major: transpose_b flag, a_neg: negate_a flag = 0, b_neg: negate_b flag = 0, c_sat: saturate flag = 0, is_sparse: sparse flag = 0, max_shift: max_shift = 0", .parameters = "sparse_id2: sparsity_selector = 0, tmem_e = 0", .packed = Packed::cutlass, .runtime = true, .source = kCutlass},
    {.name = "make_instr_desc_block_scaled", .format = "scaled", .types = "a_type: a_type element, b_type: b_type element, c_type, sf_type: scale_type element, M: m count, N: n count, a_major: transpose_a flag, b_major: transpose_b flag, a_neg: negate_a flag = 0, b_neg: negate_b flag = 0, is_sparse: sparse flag = 0", .packed = Packed::cutlass, .open = kScaleIds, .source = kCutlass},
    {.name = "make_runtime_instr_desc_block_scaled", .format = "scaled", .types = "a_type: a_type element, b_type: b_type element, c_type, sf_type: scale_type element, M: m count, N: n count, a_major: transpose_a flag, b_major: transpose_b flag, a_neg: negate_a flag = 0, b_neg: negate_b flag = 0, is_sparse: sparse flag = 0", .parameters = "tmem_sfa_addr: sfa_id id, tmem_sfb_addr: sfb_id id, sparse_id2: rsvd0 = 0, tmem_e = 0", .packed = Packed::cutlass, .runtime = true, .source = kCutlass},
    // ---- Python libraries: Mosaic GPU, Tilus, cuda.lang ----
    // cuda.lang renamed the strides twice.
    {.name = kCudaLangWord, .format = "smem", .parameters = "matrix_start_address, leading_dimension_byte_offset: lbo bytes, stride_dimension_byte_offset: sbo bytes, base_offset: base_offset = 0, leading_dimension_mode: lbo_mode = 0, swizzle_mode: swizzle mode = 0", .open = kStartBits, .source = kCudaLangSource},
    {.name = kCudaLangWord, .format = "smem", .parameters = "matrix_start_address, leading_dimension_offset: lbo bytes, stride_dimension_offset: sbo bytes, base_offset: base_offset = 0, leading_dimension_mode: lbo_mode = 0, swizzle_mode: swizzle mode = 0", .open = kStartBits, .source = kCudaLangSource},
    {.name = kCudaLangWord, .format = "smem", .parameters = "matrix_start_address, leading_dim_offset: lbo bytes, stride_dim_offset: sbo bytes, base_offset: base_offset = 0, leading_dim_mode: lbo_mode = 0, swizzle_mode: swizzle mode = 0", .open = kStartBits, .source = kCudaLangSource},
    {.name = "Tcgen05InstructionDescriptor", .format = "idesc", .parameters = "sparsity_selector: sparsity_selector = 0, sparse: sparse flag = 0, saturate: saturate flag = 0, d_type: d_type element = 0, a_type: a_type element = 0, b_type: b_type element = 0, negate_a: negate_a flag = 0, negate_b: negate_b flag = 0, transpose_a: transpose_a flag = 0, transpose_b: transpose_b flag = 0, n: n count = 0, m: m count = 0, max_shift: max_shift = 0", .source = kCudaLangSource},
    {.name = "Tcgen05Mxf8f6f4InstructionDescriptor", .format = "scaled", .parameters = "sparse: sparse flag = 0, b_scale_id: sfb_id = 0, a_type: a_type element = 0, b_type: b_type element = 0, negate_a: negate_a flag = 0, negate_b: negate_b flag = 0, transpose_a: transpose_a flag = 0, transpose_b: transpose_b flag = 0, n: n count = 0, scale_format: scale_type = 1, m: m count = 0, a_scale_id: sfa_id = 0", .kind = "mxf8f6f4", .source = kCudaLangSource},
    {.name = "Tcgen05Mxf4InstructionDescriptor", .format = "scaled", .parameters = "sparse: sparse flag = 0, b_scale_id: sfb_id = 0, a_type = 0, b_type = 0, negate_a: negate_a flag = 0, negate_b: negate_b flag = 0, transpose_a: transpose_a flag = 0, transpose_b: transpose_b flag = 0, n: n count = 0, scale_format: scale_type = 1, m: m count = 0, a_scale_id: sfa_id = 0, k_dimension: k_size = 0", .kind = "mxf4nvf4 mxf4", .constant = kPackedTypes, .source = kCudaLangSource},
    {.name = "create_instr_descriptor", .format = "idesc", .parameters = "m: m count, n: n count, acc_dtype: d_type element, a_dtype: a_type element, b_dtype: b_type element, transpose_a: transpose_a flag = 0, transpose_b: transpose_b flag = 0", .source = kMosaicSource},
    {.name = "create_scaled_f8f6f4_instr_descriptor", .format = "scaled", .parameters = "m: m count, n: n count, a_type: a_type element, b_type: b_type element, a_scale_idx: sfa_id, b_scale_idx: sfb_id, transpose_a: transpose_a flag, transpose_b: transpose_b flag, scale_type: scale_type element, sparse: sparse flag = 0", .kind = "mxf8f6f4", .source = kMosaicSource},
    {.name = "create_scaled_f4_instr_descriptor", .format = "scaled", .parameters = "m: m count, n: n count, a_type: a_type element, b_type: b_type element, a_scale_idx: sfa_id, b_scale_idx: sfb_id, transpose_a: transpose_a flag, transpose_b: transpose_b flag, scale_type: scale_type element, sparse: sparse flag = 0", .packed = Packed::pair, .source = kMosaicSource},
    {.name = "encode_descriptor", .path = "mma_utils", .format = "smem", .parameters = "ref_arg, leading_byte_offset: lbo bytes, stride_byte_offset: sbo bytes, swizzle: swizzle width, const_init: version version = open, split_const = 0", .open = kStartBits | kVersionBit, .source = "jax-ml/jax jax/experimental/mosaic/gpu/mma_utils.py"},
    {.name = "tcgen05_encode_smem_descriptor cuda_tcgen05_encode_smem_descriptor", .format = "smem", .parameters = "smem_addr, lbo: lbo, sbo: sbo, mbo: base_offset, stride_mode: lbo_mode, swizzle_mode: swizzle", .open = kStartBits, .source = kTilusSource},
    {.name = "wgmma_encode_smem_descriptor cuda_wgmma_encode_smem_descriptor", .format = "wgmma", .parameters = "smem_addr, lbo: lbo, sbo: sbo, mbo: base_offset, swizzle_mode: swizzle", .open = kStartBits, .source = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/wgmma.py"},
    {.name = "make_tcgen05_cp_desc", .format = "smem", .parameters = "leading_dim_offset: lbo bytes, stride_dim_offset: sbo bytes, swizzle_mode: swizzle = 0, base_offset: base_offset = 0, use_absolute_addressing: lbo_mode flag = 0", .constant = kMisprint, .open = kStartBits, .source = "NVIDIA/tilus python/tilus/hidet/ir/primitives/cuda/tcgen05_cp.py"},
    {.name = "tcgen05_encode_mma_inst_descriptor", .format = "idesc", .parameters = "sparsity_selector: sparsity_selector, sparsity: sparse, saturate_for_integer: saturate, d_dtype: d_type, a_dtype: a_type, b_dtype: b_type, negate_a: negate_a, negate_b: negate_b, transpose_a: transpose_a, transpose_b: transpose_b, shifted_n: n, shifted_m: m, maximim_shift_in_ws: max_shift", .source = kTilusSource},
    // ---- cuda-oxide, a Rust library. A chain X::builder().lbo(16).build() is one call of X::builder whose arguments
    // have the names of the methods ----
    {.name = "for_k_major", .path = kOxideSmem, .format = "smem", .parameters = "smem_addr, m: lbo tiles, k, elem_bytes: sbo tile, swizzle: swizzle mode", .open = kStartBits, .source = kCudaOxide},
    {.name = "for_mn_major", .path = kOxideSmem, .format = "smem", .parameters = "smem_addr, n: lbo tiles, k, elem_bytes: sbo tile, swizzle: swizzle mode", .open = kStartBits, .source = kCudaOxide},
    {.name = "from_bytes", .path = kOxideSmem, .format = "smem", .parameters = "smem_addr, leading_dim_bytes: lbo bytes, stride_bytes: sbo bytes, swizzle: swizzle mode", .open = kStartBits, .source = kCudaOxide},
    {.name = "builder", .path = kOxideSmem, .format = "smem", .parameters = "address = 0, leading_dim_bytes: lbo bytes = 0, stride_bytes: sbo bytes = 0, base_offset: base_offset = 0, leading_dim_absolute: lbo_mode flag = 0, swizzle: swizzle mode = 0", .open = kStartBits, .source = kCudaOxide},
    // Its first state is M 128, N 256, f16 and D in f32.
    {.name = "builder", .path = kOxideIdesc, .format = "idesc", .parameters = "m: m count = 8, n: n count = 32, shape: m shape = open, accumulator_type: d_type element = 1, a_type: a_type element = 0, b_type: b_type element = 0, element_type: ab_type element = open, a_type_f8: a_type element = open, b_type_f8: b_type element = open, element_type_f8: ab_type element = open, a_type_f6: a_type element = open, b_type_f6: b_type element = open, element_type_f6: ab_type element = open, a_type_f4: a_type element = open, b_type_f4: b_type element = open, element_type_f4: ab_type element = open, sparse: sparse flag = 0, negate_a: negate_a flag = 0, negate_b: negate_b flag = 0, transpose_a: transpose_a flag = 0, transpose_b: transpose_b flag = 0, b_reuse_shift: max_shift = 0", .source = kCudaOxide},
    {.name = "new_f8 new_f6 new_f4", .path = kOxideIdesc, .format = "idesc", .parameters = "shape: m shape, a_type: a_type element, b_type: b_type element, accumulator_type: d_type element", .kind = "f8f6f4", .source = kCudaOxide},
    // ---- CuTe DSL, pyptx, Mojo ----
    {.name = "build", .path = "Tcgen05SmemDesc", .format = "smem", .parameters = "start_address, leading_byte_offset: lbo bytes = 0, stride_byte_offset: sbo bytes = 0, base_offset: base_offset = 0, layout: swizzle mode = 0, leading_dim_mode: lbo_mode flag = 0", .open = kStartBits, .source = kCuteSource},
    {.name = "build", .path = "Tcgen05InstrDesc", .format = "idesc", .parameters = "sparse_id2: sparsity_selector = 0, sparse_flag: sparse flag = 0, saturate: saturate flag = 0, sparse_format: rsvd6 = 0, c_dtype: d_type element = 0, a_dtype: a_type element = 0, b_dtype: b_type element = 0, a_negate: negate_a flag = 0, b_negate: negate_b flag = 0, a_major: transpose_a flag = 0, b_major: transpose_b flag = 0, n_dim: n count = 0, m_dim: m count = 0, k_dim: rsvd29 = 0, max_shift: max_shift = 0", .float_is_tf32 = true, .source = kCuteSource},
    {.name = "make_instr_desc_f16bf16_f32", .format = "idesc", .parameters = "m: m count = open, n: n count = open, ab_dtype: ab_type element = open, a_major: transpose_a major = open, b_major: transpose_b major = open, scale_a: negate_a sign = open, scale_b: negate_b sign = open", .constant = stored(kIdescF16_91, "d_type", 1), .open = kPyptxOpen, .source = "patrick-toulme/pyptx, tests of make_instr_desc_f16bf16_f32"},
    {.name = "create", .path = "UMMAInsDescriptor", .format = "idesc", .types = "d_type: d_type element, a_type: a_type element, b_type: b_type element, m: m count, n: n count, transpose_a: transpose_a flag = 0, transpose_b: transpose_b k_major = 0", .float_is_tf32 = true, .source = "modular/modular, struct UMMAInsDescriptor of gpu.compute.arch.mma_nvidia_sm100"},
    mojo_tile("tensormapswizzle.swizzle_128b", 2, 128),
    mojo_tile("tensormapswizzle.swizzle_64b", 4, 64),
    mojo_tile("tensormapswizzle.swizzle_32b", 6, 32),
    {.name = "create", .path = "WGMMADescriptor", .format = "wgmma", .types = "stride_byte_offset: sbo, leading_byte_offset: lbo, swizzle_mode: swizzle tma_gmma = 0", .parameters = "smem_ptr", .open = kStartBits, .source = "modular/modular, struct WGMMADescriptor of gpu.mma"},
};
// clang-format on

constexpr bool has_good_signatures() {
    for (const KnownFunction& row : kFunctions)
        for (const std::string_view signature : {row.types, row.parameters})
            for_each_parameter(signature, [](const Parameter&) {});
    return true;
}
static_assert(has_good_signatures());

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

std::span<const KnownFunction> known_functions() { return kFunctions; }

std::optional<std::uint64_t> code_of(Store store, std::string_view number, std::string_view path) {
    for (const NamedCode& row : kNamedCodes) {
        if (row.store != store) continue;
        for (const std::string_view name : split(row.names, ' '))
            if (number == name || ends_path(path, name)) return row.code;
    }
    return std::nullopt;
}

}  // namespace tilescope::notation::known_calls
