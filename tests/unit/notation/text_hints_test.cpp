// tests/unit/notation/text_hints_test.cpp -- checks words whose format the prose, a comment or a struct tells.
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

TEST(TextHints, TellWgmmaAndKinds) {
    constexpr ExpectedWord kRows[] = {
        {"The wgmma of the second kernel needs this:\n\n```cpp\nmy_desc |= squeeze(at);\n"
         "my_desc |= (uint64_t)8 << 16;\nmy_desc |= (uint64_t)32 << 32;\n```\n",
         "wgmma", 0x2000080000, 0xc000ffff},
        {"uint64_t f(uint64_t at, uint64_t one, uint64_t two) {  // for Hopper\n  uint64_t r = 0;\n"
         "  r |= (at & 0x3ffff) >> 4;\n  r |= ((one & 0x3ffff) >> 4) << 16;\n  r |= ((two & 0x3ffff) >> 4) << 32;\n"
         "  return r;\n}",
         "wgmma", 0, 0x3fff3fff3fff},
        {"Stages: 3  idesc: 0x08200010\nThe loop uses tcgen05.mma.cta_group::1.kind::f8f6f4 (fp8).\n", "f8f6f4",
         0x08200010, 0},
    };
    expect_words(kRows);
    for (const ExpectedWord& row : kRows)
        for (const FoundWord& w : paste(row.text).words)
            EXPECT_NE(w.readings.front().certainty, Certainty::confirmed) << row.text;
    const PasteResult both =
        paste("wgmma or tcgen05.mma:\n\n  my_desc |= squeeze(at);\n  my_desc |= (uint64_t)8 << 16;\n");
    for (const FoundWord& w : both.words) EXPECT_NE(w.readings.front().format->id, "wgmma");
}

TEST(TextHints, AStructWithScaleFactorsHasAKindWithScaleFactors) {
    const PasteResult read = paste(
        "umma::InstrDescriptorBlockScaled d{};\nd.a_format_ = 1;\nd.b_format_ = 1;\nd.scale_format_ = 0;\n"
        "d.n_dim_ = COLS >> 3;\nd.m_dim_ = ROWS >> 4;\nd.a_sf_id_ = 0;\nd.k_size_ = 0;\n");
    ASSERT_EQ(read.words.size(), 1u) << read.sentence;
    EXPECT_EQ(read.words[0].readings.front().format->kind, "mxf4nvf4");
    const PasteResult built = paste(
        "uint32_t f(int rows, int cols, int how) {\n  uint32_t r = 0;\n  r = 1;\n  r |= 1 << 10;\n  r |= 1 << 16;\n"
        "  r |= (cols >> 3) << 17;\n  r |= (how & 1) << 23;\n  r |= (rows >> 4) << 24;\n  r |= 0 << 31;\n  return "
        "r;\n}");
    ASSERT_EQ(built.words.size(), 1u) << built.sentence;
    EXPECT_EQ(built.words[0].readings.front().format->kind, "mxf4nvf4");
}

// The name of the function that issues the MMA contradicts f16, which the bits alone make likely.
TEST(TextHints, NamesOfCallsTellTheKind) {
    const PasteResult both =
        paste("uint32_t idesc = (1U << 4) | (BN >> 3 << 17) | (BM >> 4 << 24);\ntc_mma_f8<2>(tm, ad, bd");
    ASSERT_EQ(both.words.size(), 1u) << both.sentence;
    EXPECT_EQ(both.words[0].readings.front().format->kind, "f8f6f4");
    EXPECT_TRUE(both.words[0].ask) << "mxf8f6f4 has such names too";
    for (const PasteReading& r : both.words[0].readings) EXPECT_NE(r.format->id, "tmem") << "it is named idesc";
    const PasteResult one = paste("uint32_t idesc = 0x08200010;\nif (go) issue_mma_i8(d, a");
    ASSERT_EQ(one.words.size(), 1u) << one.sentence;
    EXPECT_EQ(one.words[0].readings.front().format->kind, "i8");
    const PasteResult differ = paste("uint32_t idesc = 0x08200490;\nif (go) mma_i8(d, a) else mma_f16(d, a");
    ASSERT_EQ(differ.words.size(), 1u) << differ.sentence;
    EXPECT_EQ(differ.words[0].readings.front().format->kind, "f16");
}

TEST(TextHints, RemarksHaveWords) {
    constexpr ExpectedWord kRows[] = {
        {"def stride(k):\n    # with k = 64 this is TILE_DESC = 0x4000404000010000 bit for bit\n    return k * 16\n",
         "smem", 0x4000404000010000, 0},
        {"int rows = 64;  // wgmma reads 0x4000004000010000 here\nuse(rows);\n", "wgmma", 0x4000004000010000, 0},
    };
    expect_words(kRows);
    EXPECT_TRUE(paste("int rows = 64;  // seed 0x9e3779b97f4a7c15\nuse(rows);\n").words.empty());
}

TEST(TextHints, LogsAndNotesHaveHalvesArrowsAndWidePunctuation) {
    constexpr ExpectedWord kRows[] = {
        {"probe: ok  n=4 desc=0x20000/0x40004080", "smem", 0x4000408000020000, 0},
        {"probe: ok  n=4 desc=0x40004080/0x20000", "smem", 0x4000408000020000, 0},
        {"- ROWS: 256\xe2\x86\x92"
         "128\n- IDESC: 0x08200490\xe2\x86\x92"
         "0x08100490 (N=64)\n",
         "f16", 0x08200490, 0},
        {"\xe7\xbb\x93\xe6\x9e\x9c\n\n- g.bitfield.stride_byte_offset_ = 64\xe3\x80\x82\n"
         "- g.bitfield.leading_byte_offset_ = one = 4\xe3\x80\x82\n",
         "wgmma", 0x4000040000, 0xc00e000000003fff},
    };
    expect_words(kRows);
}

TEST(TextHints, ClassesAndTemplatesHaveWords) {
    constexpr ExpectedWord kRows[] = {
        {"class Words:\n    \"\"\"Constants.\"\"\"\n\n    TILE_DESC = 0x4000404000010000\n    MAJOR = {\"K\": 0}\n"
         "    STEP = 2\n",
         "smem", 0x4000404000010000, 0},
        {"auto d = cute::UMMA::make_instr_desc<cutlass::bfloat16_t, cutlass::bfloat16_t, float, 128, 128,\n"
         "                                     cute::UMMA::Major::K, cute::UMMA::Major::K>();",
         "f16", 0x08200490, 0},
        {"        if x is not None:\n            raise ValueError(\"no\")\n        self.word_idesc = 136316048\n\n"
         "        self.op = tcgen05.MmaF16BF16Op(\n            tcgen05.CtaGroup.ONE,\n            self.x,\n        )\n",
         "f16", 0x08200490, 0},
        {"uint64_t one(void* smem) {\n  uint64_t my_desc = 0;\n  my_desc |= (uint64_t)1 << 46;\n"
         "  my_desc |= (uint64_t)64 << 32;\n  my_desc |= (uint64_t)1 << 16;\n  my_desc |= (uint64_t)2 << 61;\n"
         "  return my_desc;\n}",
         "smem", 0x4000404000010000, 0},
    };
    expect_words(kRows);
}

}  // namespace
}  // namespace tilescope
