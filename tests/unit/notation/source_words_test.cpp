// tests/unit/notation/source_words_test.cpp -- checks words that pasted source code states in different ways.
// SPDX-License-Identifier: MIT
#include "tests/unit/notation/expected_words.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

namespace tilescope {
namespace {

using test::ExpectedWord, test::expect_words;

TEST(SourceWords, KnowStructsOfCutlass) {
    constexpr ExpectedWord kRows[] = {
        {"cute::GmmaDescriptor g;\ng.desc_ = 0;\ng.bitfield.start_address_ = p >> 4;\n"
         "g.bitfield.leading_byte_offset_ = 4;\ng.bitfield.stride_byte_offset_ = 32;\n",
         "wgmma", 0x2000040000, 0x3fff},
        {"cute::GmmaDescriptor g;\ng.bitfield.stride_byte_offset_ = 32;\ng.bitfield.leading_byte_offset_ = 0;\n"
         "g.bitfield.layout_type_ = uint8_t(GMMA::LayoutType::B64);\n",
         "wgmma", 0x8000002000000000, 0xe000000003fff},
        {"SmemDescriptor s{};\ns.start_address_ = 0x20;\ns.stride_byte_offset_ = 16;\ns.version_ = 1;\n", "smem",
         0x401000000020, 0},
        {"cute::UMMA::SmemDescriptor make(cute::UMMA::LayoutType how, void* p, uint32_t rows) {\n"
         "  cute::UMMA::SmemDescriptor d;\n  d.version_ = 1;\n  d.lbo_mode_ = 0;\n  d.base_offset_ = 0;\n"
         "  d.layout_type_ = static_cast<uint8_t>(how);\n"
         "  d.start_address_ = static_cast<uint16_t>(cute::cast_smem_ptr_to_uint(p) >> 4);\n"
         "  d.leading_byte_offset_ = 1;\n  d.stride_byte_offset_ = rows * 128 >> 4;\n  return d;\n}\n"
         "void f(void* p) {\n  auto a = make(cute::UMMA::LayoutType::SWIZZLE_64B, p, 8);\n}",
         "smem", 0x8000404000010000, 0x3fff},
    };
    expect_words(kRows);
}

TEST(SourceWords, AreMembersOfReturnedObjects) {
    constexpr ExpectedWord kRows[] = {
        {"struct G {\n  uint64_t desc;\n  static G make(int lead, int stride) {\n    G d;\n"
         "    d.desc = uint64_t(lead >> 4 & 0x3fff) << 16 | uint64_t(stride >> 4 & 0x3fff) << 32 | 2ull << 62;\n"
         "    return d;\n  }\n};\nvoid f() {\n  uint64_t desc_a = G::make(32, 1024).desc;\n}",
         "wgmma", 0x8000004000020000, 0},
        {"G make(int stride) {\n  G d;\n  d.desc = uint64_t(stride >> 4 & 0x3fff) << 32 | 1ull << 62;\n"
         "  return d;\n}\nvoid f() {\n  G a = make(1024);\n  use(a.desc);\n}",
         "wgmma", 0x4000004000000000, 0},
    };
    expect_words(kRows);
}

// A variable that is passed to inline assembly is one word, not two, and has the name of the variable.
TEST(SourceWords, AreCountedOnceIfInlineAssemblyTakesThem) {
    const PasteResult r = paste(
        "uint64_t desc_a = 0x4000402000010040;\nuint64_t desc_b = 0x4000404000010440;\nuint32_t idesc = 0x08180490;\n"
        "asm volatile(\"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\" :: \"r\"(tmem), \"l\"(desc_a), "
        "\"l\"(desc_b), \"r\"(idesc));\n");
    ASSERT_EQ(r.words.size(), 3u) << r.sentence;
    constexpr std::string_view kNames[] = {"desc_a", "desc_b", "idesc"};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(r.words[i].name, kNames[i]);
        EXPECT_EQ(r.words[i].readings.front().certainty, Certainty::confirmed) << kNames[i];
    }
}

// The assembly in the body of a lambda is a statement of the body.
TEST(SourceWords, AreReadInLambdasWithAssembly) {
    constexpr ExpectedWord kRows[] = {
        {"auto work = [&](int step) {\n  auto pack = [](int at) -> uint64_t {\n    const int rows = 8 * 128;\n"
         "    return uint64_t(at >> 4 & 0x3fff) | uint64_t(rows >> 4) << 32 | 1ull << 46 | 2ull << 61;\n  };\n"
         "  uint64_t desc = pack(tile + step);\n  asm volatile(\"tcgen05.commit;\");\n};\n",
         "smem", 0x4000404000000000, 0x3fff},
    };
    expect_words(kRows);
}

// A function without a result: the word is that of its calls.
TEST(SourceWords, AreThoseOfEachCall) {
    const PasteResult r = paste(
        "static void run(const char* name, uint32_t types, int d) {\n"
        "  const uint32_t idesc = (uint32_t(d) << 4) | types | (64u >> 3 << 17) | (128u >> 4 << 24);\n  go(name);\n}\n"
        "int main() {\n  run(\"tf32\", (2u << 7) | (2u << 10), 1);\n  run(\"f16\", 0, 0);\n  run(\"again\", 0, "
        "0);\n}\n");
    ASSERT_EQ(r.words.size(), 2u) << r.sentence;
    EXPECT_EQ(r.words[0].value, 0x08100910u);
    EXPECT_EQ(r.words[1].value, 0x08100000u);
    EXPECT_EQ(r.words[1].merged, 2u);
}

TEST(SourceWords, AreElementsOfArrays) {
    constexpr ExpectedWord kRows[] = {
        {"constexpr uint64_t base = 0x4000004000010000;\nfor (int i = 0; i < n; i++) {\n"
         "  host[i] = (64 + (i % 4) * size) | base;\n}",
         "wgmma", 0x4000004000010000, 0x3fff},
    };
    expect_words(kRows);
}

TEST(SourceWords, AreFieldsInSentences) {
    constexpr ExpectedWord kRows[] = {
        {"//   layout 0 = SW128, tcgen05\n//   descriptor lbo=1 sbo=64 layout_type=2 ; step = ki*2\n", "smem",
         0x4000004000010000, 0x1fc00000003fff},
        {"print(\"wgmma reference: LBO=0 SBO=64 ltype=1\")", "wgmma", 0x4000004000000000, 0xe000000003fff},
        {"smem desc: start=0x400 lbo=16 sbo=1024 swizzle=128B", "smem", 0x4000004000010040, 0x1fc00000000000},
    };
    expect_words(kRows);
    // The codes of the modes depend on the instruction, and a stride alone is not a layout.
    const PasteResult open = paste("the descriptor has (lbo=1,sbo=64,layout=2)");
    ASSERT_EQ(open.words.size(), 1u);
    EXPECT_EQ(open.words[0].unknown_bits >> 61, 7u);
    EXPECT_NE(open.words[0].readings[0].certainty, Certainty::confirmed);
    EXPECT_TRUE(paste("rows: sbo=64, and later lbo=1").words.empty());
    EXPECT_TRUE(paste("layout=2, start=5").words.empty());
}

TEST(SourceWords, StandInMessagesAlone) {
    constexpr ExpectedWord kRows[] = {{"print(f\"  reference: LBO=1, idesc=0x8100010)\")", "f16", 0x08100010, 0}};
    expect_words(kRows);
}

TEST(SourceWords, HaveTheValuesOfTemplateArguments) {
    constexpr ExpectedWord kRows[] = {
        {"template <int kRows, int kCols, class T>\n__device__ uint32_t word_of(T x) {\n"
         "  return 1u << 4 | (kCols >> 3) << 17 | (kRows >> 4) << 24;\n}\n"
         "uint32_t d = word_of<128, 2 * 64>(p), e = min(word_of<64, 64>(p), word_of<64, 64>(p));",
         "f16", 0x08200010, 0},
        {"template <int N = 64>\nuint32_t word_of() {\n  return 1u << 4 | (N >> 3) << 17 | 8u << 24;\n}\n"
         "auto d = word_of();",
         "f16", 0x08100010, 0},
        {"template <int N>\n__global__ void kernel(float* p) {\n"
         "  uint32_t idesc = 1u << 4 | (N >> 3) << 17 | 8u << 24;\n  use(idesc);\n}\n"
         "void f() {\n  kernel<256><<<1, 128>>>(p);\n}",
         "f16", 0x08400010, 0},
        {"fn put[first: Int](word: UInt32, v: UInt32) -> UInt32:\n    return word | (v << first)\n\n"
         "alias one = put[4](UInt32(0), 1)\nalias idesc = put[24](put[17](one, 16), 8)\n",
         "f16", 0x08200010, 0},
    };
    expect_words(kRows);
    // Two instantiations: N is one of two values.
    const PasteResult two = paste(
        "template <int N>\n__global__ void kernel(float* p) {\n  uint32_t idesc = 1u << 4 | (N >> 3) << 17 | 8u << "
        "24;\n"
        "  use(idesc);\n}\nvoid f() {\n  kernel<256><<<1, 128>>>(p);\n  kernel<128><<<1, 128>>>(p);\n}");
    ASSERT_EQ(two.words.size(), 1u);
    EXPECT_NE(two.words[0].readings[0].unknown & 0x7e0000, 0u);
    // `a` is a variable, so `<` compares.
    EXPECT_EQ(paste("int a = 1;\nuint32_t desc = f(a < 2, 3 > (4)) | 0x8200010u;").words.size(), 1u);
}

TEST(SourceWords, KnowTheSizesOfTypes) {
    // 1024 bytes in each: the desc has sbo 64 in units of 16 bytes.
    for (const char* const size :
         {"8 * 32 * sizeof(float)", "8 * 64 * sizeof(__nv_bfloat16)", "8 * 128 * (int)sizeof(char)",
          "8 * 16 * sizeof(unsigned long long)", "8 * 16 * sizeof(float*)", "8 * 64 * sizeof(Element)",
          "8 * 8 * sizeof_bits_v<Element>", "8 * 8 * cutlass::sizeof_bits<cutlass::half_t>::value"}) {
        const std::string text = say("using Element = cutlass::half_t;\n__device__ uint64_t f(uint32_t a) {\n",
                                     "    uint64_t d = (a & 0x3ffff) >> 4;\n    d |= (uint64_t)((", size,
                                     ") >> 4) << 32;\n    d |= 1ull << 46;\n    d |= 2ull << 61;\n    return d;\n}\n");
        const PasteResult r = paste(text);
        ASSERT_FALSE(r.words.empty()) << text;
        const PasteReading& best = r.words[0].readings.front();
        EXPECT_EQ(hex(best.word), "0x4000404000000000") << text;
        EXPECT_EQ(hex(best.unknown), "0x3fff") << text;
    }
    const PasteResult open = paste(
        "template <class T> __device__ uint64_t f(uint32_t a) {\n    uint64_t d = (a & 0x3ffff) >> 4;\n"
        "    d |= (uint64_t)((8 * 64 * sizeof(T)) >> 4) << 32;\n    d |= (1ull << 46) | (2ull << 61);\n"
        "    return d;\n}\n");
    ASSERT_FALSE(open.words.empty());
    EXPECT_NE(open.words[0].readings.front().unknown >> 32 & 0x3fff, 0u) << "the size of T is not in the text";
}

TEST(SourceWords, AHelperWhoseCallsHaveWordsIsNoSecondWord) {
    constexpr std::string_view kHelper =
        "__device__ uint64_t make_desc(uint32_t addr, uint32_t lbo, uint32_t sbo) {\n"
        "    return (addr >> 4 & 0x3fff) | (uint64_t)(lbo >> 4 & 0x3fff) << 16 | (uint64_t)(sbo >> 4 & 0x3fff) << 32 "
        "|\n"
        "           1ull << 46 | 2ull << 61;\n}\n";
    const PasteResult alone = paste(kHelper);
    ASSERT_EQ(alone.words.size(), 1u) << "without a call, its open word is all that there is";
    EXPECT_EQ(alone.words[0].name, "make_desc");
    const PasteResult called =
        paste(say(kHelper, "__global__ void k() {\n    uint64_t a = make_desc(smem, 16, 1024);\n}\n"));
    ASSERT_EQ(called.words.size(), 1u) << called.sentence;
    EXPECT_EQ(called.words[0].name, "a");
    EXPECT_EQ(hex(called.words[0].readings.front().word), "0x4000404000010000");
}

TEST(SourceWords, HalvesCanBeTwoArguments) {
    for (const char* text :
         {"launch(p, 0x00010040, 0x40004040, 0x08200490);", "launch(p, 0x40004040, 0x00010040, 0x08200490);"}) {
        const PasteResult r = paste(text);
        ASSERT_EQ(r.words.size(), 2u) << r.sentence;
        EXPECT_EQ(hex(r.words[0].value), "0x4000404000010040");
        EXPECT_EQ(hex(r.words[1].value), "0x8200490");
    }
    const PasteResult other = paste("launch(p, 0x00010040, 0x40000040, 0x08200490);");
    EXPECT_TRUE(std::ranges::none_of(other.words, [](const FoundWord& w) { return w.bits == 64 && !w.ask; }));
}

TEST(SourceWords, AVariableThatACallTakesIsOneWord) {
    const PasteResult r = paste(
        "__global__ void k() {\n    uint64_t a_desc = 0x4000404000010040;\n    run_umma(d, a_desc, kt != 0);\n}\n");
    EXPECT_EQ(r.words.size(), 1u) << r.sentence;
}

TEST(SourceWords, AreComparedPrintedAndListed) {
    constexpr ExpectedWord kRows[] = {
        {"if (packed_idesc != 0x08400490u) {\n  return 1;\n}", "idesc", 0x08400490, 0},
        {"word = make_f8f6f4_idesc(rows)\nif 0x08210010 == word:\n    print(word)\n", "f8f6f4", 0x08210010, 0},
        {"    assert str(0x08400490) in text, \"the word of two bf16 inputs\"\n"
         "    assert str(0x08408490) not in text\n",
         "f16", 0x08400490, 0},
        {"    first = 0x08400490 if name == \"bf16\" else 0x08400010\n    second = {\n        (64, \"bf16\"): "
         "0x08110490,\n        (64, \"f16\"): 0x08110010,\n    }[(width, name)]\n",
         "f16", 0x08110490, 0},
        {"    printf(\"rows=%d word=0x%08x\\n\", kRows, (5u << 7) | ((kCols >> 3) << 17) | (1u << 23) | ((kRows >> 4) "
         "<< 24));",
         "mxf8f6f4", 0x00800280, 0xff7e0000},
        {"    let (m, n) = (128, 64);\n    let word = ((1 << 4) | ((n >> 3) << 17) | ((m >> 4) << 24)) as u32;\n",
         "f16", 0x08100010, 0},
        {"    let chosen = 1_u64 << 39;\n    let all = Options {\n        zero_column_mask: Some(chosen),\n        "
         "..Options::default()\n    };\n",
         "zcm", 0x8000000000, 0},
        {"    d = wgmma_descriptor(UInt32(0x400); leading_byte_offset = 32,\n                         "
         "stride_byte_offset = 64)\n    wanted = UInt64(0x40) | (UInt64(2) << 16) | (UInt64(4) << 32)\n"
         "    @test d === wanted\n",
         "wgmma", 0x400020040, 0},
        {"idesc = base | (q1 ? 1<<13 : 0)\nbase(main) = 0x10400490\n", "f16", 0x10400490, 0},
    };
    expect_words(kRows);
    EXPECT_TRUE(paste("if (x != 0xffffffff) {\n  f();\n}").words.empty());
}

// The prefix r is that of Python, but the rest looks like C.
TEST(SourceWords, StringsOfAnotherLanguageEndWithTheirToken) {
    EXPECT_TRUE(paste("uint32_t f(int x) {\n  return 1;\n}\nr', 'mov.b64 pointer', 'el'\n").words.empty());
}

TEST(SourceWords, StandInCommentsAlone) {
    constexpr ExpectedWord kRows[] = {
        {"  // MMA-LABEL: @two_tiles\n  // MMA: llvm.inline_asm\n  // MMA-SAME: 0x4000004000010000\n"
         "  // MMA-NOT: 0x8000004000010000\n",
         "wgmma", 0x4000004000010000, 0},
        {"// One tile, step by step:\n//   leading   16 B  ->  1     in bits 16..31\n"
         "//   stride  1024 B  ->  0x40  in bits 32..47\n//   = 0x4000004000010080\n",
         "wgmma", 0x4000004000010080, 0},
    };
    expect_words(kRows);
    EXPECT_EQ(paste(kRows[0].text).words.size(), 1u);
    const PasteResult ir = paste("  // CHECK:llvm.mlir.constant(136314912 : i32) : i32\n");
    ASSERT_EQ(ir.words.size(), 1u) << "an operation of MLIR";
    EXPECT_EQ(ir.words[0].value, 136314912u);
}

TEST(SourceWords, WithoutALegalKindHaveTheKindWithTheFewestWrongFields) {
    const PasteResult read = paste("assert make_idesc(m=128) == 0x08800280  # N is set later");
    ASSERT_EQ(read.words.size(), 1u);
    EXPECT_EQ(read.words[0].readings[0].format->kind, "mxf8f6f4");
    EXPECT_EQ(read.words[0].readings[0].certainty, Certainty::unknown);
}

// mirage-project/mirage tasks/hopper/wgmma.cuh: clang-format puts each constraint on a line of its own. No line of
// "+f"(d) is an f-string of Python.
TEST(SourceWords, AreNotHiddenByTheConstraintsOfInlineAssembly) {
    std::string text = "constexpr uint64_t kDesc = 0x4000404000010000;\nasm volatile(\"foo;\" :\n";
    for (int i = 0; i < 32; ++i) text += say("\"+f\"(d[", i, "]),\n");
    text += "\"=f\"(e)\n: \"l\"(kDesc));\n";
    const ExpectedWord kRows[] = {{text.c_str(), "smem", 0x4000404000010000, 0}};
    expect_words(kRows);
}

// Generated kernels have dozens of loops in one function (flashinfer csrc/kda/flashkda_bf16_fused_m64.cu). If their
// counters take too long, the constants beside an instruction are still known, and only they.
TEST(SourceWords, AreNotHiddenByLoopsThatTakeTooLong) {
    std::string text = "void f(int a) {\nint s = 0, t = 5;\n";
    constexpr int kLoops = 60;
    for (int i = 0; i < kLoops; ++i) {
        text += say("for (int i", i, " = 0; i", i, " < 8; i", i, "++) {\n");
        for (const char name : {'p', 'q', 'r'})
            text += say("int ", name, i, " = a + i", i, "; if (", name, i, " < s) { s += ", name, i, "; }\n");
    }
    text +=
        "t += s;\nasm volatile(\"{ mov.b32 id, 136314896; mov.b32 hi, 0x40004040; mov.b64 db, {%1, hi};\"\n"
        "\"tcgen05.mma.cta_group::1.kind::f16 [%0], db, db, id, 1; }\" :: \"r\"(t), \"r\"(t));\n";
    text += std::string(kLoops + 1, '}');
    const ExpectedWord kRows[] = {{text.c_str(), "f16", 0x08200010, 0},
                                  {text.c_str(), "smem", 0x4000404000000000, 0xffffffff}};
    expect_words(kRows);
}

// A person who prints words adds remarks; no language calls a number.
TEST(SourceWords, ARemarkAfterANumberIsNoCall) {
    const PasteResult read = paste("desc_a = 0x4000404000010040 (start 0x400)\nidesc = 0x8200490  // kind::f16\n");
    ASSERT_EQ(read.words.size(), 2u) << read.sentence;
    EXPECT_EQ(read.words[0].name, "desc_a");
    EXPECT_EQ(read.words[0].value, 0x4000404000010040u);
}

}  // namespace
}  // namespace tilescope
