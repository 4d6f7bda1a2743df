// tests/unit/notation/debugger_structs_test.cpp -- reads descriptors in structs that gdb, cuda-gdb and lldb print.
// SPDX-License-Identifier: MIT
//
// The prints have the form of gdb 13.1 and lldb 14.0.6 for structs with the members of CUTLASS's.
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <array>

namespace tilescope {
namespace {

constexpr const char* kUnion =
    "{desc_ = 0x4000404000010400, {start_address_ = 0x400, leading_byte_offset_ = 0x1, stride_byte_offset_ = 0x40, "
    "version_ = 0x1, base_offset_ = 0x0, lbo_mode_ = 0x0, layout_type_ = 0x2}, {lo = 0x10400, hi = 0x40004040}}";
constexpr const char* kGmma =
    "{desc_ = 4611686293305361408, reg32_ = {66560, 1073741888}, reg16_ = {1024, 1, 64, 16384}, bitfield = "
    "{start_address_ = 1024, leading_byte_offset_ = 1, stride_byte_offset_ = 64, base_offset_ = 0 '\\000', "
    "layout_type_ = 1 '\\001'}}";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return at == text.npos ? text : text.replace(at, from.size(), to);
}

// One line for each word: value, unknown bits, format, name, certainty.
std::string words_in(std::string_view text) {
    const PasteResult r = paste(text);
    std::string out;
    for (const FoundWord& w : r.words) {
        const PasteReading& best = w.readings.front();
        out += say(out.empty() ? "" : "; ", hex(w.value), w.unknown_bits ? say("?", hex(w.unknown_bits)) : "", " ",
                   best.format->id, " ", w.name, best.certainty == Certainty::confirmed ? "" : " doubtful");
    }
    return r.refused_count == 0 ? out : say(out, " refused: ", r.refused.front().why);
}

TEST(DebuggerStructs, AUnionIsOneWord) {
    EXPECT_EQ(words_in(say("(cuda-gdb) p/x desc_a\n$1 = ", kUnion)), "0x4000404000010400 smem desc_a");
    EXPECT_EQ(words_in(say("(gdb) p gdesc\n$1 = ", kGmma)), "0x4000004000010400 wgmma gdesc");
    EXPECT_EQ(words_in(say("desc_b = ", kUnion)), "0x4000404000010400 smem desc_b") << "info locals";
    EXPECT_EQ(words_in(say("2: /x desc_b = ", kUnion)), "0x4000404000010400 smem desc_b") << "display";
    EXPECT_EQ(words_in(say("$5 = (@generic cute::UMMA::SmemDescriptor &) @0x7fffcc: ", kUnion)),
              "0x4000404000010400 smem ");
    EXPECT_EQ(words_in(say("{", kUnion, "}")), "0x4000404000010400 smem ") << "output";
    EXPECT_EQ(words_in("(gdb) p desc_a\n$1 = {desc_ = -9223371761976802304}"), "0x8000004000010400 wgmma desc_a");
}

TEST(DebuggerStructs, TheFieldsAloneAreTheWordToo) {
    const std::string fields = kGmma + std::string_view(kGmma).find("{start"),
                      print = fields.substr(0, fields.size() - 1);
    EXPECT_EQ(words_in(say("(gdb) p gdesc.bitfield\n$1 = ", print)), "0x4000004000010400 wgmma gdesc");
    EXPECT_EQ(
        words_in("$1 = {start_address_ = 1024, : 2, leading_byte_offset_ = 1, : 2, stride_byte_offset_ = 64, : 2, "
                 ": 1, base_offset_ = 0 '\\000', : 4, : 6, layout_type_ = 1 '\\001'}"),
        "0x4000004000010400 wgmma ");
    EXPECT_EQ(words_in("$1 = {\n  start_address_ = 10000000000,\n  leading_byte_offset_ = 1,\n  stride_byte_offset_ = "
                       "1000000,\n  base_offset_ = 0,\n  layout_type_ = 1\n}"),
              "0x4000004000010400 wgmma ")
        << "p/t without its command";
    EXPECT_EQ(
        words_in("$1 = {start_address_ = 02000, leading_byte_offset_ = 01, stride_byte_offset_ = 0100, version_ = "
                 "01, base_offset_ = 0, lbo_mode_ = 0, layout_type_ = 02}"),
        "0x4000404000010400 smem ")
        << "p/o";
}

TEST(DebuggerStructs, FieldsThatAreNotPrintedAreUnknown) {
    EXPECT_EQ(
        words_in("$4 = {start_address_ = 0x400, leading_byte_offset_ = 0x1, stride_byte_offset_ = 0x40, version_ = "
                 "0x1, layout_type_ = 0x2}"),
        "0x4000404000010400?0x1ffe0000c000c000 smem ");
    const std::string lost =
        replaced(replaced(kUnion, "0x4000404000010400", "<optimized out>"), "lo = 0x10400", "lo = <optimized out>");
    EXPECT_EQ(words_in(say("$1 = ", replaced(lost, "start_address_ = 0x400", "start_address_ = <optimized out>"))),
              "0x4000404000010000?0x3fff smem ");
}

TEST(DebuggerStructs, AStructOfUnknownFormatIsNeverConfirmed) {
    for (const char* text :
         {"$3 = {\n  start_address_ = 1024,\n  leading_byte_offset_ = 1,\n  ... }",
          "$1 = {lbo = 1, sbo = 64, swizzle = 2}", "$1 = {start = 16384, lbo = 16, sbo = 1024, swizzle = 2}",
          "$1 = {start_address = 64, leading_off = 16, stride_off = 64, swizzle_mode = 1}"}) {
        const PasteResult r = paste(text);
        ASSERT_EQ(r.words.size(), 1u) << text;
        EXPECT_NE(r.words[0].readings.front().certainty, Certainty::confirmed) << text;
        const Format& format = *r.words[0].readings.front().format;
        const Field& mode = field_in(format, "swizzle");
        EXPECT_EQ(get_field(mode, r.words[0].unknown_bits), bit_mask(mode.width)) << text;
    }
}

TEST(DebuggerStructs, AWordThatItsFieldsContradictIsNotConfirmed) {
    for (const auto& [from, to, note] :
         {std::array{"stride_byte_offset_ = 0x40", "stride_byte_offset_ = 0x20",
                     "the printed sbo is 512 bytes, but the word has 1024 bytes"},
          std::array{"version_ = 0x1", "version_ = 0x2", "the printed version is 2 (must be 1), but the word has 1"},
          std::array{"lo = 0x10400", "lo = 0x10402",
                     "the printed {lo, hi} is 0x4000404000010402, but the word is 0x4000404000010400"}}) {
        const PasteResult r = paste(say("(gdb) p desc\n$1 = ", kUnion, "\n$2 = ", replaced(kUnion, from, to)));
        ASSERT_EQ(r.words.size(), 2u) << to;
        EXPECT_EQ(r.words[0].note, "") << to;
        EXPECT_EQ(r.words[0].reader, "debugger") << "gdb and lldb print them too";
        EXPECT_EQ(r.words[0].readings.front().certainty, Certainty::confirmed) << to;
        EXPECT_NE(r.words[1].note.find(note), std::string::npos) << r.words[1].note;
        EXPECT_NE(r.words[1].readings.front().certainty, Certainty::confirmed) << to;
    }
}

TEST(DebuggerStructs, AStructOfTcgen05IsNoWgmmaDescriptor) {
    const std::string old =
        replaced(replaced(kUnion, "0x4000404000010400", "0x4000004000010400"), "hi = 0x40004040", "hi = 0x40000040");
    EXPECT_EQ(words_in(say("$1 = ", replaced(old, "version_ = 0x1", "version_ = 0x0"))),
              "0x4000004000010400 smem  doubtful");
}

TEST(DebuggerStructs, ElementsAndMembersHaveTheirNames) {
    const std::string next = replaced(replaced(replaced(kUnion, "0x4000404000010400", "0x4000404000010402"),
                                               "start_address_ = 0x400", "start_address_ = 0x402"),
                                      "lo = 0x10400", "lo = 0x10402");
    const PasteResult r = paste(say("(gdb) p descs\n$1 = {", kUnion, " <repeats 3 times>, ", next, "}"));
    ASSERT_EQ(r.words.size(), 2u) << r.sentence;
    EXPECT_EQ(r.words[0].merged, 3u);
    EXPECT_EQ(r.words[1].name, "descs[3]");
    EXPECT_EQ(words_in(say("(gdb) p v\n$1 = std::vector of length 2, capacity 2 = {", kUnion, ", ", next, "}")),
              "0x4000404000010400 smem v[0]; 0x4000404000010402 smem v[1]");
    EXPECT_EQ(words_in(say("(gdb) p params\n$1 = {M = 128, desc_a = ", kUnion, ", bytes = 16384, desc_b = ", next,
                           ", raw = 4611756662049539076, smem_desc = 4611756662049539078}")),
              "0x4000404000010400 smem params.desc_a; 0x4000404000010402 smem params.desc_b; 0x4000404000010406 smem "
              "params.smem_desc");
}

TEST(DebuggerStructs, Lldb) {
    EXPECT_EQ(
        words_in("(lldb) p gdesc\n(cute::GmmaDescriptor) $0 = {\n  desc_ = 4611686293305361408\n  reg32_ = ([0] = "
                 "66560, [1] = 1073741888)\n  reg16_ = ([0] = 1024, [1] = 1, [2] = 64, [3] = 16384)\n  bitfield = "
                 "{\n    start_address_ = 1024\n     = 0\n    leading_byte_offset_ = 1\n     = 0\n    "
                 "stride_byte_offset_ = 64\n     = 0\n    base_offset_ = '\\0'\n     = 0\n    layout_type_ = "
                 "'\\x01'\n  }\n}"),
        "0x4000004000010400 wgmma gdesc");
    EXPECT_EQ(
        words_in("(lldb) frame variable em\n(MyEnumSmem) em = {\n  start_address_ = 1024\n  leading_byte_offset_ = "
                 "1\n  stride_byte_offset_ = 64\n  version_ = '\\x01'\n  base_offset_ = '\\0'\n  lbo_mode_ = '\\0'\n"
                 "  layout_type_ = SWIZZLE_128B\n}"),
        "0x4000404000010400 smem em");
    EXPECT_EQ(words_in("(Half) $3 = (lo = 66560, hi = 1073758272)"), "0x4000404000010400 smem ");
}

TEST(DebuggerStructs, EnumeratorsStateTheKind) {
    constexpr const char* kTypes =
        "(gdb) p idesc\n$1 = {c_format_ = cute::UMMA::CFormat::F32, a_format_ = cute::UMMA::MXF8F6F4Format::E5M2, "
        "b_format_ "
        "= cute::UMMA::MXF8F6F4Format::E5M2, a_negate_ = cute::UMMA::ScaleIn::One, b_negate_ = "
        "cute::UMMA::ScaleIn::Neg, "
        "a_major_ = cute::UMMA::Major::K, b_major_ = (cute::UMMA::Major::MN | unknown: 0x4), n_dim_ = 16, m_dim_ = 8}";
    const PasteResult r = paste(kTypes);
    ASSERT_EQ(r.words.size(), 1u) << r.sentence;
    EXPECT_EQ(r.words[0].readings.front().format->kind, "f8f6f4");
    EXPECT_EQ(r.words[0].value & ~r.words[0].unknown_bits, 0x8214490u);  // b_negate and b_major are 1
    EXPECT_NE(r.words[0].note.find("b_major is 5"), std::string::npos) << r.words[0].note;
    const PasteResult lldb = paste(
        "(MyIdesc) $10 = {\n  c_format_ = F32\n  a_format_ = TF32\n  b_format_ = TF32\n  a_negate_ = One\n  b_negate_ "
        "= "
        "One\n  a_major_ = K\n  b_major_ = MN\n  n_dim_ = 16\n  m_dim_ = 8\n}");
    ASSERT_EQ(lldb.words.size(), 1u) << lldb.sentence;
    EXPECT_EQ(lldb.words[0].readings.front().format->kind, "tf32");
}

TEST(DebuggerStructs, OtherPrintsGiveNothing) {
    for (const char* text :
         {"(gdb) p gemm\n$27 = {m = 128, n = 256, k = 64, stages = 4, version = 3, layout = 2}",
          "$26 = {rows = 128, cols = 64, name = 0x555555556004 \"tile, {desc_ = 1}\", scale = {x = 1.5, y = 2.5}, "
          "bytes = "
          "16384}",
          "(gdb) p desc\n$1 = <optimized out>", "desc = <optimized out>\nlater = <optimized out>",
          "$1 = {desc_ = <optimized out>, {start_address_ = <optimized out>, stride_byte_offset_ = <optimized out>}}",
          "$4 = {lo = 5, hi = 70}", "(gdb) p desc_a.stride_byte_offset_\n$32 = 64",
          "$1 = {desc_ = 0, {start_address_ = 0, leading_byte_offset_ = 0, stride_byte_offset_ = 0, version_ = 0, "
          "base_offset_ = 0, lbo_mode_ = 0, layout_type_ = 0}, {lo = 0, hi = 0}}",
          "(gdb) p pdesc\n$31 = (cute::UMMA::SmemDescriptor *) 0x7fffffffe648"}) {
        EXPECT_EQ(words_in(text), "") << text;
    }
}

TEST(DebuggerStructs, BrokenPrintsEnd) {
    for (const char* part :
         {"$1 = {", "x = {{", "desc = {a = (", "d = {\"", "d = {'", "d = {<", "= {= {", "$1 = {a = {b"}) {
        std::string text;
        while (text.size() < 100000) text += part;
        EXPECT_TRUE(paste(text).words.empty()) << part;
    }
}

}  // namespace
}  // namespace tilescope
