// tests/unit/notation/outside_texts_test.cpp -- kinds of texts that a tester found wrong, in our own words.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope {
namespace {

// "smem secondary 0x4000404000010000 ?0x3fff": the first readings, in the order of the text.
std::string readings_of(std::string_view text) {
    PasteResult r = paste(text);
    std::ranges::stable_sort(r.words, {}, [](const FoundWord& w) { return w.span.begin; });
    std::string out;
    for (const FoundWord& w : r.words) {
        const PasteReading& best = w.readings.front();
        out +=
            say(out.empty() ? "" : "; ", best.format->id, best.format->kind.empty() ? "" : ":", best.format->kind, ' ',
                name_of(best.certainty), ' ', hex(best.word), best.unknown == 0 ? "" : say(" ?", hex(best.unknown)));
    }
    return out;
}

TEST(OutsideTexts, FieldsInAnyOrderStayOpen) {
    const PasteResult r = paste(
        "uint32_t make_idesc(uint32_t m, uint32_t n, bool tb) { return (DFMT << 4) | ((m >> 4) << 24) | ((n >> 3) << "
        "17) | "
        "(static_cast<uint32_t>(tb) << 16); }\n");
    for (const FoundWord& w : r.words) {
        const PasteReading& best = w.readings.front();
        if (best.format->kind.empty()) continue;
        EXPECT_NE(get_field(field_in(*best.format, "m"), best.unknown), 0u) << "M is a parameter";
        EXPECT_NE(get_field(field_in(*best.format, "n"), best.unknown), 0u) << "N is a parameter";
    }
}

TEST(OutsideTexts, TheInstructionSaysWhichUnitReadsAnOperand) {
    EXPECT_EQ(
        readings_of("uint64_t desc_a = 0x4000004000000000 | (matrix_descriptor_encode(__cvta_generic_to_shared(sA)));\n"
                    "asm volatile(\"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\");\n"),
        "smem unknown 0x4000004000000000 ?0x3fff");
    EXPECT_EQ(readings_of("constexpr uint32_t instruction_desc = 0x084004A0;\n"
                          "asm volatile(\"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\");\n"),
              "idesc:f16 secondary 0x84004a0");
    EXPECT_EQ(readings_of("desc_a.leading_byte_offset_ = 1;\ndesc_a.stride_byte_offset_ = 64;\n").substr(0, 15),
              "wgmma secondary");
}

TEST(OutsideTexts, ASentenceCanAddTheAddress) {
    for (const char* text : {"The descriptor is 0x4000404000010000 OR (addr >> 4)",
                             "descriptor = 0x4000404000010000 plus the start address"})
        EXPECT_NE(readings_of(text).find("0x4000404000010000 ?0x3fff"), std::string::npos) << text << readings_of(text);
    EXPECT_EQ(readings_of("smem_desc_b 0x4000404000010000").find('?'), std::string::npos);
    EXPECT_NE(readings_of("The smem descriptor `0x4000404000010000 OR (((base + 33792) >> 4) & 0x7fff)`")
                  .find("0x4000404000010000 ?0x7fff"),
              std::string::npos)
        << "the mask keeps bit 14 too";
    EXPECT_EQ(readings_of("- (= (addr>>4)&0x3FFF) then or.b64 %rd, %rd, 68720001024;\n  wgmma.mma_async (the mma.sync "
                          "kernel has {32 regs}\n"),
              "wgmma secondary 0x1000080000 ?0x3fff");
}

TEST(OutsideTexts, ConstantsWithoutASubjectAreNotCertain) {
    const std::string r =
        readings_of("static const unsigned long long v[] = { 0x4000004000000001ULL, 0x8000008000000001ULL };");
    EXPECT_EQ(r.find("confirmed"), std::string::npos) << r;
}

TEST(OutsideTexts, ACutCallLosesNoWord) {
    EXPECT_NE(readings_of("uint64_t a_desc = 0x4000404000011484;\nmma_call(tmem, a_desc,\n").find("0x4000404000011484"),
              std::string::npos);
}

TEST(OutsideTexts, CodeInAStringOfPythonIsRead) {
    EXPECT_NE(readings_of("src = r\"\"\"\nconstexpr uint32_t idesc = 0x08200490;\n\"\"\"\n").find("0x8200490"),
              std::string::npos);
}

TEST(OutsideTexts, AnArrowSeparatesTwoWords) {
    for (const char* text :
         {"- IDESC: 0x10400010\u21920x10200010 (N=128)\n- bytes: 32,768\u219224,576 (A=16KB, B=8KB)\n",
          "- IDESC: 0x10400010 -> 0x10200010\n", "- IDESC: 0x10400010->0x10200010\n"}) {
        const PasteResult r = paste(text);
        ASSERT_EQ(r.words.size(), 2u) << text;
        EXPECT_EQ(r.words[0].value, 0x10400010u);
        EXPECT_EQ(r.words[1].value, 0x10200010u);
        EXPECT_TRUE(r.refused.empty()) << "an amount is no broken number";
    }
}

TEST(OutsideTexts, AHeadingIsNoExpression) {
    const PasteResult r = paste("idesc: 0x10400010\nRoles: Load(W0) | MMA(W1,cta_group::2) | Epilogue(W2+)\n");
    EXPECT_EQ(r.words.size(), 1u);
    EXPECT_TRUE(r.refused.empty());
}

TEST(OutsideTexts, AFullStopIsNoPartOfANumber) {
    EXPECT_NE(readings_of("We printed smem_desc_b 0x4000404000012e84.").find("0x4000404000012e84"), std::string::npos);
    EXPECT_NE(readings_of("desc_a = 0x4000404000011484, desc_b = 0x4000404000012E84.").find("0x4000404000012e84"),
              std::string::npos);
}

TEST(OutsideTexts, ArgumentsOfAHelperWithInlineAssemblyAreWords) {
    constexpr std::string_view kHelper =
        "__device__ void mma(uint32_t t, uint64_t a, uint64_t b, uint32_t i) {\n"
        "    asm volatile(\"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, 1;\" :: \"r\"(t), \"l\"(a), \"l\"(b), "
        "\"r\"(i));\n}\n";
    for (const char* use : {"void k() { mma(tmem, 0x4000404000010040, 0x4000404000010080, 0x08100490); }\n",
                            "void k() { uint32_t idesc = 0x08100490; mma(tmem, da, db, idesc); }\n"})
        EXPECT_NE(readings_of(say(kHelper, use)).find("0x8100490"), std::string::npos) << use;
}

// A name with two definitions: both are shown, and a use of it is open where they differ.
TEST(OutsideTexts, DefinitionsUnderConditionsAreAllShown) {
    constexpr std::string_view kTwo =
        "#ifdef BF16\n#define IDESC 0x08200490\n#else\n#define IDESC 0x08200010\n#endif\n";
    const PasteResult r = paste(kTwo);
    ASSERT_EQ(r.words.size(), 2u) << r.sentence;
    for (const FoundWord& w : r.words) EXPECT_EQ(w.note, "only if its condition holds");
    EXPECT_EQ(r.words[0].value ^ r.words[1].value, 0x480u);
    const std::string used =
        readings_of(say(kTwo, "asm(\"tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\" :: ",
                        "\"r\"(d), \"l\"(a), \"l\"(b), \"r\"(IDESC));\n"));
    EXPECT_NE(used.find("0x8200010 ?0x480"), std::string::npos) << used;
    EXPECT_NE(
        readings_of("#ifdef W\n#define SWZ 4\n#else\n#define SWZ 2\n#endif\nuint64_t desc = ((addr & 0x3ffff) >> 4) "
                    "| 1ull << 16 | 64ull << 32 | 1ull << 46 | (uint64_t)SWZ << 61;\n")
            .find("0x404000010000 ?0xc000000000003fff"),
        std::string::npos);
    EXPECT_NE(readings_of("#ifdef NEW\n#define DESC(a) (0x4000404000000000ull | (a) >> 4)\n#else\n#define DESC(a) "
                          "(0x8000004000010000ull | (a) >> 4)\n#endif\nuint64_t desc_a = DESC(0x400);\n")
                  .find("0x8000004000010040"),
              std::string::npos);
}

TEST(OutsideTexts, AConditionThatTheTextDecidesTakesOneDefinition) {
    constexpr std::string_view kBoth =
        "define IDESC 0x08200490\n#else\n#define IDESC 0x08200010\n#endif\nuint32_t idesc = IDESC;\n";
    struct Row {
        std::string_view begin, word;
    };
    constexpr Row kRows[] = {{"#define BF16\n#ifdef BF16\n#", "0x8200490"},
                             {"#define BF16 0\n#if BF16\n#", "0x8200010"},
                             {"#if 1\n#", "0x8200490"},
                             {"#define OTHER 1\n#if !defined(OTHER)\n#", "0x8200010"},
                             {"#ifndef FILE_H\n#define FILE_H\n#define X\n#endif\n#ifdef X\n#", "0x8200490"}};
    for (const Row& row : kRows) {
        const std::string r = readings_of(say(row.begin, kBoth));
        EXPECT_EQ(r.find(';'), std::string::npos) << row.begin << r;
        EXPECT_NE(r.find(row.word), std::string::npos) << row.begin << r;
        EXPECT_EQ(r.find('?'), std::string::npos) << row.begin << r;
    }
    const std::string words = "#ifdef __CUDACC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n";
    EXPECT_NE(
        readings_of(words + "HD uint64_t make_desc(uint32_t a) { return ((a & 0x3ffff) >> 4) | 64ull << 32 | 1ull "
                            "<< 46 | 2ull << 61; }\n")
            .find("0x4000404000000000 ?0x3fff"),
        std::string::npos)
        << "a macro that is not a value stays what it is";
}

TEST(OutsideTexts, ADirectiveInsideOfAnExpressionGivesTwoValues) {
    constexpr std::string_view kBegin =
        "uint64_t make_desc(uint32_t a) {\n    return (uint64_t)((a & 0x3ffff) >> 4)\n        "
        "| 1ull << 16 | 64ull << 32\n#if ARCH >= 100\n        | 1ull << 46 | 2ull << 61\n";
    const std::string open = readings_of(say(kBegin, "#endif\n        ;\n}\n"));
    EXPECT_NE(open.find("smem confirmed 0x4000404000010000 ?0x3fff"), std::string::npos) << open;
    EXPECT_NE(open.find(" 0x4000010000 ?0x3fff"), std::string::npos) << open;
    const std::string two = readings_of(say(kBegin, "#else\n        | 1ull << 62\n#endif\n        ;\n}\n"));
    EXPECT_EQ(two, "smem confirmed 0x4000404000010000 ?0x3fff; wgmma confirmed 0x4000004000010000 ?0x3fff");
}

TEST(OutsideTexts, FieldsThatAreAddedAreReadAsFields) {
    for (const char* text :
         {"uint64_t desc = (addr >> 4) + (1ull << 16) + (64ull << 32) + (1ull << 46) + (2ull << 61);",
          "desc = (addr >> 4) + (1 << 16) + (64 << 32) + (1 << 46) + (2 << 61)",
          "uint64_t desc = 0x4000404000010000 + (addr >> 4);"})
        EXPECT_EQ(readings_of(text), "smem secondary 0x4000404000010000 ?0x3fff") << text;
    EXPECT_EQ(
        readings_of("uint64_t desc = ((addr & 0x3ffff) >> 4) + (uint64_t(64) << 32) + (1ull << 46) + (2ull << 61);"),
        "smem confirmed 0x4000404000000000 ?0x3fff");
}

TEST(OutsideTexts, AHelperThatIsCalledHasNoRowOfItsOwn) {
    constexpr std::string_view kHelper =
        "uint64_t make_desc(uint32_t a) {\n  uint64_t desc = (a & 0x3ffff) >> 4;\n  desc |= 1ull << 16;\n  desc |= "
        "64ull << "
        "32;\n  desc |= 1ull << 46;\n  desc |= 2ull << 61;\n  return desc;\n}\n";
    EXPECT_EQ(paste(kHelper).words.size(), 1u);
    const PasteResult r = paste(say(kHelper, "uint64_t desc_a = make_desc(sA);\nuint64_t desc_b = make_desc(sB);\n"));
    ASSERT_EQ(r.words.size(), 2u) << r.sentence;
    EXPECT_EQ(r.words[0].name, "desc_a");
    EXPECT_EQ(r.words[1].name, "desc_b");
}

// 3 bits at bit 61 are a mode of tcgen05, also if the version is forgotten.
TEST(OutsideTexts, AModeAtBit61IsOfTcgen05) {
    for (const char* text :
         {"uint64_t desc = ((addr & 0x3ffff) >> 4) | 1ull << 16 | 64ull << 32 | 2ull << 61;",
          "uint64_t desc = ((addr & 0x3ffff) >> 4) | (uint64_t)(TILE_K * 8) << 16 | 64ull << 32 | 2ull << 61;",
          "uint64_t desc = ((addr & 0x3ffff) >> 4) | 1ull << 16 | 64ull << 32 | (uint64_t)mode << 61;"}) {
        const std::string r = readings_of(text);
        EXPECT_TRUE(r.starts_with("smem ")) << text << r;
        EXPECT_EQ(r.find("confirmed"), std::string::npos) << text << r;
    }
    EXPECT_TRUE(readings_of("uint64_t desc = ((addr & 0x3ffff) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;")
                    .starts_with("wgmma"));
}

TEST(OutsideTexts, ListsInCommentsAndStringsAreRead) {
    for (const char* text :
         {"# QK  0x08200490\n# PV  0x08210490\n", "// QK: 0x08200490\n// PV: 0x08210490\nvoid f() { run(); }\n",
          "# | gemm | idesc      |\n# |------|------------|\n# | QK   | 0x08200490 |\n# | PV   | 0x08210490 |\nx = 1\n",
          "//  S  = Q . K^T   A = Q_s (1,64)    B = K_s  0x08200490\n//  dV = P^T . dO  A = P_s (1024,64) B = dO  "
          "0x08210490\n",
          "for word in [\n    \"tcgen05.wait\",\n    \"0x08200490\",\n    \"0x08210490\",\n] {\n"})
        EXPECT_EQ(readings_of(text), "idesc:f16 secondary 0x8200490; idesc:f16 secondary 0x8210490") << text;
    for (const char* text : {"# the base is 0x08200490\nx = 1\n", "// GPIO: 0x40020000\n// UART: 0x40011000\nint x;\n",
                             "// sector 6: 0x08040000\n// sector 7: 0x08080000\nint x;\n"})
        EXPECT_TRUE(paste(text).words.empty()) << text;
}

TEST(OutsideTexts, ElementsOfATableAreComputed) {
    const std::string r = readings_of(
        "uint32_t I = 0x08200490;\nuint32_t I_descs[] = {(I & ~(7 << 7)) | (0 << 7), I | (1 "
        "<< 15)};\n");
    EXPECT_NE(r.find("0x8200410"), std::string::npos) << r;
    EXPECT_NE(r.find("0x8208490"), std::string::npos) << r;
    EXPECT_NE(readings_of("const char* src = R\"CUDA(\nuint32_t idesc = 0x08200490;\n)CUDA\";\n").find("0x8200490"),
              std::string::npos);
}

TEST(OutsideTexts, MlirInPythonIsPython) {
    EXPECT_EQ(
        readings_of("def encode(ptr):\n  c = lambda x: arith.constant(i64, x)\n  start = llvm.lshr(llvm.and_(ptr, "
                    "c(0x3FFFF)), c(4))\n  desc = llvm.or_(arith.shli(c(1), c(46)), arith.shli(c(2), c(61)))\n  desc "
                    "= llvm.or_(desc, arith.shli(c(64), c(32)))\n  desc = llvm.or_(start, desc)\n  return desc\n"),
        "smem confirmed 0x4000404000000000 ?0x3fff");
    EXPECT_NE(readings_of("%0 = llvm.mlir.constant(4611756662049538048 : i64) : i64\n%1 = llvm.or %0, %start : "
                          "i64\n")
                  .find("0x4000404000010000"),
              std::string::npos);
}

// The listing leaves out what is between the lines, so the registers are not known there.
TEST(OutsideTexts, AGapOfAListingIsSaid) {
    constexpr std::string_view kSet = "/*0100*/ UMOV UR4, 0x10000 ;\n/*0110*/ UMOV UR5, 0x40004040 ;\n";
    constexpr std::string_view kUse = "UTCHMMA gdesc[UR4], gdesc[UR4], tmem[UR8], tmem[UR10], idesc[UR11], !UPT ;\n";
    EXPECT_FALSE(paste(say(kSet, "/*0120*/ ", kUse)).words.empty());
    const PasteResult r = paste(say(kSet, "/*0900*/ ", kUse));
    EXPECT_TRUE(r.words.empty());
    EXPECT_NE(r.sentence.find("before a gap"), std::string::npos) << r.sentence;
}

// The names of the members do not matter, their widths do.
TEST(OutsideTexts, BitFieldsAreReadByTheirPlaces) {
    struct Row {
        const char *text, *reading;
    };
    constexpr Row kRows[] = {
        {"struct D { uint64_t a:14, :2, b:14, :2, c:14, v:3, o:3, m:1, :8, s:3; };\nD d{};\nd.a = 4; d.b = 1; d.c = "
         "64; "
         "d.v = 1; d.s = 2;\n",
         "smem confirmed 0x4000404000010004"},
        {"struct D { uint64_t a:14, :2, b:14, :2, c:14, v:3, o:3, m:1, :8, s:3; };\nD d{};\nd.a = 4; d.b = 1; d.c = "
         "64; "
         "d.s = 2;\n",
         "smem unknown 0x4000004000010004"},
        {"union U { uint64_t raw; struct { uint64_t p_ : 14, : 2; uint64_t q_ : 14, : 2; uint64_t r_ : 14, : 3; "
         "uint64_t "
         "t_ : 3, : 10, u_ : 2; }; };\nU w = {};\nw.p_ = 0x40; w.q_ = 1; w.r_ = 64; w.u_ = 1;\n",
         "wgmma confirmed 0x4000004000010040"},
        {"struct I { uint32_t s:2, p:1, q:1, d:2, :1, x:3, y:3, na:1, nb:1, ta:1, tb:1, nn:6, :1, mm:5, :1, k:2; };\nI "
         "i "
         "= {};\ni.d = 1; i.x = 1; i.y = 1; i.nn = 16; i.mm = 8;\n",
         "idesc:f16 secondary 0x8200490"},
    };
    for (const Row& row : kRows) EXPECT_EQ(readings_of(row.text), row.reading) << row.text;
    EXPECT_TRUE(
        paste("struct Ip { uint32_t version:4, length:4, tos:8, total:16; };\nIp ip{};\nip.version = 4; ip.length = "
              "5; ip.total = 1500;\n")
            .words.empty());
}

// A register whose word goes into an operation that does not show it any more.
TEST(OutsideTexts, TheLastKnownWordIsSaid) {
    constexpr std::string_view kPtx = "or.b64 %rd3, %rd2, 4611756662049538048;\n",
                               kLlvm = "  %5 = or i64 %4, 4611756662049538048\n",
                               kMlir =
                                   "%c = llvm.mlir.constant(4611756662049538048 : i64) : i64\n"
                                   "%5 = llvm.or %4, %c : i64\n";
    for (const char* use : {"add.s64 %rd4, %rd3, %rd9;", "st.shared.b64 [%r1], %rd3;", "cvt.u32.u64 %r3, %rd3;",
                            "mov.b64 {%r3, %r4}, %rd3;", "call.uni (retval0), f, (%rd3);", "foo %rd4, %rd3;"})
        EXPECT_EQ(readings_of(say(kPtx, use)), "smem secondary 0x4000404000010000 ?0x3fff") << use;
    for (const char* use : {"mov.b64 %rd4, %rd3;\nadd.s64 %rd4, %rd4, %rd9;", "add.s64 %rd3, %rd3, %rd9;"})
        EXPECT_EQ(readings_of(say(kPtx, use)), "smem secondary 0x4000404000010000 ?0xffff") << use;
    for (const char* use : {"  store i64 %5, ptr %p", "  %6 = trunc i64 %5 to i32", "  %6 = add i64 %5, %k",
                            "  %6 = insertvalue { i64, i64 } poison, i64 %5, 0", "  call void @f(i64 %5)"})
        EXPECT_EQ(readings_of(say(kLlvm, use)), "smem secondary 0x4000404000010000 ?0x3fff") << use;
    EXPECT_EQ(readings_of(say(kMlir, "%6 = builtin.unrealized_conversion_cast %5 : i64 to !nvgpu.descriptor")),
              "smem secondary 0x4000404000010000 ?0x3fff");
    const std::string mma =
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1,%f2,%f3,%f4}, %rd5, %rd6, 1, 1, 1, 0, 0;";
    EXPECT_EQ(paste(say("or.b64 %rd3, %rd2, 4611686293305360384;\nadd.s64 %rd5, %rd3, %rd9;\n", mma)).words.size(), 1u);
    EXPECT_EQ(paste(say("mov.b64 %rd3, 4611686293305360384;\nadd.s64 %rd5, %rd3, 2;\n", mma)).words.size(), 1u)
        << "the operand is the word with its step";
    EXPECT_EQ(readings_of(say(".visible .entry f() {\n.reg .b64 %rd<9>;\n", kPtx,
                              "st.param.b64 [param0], %rd3;\ncall.uni ", "mma, (param0);\nret;\n}\n")),
              "smem secondary 0x4000404000010000 ?0x3fff")
        << "a function that hands it to another one";
    EXPECT_EQ(paste("or.b64 %rd3, %rd2, 4611756662049538048;\nst.b64 [%r1], %rd3;\nor.b64 %rd4, %rd2, "
                    "4611756662049669120;\nst.b64 [%r2], %rd4;\n")
                  .words.size(),
              2u);
    constexpr std::string_view kPlain =
        "and.b64 %rd2, %rd1, 16383;\nor.b64 %rd3, %rd2, 68720001024;\nst.b64 [%r1], %rd3;\n";
    EXPECT_EQ(paste(kPlain, {.arch = "sm_90a"}).words.size(), 1u);
    EXPECT_EQ(paste(say(kPlain, "// wgmma, not mma.sync")).words.size(), 1u);
    EXPECT_TRUE(paste(kPlain).words.empty()) << "two small fields and no mode";
    EXPECT_TRUE(paste("cvt.u16.u32 %h1, %r1;\nmov.b32 %r2, {22136, %h1};\nst.global.b32 [%rd1], %r2;\n").words.empty())
        << "half of a high half";
    EXPECT_TRUE(paste("mov.u32 %r1, 5;\nst.global.u32 [%rd1], %r1;\nmov.u64 %rd2, 81985529216486895;\n"
                      "st.global.u64 [%rd1], %rd2;\n")
                    .words.empty());
}

// Text that names nothing of the subject: a number whose bits many other numbers have is not a word of it.
TEST(OutsideTexts, ARoundNumberOfAnotherSubjectIsNoWord) {
    for (const char* text :
         {"static u64 const IS_A = 0x4000001000000000LL;\nstatic u64 const IS_B = 0x4000002000000000LL;\n",
          "    assert_eq!(\n        scaled(0, 4611686293305294848, 39),\n        (111, 7)\n    );\n",
          "    \"NonHeap\" : {\n      \"max\" : 136314880,\n      \"used\" : 29944432\n    },\n",
          "    const v17, 0x40004040\n\n    aput v17, v2, v16\n"})
        EXPECT_EQ(readings_of(text), "") << text;
    for (const char* number : {"0x4000001000000000", "136314880", "0x40004040", "0x08200000\n0x4000004000000000\n"})
        EXPECT_NE(readings_of(number), "") << number;
    for (const char* text : {"the wgmma reads\nx = 0x4000004000000000;\n", "smem is\nx = 0x4000004000000000;\n",
                             "x = 0x4000004000000000;\ny = 0x4000404000010000;\n", "idesc\nx = 136314880;\n"})
        EXPECT_NE(readings_of(text), "") << text;
    EXPECT_FALSE(paste("x = 0x4000004000000000;\ny = g(x);\n", {.arch = "sm_90a"}).words.empty());
}

// The text of a whole file has too many values to follow all its paths; each block still has its own.
TEST(OutsideTexts, ALongKernelHasTheWordsOfAShortOne) {
    std::string text = "__global__ void kernel(int n) {\n";
    for (unsigned i = 0; i < 1000; ++i)
        text += say("if (n > ", i, ") {\nx", i,
                    " += n;\nasm volatile(\"{\\n.reg .b32 dhi, blo, id; .reg .b64 db;\\n\"\n\"mov.b32 dhi, "
                    "0x40004040; mov.b32 blo, %0;\\n\"\n\"mov.b64 db, {blo, dhi}; mov.b32 id, 0x08200490;\\n\"\n"
                    "\"tcgen05.mma.cta_group::1.kind::f16 [%1], db, db, id, 1;\\n\"\n\"add.u32 blo, blo, 2;\\n"
                    "mov.b64 db, {blo, dhi};\\n\"\n\"tcgen05.mma.cta_group::1.kind::f16 [%1], db, db, id, 1;\\n}\""
                    " :: \"r\"(lo), \"r\"(t));\nx",
                    i, " += 1;\n}\n");
    const PasteResult r = paste(text + "}\n");
    ASSERT_FALSE(r.words.empty()) << r.sentence;
    EXPECT_EQ(r.words[0].value, 0x08200490u);
    ASSERT_EQ(r.steps.size(), 1u) << "said once";
    EXPECT_EQ(r.steps[0].name, "blo");
}

// NVlabs/cuda-oxide, crates/cuda-device/src/tcgen05.rs
TEST(OutsideTexts, BuildersOfRustMakeWords) {
    struct Row {
        const char *text, *reading;
    };
    constexpr Row kRows[] = {
        {"let a = Tcgen05SmemDescriptor::for_k_major(smem_a, 128, 64, 2, Tcgen05SwizzleMode::None);\n",
         "smem confirmed 0x400800800000 ?0x3fff"},
        {"let a = Tcgen05SmemDescriptor::builder()\n    .address(p)\n    .leading_dim_bytes(16)\n    "
         ".stride_bytes(1024)\n    "
         ".swizzle(Tcgen05SwizzleMode::Swizzle128B)\n    .build();\n",
         "smem confirmed 0x4000404000010000 ?0x3fff"},
        {"let i = Tcgen05InstructionDescriptor::builder().shape(Tcgen05MmaShape::M128_N128)"
         ".element_type(Tcgen05ElementType::BF16).build().raw();\n",
         "idesc:f16 secondary 0x8200490"},
        {"let i = Tcgen05InstructionDescriptor::new_f8(Tcgen05MmaShape::M128_N128, Tcgen05F8ElementType::E4M3, "
         "Tcgen05F8ElementType::E5M2, Tcgen05AccumulatorType::F32);\n",
         "idesc:f8f6f4 secondary 0x8200410"},
    };
    const std::string open = readings_of(
        "let i = Tcgen05InstructionDescriptor::builder().shape(shape).build();\nlet j = "
        "Tcgen05InstructionDescriptor::builder().shape(S::M).element_type(Tcgen05ElementType::BF16).build();\n");
    EXPECT_NE(open.find("?0x1f7e0000"), std::string::npos) << open;
    for (const Row& row : kRows) EXPECT_EQ(readings_of(row.text), row.reading) << row.text;
}

}  // namespace
}  // namespace tilescope
