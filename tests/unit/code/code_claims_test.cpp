// tests/unit/code/code_claims_test.cpp -- what exported code says that its target cannot do, and its forms.
// SPDX-License-Identifier: MIT
#include "tests/unit/code/claims.h"

namespace tilescope {
namespace {

TEST_F(Claims, CuteDslIssuesAllFormsWithItsPrimitives) {
    Session s = preset_of("zero_mask_ws");
    s.variant.collector = "b2::use";
    write("cute-dsl", s);
    EXPECT_TRUE(limits.empty()) << text;
    EXPECT_TRUE(has("prims.tcgen05_mma_ws(")) << text;
    EXPECT_TRUE(
        has("collector_b_buffer=prims.Tcgen05MMACollectorBBuffer.B2, "
            "collector_op=prims.Tcgen05MMACollectorOp.USE, col_b_zero_mask=zero_mask)"))
        << text;
    s = Session{};
    s.variant.scale_d = 3;
    s.variant.lane_mask = true;
    s.variant.collector = "a::fill";
    write("cute-dsl", s);
    EXPECT_TRUE(limits.empty()) << text;
    EXPECT_TRUE(has("collector_op=prims.Tcgen05MMACollectorOp.FILL, scale_input_d=3, write_disable_mask=lane_mask)"))
        << text;
    write("cute-dsl", preset_of("sparse_f16"));
    EXPECT_TRUE(limits.empty()) << text;
    EXPECT_TRUE(has("prims.tcgen05_mma_sp(") && has("enable_input_d, metadata)")) << text;
    s = preset_of("pair_a_in_tmem");
    s.variant.ashift = true;
    write("cute-dsl", s);
    EXPECT_TRUE(limits.empty() && has("d, a, b, idesc, enable_input_d, a_shift=True)")) << text;
}

TEST_F(Claims, CuteDslHasOperationsForAllScaledTypes) {
    write("cute-dsl", session_of("mxf8f6f4", 0x08a01400, 128));
    EXPECT_TRUE(limits.empty()) << text;
    EXPECT_TRUE(has("MmaMXF8F6F4Op(\n        cutlass.Float8E4M3FN, cutlass.Float4E2M1FN, ")) << text;
    EXPECT_TRUE(has("SmemLayoutAtomKind.K_SW128, cutlass.Uint8)")) << "a padded type\n" << text;
    Session s = preset_of("k_major_128b_mxf4");
    s.arch = "sm_103a";
    s.words[static_cast<std::size_t>(WordId::idesc)] |= 0x80000000;
    write("cute-dsl", s);
    EXPECT_TRUE(has("tcgen05.SM103MmaMXF4Op(\n        (128, 128, 96), ")) << text;
}

// MmaMXF4NVF4Op has one scale factor for 16 elements.
// A type that the kind does not have gives no operation. A text with an empty place is not Python.
TEST_F(Claims, CuteDslHasNoOperationForATypeWithoutAName) {
    for (const std::string_view id : {"k_major_128b_f16", "mn_major_128b_32b_tf32"}) {
        Session s = preset_of(id);
        s.variant.kind = "f16";
        std::uint64_t& idesc = s.words[static_cast<std::size_t>(WordId::idesc)];
        const Field& a_type = field_in(*derive(s).of(WordId::idesc).format, "a_type");
        idesc = set_field(a_type, idesc, 2);
        write("cute-dsl", s);
        EXPECT_FALSE(has("MmaF16BF16Op(")) << text;
        EXPECT_TRUE(has("def issue(")) << text;
    }
}

TEST_F(Claims, CuteDslDoesNotChangeTheBlockSize) {
    Session s = preset_of("block_scaled_mxf4nvf4");
    s.variant.scale_block = 32;
    write("cute-dsl", s);
    EXPECT_FALSE(has("MmaMXF4NVF4Op")) << text;
    EXPECT_TRUE(has("Tcgen05MMABlockScale.BLOCK32")) << text;
}

TEST_F(Claims, CuteDslNegatesTheOperandsOfTcgen05) {
    write("cute-dsl", session_of("f16", 0x08202010, 64));
    EXPECT_TRUE(limits.empty()) << text;
    EXPECT_TRUE(has("mma.set(tcgen05.Field.NEGATE_A, True)")) << text;
}

TEST_F(Claims, TritonMultipliesIntegersAsSigned) {
    write("triton", session_of("i8", 0x082004a0, 128));
    EXPECT_TRUE(has("blackwell.tcgen05_mma(a, b, d") && has("A_TYPE, A_SHAPE = gl.int8")) << text;
    EXPECT_FALSE(says("s8")) << text;
    write("triton", session_of("i8", 0x08200020, 128));
    EXPECT_TRUE(says("as s8, also u8")) << text;
}

TEST_F(Claims, TritonHasLinearLayoutsForOtherTiles) {
    write("triton", preset_of("k_major_none_f16"));
    EXPECT_TRUE(has("A_LAYOUT = gl.SharedLinearLayout(offset_bases=[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0], "))
        << text;
    EXPECT_TRUE(has("#shared1 = #ttg.shared_linear<{offset = [[1, 0], [2, 0], [4, 0], [0, 1], ")) << text;
    write("triton", apply_edit(Session{},
                               SetField{WordId::a_desc, find_field(*derive({}).of(WordId::a_desc).format, "sbo"), 96}));
    EXPECT_TRUE(says("The layouts of Triton do not make A: its sbo would be 1024")) << "a tile with gaps\n" << text;
}

TEST_F(Claims, TritonPadsE2m1OnlyForMixedScaledTypes) {
    write("triton", session_of("mxf8f6f4", 0x08a01400, 128));
    EXPECT_TRUE(has("transposed=True, fp4_padded=True)") && has("B_TYPE, B_SHAPE = gl.uint8, [64, 128]")) << text;
    EXPECT_TRUE(has("\"e4m3\", \"e2m1\", use_acc=use_acc)")) << text;
    write("triton", session_of("mxf8f6f4", 0x08a01680, 128));
    EXPECT_TRUE(has("Triton packs e2m1 where both A and B have it")) << text;
    write("triton", session_of("f8f6f4", 0x08201410, 128));
    EXPECT_TRUE(says("pads e2m1 only for tcgen05_mma_scaled")) << text;
}

TEST_F(Claims, TritonWritesNoScaledMmaThatItRefuses) {
    Session s = session_of("mxf8f6f4", 0x08a00000, 128);
    s.variant.cta_group = 2;
    write("triton", s);
    EXPECT_TRUE(says("needs 128 rows of D")) << text;
    EXPECT_FALSE(has("def mma(")) << text;
}

TEST_F(Claims, TileLangHasSixAndFourBitTypes) {
    write("tilelang", session_of("f8f6f4", 0x08201690, 128));
    EXPECT_FALSE(says("no tcgen05 MMA")) << text;
    EXPECT_TRUE(has("\"float4_e2m1fn\", desc_a.data, 0")) << text;
    write("tilelang", session_of("mxf8f6f4", 0x08a00180, 128));
    EXPECT_TRUE(has("T.ptx_tcgen05_mma_blockscaled_ss(\n        \"float6_e2m3fn\", ")) << text;
    write("tilelang", preset_of("k_major_128b_mxf4"));
    EXPECT_TRUE(says("TileLang has no tcgen05 MMA of kind mxf4 ")) << text;
}

TEST_F(Claims, TileLangMasksLanesOfOneCta) {
    Session s;
    s.variant.lane_mask = true;
    write("tilelang", s);
    EXPECT_TRUE(has("accumulate, mask0, mask1, mask2, mask3):") && has("mask0, mask1, mask2, mask3, False, False)"))
        << text;
    s = preset_of("cutlass_70_f16");
    s.variant.lane_mask = true;
    write("tilelang", s);
    EXPECT_TRUE(says("disable-output-lane for two CTAs") && has("IDESC = 0x10200010")) << text;
}

TEST_F(Claims, TileLangWritesNoCallThatItDoesNotHave) {
    Session s = preset_of("k_major_32b_tf32");
    s.variant.cta_group = 2;
    write("tilelang", s);
    EXPECT_TRUE(says("kind tf32 for two CTAs")) << text;
    s = session_of("mxf8f6f4", 0x08a00000, 128);
    s.variant.a_in_tmem = true;
    write("tilelang", s);
    EXPECT_TRUE(says("with scale factors and A in Tensor Memory") && !has("T.ptx_tcgen05_mma")) << text;
    write("tilelang", preset_of("sparse_f16"));
    EXPECT_TRUE(says("a sparse tcgen05.mma") && !has("T.ptx_tcgen05_mma")) << text;
    // The call of a wgmma is named as TileLang names it.
    for (const auto& [preset, call] : {std::pair("wgmma_128b_f16", "ptx_wgmma_ss"),
                                       {"wgmma_fa3_bf16", "ptx_wgmma_rs"},
                                       {"wgmma_cutlass_62_sparse", "ptx_wgmma_sp_ss"}}) {
        write("tilelang", preset_of(preset));
        EXPECT_TRUE(says(std::string("The call of ") + call + " is not here")) << text;
    }
}

TEST_F(Claims, DeepGemmIssuesItsOwnKinds) {
    Session s = preset_of("zero_mask_ws");
    s.words[static_cast<std::size_t>(WordId::zcm)] = 0;
    write("deepgemm", s);
    EXPECT_FALSE(says(".ws")) << text;
    EXPECT_TRUE(has("deep_gemm::ptx::SM100_MMA_F16BF16_WS_SS::fma(")) << text;
    write("deepgemm", preset_of("deepgemm_fp8"));
    EXPECT_TRUE(has("SM100_MMA_MXF8F6F4_SS::fma(\n        a_desc, b_desc, d, accumulate, idesc, sfa, sfb);")) << text;
    s = preset_of("k_major_32b_tf32");
    write("deepgemm", s);
    EXPECT_TRUE(says("kind tf32 with one CTA and A in shared memory")) << text;
    s.variant.a_in_tmem = true;
    write("deepgemm", s);
    EXPECT_FALSE(says("Tensor Memory")) << text;
    EXPECT_TRUE(has("cute::SM100_MMA_TF32_TS<cute::tfloat32_t, cute::tfloat32_t, float, 128, 128, ")) << text;
}

// make_instr_desc has the two signs before the saturation.
TEST_F(Claims, DeepGemmSaturatesAfterTheSigns) {
    write("deepgemm", session_of("i8", 0x082004a8, 128));
    EXPECT_TRUE(has("cute::UMMA::ScaleIn::One, cute::UMMA::ScaleIn::One, cute::UMMA::Saturate::True>();")) << text;
}

TEST_F(Claims, ThunderKittensHasTheTypesOfItsAssertions) {
    write("thunderkittens", session_of("f8f6f4", 0x08201690, 128));
    EXPECT_TRUE(has("instruction_descriptor<\n    float, kittens::fp4e2m1_2, 128, 128, ")) << text;
    write("thunderkittens", session_of("mxf8f6f4", 0x08a00480, 128));
    EXPECT_TRUE(says("no type e5m2 with scale factors")) << text;
    EXPECT_FALSE(has("constexpr uint32_t idesc")) << text;
}

TEST_F(Claims, ThunderKittensTilesHaveTheirOrderAndSize) {
    Session s = preset_of("mn_major_128b_bf16");
    write("thunderkittens", s);
    EXPECT_TRUE(has("using a_tile = kittens::st<kittens::bf16, 64, 128, true, 128>;")) << text;
    for (const WordId id : {WordId::a_desc, WordId::b_desc}) {  // MN first: blocks along K are the outer ones
        std::uint64_t& word = s.words[static_cast<std::size_t>(id)];
        word = (word & ~0x00003fff3fff0000) | (0x40ull << 16) | (0x80ull << 32);
    }
    s.atom_order = {AtomOrder::mn_first, AtomOrder::mn_first};
    write("thunderkittens", s);
    EXPECT_TRUE(says("contiguous side are the outer ones; those of A")) << text;
    EXPECT_FALSE(has("using a_tile")) << text;
    write("tilelang", s);
    EXPECT_FALSE(has("T.alloc_shared")) << text;
    write("thunderkittens", preset_of("k_major_32b_tf32"));
    EXPECT_TRUE(says("multiples of 16 rows and 16 columns, and A has 128 x 8")) << text;
}

TEST_F(Claims, CutlassHasAtomsForK96AndForSparseWgmma) {
    Session s = preset_of("k_major_128b_mxf4");
    s.arch = "sm_103a";
    s.words[static_cast<std::size_t>(WordId::idesc)] |= 0x80000000;
    write("cutlass", s);
    EXPECT_TRUE(has("cute::SM103::SM103_MXF4_ULTRA_SS_VS<") && !says("K = 96")) << text;
    s = preset_of("wgmma_128b_f16");
    s.variant.sparse = true;
    s.words[static_cast<std::size_t>(WordId::idesc)] |= 4;
    write("cutlass", s);
    EXPECT_TRUE(has("cute::SM90::GMMA::SPARSE::GMMA_64x128x32_F32F16F16_SS<") && !says("metadata,")) << text;
}

TEST_F(Claims, CutlassAtomsHaveTheSizesOfTheirAssertions) {
    Session s = session_of("f8f6f4", 0x04060014, 128);  // 64 x 24, sparse
    s.variant.sparse = true;
    write("cutlass", s);
    EXPECT_TRUE(has("SM100_MMA_F8F6F4_SS_SPARSE")) << text;
    s = session_of("mxf8f6f4", 0x08a00000, 128);
    s.variant.cta_group = 2;
    write("cutlass", s);
    EXPECT_TRUE(says("for M = 128 on two CTAs")) << text;
    write("cutlass", session_of("f8f6f4", 0x08201690, 128));
    EXPECT_TRUE(has("Layout_K_SW128_Atom<uint8_t>")) << "a padded type\n" << text;
}

TEST_F(Claims, TritonMultipliesAInTensorMemory) {
    write("triton", preset_of("pair_a_in_tmem"));
    EXPECT_TRUE(says("with A in Tensor Memory has 128 rows in each CTA of a pair, and here are 64")) << text;
    EXPECT_FALSE(has("def mma(")) << text;
    Session s = preset_of("pair_a_in_tmem");
    s = apply_edit(s, SetField{WordId::idesc, find_field(*derive(s).of(WordId::idesc).format, "m"), 16});  // M = 256
    write("triton", s);
    EXPECT_TRUE(
        has("A_LAYOUT = blackwell.TensorMemoryLayout([128, 64], col_stride=1, cga_layout=[[1, 0]], "
            "two_ctas=True)\nA_TYPE, A_SHAPE = gl.float16, [256, 64]"))
        << text;
    EXPECT_TRUE(has("def mma(a, b, d, use_acc):\n    blackwell.tcgen05_mma(a, b, d, use_acc=use_acc)")) << text;
    EXPECT_TRUE(
        has("ttng.tc_gen5_mma %a, %b, %d[], %use_acc, %pred {two_ctas} : !ttg.memdesc<256x64xf16, #tmem_a, "
            "#ttng.tensor_memory, mutable>, !ttg.memdesc<64x"))
        << text;
}

TEST_F(Claims, TritonIssuesWgmma) {
    write("triton", preset_of("wgmma_128b_f16"));
    EXPECT_TRUE(has("D_TYPE, D_SHAPE = gl.float32, [64, ")) << text;
    EXPECT_TRUE(has("def mma(a, b, d, use_acc):\n    return hopper.warpgroup_mma(a, b, d, use_acc=use_acc)")) << text;
    EXPECT_TRUE(has("ttng.warp_group_dot %a, %b, %d, %use_acc {inputPrecision = 0 : i32} : !ttg.memdesc<64x")) << text;
    Session s = preset_of("wgmma_128b_f16");
    s.variant.a_in_tmem = true;
    write("triton", s);
    EXPECT_TRUE(has("A_LAYOUT = gl.DotOperandLayout(0, D_LAYOUT, k_width=2)")) << text;
    EXPECT_TRUE(has("tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<")) << text;
    s = preset_of("wgmma_128b_f16");
    s.variant.sparse = true;
    write("triton", s);
    EXPECT_TRUE(says("sparse wgmma")) << text;
    EXPECT_FALSE(has("import hopper") && !has("hopper.")) << "an import that no line uses\n" << text;
}

TEST_F(Claims, TritonHasLayoutsOfScaleFactors) {
    write("triton", preset_of("block_scaled_mxf4nvf4"));
    EXPECT_TRUE(
        has("A_SCALE_LAYOUT = blackwell.TensorMemoryScalesLayout()\n"
            "A_SCALE_TYPE, A_SCALE_SHAPE = gl.float8e4nv, [128, 16]"))
        << text;
    EXPECT_TRUE(has("#tmem_scales = #ttng.tensor_memory_scales_encoding<>")) << text;
    EXPECT_TRUE(has("ttng.tc_gen5_mma_scaled %a, %b, %d[], %a_scale, %b_scale, %use_acc, %pred lhs = e2m1 rhs = e2m1"))
        << text;
    write("triton", preset_of("cutlass_72a_nvfp4"));
    EXPECT_TRUE(has("B_SCALE_LAYOUT = blackwell.TensorMemoryScalesLayout(cga_layout=[[0, 0]])")) << text;
    EXPECT_TRUE(has("#tmem_scales1 = #ttng.tensor_memory_scales_encoding<CGALayout = [[0, 0]]>")) << text;
}

TEST_F(Claims, DeepGemmSaysWhyItHasNoStep) {
    write("deepgemm", preset_of("k_major_none_f16"));
    EXPECT_TRUE(
        says("no step along K for A: advance_umma_desc_lo() adds 2 bytes for each column of K, and step 1 begins"))
        << text;
    write("deepgemm", preset_of("k_major_128b_mxf4"));
    EXPECT_TRUE(says("no step along K for A: advance_umma_desc_lo() counts whole bytes")) << text;
}

TEST_F(Claims, CuteDslNamesThePointersInAList) {
    write("cute-dsl", preset_of("zero_mask_ws"));
    EXPECT_TRUE(has("d is prims.make_tmem_ptr(")) << text;
    Session s = preset_of("pair_a_in_tmem");
    s.variant.ashift = true;
    write("cute-dsl", s);
    EXPECT_TRUE(has("d and a are prims.make_tmem_ptr(")) << text;
    write("cute-dsl", preset_of("sparse_f16"));
    EXPECT_TRUE(has("d and metadata are prims.make_tmem_ptr(")) << text;
}

}  // namespace
}  // namespace tilescope
