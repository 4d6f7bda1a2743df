// core/src/document/presets.cpp -- presets: named sessions to start from.
// SPDX-License-Identifier: MIT
#include <tilescope/document/edit.h>
#include <tilescope/document/presets.h>

namespace tilescope {
namespace {

// Sources of the wgmma of real kernels. Triton: the PTX of a bf16 and an s8 matmul by Triton 3.6.0, which ran on an
// H100. DeepGEMM: deep_gemm/include/deep_gemm/mma/sm90.cuh (make_smem_desc) and impls/sm90_fp8_gemm_1d2d.cuh. CUTLASS:
// examples/62_hopper_sparse_gemm. FlashAttention-3: hopper/mainloop_fwd_sm90_tma_gmma_ws.hpp (SmemLayoutVt) and
// tile_size.h (causal, head dimension 128).
// clang-format off
constexpr Preset kPresets[] = {
    {.id = "k_major_128b_f16", .title = "K-major 128B, f16",
     .story = "Most GEMMs use this layout. A row of 64 f16 elements fills one 128-byte line. The swizzle pattern repeats every eight rows. Each K step moves by two chunks.",
     .lesson = "the-modes-32b-64b-128b",
     .kind = "f16", .words = {0x4000404000010040, 0x4000404000010440, 0x08180010, 0}, .tile_k = 64},
    {.id = "k_major_64b_bf16", .title = "K-major 64B, bf16",
     .story = "The rows have 64 bytes: two rows share a 128-byte line, and the swizzle pattern repeats every 512 bytes.",
     .lesson = "the-modes-32b-64b-128b",
     .kind = "f16", .words = {0x8000402000010040, 0x8000402000010440, 0x08200490, 0}, .tile_k = 32},
    {.id = "k_major_32b_tf32", .title = "K-major 32B, tf32",
     .story = "The narrowest swizzle pattern has one XOR bit. Each 128-byte line contains four rows.",
     .lesson = "the-modes-32b-64b-128b",
     .kind = "tf32", .words = {0xc000401000010040, 0xc000401000010240, 0x08200910, 0}, .tile_k = 8},
    {.id = "k_major_none_f16", .title = "K-major without swizzle, f16",
     .story = "The tile consists of core matrices of 8 rows x 16 bytes. LBO is the step along K, and SBO is the step along the rows. This layout uses both.",
     .lesson = "k-major-without-swizzle",
     .kind = "f16", .words = {0x0000400800800040, 0x0000400800800440, 0x08200010, 0}, .tile_k = 64},
    {.id = "mn_major_128b_bf16", .title = "MN-major 128B, bf16",
     .story = "Transposed operands: one line contains 64 rows. LBO is the step to the next 64 rows. SBO is the step to the next 8 elements of K.",
     .lesson = "mn-major",
     .kind = "f16", .words = {0x4000404002000040, 0x4000404002000440, 0x08218490, 0}, .tile_k = 64},
    {.id = "mn_major_128b_32b_tf32", .title = "MN-major 128B with 32-byte atoms, tf32",
     .story = "The only MN-major mode for 32-bit elements. Pairs of chunks move together, and the pattern repeats every four elements of K.",
     .lesson = "the-mode-128b-32b",
     .kind = "tf32", .words = {0x2000402001000040, 0x2000402001000440, 0x08218910, 0}, .tile_k = 32},
    {.id = "k_major_128b_e4m3", .title = "K-major 128B, e4m3",
     .story = "The elements are 8-bit floats: 128 elements per line, 32 elements per K step.",
     .lesson = "instruction-descriptor",
     .kind = "f8f6f4", .words = {0x4000404000010040, 0x4000404000010440, 0x08200010, 0}, .tile_k = 128},
    {.id = "k_major_128b_mxf4", .title = "K-major 128B, mxf4",
     .story = "Packed fp4: two elements per byte, 256 elements per line, 64 elements per K step. The scale factors are in Tensor Memory.",
     .lesson = "scale-factors",
     .kind = "mxf4", .words = {0x4000404000010040, 0x4000404000010440, 0x08a00480, 0}, .tile_k = 256},
    {.id = "zero_mask_ws", .title = "Zero-column mask, .ws",
     .story = "This mask zeroes convolution padding: runs of 3 zeroed and 4 used columns in two sub-masks. Drag the border of a run to change the mask.",
     .lesson = "zero-column-mask",
     .kind = "f16", .words = {0x4000404000010040, 0x4000404000010240, 0x04100010, 0x0003028100000000}, .tile_k = 64, .ws = true},
    {.id = "block_scaled_mxf4nvf4", .title = "Block-scaled mxf4nvf4",
     .story = "There is one scale factor for every 16 fp4 elements. Four factors fill a cell of Tensor Memory, and each K step reads the next group of columns.",
     .lesson = "scale-factors",
     .kind = "mxf4nvf4", .words = {0x4000404000010040, 0x4000404000010440, 0x08200480, 0}, .tile_k = 256},
    {.id = "sparse_f16", .title = "Sparse f16, 2:4",
     .story = "A stores two of every four elements. Metadata in Tensor Memory selects these two. The metadata of rows r and r + 8 is in the same cells.",
     .lesson = "sparsity",
     .kind = "f16", .words = {0x4000404000010040, 0x4000404000010440, 0x08200014, 0}, .tile_k = 128, .sparse = true},
    {.id = "pair_a_in_tmem", .title = "A pair of CTAs, A in Tensor Memory",
     .story = "M = 128 is divided over two CTAs. D has two groups of columns in different lanes, and each group needs all of A.",
     .lesson = "cta-pairs",
     .kind = "f16", .words = {0x4000404000010040, 0x4000404000010440, 0x08100010, 0}, .tile_k = 64, .cta_group = 2, .a_in_tmem = true},
    {.id = "cutlass_70_f16", .title = "CUTLASS 70: f16, a pair of CTAs",
     .story = "The MMA of CUTLASS's example 70_blackwell_fp16_gemm: 256 x 128 x 64 on a pair of CTAs. Each CTA has 128 rows of A, 64 rows of B, and 128 lanes of D.",
     .lesson = "cta-pairs",
     .kind = "f16", .words = {0x4000404000010040, 0x4000404000010440, 0x10200010, 0}, .tile_k = 64, .cta_group = 2},
    {.id = "cutlass_72a_nvfp4", .title = "CUTLASS 72a: nvfp4, a pair of CTAs",
     .story = "The MMA of CUTLASS's example 72a_blackwell_nvfp4_bf16_gemm: 256 x 256 x 256 with e2m1 elements. Each 16 elements of K share a scale factor of type ue4m3.",
     .lesson = "scale-factors",
     .kind = "mxf4nvf4", .words = {0x4000404000010040, 0x4000404000010440, 0x10400480, 0}, .tile_k = 256, .cta_group = 2},
    {.id = "deepgemm_fp8", .title = "DeepGEMM: fp8 with scale factors",
     .story = "The MMA of DeepGEMM's sm100_fp8_gemm_1d1d with blocks of 128 x 128 x 128: e4m3 elements and scale factors of type ue8m0. DeepGEMM stores 0 in the ignored field lbo.",
     .lesson = "scale-factors",
     .kind = "mxf8f6f4", .words = {0x4000404000000040, 0x4000404000000440, 0x08a00000, 0}, .tile_k = 128},
    {.id = "wgmma_128b_f16", .title = "Hopper wgmma 128B, f16",
     .story = "The same 128B layout with the Hopper descriptor. This descriptor has no version constant, and its swizzle code has two bits.",
     .lesson = "hopper-and-blackwell",
     .kind = "f16", .words = {0x4000004000010040, 0x4000004000010440, 0x04200010, 0}, .tile_k = 64, .arch = "sm_90a"},
    {.id = "wgmma_triton_bf16", .title = "Triton on Hopper: bf16, B MN-major",
     .story = "The wgmma of a Triton matmul, 64 x 128 x 64. B is stored as K rows of N elements, so it is MN-major. LBO is the step to the next 64 columns of N.",
     .lesson = "transposed-operands",
     .kind = "f16", .words = {0x4000004000000440, 0x4000004002000040, 0x04210490, 0}, .tile_k = 64, .arch = "sm_90a"},
    {.id = "wgmma_deepgemm_fp8", .title = "DeepGEMM on Hopper: e4m3",
     .story = "The wgmma of DeepGEMM's sm90_fp8_gemm_1d2d, 64 x 128 x 128. Sums of 8-bit floats have 13 fraction bits on this chip, so DeepGEMM adds blocks of K itself.",
     .lesson = "stepping-along-k",
     .kind = "f8f6f4", .words = {0x4000004000000040, 0x4000004000000440, 0x04200010, 0}, .tile_k = 128, .arch = "sm_90a"},
    {.id = "wgmma_triton_s8", .title = "Triton on Hopper: s8, 64B",
     .story = "The wgmma of an integer matmul of Triton, 64 x 128 x 64. A row has 64 bytes, so the swizzle is 64B. Integers are K-major, and their sums are exact.",
     .lesson = "the-modes-32b-64b-128b",
     .kind = "i8", .words = {0x8000002000000240, 0x8000002000000040, 0x042004a0, 0}, .tile_k = 64, .arch = "sm_90a"},
    {.id = "wgmma_cutlass_62_sparse", .title = "Hopper wgmma sparse, f16",
     .story = "The wgmma of CUTLASS's example 62_hopper_sparse_gemm, 64 x 128 x 128. A stores two of every four elements. Each thread has a register with metadata.",
     .lesson = "sparsity",
     .kind = "f16", .words = {0x4000004000010040, 0x4000004000010440, 0x04200014, 0}, .tile_k = 128, .arch = "sm_90a", .sparse = true},
    {.id = "wgmma_fa3_bf16", .title = "FlashAttention-3: bf16, A in registers",
     .story = "The second wgmma of FlashAttention-3, 64 x 128 x 128. A is P, which softmax left in registers, so it has no descriptor. B is V, which is MN-major.",
     .lesson = "mn-major",
     .kind = "f16", .words = {0x4000004000010840, 0x4000004004000040, 0x04210490, 0}, .tile_k = 128, .arch = "sm_90a", .a_in_tmem = true},
    {.id = "wgmma_128b_b1", .title = "Hopper wgmma 128B, b1",
     .story = "The instruction multiplies single bits with AND and popcount: 1024 bits per line, 256 bits per K step. The bytes have the layout of u8.",
     .lesson = "hopper-and-blackwell",
     .kind = "i8", .words = {0x4000004000010040, 0x4000004000010440, 0x04200020, 0}, .tile_k = 1024, .arch = "sm_90a", .b1 = true},
};
// clang-format on

}  // namespace

Session Preset::session() const {
    Session s;
    s.arch = arch;
    s.variant.kind = kind;
    s.variant.ws = ws;
    s.variant.cta_group = cta_group;
    s.variant.sparse = sparse;
    s.variant.a_in_tmem = a_in_tmem;
    s.variant.b1 = b1;
    s.words = words;
    s.tile_k = tile_k;
    for (const Operand o : kBothOperands) follow_words(s, o);
    s.of_example = {kAllAssumed};
    return s;
}

std::span<const Preset> presets() { return kPresets; }

const Preset* find_preset(std::string_view id) { return row_with(presets(), id, &Preset::id); }

}  // namespace tilescope
