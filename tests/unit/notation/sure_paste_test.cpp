// tests/unit/notation/sure_paste_test.cpp -- paste() does not claim more than the text states.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tilescope {
namespace {

const FoundWord* sure_word_named(const PasteResult& r, std::string_view name) {
    const auto found = std::ranges::find(r.words, name, &FoundWord::name);
    return found == r.words.end() ? nullptr : &*found;
}

struct Value {
    const char* text;
    std::uint64_t value, unknown;
};

TEST(PasteCertainty, LaterLinesChangeANamedWord) {
    for (const Value& v :
         {Value{"idesc = 0x08200010\nidesc |= (1 << 7);", 0x08200090, 0},
          Value{"uint32_t idesc = 0;\nidesc |= (1 << 4);   // D\nidesc |= (32 << 17) | (8 << 24);", 0x08400010, 0},
          Value{"idesc = 0; idesc |= 1 << 4; idesc |= 8 << 24;", 0x08000010, 0},
          Value{"idesc = 0x08200090\nidesc &= ~(7 << 7)", 0x08200010, 0},
          Value{"idesc = 0x08200090\nidesc ^= 0x80", 0x08200010, 0},
          Value{"idesc = 0x08200010\nidesc += 16 << 17", 0x08400010, 0},
          Value{"idesc = 0x08200010\nidesc -= 8 << 17", 0x08100010, 0},
          Value{"idesc = 0x00820001\nidesc <<= 4", 0x08200010, 0},
          Value{"idesc = 0x10\nidesc = 0x08200010 | (1 << 7)", 0x08200090, 0}}) {
        const PasteResult r = paste(v.text);
        ASSERT_EQ(r.words.size(), 1u) << v.text << "\n" << r.sentence;
        EXPECT_EQ(hex(r.words[0].value), hex(v.value)) << v.text;
        EXPECT_EQ(hex(r.words[0].unknown_bits), hex(v.unknown)) << v.text;
    }
}

TEST(PasteCertainty, BitsOfAConditionalLineAreUnknown) {
    for (const Value& v :
         {Value{"idesc = 0x08200010\nif (bf16) idesc |= (1 << 7);", 0x08200010, 0x80},
          Value{
              "idesc = 0x08200010\nif (bf16) {\n    idesc |= (1 << 7);\n    idesc |= (1 << 10);\n}\nidesc |= 1 << 16;",
              0x08210010, 0x480},
          Value{"idesc = 0x08200010\n#if BF16\nidesc |= 1 << 7;\n#endif\nidesc |= 1 << 16;", 0x08210010, 0x80},
          Value{"if (leader) {\n    idesc = 0x08200010\n    idesc |= (1 << 7);\n}", 0x08200090, 0}}) {
        const PasteResult r = paste(v.text);
        ASSERT_EQ(r.words.size(), 1u) << v.text << "\n" << r.sentence;
        EXPECT_EQ(hex(r.words[0].value), hex(v.value)) << v.text;
        EXPECT_EQ(hex(r.words[0].unknown_bits), hex(v.unknown)) << v.text;
    }
    const PasteResult lost = paste("idesc = 0x08200010\nidesc |= format(x) << 7;");
    ASSERT_EQ(lost.words.size(), 1u);
    EXPECT_EQ(lost.words[0].value, 0x08200010u);
    EXPECT_NE(lost.words[0].unknown_bits & 0x80, 0u) << "a value that cannot be computed is unknown";
}

TEST(PasteCertainty, ReadingsThatBreakARuleComeLast) {
    // D of f16 with bf16 operands breaks L15 under f16.
    for (const std::uint64_t word : {0x08400480ull, 0x08020480ull, 0x10400480ull, 0x90400480ull}) {
        const PasteReading best = paste(hex(word, 8)).words.at(0).readings.front();
        EXPECT_EQ(best.format->kind, "mxf4nvf4") << hex(word);
        EXPECT_NE(best.certainty, Certainty::confirmed) << "the word is also legal under f8f6f4";
    }
    std::mt19937_64 random(13);
    for (int round = 0; round < 3000; ++round) {
        const bool wide = round % 2 == 0;
        std::uint64_t word = random();
        if (round % 4 == 0) word &= 0xe01e3fff3fff3fff;  // near shared-memory descriptors
        if (round % 4 == 1) word = (word & 0x1f7e1fb0) | 0x08000000;
        const PasteResult r = paste(wide ? hex(word, 16) : hex(word & 0xffffffff, 8));
        ASSERT_EQ(r.words.size(), 1u);
        bool broken = false;
        for (const PasteReading& reading : r.words[0].readings) {
            const bool outside = reading.format->id == "tmem" && reading.why.find("outside") != std::string::npos;
            const bool clean = !outside && breaks_no_rule(*reading.format, reading.word, reading.unknown);
            EXPECT_FALSE(clean && broken) << hex(word) << ": " << reading.format->id << " " << reading.format->kind;
            broken |= !clean;
        }
    }
}

TEST(PasteCertainty, KindThatIsNotNamedIsNotCertain) {
    const FoundWord alone = paste("0x08200490").words.at(0);
    EXPECT_EQ(alone.readings.front().certainty, Certainty::secondary) << "legal under f16 and f8f6f4";
    EXPECT_EQ(paste("0x08a00000").words.at(0).readings.front().certainty, Certainty::confirmed)
        << "only legal under mxf8f6f4";
    const FoundWord requested = paste("0x08200490", {.kind = "f8f6f4", .kind_given = true}).words.at(0);
    EXPECT_EQ(requested.readings.front().format->kind, "f8f6f4");
    EXPECT_EQ(requested.readings.front().certainty, Certainty::confirmed);
}

TEST(PasteCertainty, KindAppliesOnlyToOperandsOfTheInstruction) {
    const PasteResult r = paste(
        "mov.b32 id, 0x08200490;\n"
        "tcgen05.mma.cta_group::1.kind::f8f6f4 [d], da, db, id, p;\n"
        "mov.b32 other, 0x08200490;\n"
        "tcgen05.mma.cta_group::2.kind::f16 [d], da, db, other, p;\n"
        "mov.b32 %r9, 0x08200490;\n");
    const FoundWord *first = sure_word_named(r, "id"), *second = sure_word_named(r, "other"),
                    *third = sure_word_named(r, "%r9");
    ASSERT_TRUE(first && second && third) << r.sentence;
    EXPECT_EQ(first->readings.front().format->kind, "f8f6f4");
    EXPECT_EQ(context_of(r, *first).cta_group, 1u);
    EXPECT_EQ(second->readings.front().format->kind, "f16");
    EXPECT_EQ(context_of(r, *second).cta_group, 2u);
    EXPECT_FALSE(first->ask || second->ask);
    EXPECT_TRUE(third->ask) << "no instruction uses it, and it is legal under both kinds";
    EXPECT_EQ(r.context.cta_group, 0u) << "the text has both values";
}

TEST(PasteCertainty, LogValueIsTheOperandOfTheInstruction) {
    const PasteResult r = paste(
        "idesc = 0x08200490\n"
        "tcgen05.mma.cta_group::1.kind::f8f6f4 [d], da, db, idesc, p;\n"
        "tcgen05.mma.cta_group::1.kind::f16 [d], da, db, other, p;\n");
    ASSERT_EQ(r.words.size(), 1u) << r.sentence;
    EXPECT_EQ(r.words[0].readings.front().format->kind, "f8f6f4");
    EXPECT_FALSE(r.words[0].ask);
}

TEST(PasteCertainty, RegisterWithTwoValuesIsTwoWords) {
    const PasteResult r = paste(
        "mov.b32 id, 0x08200490;\ntcgen05.mma.cta_group::1.kind::f16 [d], da, db, id, p;\n"
        "mov.b32 id, 0x08200010;\ntcgen05.mma.cta_group::1.kind::f8f6f4 [d], da, db, id, p;\n");
    ASSERT_EQ(r.words.size(), 2u) << r.sentence;
    EXPECT_EQ(r.words[0].value, 0x08200490u);
    EXPECT_EQ(r.words[0].readings.front().format->kind, "f16");
    EXPECT_EQ(r.words[1].value, 0x08200010u);
    EXPECT_EQ(r.words[1].readings.front().format->kind, "f8f6f4");
}

TEST(PasteCertainty, EachInstructionGivesItsKindToASharedOperand) {
    const PasteResult r = paste(
        "mov.b32 id, 0x08200490;\ntcgen05.mma.cta_group::1.kind::f16 [d], da, db, id, p;\n"
        "tcgen05.mma.cta_group::1.kind::f8f6f4 [d], da, db, id, p;\n");
    ASSERT_EQ(r.words.size(), 2u) << r.sentence;
    EXPECT_EQ(r.words[0].value, r.words[1].value);
    EXPECT_EQ(r.words[0].readings.front().format->kind, "f16");
    EXPECT_EQ(r.words[1].readings.front().format->kind, "f8f6f4");
    EXPECT_FALSE(r.words[0].ask || r.words[1].ask);
}

TEST(PasteCertainty, OneTextCanHaveWgmmaAndTcgen05Descriptors) {
    const PasteResult r = paste(
        "mov.b64 ha, 0x4000004000010040;\nmov.b64 ta, 0x4000404000010040;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {f0,f1,f2,f3}, ha, hb, p, 1, 1, 0, 0;\n"
        "tcgen05.mma.cta_group::1.kind::f16 [d], ta, tb, id, p;\n");
    ASSERT_TRUE(sure_word_named(r, "ha") && sure_word_named(r, "ta")) << r.sentence;
    EXPECT_EQ(sure_word_named(r, "ha")->readings.front().format->id, "wgmma");
    EXPECT_EQ(sure_word_named(r, "ta")->readings.front().format->id, "smem");
}

TEST(PasteCertainty, SmallNumbersInOtherTextAreNotWords) {
    for (const char* text :
         {"mov.b32 %r1, 0;", "mov.b32 %r7, 128;", "uint32_t stages = 4;", "launch(kernel, 8, 128, 0);",
          "call void asm sideeffect \"bar.sync 0;\", \"\"(i32 7)", "%5 = llvm.mlir.constant(3 : i32) : i32",
          ":: \"r\"(a_lo), \"r\"((tmem + (32))), \"r\"(((first) ? 0 : 1)));", "threadIdx.x = 5", "x = -16",
          "add.s32 %r1, %r1, 4096;", "setp.ne.b32 p1, 1, 0;"}) {
        const PasteResult r = paste(text);
        EXPECT_TRUE(r.words.empty() && r.steps.empty()) << text << "\n" << r.sentence;
    }
    const PasteResult operand = paste("mov.b32 d, 0x00100040;\ntcgen05.mma.cta_group::1.kind::f16 [d], da, db, id, p;");
    ASSERT_EQ(operand.words.size(), 1u);
    EXPECT_EQ(operand.words[0].role, PasteRole::tmem);
    EXPECT_EQ(operand.words[0].readings.front().format->id, "tmem");
    const FoundWord alone = paste("5").words.at(0);
    EXPECT_NE(alone.readings.front().certainty, Certainty::confirmed) << "a single number can have any meaning";
}

TEST(PasteCertainty, NegativeNumbersKeepTheirSign) {
    const PasteResult step = paste("add.u32 alo, alo, -16;");
    ASSERT_EQ(step.steps.size(), 1u);
    EXPECT_EQ(step.steps[0].units, -16);
    const PasteResult wide = paste("mov.b64 desc_mask, -2; or.b64 a_desc, desc_mask, 0x1;");
    ASSERT_NE(sure_word_named(wide, "a_desc"), nullptr) << wide.sentence;
    EXPECT_EQ(sure_word_named(wide, "a_desc")->value, ~0ull);
}

TEST(PasteCertainty, UnknownConstantsMakeTheFormatUncertain) {
    const FoundWord hole = paste("a_desc = ((uint64_t)lo) | ((uint64_t)0x40004040 << 32)").words.at(0);
    EXPECT_EQ(hole.readings.front().format->id, "smem");
    EXPECT_EQ(hole.readings.front().certainty, Certainty::secondary) << "lo can also have bits of the constants";
    const FoundWord known = paste("mov.b64 d, {lo, 0x40004040};").words.at(0);
    EXPECT_EQ(known.readings.front().certainty, Certainty::confirmed);
}

TEST(PasteCertainty, UsesTheSingularForOne) {
    const FoundWord word = paste("0x4007404000010040").words.at(0);
    for (const PasteReading& r : word.readings) EXPECT_EQ(r.why.find("1 wrong fields"), std::string::npos) << r.why;
    const Format& tmem = **find_format("tmem", {}, Edition::v9_1);
    EXPECT_EQ(meaning_of(field_in(tmem, "column"), 2), "2");
    const Format& zcm = **find_format("zcm", {}, Edition::v9_1);
    EXPECT_EQ(meaning_of(field_in(zcm, "column_shift"), 1), "1 column");
}

TEST(PasteCertainty, OnlyTcgen05MakesAnOperandWithoutAVersionWrong) {
    const PasteResult alone = paste("uint64_t desc_b = 0x8000004000010040;");
    ASSERT_EQ(alone.words.size(), 1u);
    EXPECT_EQ(alone.words[0].readings.front().format->id, "wgmma");
    const PasteResult used = paste(
        "uint64_t desc_b = 0x8000004000010040;\ntcgen05.mma.cta_group::1.kind::f16 [tm], desc_a, desc_b, idesc, p;");
    ASSERT_EQ(used.words.size(), 1u);
    EXPECT_EQ(used.words[0].readings.front().format->id, "smem");
    EXPECT_EQ(used.words[0].readings.front().certainty, Certainty::unknown);
}

// One of many words has no version: it is wrong, because the others are of tcgen05.
TEST(PasteCertainty, TheOtherWordsSayWhatAnOperandIs) {
    const PasteResult r = paste("a_desc=0x4000004000010040 b_desc=0x4000404000010440 idesc=0x08200490");
    ASSERT_EQ(r.words.size(), 3u) << r.sentence;
    const FoundWord* const a = sure_word_named(r, "a_desc");
    ASSERT_NE(a, nullptr);
    EXPECT_EQ(a->readings.front().format->id, "smem");
    EXPECT_NE(a->readings.front().certainty, Certainty::confirmed);
    const PasteResult hopper = paste("a_desc=0x4000004000010040 b_desc=0x4000004000010440");
    for (const FoundWord& w : hopper.words) EXPECT_EQ(w.readings.front().format->id, "wgmma");
}

// Each text has numbers whose bits could be a descriptor, and says that they are something else.
TEST(PasteJunk, ATextThatSaysSomethingElseHasNoWord) {
    for (const char* text :
         {"*(volatile u32*)0x10400490 = 0x2D0; // line length", "The access at 0x7f153e0002e8 is out of bounds.",
          "process [1862601] started", "#define PINS 0x40006000\n#define PORT_B (PINS + 0x024)",
          "#define REG_STATUS (0x40004040U) /* status */", "A=0x7f667d700000 Adesc=0x2f1fb160 Bdesc=0x2f1fb0e0",
          "rax: 0x28 r12: 0x4000\nrdi: 0x7c1eafdffa7c r13: 0x800000", "RDX: 0000000000000000 flags 00010046",
          ".quad 4611756387171565568 # a\n.quad 4611686018427387904\n.quad 18085042135777344\n.quad "
          "4611686018427387968",
          "mode:0x0000000200000020 task:0xffffffffa30144d0 irq:0x0000000000000220 wait:0x0000000000000000",
          "set_pte_table_desc: Bit 00-01: PTE_TABLE_DESC=3", "set_block_desc: addr_pa=0x40000000",
          "rows = {\n  {0x4004000000000000, 0.375},\n  {0x8010000000, 0.375},\n  {0x4000004000000000, 0.31},\n"
          "  {0x4000000010000000, 0.31},\n};",
          "  Magic(Mask::new(0x0000000004040000), 0xD200102000800C00, 82473),\n"
          "  Magic(Mask::new(0x0000000000404000), 0x8000402004100C20, 82501),\n",
          "/*0010*/ S2R R0, SR_TID.X ; /* 0x0000000000007919 */\n"
          "/*0020*/ ISETP.NE.AND P0, PT, R0, RZ, PT ; /* 0x000000ff0000720c */\n"}) {
        const PasteResult r = paste(text);
        EXPECT_TRUE(r.words.empty()) << text << "\n" << r.sentence;
    }
}

TEST(PasteJunk, TheSameNumbersAloneAreWords) {
    for (const char* text : {"0x10400490", "0x40004040", "4611756662049472512", "0x7f153e0002e8",
                             "4611756387171565568\n4611756662049472512\n18085042135777344\n4611686018427387904",
                             "a_desc=0x4000404000010040 b_desc=0x4000404000010440", "r12=0x4000 r13=0x800000"})
        EXPECT_FALSE(paste(text).words.empty()) << text;
}

// Versions and pages in a sentence are no misprints of numbers; a hexadecimal number can be one.
TEST(PasteJunk, ASentenceIsRefusedNothing) {
    const PasteResult r = paste(
        "With CUDA 12.9 (driver 575.57.08), thread 0: see pages 122--139.\na_desc is "
        "0x4000404000010040.");
    EXPECT_EQ(r.refused_count, 0u) << r.refused.front().why;
    ASSERT_EQ(r.words.size(), 1u);
    EXPECT_EQ(r.words[0].value, 0x4000404000010040u);
    EXPECT_EQ(paste("the word is 0x40004040z0010040 here").refused_count, 1u);
    EXPECT_EQ(paste("12.9 0x10040").refused_count, 1u) << "numbers alone";
}

TEST(PasteCertainty, AnAddressOfTheHostIsNotCertain) {
    const FoundWord word = paste("0x7f153e0002e8").words.at(0);
    EXPECT_EQ(word.readings.front().certainty, Certainty::secondary) << "sbo is larger than the shared memory";
}

TEST(PasteJunk, ATableInATextOfTheSubjectKeepsItsWords) {
    const PasteResult r =
        paste("raw SMEM words: 0x4000404000010000 0x4000004000010000 0x1122334455667788 0x99aabbccddeeff00");
    EXPECT_GE(r.words.size(), 2u) << r.sentence;
}

TEST(PasteJunk, OnlyAWordOfTheSubjectMakesAnUnnamedValueCertain) {
    const PasteResult plain = paste("The value is 0x4000404000010000 today.");
    const PasteResult subject = paste("The SMEM descriptor is 0x4000404000010000 today.");
    ASSERT_EQ(plain.words.size(), 1u);
    ASSERT_EQ(subject.words.size(), 1u);
    EXPECT_EQ(plain.words[0].readings.front().certainty, Certainty::secondary);
    EXPECT_EQ(subject.words[0].readings.front().certainty, Certainty::confirmed);
}

// Sizes and places of buffers in a kernel of flashinfer 0.7.2, beside its MMA.
TEST(PasteCertainty, SizesBesideAnInstructionAreNoDescriptors) {
    const PasteResult r = paste(
        "#define SMEM_SMEM_EPI_OFF 148480\n#define SMEM_SMEM_EPI_STRIDE 16384\n#define SMEM_CLC_RESP_OFF 181248\n"
        "#define SMEM_WORK_DESC_SLOTS_OFF 216592\n#define SMEM_TOTAL 230400\n#define CHUNK_END 230400\nconstexpr int "
        "kEnd = 98304;\n"
        "    \"mov.b32 adhi, 0x40004040;\\n\\t\"\n    \"mov.b32 id, 272630928;\\n\\t\"\n"
        "    \"mov.b64 da, {alo, adhi};\\n\\t\"\n"
        "    \"@leader tcgen05.mma.cta_group::2.kind::f16 [%2], da, db, id, p0;\\n\\t\"\n");
    std::string names;
    for (const FoundWord& w : r.words) names += say(w.name, ' ');
    EXPECT_EQ(names, "id da ") << r.sentence;
    EXPECT_EQ(paste("uint32_t word = 0x08200490;\ntcgen05.mma.cta_group::1.kind::f16 [d], a, b, i, p;").words.size(),
              1u)
        << "an unnamed instruction descriptor has M and N";
}

// Names from CUTLASS's Python libraries and from tilelang: only the column of an address would be a small number.
TEST(PasteCertainty, NumbersOfTensorMemoryAreNoAddresses) {
    for (const char* text :
         {"def f(x):\n    tmem_rep = 4\n    return g(tmem_rep)", "def f(x):\n    tmem_dp = 32\n    tmem_bit = 256",
          "_TMEM_LD_MAX_LOG_N = 3", "TMEM_ROWS = 128\n_TMEM_ALIGN = 32\nTMEM_USER_THREADS = 160",
          "class A:\n    def __init__(self):\n        self.tmem_alloc_sync_bar_id = 2",
          "class TmemAllocMode(enum.Enum):\n    Duplicated = 2\n    SfDuplicated_4x1 = 3"})
        EXPECT_TRUE(paste(text).words.empty()) << text << ": " << paste(text).words.front().name;
    for (const char* line : {"tmem_base = 0x00100000", "tmem_addr = 64"}) {
        const PasteResult r = paste(say("def f(x):\n    ", line, "\n    return x"));
        ASSERT_EQ(r.words.size(), 1u) << line;
        EXPECT_EQ(r.words[0].readings.front().format->id, "tmem") << line;
    }
}

// -1 in a kernel of flashinfer that uses the MMA: no instruction descriptor has these bits.
TEST(PasteCertainty, AnIllegalConstantWithoutANameIsNoDescriptor) {
    const PasteResult r = paste(
        "int ticket = -1;\n    \"mov.b32 id, 272630928;\\n\\t\"\n"
        "    \"@leader tcgen05.mma.cta_group::2.kind::f16 [%2], da, db, id, p0;\\n\\t\"\n");
    ASSERT_EQ(r.words.size(), 1u) << r.words.back().name;
    EXPECT_EQ(r.words[0].value, 0x10400490u);
}

// From tilelang 0.1.15, common.h: the struct of Hopper comes before that of tcgen05.
TEST(PasteCertainty, AStructOfHopperSaysNothingAboutTheNextOne) {
    const PasteResult r = paste(
        "TL_DEVICE void initialize_wgmma_descriptor(GmmaDescriptor &descriptor, T *start_address) {\n"
        "  descriptor.bitfield.start_address_ = smem_ptr_to_uint(start_address) >> 4;\n"
        "  descriptor.bitfield.layout_type_ = layout_type;\n  descriptor.bitfield.base_offset_ = 0;\n"
        "  descriptor.bitfield.leading_byte_offset_ = 1;\n  descriptor.bitfield.stride_byte_offset_ = 64;\n}\n"
        "TL_DEVICE void initialize_tcgen05_descriptor(Tcgen05SMemDescriptor &descriptor, T *start_address) {\n"
        "  descriptor.bitfield.start_address_ = static_cast<uint16_t>(smem_ptr_to_uint(start_address) >> 4);\n"
        "  descriptor.bitfield.leading_byte_offset_ = 1;\n  descriptor.bitfield.stride_byte_offset_ = 64;\n"
        "  descriptor.bitfield.version_ = 1;\n  descriptor.bitfield.base_offset_ = base_offset & 0x7;\n"
        "  descriptor.bitfield.lbo_mode_ = leading_is_absolute ? 1 : 0;\n"
        "  descriptor.bitfield.layout_type_ = swizzle_mode & 0x7;\n}\n");
    std::string formats;
    for (const FoundWord& w : r.words) formats += say(w.readings.front().format->id, ' ');
    EXPECT_TRUE(formats == "wgmma smem " || formats == "smem wgmma ") << formats;
}

// A line of a log with two operands: each low half belongs to the high half behind it. Before, "| B" was taken for an
// operator, so the high half of A was lost, and A got the high half of B.
TEST(SurePaste, JoinsTheHalvesOfEachOperandOfALine) {
    const PasteResult r = paste(
        "I0611 12:02:43 mma.cu:211] stage 1 A lo=0x00010a40 hi=0x80004010 | B lo=0x00012240 hi=0x80004020\n"
        "I0611 12:02:44 mma.cu:211] stage 2 A lo=0x00010c40 hi=0x80004020 | B lo=0x00012440 hi=0x80004020\n");
    ASSERT_EQ(r.words.size(), 4u);
    constexpr std::uint64_t kWords[] = {0x8000401000010a40, 0x8000402000012240, 0x8000402000010c40, 0x8000402000012440};
    constexpr PasteRole kRoles[] = {PasteRole::smem_a, PasteRole::smem_b, PasteRole::smem_a, PasteRole::smem_b};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(r.words[i].value, kWords[i]) << i;
        EXPECT_EQ(r.words[i].role, kRoles[i]) << i;
    }
}

// "lo" twice before a "hi": nothing tells which of them it belongs to, or the next one is nearer.
TEST(SurePaste, JoinsNoHalfAcrossTheSameHalf) {
    for (const FoundWord& w : paste("stage 0 lo=0x00010840 stage 1 lo=0x00010a40 hi=0x80004020\n").words)
        EXPECT_NE(w.readings.front().word, 0x8000402000010840u);
}

// An expression goes on behind "|".
TEST(SurePaste, TakesNoOperandOfAnExpressionForAColumn) {
    for (const char* text : {"desc = 0x4000404000010040 | offset", "desc = 0x4000404000010040 | (a << 2)",
                             "desc = 0x4000404000010040 | a == b", "desc = 0x4000404000010040 | lo : 1"}) {
        const PasteResult r = paste(text);
        ASSERT_FALSE(r.words.empty()) << text;
        EXPECT_NE(r.words.front().readings.front().certainty, Certainty::confirmed) << text;
    }
}

}  // namespace
}  // namespace tilescope
