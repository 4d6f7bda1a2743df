// tests/unit/notation/known_calls_test.cpp -- calls of functions of known libraries in pasted source code.
// SPDX-License-Identifier: MIT
#include "expected_words.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

// "lbo=16 sbo=1024 swizzle=128B": the fields of the best reading. "?" if a bit is unknown. Fixed fields are left out.
std::string known_fields(const FoundWord& word) {
    const PasteReading& best = word.readings.front();
    std::string out = say(best.format->id, best.format->kind.empty() ? "" : ":", best.format->kind);
    for (const Field& f : best.format->fields) {
        if (f.encoding == Encoding::fixed && f.id != "version") continue;
        const bool open = get_field(f, best.unknown) != 0;
        out += say(" ", f.id, "=", open ? "?" : text_of(f, get_field(f, best.word)));
    }
    return out;
}

std::string known_words(std::string_view text) {
    std::string out;
    for (const FoundWord& w : paste(text).words) out += say(known_fields(w), "\n");
    return out;
}

// Whether the reading has each field: "smem lbo=16 start=?".
bool reading_has(std::string_view reading, std::string_view wanted) {
    const std::string all = say(" ", reading, " ");
    for (std::size_t at = 0; at < wanted.size();) {
        const std::size_t end = std::min(wanted.find(' ', at), wanted.size());
        if (all.find(say(" ", wanted.substr(at, end - at), " ")) == all.npos) return false;
        at = end + 1;
    }
    return true;
}

struct KnownCallRow {
    const char *text, *fields;  // of one of the words
};

void expect_words(std::initializer_list<KnownCallRow> rows) {
    for (const KnownCallRow& row : rows) {
        const PasteResult r = paste(row.text);
        const auto has = [&](const FoundWord& w) { return reading_has(known_fields(w), row.fields); };
        EXPECT_TRUE(std::ranges::any_of(r.words, has)) << row.text << "\n" << known_words(row.text);
    }
}

// clang-format off
TEST(KnownCalls, TileLang) {
    expect_words({
        {"tl::initialize_tcgen05_descriptor(d, (&(((half_t*)buf)[(k & 1) * 8192])), 1, 64, 0, 0, 2);",
         "smem start=? lbo=16 sbo=1024 version=1 base_offset=0 lbo_mode=no swizzle=128B"},
        {"tl::initialize_tcgen05_descriptor(d, (&(buf[0])), lbo, 32, 0, 0, 4);", "smem start=? lbo=? sbo=512 swizzle=64B"},
        {"T.initialize_tcgen05_descriptor(d, ptr, 0, 8)", "smem lbo=0 sbo=128 base_offset=0 lbo_mode=no swizzle=none"},
        {"tl::initialize_wgmma_descriptor<1, 1, 64>(desc_a, (&(buf[0])));", "wgmma start=? lbo=16 sbo=1024 swizzle=128B"},
        {"T.initialize_wgmma_descriptor(da[0], T.tvm_access_ptr(T.type_annotation(\"float16\"), smem.data, 0, 4096, 1), 2, 1, 32)",
         "wgmma start=? lbo=16 sbo=512 swizzle=64B"},
        {"tl::tcgen05_cp<false>(tl::make_sf_smem_desc(reinterpret_cast<void*>(chunk)), column + 4);", "smem lbo=0 sbo=128 swizzle=none"},
        {"tl::tcgen05mma_ws_ss<tl::DataType::kFloat8_e5m2>(uint64_t(a + (ki * 32)), uint64_t(b + (ki * 32)), c, 1, "
         "static_cast<uint32_t>(136316048), 0, 0, 0, 0);",
         "idesc:f8f6f4 d_type=f32 a_type=e5m2 b_type=e5m2 n=128 m=128"},
        {"tl::tcgen05mma_ss<tl::DataType::kBFloat16, false>(uint64_t(a), uint64_t(b), c, 1, static_cast<uint32_t>(136316048), 0, 0, 0, 0);",
         "idesc:f16 d_type=f32 a_type=bf16 b_type=bf16 n=128 m=128"},
        {"desc = _ffi_api.get_tcgen5_instr_desc(128, 256, 16, \"bfloat16\", \"bfloat16\", \"float32\", True, False, 1, -1)",
         "idesc:f16 a_type=bf16 d_type=f32 transpose_a=no transpose_b=yes negate_a=no negate_b=yes n=256 m=128"},
    });
}

TEST(KnownCalls, Tvm) {
    expect_words({
        {"T.cuda.tcgen05.encode_matrix_descriptor(d.data, A.access_ptr(\"r\", offset=0), ldo=16, sdo=8 * 4 * 4 // 16, swizzle=0)",
         "smem start=? lbo=256 sbo=128 version=1 swizzle=none"},
        {"Tx.ptx.tcgen05.encode_matrix_descriptor(Tx.address_of(d), A.ptr_to([0, 0]), 1, 64, 3)", "smem lbo=16 sbo=1024 swizzle=128B"},
        {"T.cuda.tcgen05.encode_matrix_descriptor(T.address_of(d), p, ldo=1, sdo=32, swizzle=SWIZZLE)", "smem lbo=16 sbo=512 swizzle=?"},
        {"T.ptx.wgmma.encode_matrix_descriptor(T.address_of(d), p, 512, 64, swizzle=3)", "wgmma lbo=8192 sbo=1024 swizzle=128B"},
        {"T.cuda.tcgen05.encode_instr_descriptor(d, d_dtype=\"float32\", a_dtype=\"float16\", b_dtype=\"float16\", M=64, N=8, K=16,\n"
         "    trans_a=False, trans_b=True, n_cta_groups=1)",
         "idesc:f16 d_type=f32 a_type=f16 b_type=f16 transpose_a=no transpose_b=yes sparse=no n=8 m=64"},
        {"Tx.ptx.tcgen05.encode_instr_descriptor(Tx.address_of(d), \"float32\", a_type, b_type, 128, 256, K, False, True, CTA_GROUP)",
         "d_type=f32 a_type=? b_type=? transpose_a=no transpose_b=yes n=256 m=128"},
        {"T.cuda.tcgen05.encode_instr_descriptor_block_scaled(T.address_of(i), d_dtype=\"float32\", a_dtype=\"float4_e2m1fn\",\n"
         "    b_dtype=\"float8_e4m3fn\", sfa_dtype=\"float8_e8m0fnu\", sfb_dtype=\"float8_e8m0fnu\", sfa_tmem_addr=0,\n"
         "    sfb_tmem_addr=0, M=256, N=32, K=32, trans_a=False, trans_b=False, n_cta_groups=2)",
         "idesc-mxf8f6f4:mxf8f6f4 a_type=e2m1 b_type=e4m3 n=32 scale_type=ue8m0 m=256 sfa_id=? sfb_id=?"},
        {"_recompute_smem_desc(p, 0x00004008, 0x00400000)", "smem lbo=1024 sbo=128 swizzle=none"},
    });
}

TEST(KnownCalls, DeepGemmFlashInferAndThunderKittens) {
    expect_words({
        {"uint64_t d = make_smem_desc(cute::UMMA::LayoutType::SWIZZLE_128B, ptr, 1024, 0);", "smem start=? lbo=0 sbo=1024 swizzle=128B"},
        {"auto a = mma::sm90::make_smem_desc(smem_a[s] + k * WGMMA::K, 1);", "wgmma start=? lbo=0 sbo=1024 swizzle=128B"},
        {"auto sf = mma::sm100::make_sf_desc(nullptr);", "smem start=? lbo=0 sbo=128 swizzle=none"},
        {"make_smem_desc<SwizzleMode::k64B, 16, 512>(ptr);", "wgmma start=? lbo=16 sbo=512 swizzle=64B"},
        {"uint64_t d = detail::matrix_descriptor_raw(&tile.data[0], 16, 1024, 1);", "lbo=16 sbo=1024 version=? swizzle=128B"},
        {"#define KITTENS_BLACKWELL\nuint64_t d = detail::matrix_descriptor_raw(&tile.data[0], 16, 1024, 2);",
         "smem start=? lbo=16 sbo=1024 version=1 swizzle=64B"},
        {"#define KITTENS_HOPPER\nuint64_t d = detail::matrix_descriptor_raw(&tile.data[0], 16, 1024, 2);",
         "wgmma start=? lbo=16 sbo=1024 swizzle=64B"},
        {"constexpr uint32_t idesc = kittens::detail::tcgen05::instruction_descriptor<float, kittens::fp8e4m3, kittens::fp8e8m0, 128, 256, false, 0>();",
         "idesc-mxf8f6f4:mxf8f6f4 a_type=e4m3 b_type=e4m3 n=256 m=128 scale_type=ue8m0"},
    });
}

TEST(KnownCalls, CutlassMosaicAndTilus) {
    expect_words({
        {"idesc = make_instr_desc(cutlass.BFloat16, cutlass.BFloat16, cutlass.Float32, 128, 64, Major.K, Major.MN)",
         "idesc:f16 d_type=f32 a_type=bf16 b_type=bf16 transpose_a=no transpose_b=yes n=64 m=128"},
        {"cute::UMMA::make_runtime_instr_desc<cutlass::half_t, cutlass::half_t, float, 128, 256, cute::UMMA::Major::K,\n"
         "    cute::UMMA::Major::MN>(sparse_id, tmem_e);",
         "idesc:f16 d_type=f32 a_type=f16 transpose_a=no transpose_b=yes n=256 m=128"},
        {"cute::UMMA::make_runtime_instr_desc_block_scaled<cutlass::float_e2m1_t, cutlass::float_e2m1_t, float,\n"
         "    cutlass::float_ue4m3_t, 128, 256, cute::UMMA::Major::K, cute::UMMA::Major::K>(tmem_sfa, tmem_sfb);",
         "idesc-mxf4:mxf4nvf4 a_type=e2m1 b_type=e2m1 scale_type=ue4m3 n=256 m=128 sfa_id=? sfb_id=?"},
        {"auto idesc = cute::UMMA::make_instr_desc<cute::half_t, cute::half_t, float, 128, 256, cute::UMMA::Major::K, cute::UMMA::Major::K,\n"
         "    cute::UMMA::ScaleIn::One, cute::UMMA::ScaleIn::Neg, cute::UMMA::Saturate::False, true>();",
         "idesc:f16 sparse=yes negate_a=no negate_b=yes n=256 m=128"},
        {"auto idesc = cute::UMMA::make_instr_desc<int8_t, int8_t, int32_t, 128, 256, cute::UMMA::Major::K, cute::UMMA::Major::K,\n"
         "    cute::UMMA::ScaleIn::One, cute::UMMA::ScaleIn::One, cute::UMMA::Saturate::True>();",
         "idesc:i8 saturate=yes n=256 m=128"},
        {"cute::UMMA::MaskAndShiftB mask = {};\nmask.start_count_[0] = 7;\nmask.start_count_[1] = 9;\nmask.first_span_ = 2;\n"
         "mask.nzm_ = 1;\nmask.skip_span_ = 2;\nmask.use_span_ = 3;\nmask.shift_ = 1;",
         "zcm sc0=7 sc1=9 sc2=0 fs0=no fs1=yes nonzero=yes skip_span=3 use_span=4 column_shift=1"},
        {"idesc = tcgen05.create_instr_descriptor(128, 256, ir.F32Type.get(), ir.BF16Type.get(), ir.BF16Type.get(), transpose_a=True)",
         "idesc:f16 d_type=f32 a_type=bf16 b_type=bf16 transpose_a=yes transpose_b=no n=256 m=128"},
        {"desc = mma_utils.encode_descriptor(ref, 16, 1024, swizzle=128, const_init=TCGEN05_SMEM_DESCRIPTOR_BIT)",
         "smem start=? lbo=16 sbo=1024 version=1 swizzle=128B"},
        {"desc = mma_utils.encode_descriptor(ref, 0, 8 * 16, swizzle=None)", "lbo=0 sbo=128 swizzle=none"},
        {"d = tcgen05_encode_smem_descriptor(addr >> 4, 1, 64, 0, 0, 2)", "smem start=? lbo=16 sbo=1024 swizzle=128B"},
        {"d = make_tcgen05_cp_desc(0, 128)", "smem start=? lbo=0 sbo=128 swizzle=none"},
    });
}

TEST(KnownCalls, CuteDslPyptxAndMojo) {
    expect_words({
        {"base = prims.Tcgen05SmemDesc.build(\n    tile,\n    leading_byte_offset=16,\n    stride_byte_offset=1024,\n"
         "    layout=prims.Tcgen05SmemSwizzle.SWIZZLE_128B,\n)\n",
         "smem start=? lbo=16 sbo=1024 version=1 base_offset=0 swizzle=128B"},
        {"word = prims.Tcgen05InstrDesc.build(\n    a_dtype=cutlass.BFloat16,\n    b_dtype=cutlass.BFloat16,\n"
         "    c_dtype=cutlass.Float32,\n    m_dim=64,\n    n_dim=96,\n    b_major=1,\n)\n",
         "idesc:f16 d_type=f32 a_type=bf16 transpose_a=no transpose_b=yes n=96 m=64"},
        {"word = Tcgen05InstrDesc.build(c_dtype=cutlass.Float32, a_dtype=cutlass.Float32, b_dtype=cutlass.Float32, n_dim=64, m_dim=128)\n",
         "idesc:tf32 d_type=f32 a_type=tf32 b_type=tf32 n=64 m=128"},
        {"ROWS = 128\nword = ptx.tcgen05.make_instr_desc_f16bf16_f32(m=ROWS, n=cols, ab_dtype=\"bf16\", b_major=\"MN\")\nstep = 1\n",
         "idesc:f16 d_type=f32 a_type=bf16 b_type=bf16 transpose_a=? transpose_b=yes n=? m=128"},
        {"var lhs = WGMMADescriptor.create[8, 64](tile.ptr)\n", "wgmma start=? lbo=1024 sbo=128 swizzle=none"},
        {"var lhs = WGMMADescriptor.create[64, 1, TensorMapSwizzle.SWIZZLE_128B](tile.ptr)\n",
         "wgmma start=? lbo=16 sbo=1024 swizzle=128B"},
    });
}

// The arguments can be names that the text gives values.
TEST(KnownCalls, BlackwellDescriptorsOfMojo) {
    constexpr const char* kText = R"(comptime FP8_TYPE = DType.float8_e4m3fn
comptime ACC_TYPE = DType.float32
comptime QK_M = 32
comptime QK_N = 64
comptime QK_SWIZZLE = TensorMapSwizzle.SWIZZLE_64B
    var a_desc = smem_descriptor[
        BMN=QK_M,
        BK=576,
        swizzle_mode=QK_SWIZZLE,
        is_k_major=True,
    ](a_smem_ptr)
    comptime mma_idesc = UMMAInsDescriptor[UMMAKind.KIND_F8F6F4].create[
        ACC_TYPE,
        FP8_TYPE,
        FP8_TYPE,
        Index[dtype=DType.uint32](QK_M, QK_N),
        transpose_b=True,
    ]()
)";
    const test::ExpectedWord kRows[] = {{kText, "idesc", 0x02100010, 0},
                                        {kText, "smem", 0x8000402000000000, 0x3fff3fff}};
    test::expect_words(kRows);
}

TEST(KnownCalls, LayoutAtomsOfCutlass) {
    expect_words({
        {"auto d = UMMA::make_umma_desc<UMMA::Major::K>(make_tensor(make_smem_ptr(tile), tile_to_shape(\n"
         "    UMMA::Layout_K_SW64_Atom<half_t>{}, Shape<Int<128>, Int<32>>{})));",
         "smem start=? lbo=16 sbo=512 version=1 swizzle=64B"},
        {"f(tc::make_smem_desc_sm100(0, tc::kKMajorLBO, 512, tc::SmemSwizzleMode::kSwizzle64B));",
         "smem start=? lbo=16 sbo=512 swizzle=64B"},
    });
    EXPECT_EQ(known_words("auto d = UMMA::make_umma_desc<UMMA::Major::K>(make_tensor(p, tile_to_shape("
                          "UMMA::Layout_K_SW64_Atom<half_t>{}, Shape<Int<128>, Int<64>>{}, Step<_2, _1>{})));"), "");
}

TEST(KnownCalls, CudaLang) {
    expect_words({
        {"a_desc = cl.Tcgen05SharedMemoryDescriptor(\n    matrix_start_address=tile,\n    leading_dimension_byte_offset=16,\n"
         "    stride_dimension_byte_offset=8 * 64,\n    swizzle_mode=(cl.SwizzleMode.SWIZZLE_64B),\n).encode()\n",
         "smem start=? lbo=16 sbo=512 version=1 base_offset=0 lbo_mode=no swizzle=64B"},
        {"d = Tcgen05SharedMemoryDescriptor(p, leading_dimension_offset=0, stride_dimension_offset=256, swizzle_mode=6)",
         "smem start=? lbo=0 sbo=256 swizzle=32B"},
        {"d = Tcgen05SharedMemoryDescriptor(p, leading_dim_offset=128, stride_dim_offset=256)", "lbo=128 sbo=256 swizzle=none"},
        {"d = Tcgen05SharedMemoryDescriptor(p, leading_dim_offset=128, stride_dim_offset=256, swizzle_mode=mode)",
         "lbo=128 sbo=256 swizzle=?"},
        {"idesc = cl.Tcgen05InstructionDescriptor(\n    d_type=cl.float32,\n    a_type=cl.bfloat16,\n    b_type=cl.bfloat16,\n"
         "    transpose_b=True,\n    n=96,\n    m=128,\n).encode()\n",
         "idesc:f16 d_type=f32 a_type=bf16 b_type=bf16 transpose_a=no transpose_b=yes n=96 m=128"},
        {"i = cl.Tcgen05InstructionDescriptor(d_type=cl.Tcgen05InstructionDescriptor.DType.S32,\n"
         "    a_type=cl.Tcgen05InstructionDescriptor.I8Type.S8, b_type=cl.Tcgen05InstructionDescriptor.I8Type.U8,\n"
         "    saturate=True, n=64, m=64)",
         "idesc:i8 saturate=yes n=64 m=64"},
        {"i = cl.Tcgen05Mxf8f6f4InstructionDescriptor(a_type=cl.Tcgen05Mxf8f6f4InstructionDescriptor.Type.E5M2,\n"
         "    b_type=cl.Tcgen05Mxf8f6f4InstructionDescriptor.Type.E2M1, n=128, m=256, a_scale_id=2)",
         "idesc-mxf8f6f4:mxf8f6f4 a_type=e5m2 b_type=e2m1 n=128 m=256 scale_type=ue8m0 sfa_id=2 sfb_id=0"},
        {"i = cl.Tcgen05Mxf4InstructionDescriptor(n=128, m=128,\n"
         "    scale_format=cl.Tcgen05Mxf4InstructionDescriptor.ScaleFormat.UE4M3)",
         "idesc-mxf4:mxf4nvf4 a_type=e2m1 b_type=e2m1 n=128 m=128 scale_type=ue4m3"},
    });
}
// clang-format on

TEST(KnownCalls, TemplateArgumentsHaveTheirValues) {
    expect_words(
        {{"template <int M, int N>\n__global__ void kern(float* out) {\n    constexpr int kN = 2 * N;\n"
          "    uint32_t idesc = cute::UMMA::make_instr_desc<cute::half_t, cute::half_t, float, M, kN,\n"
          "        cute::UMMA::Major::K, cute::UMMA::Major::MN>();\n}\n"
          "void launch() { kern<64, 32><<<1, 128>>>(nullptr); }\n",
          "idesc:f16 d_type=f32 a_type=f16 transpose_a=no transpose_b=yes n=64 m=64"}});
}

TEST(KnownCalls, TemplateArgumentsCanBeNamedConstants) {
    const char* const body =
        "  uint32_t idesc = (1u << 4) | (1u << 7) | (1u << 10) | (N >> 3) << 17 | (M >> 4) << 24;\n";
    const std::string run =
        "void run(P p) {\n  constexpr int64_t K = 512;\n  constexpr int M = 64;\n"
        "  constexpr int ROWS = 128;\n  kern<M, ROWS><<<grid, block>>>(p);\n}\n";
    const std::string whole = say("template <int M, int N>\n__global__ void kern(P p) {\n", body, "  use(idesc);\n}\n",
                                  run),
                      cut = say("template <int M, int N>\n", body, run);
    for (const std::string& text : {whole, cut})
        expect_words({{text.c_str(), "idesc:f16 d_type=f32 a_type=bf16 n=128 m=64"}});
}

TEST(KnownCalls, NamedArgumentsOfAnUnknownFunction) {
    expect_words(
        {{"word = make_f8f6f4_idesc(m=64, n=256, a_format=0, b_format=5, c_format=1, b_major=1)",
          "idesc:f8f6f4 d_type=f32 a_type=e4m3 b_type=e2m1 transpose_a=? transpose_b=yes negate_a=? n=256 m=64"},
         {"word = make_f8f6f4_idesc(m=ROWS, n=32, a_format=0, b_format=0, c_format=1)",
          "idesc:f8f6f4 a_type=e4m3 b_type=e4m3 n=? m=?"}});
}

// Each has a known name, but other arguments than the public definition.
TEST(KnownCalls, OtherDefinitionsGiveNothing) {
    for (const char* text :
         {"uint64_t d = make_smem_desc(ptr, 1024, 0, cute::UMMA::LayoutType::SWIZZLE_128B);",
          "uint64_t d = make_smem_desc(layout_type, ptr, 1024, 0);", "uint64_t d = make_smem_desc(ptr, 1);",
          "auto sf = make_sf_desc(nullptr);", "uint64_t d = make_wgmma_desc(ptr, 128, 1024, 1);",
          "T.cuda.tcgen05.encode_matrix_descriptor(d, p, 1, 64)",
          "T.cuda.tcgen05.encode_matrix_descriptor(d, p, 1, 64, swizzle=9)",
          "T.cuda.tcgen05.encode_matrix_descriptor(d, p, 1, 64, 3, stride=1)",
          "encode_matrix_descriptor(d, p, 1, 64, 3)", "idesc = make_instr_desc(1, 1, 1, 128, 64, 0, 0)",
          "idesc = make_instr_desc(a, b, c, 128, 64, 0, 0)",
          "idesc = make_instr_desc(cutlass.Float32, b, c, 128, 64, 0, 0)",
          "idesc = make_instr_desc(cutlass.BFloat16, cutlass.BFloat16, cutlass.BFloat16, 128, 64, 0, 0)",
          "idesc = make_instr_desc(cutlass.BFloat16, cutlass.Int8, cutlass.Float32, 128, 64, 0, 0)",
          "idesc = make_instr_desc(cutlass.BFloat16, cutlass.BFloat16, cutlass.Float32, 8, 8, 0, 0)",
          "word = make_idesc(m=8, n=32, a_format=0, b_format=5, c_format=1)",
          "word = make_idesc(n_dim=32, m_dim=8, a_format=0)",
          "tl::initialize_tcgen05_descriptor(d, p, lbo, sbo, 0, 0, mode);",
          "T.initialize_wgmma_descriptor(d, p, 9, 1, 32)"})
        EXPECT_EQ(known_words(text), "") << text;
}

TEST(KnownCalls, AnExpressionIsNoName) {
    const char* const text =
        "idesc = make_instr_desc(cutlass.BFloat16, cutlass.BFloat16, cutlass.Float32, 128, 64, "
        "Major.MN if trans else Major.K, k_major)";
    const PasteResult r = paste(text);
    ASSERT_EQ(r.words.size(), 1u) << known_words(text);
    EXPECT_TRUE(reading_has(known_fields(r.words[0]), "transpose_a=? transpose_b=? n=64 m=128")) << known_words(text);
}

}  // namespace
}  // namespace tilescope
