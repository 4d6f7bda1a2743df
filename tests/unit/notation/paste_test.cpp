// tests/unit/notation/paste_test.cpp -- paste(): typical texts and their best readings.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tilescope {
namespace {

struct PasteRow {
    const char* text;
    const char* format;  // of the best reading
    std::uint64_t word;  // the word of that reading
    const char* note = "";
};

std::string pasted_words(const PasteResult& r) {
    std::string out = r.sentence;
    for (const FoundWord& w : r.words)
        out += say("\n  ", w.reader, " ", w.name, " ", hex(w.value), " -> ", w.readings.front().format->id, " ",
                   hex(w.readings.front().word));
    return out;
}

void expect_first(const PasteRow& row) {
    const PasteResult r = paste(row.text);
    ASSERT_FALSE(r.words.empty()) << row.text << "\n" << pasted_words(r);
    const PasteReading& best = r.words.front().readings.front();
    EXPECT_EQ(best.format->id, row.format) << row.text << "\n" << pasted_words(r);
    EXPECT_EQ(hex(best.word), hex(row.word)) << row.text << "\n" << pasted_words(r);
    EXPECT_NE(r.words.front().note.find(row.note), std::string::npos)
        << row.text << ": note '" << r.words.front().note << "'";
}

TEST(Paste, ReadsNumbersInEveryNotation) {
    for (const PasteRow& row :
         {PasteRow{"0x4000404000010000", "smem", 0x4000404000010000},
          PasteRow{"0x4000404000010000ULL;", "smem", 0x4000404000010000},
          PasteRow{"0x40004040_00010000", "smem", 0x4000404000010000},
          PasteRow{"64'h4000404000010000", "smem", 0x4000404000010000},
          PasteRow{"4611756662049538048", "smem", 0x4000404000010000},
          PasteRow{"-9223301530671644672", "smem", 0x8000402000000000, "signed"},
          PasteRow{"-4611615580963667904", "smem", 0xC000401000010040}, PasteRow{"136316048", "idesc", 0x08200490},
          PasteRow{"c000401000010040", "smem", 0xc000401000010040, "hexadecimal without 0x"}})
        expect_first(row);
}

TEST(Paste, ReadsHalvesInEitherOrder) {
    for (const PasteRow& row : {PasteRow{"0x40004040, 0x00010000", "smem", 0x4000404000010000, "high half first"},
                                PasteRow{"0x00010000 0x40004040", "smem", 0x4000404000010000, "low half first"},
                                PasteRow{"desc_lo = 0x00010000, desc_hi = 0x40004040", "smem", 0x4000404000010000},
                                PasteRow{"desc.y = 0x40004040\ndesc.x = 0x00010000", "smem", 0x4000404000010000},
                                PasteRow{"mov.b64 d, {0x00010040, 0x40004040};", "smem", 0x4000404000010040}})
        expect_first(row);
}

TEST(Paste, ReadsPtxAndFollowsItsConstants) {
    for (const PasteRow& row :
         {PasteRow{"or.b64   %rd1, %rd12, 4611756662049538048;", "smem", 0x4000404000010000, "built with OR"},
          PasteRow{"mov.b32  %r94, 138477584;", "idesc", 0x08410010},
          PasteRow{"mov.b32 alo, 0x00010040; mov.b32 adhi, 0x40004040; mov.b64 da, {alo, adhi};", "smem",
                   0x4000404000010040}})
        expect_first(row);
    const PasteResult hole = paste("mov.b64 d, {lo, 0x40004040};");
    ASSERT_EQ(hole.words.size(), 1u) << pasted_words(hole);
    EXPECT_EQ(hole.words[0].unknown_bits, 0xffffffffu);
    EXPECT_EQ(hole.words[0].value, 0x4000404000000000u);
    const PasteResult step = paste("add.u32 blo, blo, 128;");
    ASSERT_EQ(step.steps.size(), 1u);
    EXPECT_EQ(step.steps[0].units, 128u);
}

TEST(Paste, InstructionGivesRolesToItsOperands) {
    const PasteResult r = paste(
        "mov.b32 id, 0x08200490;\nmov.b64 da, {0x00010040, 0x40004040};\nmov.b64 db, {0x00010440, 0x40004040};\n"
        "@leader tcgen05.mma.cta_group::2.kind::f16 [%0], da, db, id, p0;");
    EXPECT_EQ(r.context.kind, "f16");
    EXPECT_EQ(r.context.cta_group, 2u);
    ASSERT_EQ(r.words.size(), 3u) << pasted_words(r);
    const auto role = [&](std::string_view name) {
        const auto w = std::ranges::find(r.words, name, &FoundWord::name);
        return w == r.words.end() ? PasteRole::unknown : w->role;
    };
    EXPECT_EQ(role("id"), PasteRole::idesc);
    EXPECT_EQ(role("da"), PasteRole::smem_a);
    EXPECT_EQ(role("db"), PasteRole::smem_b);
    const PasteResult ts = paste("tcgen05.mma.ws.sp.cta_group::1.kind::tf32 [%0], [ta], db, [meta], id, p0, zc;");
    EXPECT_TRUE(ts.context.ws && ts.context.sparse && ts.context.a_in_tmem);
    EXPECT_EQ(ts.context.kind, "tf32");
}

TEST(Paste, ReadsMlirConstants) {
    for (const PasteRow& row :
         {PasteRow{"llvm.mlir.constant(138477584)", "idesc", 0x08410010},
          PasteRow{"%5 = llvm.mlir.constant(-9223301530671644672 : i64)", "smem", 0x8000402000000000},
          PasteRow{"llvm.mlir.constant(144708608 : i32) : i32", "idesc-mxf8f6f4", 0x08a01400}})
        expect_first(row);
}

TEST(Paste, ReadsLogLinesByTheirKeys) {
    const PasteResult r = paste(
        "[DEBUG] Block 0: tcgen05.mma params: tmem_base=1048576, a_desc=0x4000404000010040, b_desc=0x4000404000010440, "
        "idesc=0x8200490\n"
        "[K0] a_desc=0x4000404000010040, b_desc=0x4000404000010440");
    ASSERT_EQ(r.words.size(), 4u) << pasted_words(r);
    EXPECT_EQ(r.words[0].role, PasteRole::tmem);
    EXPECT_EQ(r.words[0].readings.front().format->id, "tmem");
    EXPECT_EQ(r.words[1].role, PasteRole::smem_a);
    EXPECT_EQ(r.words[1].merged, 2u) << "equal lines are one row";
    EXPECT_EQ(r.words[3].role, PasteRole::idesc);
    expect_first({"IDESC=0x08200490", "idesc", 0x08200490});
    expect_first({"smem_desc_a_lo = 65600\nsmem_desc_a_hi = 1073758272", "smem", 0x4000404000010040});
}

TEST(Paste, ReadsNamedRegistersOnOneLineAsPairs) {
    for (const PasteRow& row :
         {PasteRow{"R4 = 0x00010040 R5 = 0x40004040", "smem", 0x4000404000010040},
          PasteRow{"R4: 0x00010040, R5: 0x40004040", "smem", 0x4000404000010040},
          PasteRow{"r10=0x40004040 r11=0x00010040", "smem", 0x4000404000010040, "high half first"}})
        expect_first(row);
    const PasteResult r = paste("R4 = 0x00010040 R5 = 0x40004040 R6 = 0x00010440 R7 = 0x40004040 R8 = 0x08200010");
    ASSERT_EQ(r.words.size(), 3u) << pasted_words(r);
    EXPECT_EQ(r.words[0].name, "R4/5");
    EXPECT_EQ(r.words[1].readings.front().word, 0x4000404000010440u);
    EXPECT_EQ(r.words[2].readings.front().format->id, "idesc");
}

TEST(Paste, ReadsSeveralNamedNumbersOnOneLine) {
    const PasteResult r = paste("first=0x4000404000010040 second: 0x4000404000010440");
    ASSERT_EQ(r.words.size(), 2u) << pasted_words(r);
    EXPECT_EQ(r.words[0].name, "first");
    EXPECT_EQ(r.words[1].value, 0x4000404000010440u);
}

TEST(Paste, ReportsBrokenNumbersOfALogLine) {
    const PasteResult r = paste("desc_a=0x4000404000010040 junk 0x99999999999999999 0x");
    ASSERT_EQ(r.words.size(), 1u) << pasted_words(r);
    ASSERT_EQ(r.refused.size(), 2u);
    EXPECT_EQ(r.refused[0].column, 32u);
    EXPECT_NE(r.refused[0].why.find("64"), std::string::npos) << r.refused[0].why;
    EXPECT_NE(r.sentence.find("2 places could not be read"), std::string::npos) << r.sentence;
}

TEST(Paste, ReadsTheHopperPrinterOfCutlass) {
    const char* block =
        "GmmaDescriptor: 0x4000004000010040\n  start_addr :  0x0040\n  leading_off:  0x0001 (1)\n  stride_off :  "
        "0x0040 (64)\n"
        "  base_offset:  0x0\n  layout_type:  0x1 (B128)";
    expect_first({block, "wgmma", 0x4000004000010040});
    expect_first(
        {"  start_addr :  0x0040\n  leading_off:  0x0001 (1)\n  stride_off :  0x0040 (64)\n  base_offset:  0x0\n  "
         "layout_type:  0x1 (B128)",
         "wgmma", 0x4000004000010040, "built from"});
    EXPECT_TRUE(paste(block).context.hopper);
    const PasteResult differs = paste("GmmaDescriptor: 0x4000004000010040\n  stride_off :  0x0020 (32)");
    EXPECT_NE(differs.words.at(0).note.find("sbo"), std::string::npos) << differs.words.at(0).note;
}

TEST(Paste, ReadsAPrinterForBlackwell) {
    const std::string fields =
        "  start_addr :  0x0040\n  leading_off:  0x0001 (1)\n  stride_off :  0x0040 (64)\n  base_offset:  0x0\n";
    const std::string last = "  version    :  0x1\n  layout_type:  0x6 (SWIZZLE_32B)\n";
    const std::uint64_t word = 0xc000404000010040;
    for (const char* title : {"SmemDescriptor", "UMMA::SmemDescriptor", "UmmaDescriptor"}) {
        const PasteResult r = paste(say(title, ": ", hex(word), "\n", fields, last));
        ASSERT_EQ(r.words.size(), 1u) << pasted_words(r);
        EXPECT_EQ(r.words[0].readings.front().format->id, "smem") << title;
        EXPECT_EQ(r.words[0].value, word) << title;
        EXPECT_TRUE(r.refused.empty()) << title;
    }
    expect_first({(fields + last).c_str(), "smem", word, "built from"});
    const PasteResult named = paste(fields + "  layout_type:  0x2 (SWIZZLE_128B)");
    ASSERT_EQ(named.words.size(), 1u);
    EXPECT_EQ(named.words[0].readings.front().format->id, "smem") << "2 is 64B on Hopper, 128B on Blackwell";
    expect_first(
        {"layout_type: 0x6 (UMMA::LayoutType::SWIZZLE_32B)\nstart_addr: 0x40 (byte: 0x400)\n"
         "stride_off: 0x10 (16)\nversion: 1",
         "smem", 0xc000401000000040, "built from"});
    EXPECT_TRUE(paste("version: 12\ncount: 3").refused.empty());
    const PasteResult hopper = paste(
        "GmmaDescriptor: 0x4000004000010040\n  stride_off :  0x0040 (64)\n  layout_type:  0x1 (B128)\nversion: 1");
    ASSERT_EQ(hopper.words.size(), 1u) << pasted_words(hopper);
    EXPECT_EQ(hopper.words[0].readings.front().format->id, "wgmma") << "the version of something else";
    EXPECT_EQ(hopper.words[0].note, "");
}

TEST(Paste, ReadsDebuggerRegisters) {
    expect_first({"UR4            0x10000             65536\nUR5            0x40004040          1073758272", "smem",
                  0x4000404000010000});
    expect_first(
        {"(cuda-gdb) p/x $UR4\n$1 = 0x10000\n(cuda-gdb) p/x $UR5\n$2 = 0x40004040", "smem", 0x4000404000010000});
    const PasteResult mismatch = paste("UR4            0x10000             65537");
    ASSERT_EQ(mismatch.refused.size(), 1u);
    EXPECT_EQ(mismatch.refused[0].line, 1u);
    EXPECT_NE(mismatch.refused[0].why.find("65537"), std::string::npos);
}

TEST(Paste, ReadsSass) {
    const PasteResult r = paste("UMOV UR5, 0x80004020");
    ASSERT_EQ(r.words.size(), 1u) << pasted_words(r);
    EXPECT_EQ(r.words[0].value, 0x8000402000000000u);
    EXPECT_EQ(r.words[0].role, PasteRole::high_word);
    const PasteResult mma = paste(
        "UTCQMMA.2CTA gdesc[UR52], gdesc[UR4], tmem[UR10], tmem[UR20], idesc[UR21], UPT\n"
        "UR52 0x10040 65600\nUR53 0x40004040 1073758272\nUR4 0x10440 66624\nUR5 0x40004040 1073758272\nUR21 0x8200010 "
        "136314896");
    EXPECT_EQ(mma.context.cta_group, 2u);
    ASSERT_EQ(mma.words.size(), 3u) << pasted_words(mma);
    const auto has = [&](PasteRole role, std::uint64_t value) {
        return std::ranges::any_of(mma.words, [&](const FoundWord& w) { return w.role == role && w.value == value; });
    };
    EXPECT_TRUE(has(PasteRole::smem_a, 0x4000404000010040)) << pasted_words(mma);
    EXPECT_TRUE(has(PasteRole::smem_b, 0x4000404000010440)) << pasted_words(mma);
    EXPECT_TRUE(has(PasteRole::idesc, 0x08200010)) << pasted_words(mma);
}

TEST(Paste, ReadsSourceExpressions) {
    for (const PasteRow& row :
         {PasteRow{"K.uint64(0x4000404000010000)", "smem", 0x4000404000010000},
          PasteRow{"const MMA_DESC_B128 = 0x4000404000010000", "smem", 0x4000404000010000},
          PasteRow{"T.uint32(134743184)", "idesc", 0x08080490},
          PasteRow{"(uint64_t(2) << 61) | (1ull << 46) | (uint64_t(64) << 32) | 0x10040", "smem", 0x4000404000010040},
          PasteRow{"desc = 0\ndesc |= 2ull << 61\ndesc |= static_cast<uint64_t>(1) << 46\ndesc |= 64ull << 32", "smem",
                   0x4000404000000000}})
        expect_first(row);
    const PasteResult hole = paste("((uint64_t)0x40004040 << 32) | lo");
    ASSERT_EQ(hole.words.size(), 1u) << pasted_words(hole);
    EXPECT_EQ(hole.words[0].value >> 32, 0x40004040u);
    EXPECT_NE(hole.words[0].unknown_bits & 0xffffffffu, 0u);
    const PasteResult typo = paste("desc |= (0xB0ULL << 53)");
    ASSERT_EQ(typo.words.size(), 1u);
    EXPECT_EQ(typo.words[0].value, 0xB0ull << 53);
}

TEST(Paste, AsksIfOnlyTheUserCanDecide) {
    struct Question {
        const char *text, *rule;
    };
    for (const Question& q : {Question{"0x0001000040004040", "L26"}, Question{"0x0820049000000000", "L25"},
                              Question{"0x40004040", "L54"}}) {
        const PasteResult r = paste(q.text);
        ASSERT_EQ(r.words.size(), 1u) << q.text;
        EXPECT_TRUE(r.words[0].ask) << q.text;
        EXPECT_EQ(r.words[0].readings.front().rule, q.rule) << q.text;
        EXPECT_GE(r.words[0].readings.size(), 2u) << q.text;
    }
    EXPECT_FALSE(paste("0x4000404000010040").words.at(0).ask);
    EXPECT_TRUE(paste("0x0000000000000000").words.at(0).ask) << "zero is legal everywhere";
}

TEST(Paste, ReadsADescriptorFieldByField) {
    for (const PasteRow& row :
         {PasteRow{"start=0x400 lbo=16 sbo=1024 swizzle=128B", "smem", 0x4000404000010040, "in bytes"},
          PasteRow{"start=64, lbo=1, sbo=64, swizzle=128B", "smem", 0x4000404000010040, "16-byte units"},
          PasteRow{"%d = nvvm.tcgen05.mma_smem_desc(64, 1, 64, 0, 0, 2)", "smem", 0x4000404000010040, "16-byte units"}})
        expect_first(row);
    EXPECT_TRUE(paste("start=0x400 sbo=1024").words.at(0).ask) << "bytes or units?";
    EXPECT_FALSE(paste("start=64 lbo=1").words.at(0).ask);
    const PasteResult holes = paste("nvvm.tcgen05.mma_smem_desc(%s, 1, 64, 0, 0, 2)");
    ASSERT_EQ(holes.words.size(), 1u) << pasted_words(holes);
    EXPECT_EQ(holes.words[0].unknown_bits, 0x3fffu);
    EXPECT_EQ(paste("nvvm.tcgen05.mma_smem_desc(1, 2)").refused.size(), 1u);
    EXPECT_EQ(paste("sbo=99999999 lbo=16").refused.size(), 1u);
}

TEST(Paste, AsksWhetherBareDigitsAreHexadecimal) {
    const PasteResult r = paste("40004040");
    ASSERT_EQ(r.words.size(), 1u);
    EXPECT_TRUE(r.words[0].ask);
    EXPECT_TRUE(std::ranges::any_of(r.words[0].readings, [](const PasteReading& x) {
        return x.format->id == "smem" && x.word == 0x4000404000000000;
    })) << pasted_words(r);
    EXPECT_FALSE(paste("136316048").words.at(0).ask) << "nine digits";
    EXPECT_TRUE(paste("4000404000010000").words.at(0).ask);
}

TEST(Paste, ANumberWithATypeIsDecimal) {
    const PasteResult r = paste("123: i32");  // as long as the digits of a 32-bit word
    ASSERT_EQ(r.words.size(), 1u);
    EXPECT_EQ(r.words.front().note, "decimal");
}

TEST(Paste, AsksIfADescriptorIsAlsoAValidMask) {
    EXPECT_TRUE(paste("0x0002408000000000").words.at(0).ask);
    EXPECT_FALSE(paste("0x4000404000010040").words.at(0).ask);
    EXPECT_FALSE(paste("0x0000400800800040").words.at(0).ask);
}

TEST(Paste, SelectedKindComesFirstIfTheBitsAreLegal) {
    EXPECT_EQ(paste("0x08200490").words.at(0).readings.front().format->kind, "f16");
    EXPECT_EQ(paste("0x08200490", {.kind = "f8f6f4"}).words.at(0).readings.front().format->kind, "f8f6f4");
    EXPECT_EQ(paste("0x08200490", {.kind = "i8"}).words.at(0).readings.front().format->kind, "f16");
    EXPECT_EQ(paste("0x4000404000010040", {.as = "zcm"}).words.at(0).readings.front().format->id, "zcm");
}

TEST(Paste, ReportsThePositionOfTextThatCannotBeRead) {
    EXPECT_TRUE(paste("hello").words.empty());
    EXPECT_NE(paste("hello").sentence.find("This text contains no descriptor"), std::string::npos);
    EXPECT_NE(paste(" \n\t ").sentence.find("The text is empty"), std::string::npos);
    const PasteResult wide = paste("one line\n  0x12345678123456781");
    ASSERT_EQ(wide.refused.size(), 1u);
    EXPECT_EQ(wide.refused[0].line, 2u);
    EXPECT_EQ(wide.refused[0].column, 3u);
    EXPECT_NE(wide.refused[0].why.find("more than 64 bits"), std::string::npos);
    EXPECT_NE(paste("1 << 70").refused.at(0).why.find("the shift is 70 bits"), std::string::npos);
    EXPECT_NE(paste("5 / (3 - 3)").refused.at(0).why.find("division by zero"), std::string::npos);
    EXPECT_NE(paste("idesc=0x123456789").refused.at(0).why.find("32 bits"), std::string::npos);
    const PasteResult shift = paste("hello\n  64 << (1 + 70)");
    ASSERT_EQ(shift.refused.size(), 1u);
    EXPECT_EQ(shift.refused[0].line, 2u);
    EXPECT_GT(shift.refused[0].column, 7u) << "the position inside the expression";
    const PasteResult mixed = paste("hello\n0x4000404000010040\nworld");
    EXPECT_EQ(mixed.words.size(), 1u);
    EXPECT_EQ(mixed.lines, 3u);
    EXPECT_EQ(mixed.understood, 1u);
    EXPECT_EQ(mixed.sentence, "1 word found; 1 of 3 lines understood: lines 1 and 3 were not.");
    EXPECT_EQ(paste("\n0x4000404000010040\nworld").sentence, "1 word found; 1 of 2 lines understood: line 3 was not.")
        << "empty lines count for the number of a line";
    EXPECT_EQ(paste("a\nb\n0x4000404000010040\nc\nd\ne").sentence,
              "1 word found; 1 of 6 lines understood: lines 1, 2, 4 and 2 more were not.");
    const PasteResult program = paste(
        "mov.b64 %rd1, 0x4000404000010040;\nhello world\n"
        "tcgen05.mma.cta_group::1.kind::f16 [%d], %rd1, %rd1, %i, %p;");
    EXPECT_NE(program.sentence.find("2 of 3 lines understood: line 2 was not"), std::string::npos) << program.sentence;
}

TEST(Paste, ReportsBinaryDataWithoutPrintingIt) {
    const PasteResult binary =
        paste(std::string_view("\x7f"
                               "ELF\0\0 0x4000404000010040",
                               25));
    EXPECT_TRUE(binary.words.empty());
    EXPECT_EQ(binary.sentence, "Byte 4 is 0, so this is not text. Paste text that contains numbers.");
    const PasteResult escape = paste("0x40 | \x01");
    ASSERT_EQ(escape.refused.size(), 1u);
    EXPECT_EQ(escape.refused[0].why.find('\x01'), std::string::npos) << escape.refused[0].why;
}

TEST(Paste, CountsAllRefusalsButStoresOnlyTheFirst) {
    std::string text = "0x4000404000010040\n";
    for (int i = 0; i < 500; ++i) text += "1 << 70\n";
    const PasteResult r = paste(text);
    EXPECT_EQ(r.understood, 1u) << "a line with a refusal is not understood, even if the refusal is not stored";
    EXPECT_EQ(r.refused_count, 500u);
    EXPECT_LT(r.refused.size(), 500u);
    EXPECT_NE(r.sentence.find("500 places could not be read; 1 of 501 lines understood"), std::string::npos)
        << r.sentence;
}

TEST(Paste, AppliesItsLimits) {
    const PasteResult big = paste(std::string(2 << 20, ' '));
    EXPECT_TRUE(big.words.empty());
    EXPECT_NE(big.sentence.find("at most 1048576"), std::string::npos) << big.sentence;
    std::string many;
    for (int i = 0; i < 50; ++i) many += say("w", i, "=0x40004040000100", 10 + i, "\n");
    const PasteResult few = paste(many, {.max_words = 10});
    EXPECT_EQ(few.words.size(), 10u);
}

// clang-format off
constexpr const char* kTokens[] = {
    "0x", "0x4000404000010040", "40004040", "{", "}", "(", ")", "[", "]", ",", ";", "\n", " ", "=", "|=", "<<",
    ">>", "|", "~", "mov.b64 ", "or.b64 ", "tcgen05.mma.ws", ".kind::", "UTCHMMA ", "gdesc[UR", "UR4", "UMOV ",
    "llvm.mlir.constant(", " : i32", "GmmaDescriptor:", "start_addr :", "a_desc=", "idesc: ", "$1 = ",
    "p/x $UR5", "-", "'", "64'h", "1e9", "\0x", "\xff\xfe", "//", "/*", "#", "static_cast<",
    "99999999999999999999", "%", "/", "0", "R2 0x380 896", "@p ", "\"", "wgmma.mma_async", "add.u32 ",
};
// clang-format on

// For any text: nothing crashes, spans are inside the text, and words fit in their width.
TEST(Paste, AcceptsAnyBytes) {
    std::mt19937 rng(3);
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        for (auto i = rng() % 14; i > 0; --i) text += kTokens[rng() % std::size(kTokens)];
        if (round % 5 == 0) text += static_cast<char>(rng() % 256);
        const PasteResult r = paste(text, {.edition = round % 2 ? Edition::v9_1 : Edition::v9_4});
        EXPECT_FALSE(r.sentence.empty());
        for (const FoundWord& w : r.words) {
            ASSERT_LE(w.span.begin, w.span.end) << text;
            ASSERT_LE(w.span.end, text.size()) << text;
            ASSERT_FALSE(w.readings.empty()) << text;
            ASSERT_TRUE(w.bits == 32 || w.bits == 64) << text;
            if (w.bits == 32) {
                ASSERT_EQ(w.value >> 32, 0u) << text;
            }
        }
        for (const PasteRefusal& refusal : r.refused) ASSERT_LE(refusal.span.end, text.size()) << text;
    }
    EXPECT_FALSE(paste(std::string(100000, '(') + "1").sentence.empty());
}

TEST(Paste, RecognizesATextThatIsACuteLayout) {
    const auto layout = paste("  Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_8,_8)):((_64,_512),(_1,_8))\n");
    EXPECT_EQ(layout.layout, "Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(8,8)):((64,512),(1,8))");
    EXPECT_TRUE(layout.words.empty());
    EXPECT_NE(layout.sentence.find("A CuTe layout"), std::string::npos);
    EXPECT_EQ(paste("(8,8):(8,1)").layout, "(8,8):(8,1)");
    for (const char* text : {"0x4000404000010040", "(0x00010040, 0x40004040)", "f(1):2 0x4000404000010040", "(1,2)"})
        EXPECT_EQ(paste(text).layout, "") << text;
}

}  // namespace
}  // namespace tilescope
