// tests/unit/notation/passages_test.cpp -- lines of one program stay together: their words reach the instructions.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/program_check.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

// Whether the word with this value is the descriptor that its instruction reads as B.
bool is_read_as_b(const PasteResult& r, std::uint64_t value) {
    return std::ranges::any_of(r.words, [&](const FoundWord& w) {
        return w.value == value && w.readings.front().why.find("is the B descriptor") != std::string::npos;
    });
}

constexpr std::string_view kPtxValues = "\tmov.b64 %rd92, 0x4000004000000040;\n\tmov.b64 %rd98, 0x4000004000000080;\n";
constexpr std::string_view kPtxMma =
    "\twgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r0,%r1,%r2,%r3}, %rd92, %rd98, %p4, 1, 1, 0, 1;\n";

TEST(Passages, LinesThatPtxHasBetweenInstructionsDoNotDivideIt) {
    for (const char* line : {"\t.loc\t1 24 15", "\t.loc\t1 24 15                         // kernel.py:24:15",
                             "\t.file\t1 \"kernel.py\"", "\t.reg .b32 \t%r<4>;", "\t.pragma \"nounroll\";",
                             "\t.section\t.debug_loc", "\t.b8 1                                 // X", "\t.maxnreg 64",
                             "\ttensormap.replace.tile.rank.shared::cta.b1024.b32 [ %rd7 + 0 ], 0x1;", ")",
                             "\t@%p1 bra \t$L__BB0_7;", "$L__BB0_7,", "\tset.eq.u32.u32 %r8, %r9, %r10;"}) {
        const PasteResult r = paste(say(kPtxValues, line, "\n", kPtxMma));
        EXPECT_TRUE(is_read_as_b(r, 0x4000004000000080)) << line << '\n' << r.sentence;
    }
    const PasteResult r = paste(say(".visible .entry k(\n\t.param .b32 n\n)\n{\n", kPtxValues,
                                    "\t@%p1 bra \t$L__BB0_7;\n\tadd.s32 %r1, %r2, 1;\n",
                                    "$L__BB0_7:                              // %.lr.ph\n", kPtxMma, "\tret;\n}\n"));
    EXPECT_TRUE(is_read_as_b(r, 0x4000004000000080)) << r.sentence;
}

// The paste replaces backticks, because Markdown quotes code with them.
TEST(Passages, JumpsOfAListingFindTheirLabels) {
    const std::string_view listing =
        "\t.target\tsm_100a\n\t.section\t.text.k,\"ax\",@progbits\n\t.align\t128\n.text.k:\n"
        "        /*0000*/                   UMOV UR4, 0x400 ;\n"
        "        /*0010*/               @P1 BRA `(.L_x_4) ;\n"
        "        /*0020*/                   UMOV UR12, 0x40 ;\n"
        ".L_x_4:\n"
        "        /*0030*/                   UMOV UR5, 0x40004040 ;\n"
        "        /*0040*/                   UTCHMMA gdesc[UR8], gdesc[UR4], tmem[UR17], tmem[UR10], idesc[UR11], !UPT "
        ";\n";
    const PasteResult r = paste(listing);
    ASSERT_EQ(r.words.size(), 1u) << r.sentence;
    EXPECT_EQ(r.words[0].value, 0x4000404000000400u);
    EXPECT_EQ(r.words[0].unknown_bits, 0u);
    EXPECT_TRUE(is_read_as_b(r, 0x4000404000000400));
    // A label that nothing names is no entry if the whole function is listed. The end of the function is behind others.
    std::string whole(listing);
    whole.replace(whole.find(".text.k:"), 8, "k:\n.text.k:");
    whole.replace(whole.find("        /*0040*/"), 0, ".L_x_9:\n");
    whole +=
        "        /*0050*/                   EXIT ;\n        .type           $__internal_0_$f,@function\n"
        "$__internal_0_$f:\n        /*0060*/                   BPT.TRAP 0x1 ;\n.L_x_5:\n";
    EXPECT_TRUE(is_read_as_b(paste(whole), 0x4000404000000400)) << paste(whole).sentence;
    const std::string ptx_first = say(".version 9.4\n.target sm_100a\n", kPtxValues, kPtxMma, listing);
    EXPECT_TRUE(is_read_as_b(paste(ptx_first), 0x4000404000000400)) << "a listing can be behind PTX";
}

TEST(Passages, LinesOfLlvmIrDoNotDivideIt) {
    const std::string_view values = "  %92 = or i64 0, 4611686293305294912\n  %98 = or i64 0, 4611686293305294976\n";
    const std::string_view mma =
        "  tail call void asm sideeffect \"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $4, $5, "
        "$6, "
        "1, 1, 0, 1;\", \"r,r,r,r,l,l,b\"(i32 %1, i32 %2, i32 %3, i32 %4, i64 %92, i64 %98, i1 %5)\n";
    for (const char* line :
         {"  store <4 x i32> %6, ptr addrspace(3) %7, align 16, !dbg !23", "  store ptr %6, ptr %7",
          "  br i1 %8, label %9, label %10, !dbg !29", "199:                                              ; preds = %8",
          ".lr.ph:            ; preds = %1216", "!4 = !{!\"clang version 3.8.0 (tags/RELEASE_380/final)\"}",
          "attributes #0 = { nounwind }"}) {
        const PasteResult r = paste(say("define void @k() {\n", values, line, "\n", mma));
        EXPECT_TRUE(is_read_as_b(r, 0x4000004000000080)) << line << '\n' << r.sentence;
        EXPECT_EQ(r.refused_count, 0u) << line;
    }
}

TEST(Passages, LinesOfTritonIrAreNotRefusedAsNumbers) {
    const PasteResult r = paste(
        "#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>\n"
        "%2 = ttng.warp_group_dot %0, %1, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem> * "
        "!ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>\n"
        "    tt.store %6, %7 : tensor<128x128x!tt.ptr<f32>, #blocked1> loc(#loc20)\n"
        "    tt.return loc(#loc1)\n");
    EXPECT_EQ(r.refused_count, 0u);
    ASSERT_EQ(r.words.size(), 2u) << r.sentence;
    EXPECT_EQ(r.words[0].readings.front().format->id, "wgmma") << "warp_group_dot is Hopper's";
    EXPECT_EQ(r.words[1].readings.front().format->id, "wgmma");
}

// sm_107a is a target of PTX 9.4 only: its instruction descriptors have fields that older editions call reserved.
TEST(Passages, TheTargetOfAProgramChoosesTheEdition) {
    const std::string_view text =
        ".version 9.4\n.target sm_107a\n.address_size 64\n.visible .entry k()\n{\n"
        "\tmov.b32 %r1, 0x08200488;\n"
        "\ttcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [%r9], %rd1, %rd2, %r1, [%r2], [%r3], "
        "%p1;\n\tret;\n}\n";
    const PasteResult r = paste(text);
    ASSERT_EQ(r.words.size(), 1u) << r.sentence;
    EXPECT_EQ(r.words[0].readings.front().format->edition, Edition::v9_4);
    const ProgramReport checked = check_program(text, "sm_100a", Edition::v9_1);
    ASSERT_EQ(checked.instructions.size(), 1u);
    for (const MmaProblem& p : checked.instructions[0].report.problems)
        EXPECT_NE(p.problem.severity, Severity::error) << p.problem.text;
    std::string older(text);
    older.replace(older.find("sm_107a"), 7, "sm_100a");
    EXPECT_EQ(paste(older).words.at(0).readings.front().format->edition, Edition::v9_1);
    EXPECT_FALSE(check_program(older, "sm_100a", Edition::v9_1).instructions.at(0).report.problems.empty());
}

// A sentence can look like a log with one pair, or like an assignment.
TEST(Passages, AWordInASentenceIsRead) {
    for (const char* text :
         {"desc 0x4000404000010040 looks wrong", "sdesc 0x4000404000010040 is what I get",
          "the descriptor 0x4000404000010040 looks wrong", "tcgen05 descriptors (e.g. 0x4000404000010040) BM=192",
          "tcgen05 words (`4611756662049538112` = 0x4000404000010040)\nhdim64 = 512 thr",
          "the constants (e.g. 0x4000404000010040) say 128B, and BM = 192, BN = 128"}) {
        const PasteResult r = paste(text);
        EXPECT_TRUE(std::ranges::any_of(r.words, [](const FoundWord& w) { return w.value == 0x4000404000010040; }))
            << text << '\n'
            << r.sentence;
    }
}

// K steps 1 to 3, each from the first word: the step is 2.
TEST(Passages, TheDistanceOfALaterKStepIsNoKStep) {
    std::string text = "%1 = and i32 %0, 16383\n";
    for (const int units : {2, 4, 6})
        text += say("%", units, " = add nuw nsw i32 %1, ", units, "\n%v", units,
                    " = insertelement <2 x i32> <i32 poison, i32 1073758272>, i32 %", units, ", i64 0\n%w", units,
                    " = bitcast <2 x i32> %v", units, " to i64\n");
    const PasteResult r = paste(text);
    ASSERT_EQ(r.steps.size(), 1u) << r.sentence;
    EXPECT_EQ(r.steps[0].units, 2);
}

}  // namespace
}  // namespace tilescope
