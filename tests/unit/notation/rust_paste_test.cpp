// tests/unit/notation/rust_paste_test.cpp -- unit: descriptors in Rust code and in documents about it.
// SPDX-License-Identifier: MIT
//
// The texts have the shapes of a public Rust project for GPU kernels, with other names and numbers.
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

PasteResult read(std::string_view text) { return paste(text); }

const FoundWord* rust_word_named(const PasteResult& result, std::string_view name) {
    for (const FoundWord& w : result.words)
        if (w.name == name) return &w;
    return nullptr;
}

constexpr std::string_view kEncoder =
    "fn pack_smem(addr: u64, lead: u32, stride: u32, mode: u8) -> u64 {\n"
    "    let a = (addr >> 4) & 0x3FFF;\n"
    "    let l = ((lead >> 4) & 0x3FFF) as u64;\n"
    "    let s = ((stride >> 4) & 0x3FFF) as u64;\n"
    "    a | (l << 16) | (s << 32) | (1u64 << 46) | ((mode as u64) << 61)\n"
    "}\n";

TEST(RustPaste, AMethodOnItsOwnLineContinuesTheExpression) {
    const std::string text = std::string(kEncoder) +
                             "fn kernel() {\n"
                             "    let idesc = Shape::builder()\n"
                             "        .shape(M128_N128)\n"
                             "        .build()\n"
                             "        .raw();\n"
                             "    let a_desc = pack_smem(base + 64, 2048, 1024, 2);\n"
                             "}\n";
    const PasteResult result = read(text);
    const FoundWord* a = rust_word_named(result, "a_desc");
    ASSERT_NE(a, nullptr) << result.sentence;
    EXPECT_EQ(a->readings.front().format->id, "smem");
    EXPECT_EQ(a->value & ~a->unknown_bits, 0x4000404000800000u);
    EXPECT_EQ(a->unknown_bits, 0x3fffu);
}

TEST(RustPaste, AMemberOfAStructIsNoPrintedField) {
    const std::string text = "let tile = Tile {\n    base_offset: 0,\n};\n" + std::string(kEncoder) +
                             "let a_desc = pack_smem(0x400, 16, 1024, 2);\n";
    const PasteResult result = read(text);
    const FoundWord* a = rust_word_named(result, "a_desc");
    ASSERT_NE(a, nullptr) << result.sentence;
    EXPECT_EQ(a->readings.front().format->id, "smem") << "version is 1";
    EXPECT_EQ(a->value, 0x4000404000010040u);
    EXPECT_TRUE(read("base_offset: 0").words.empty()) << "one field alone can be of any struct";
}

TEST(RustPaste, ASizeOrAMaskIsNoWord) {
    const PasteResult result = read(
        "const A_TILE_BYTES: u32 = 128 * 64 * 2;\n"
        "const PEER_BIT_MASK: u32 = 0xFEFFFFF8;\n"
        "const SBO_BYTES: u32 = 1024;\n"
        "let row_stride_bytes = 512;\n"
        "let desc: u64 = 0x4000404000010040;\n");
    ASSERT_EQ(result.words.size(), 1u) << result.words.front().name;
    EXPECT_EQ(result.words[0].value, 0x4000404000010040u);
}

TEST(RustPaste, ASentenceThatTakesAFieldHasOneWord) {
    const PasteResult result = read(
        "The lowering builds the descriptor with `0xC000000800080000`, and the example prints:\n\n"
        "- `(desc >> 16) & 0x3FFF`\n"
        "- `(desc >> 32) & 0x3FFF`\n\n"
        "Both fields are `8`.\n");
    ASSERT_EQ(result.words.size(), 1u) << result.words.back().source;
    EXPECT_EQ(result.words[0].readings.front().format->id, "wgmma");
}

TEST(RustPaste, ADocumentIsNotRefusedForATimeOrATable) {
    const PasteResult result = read(
        "| size | ms | TFLOPS |\n|---|---|---|\n| 4096 | 0.091 | 1524.171 |\n"
        "1524.171\nRun it with `cargo run`.\nThe kernel [0.0f32; 4] is empty.\n");
    EXPECT_TRUE(result.words.empty());
    EXPECT_TRUE(result.sentence.starts_with("This text contains no descriptor")) << result.sentence;
}

TEST(RustPaste, AYearIsNoHalfOfADescriptor) {
    const PasteResult result = read(
        " * SPDX-FileCopyrightText: Copyright (c) 2026 SOMEBODY. All rights reserved.\n\n"
        "        wgmma_mma_m64n64k16_f32_bf16(&mut acc1, 0u64, 0u64);\n        wgmma_wait_group::<0>();\n");
    EXPECT_TRUE(result.words.empty()) << result.words.front().source;
}

TEST(RustPaste, AnIndexOfADescriptorIsNoDescriptor) {
    const PasteResult result = read(
        "for i in 0..count {\n    let desc_a = 1 + i * 2;\n    let desc_b = desc_a + 1;\n"
        "    asm(format!(\"wgmma.mma_async ${desc_a}, ${desc_b}\"));\n}\n");
    EXPECT_TRUE(result.words.empty()) << result.words.front().name;
}

struct OpenRow {
    std::string_view text, format;
    std::uint64_t value, unknown;
    unsigned bits;
};

class OpenDigits : public testing::TestWithParam<OpenRow> {};

TEST_P(OpenDigits, AreUnknownBits) {
    const OpenRow& row = GetParam();
    const PasteResult result = read(row.text);
    ASSERT_EQ(result.words.size(), 1u) << result.sentence;
    const FoundWord& w = result.words[0];
    EXPECT_EQ(w.readings.front().format->id, row.format);
    EXPECT_EQ(w.value, row.value);
    EXPECT_EQ(w.unknown_bits, row.unknown);
    EXPECT_EQ(w.bits, row.bits);
}

INSTANTIATE_TEST_SUITE_P(
    Paste, OpenDigits,
    testing::Values(OpenRow{"0x000040080080????", "smem", 0x0000400800800000, 0xffff, 64},
                    OpenRow{"a_desc: 0x400040400001????  tcgen05 shared-memory descriptor (confirmed)", "smem",
                            0x4000404000010000, 0xffff, 64},
                    OpenRow{"SMEM descriptor: 0xC00000080008xxxx", "wgmma", 0xc000000800080000, 0xffff, 64},
                    OpenRow{"the A descriptor = 0x4000_4040_0001_XXXX here", "smem", 0x4000404000010000, 0xffff, 64},
                    OpenRow{"idesc=0x0820??90", "idesc", 0x08200090, 0xff00, 32}));

TEST(OpenDigitsOf, OtherTextsAreNotOpen) {
    const PasteResult question = read("is it 0x4000404000010040?");
    ASSERT_EQ(question.words.size(), 1u);
    EXPECT_EQ(question.words[0].unknown_bits, 0u) << "the end of a sentence";
    EXPECT_TRUE(read("0x????????????????").words.empty()) << "nothing is known";
    EXPECT_TRUE(read("a_desc = 0x40004040001????").words.empty()) << "15 digits";
}

TEST(OpenDigitsOf, TwoNumbersWithoutASpaceAreNotOpen) {
    for (const char* text : {"desc.y =40\ndesc.x = 0x0001000x7fffffff 0x4000D040\ndesc.x = 0x0001000x7fffffff",
                             "desc.y = 0x40004040\ndesc.x = 0x40004040000?00??"})
        for (const FoundWord& w : read(text).words) EXPECT_EQ(w.value & w.unknown_bits, 0u) << text;
    EXPECT_EQ(read("desc_hi = 0x4000??40\ndesc_lo = 0x00010040").words.size(), 1u);
}

TEST(PrintedFields, OfABlockCanBeReadInAnyOrder) {
    const std::string text = "leading_off:0 =|,\nstride_off:0x40";
    for (const FoundWord& w : read(text).words) {
        EXPECT_LE(w.span.begin, w.span.end);
        EXPECT_LE(w.span.end, text.size());
    }
}

TEST(OpenDigitsOf, TheStreamReadsThemToo) {
    const PasteResult result =
        read("[1] a_desc=0x4000404000010040\n[2] a_desc=0x400040400001????\n[3] a_desc=0x4000404000010080\n");
    ASSERT_EQ(result.words.size(), 3u);
    EXPECT_EQ(result.words[0].unknown_bits | result.words[1].unknown_bits | result.words[2].unknown_bits, 0xffffu);
}

}  // namespace
}  // namespace tilescope
