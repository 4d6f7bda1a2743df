// tests/unit/notation/reported_texts_test.cpp -- kinds of texts that users reported as silent or incomplete.
// SPDX-License-Identifier: MIT
#include "expected_words.h"

namespace tilescope {
namespace {

using test::expect_words;
using test::ExpectedWord;

constexpr const char* kUnions = R"(union SmemDescriptor {
  uint64_t desc_ = 0;
  struct {
    uint64_t start_address_ : 14, : 2, leading_byte_offset_ : 14, : 2, stride_byte_offset_ : 14,
             fixed_001_ : 3, base_offset_ : 3, fixed_b0_ : 1, fixed_b00000000_ : 8, layout_type_ : 3;
  };
  operator uint64_t() const noexcept { return desc_; }
};
union InstrDescriptorBlockScaled {
  uint32_t desc_;
  struct {
    uint16_t sparse_id2_ : 2, sparse_flag_ : 1, : 1, b_sf_id_ : 2, : 1, a_format_ : 3, b_format_ : 2, : 1,
             a_negate_ : 1, b_negate_ : 1, a_major_ : 1;
    uint16_t b_major_ : 1, n_dim_ : 6, scale_format_ : 1, : 3, m_dim_ : 2, a_sf_id_ : 2, k_dim_ : 1;
  };
  operator uint32_t() const noexcept { return desc_; }
)";
constexpr const char* kMembers = R"(
  SmemDescriptor mat_a_desc{};
  mat_a_desc.start_address_ = ((unsigned)__cvta_generic_to_shared(&mat_a_share[0])) >> 4;
  mat_a_desc.leading_byte_offset_ = 16>>4;
  mat_a_desc.stride_byte_offset_ = 256>>4;
  mat_a_desc.fixed_001_ = 0xb001;
  mat_a_desc.base_offset_ = 0;
  mat_a_desc.fixed_b0_ = 0xb0;
  mat_a_desc.fixed_b00000000_ = 0;
  mat_a_desc.layout_type_ = 6;
  InstrDescriptorBlockScaled desc = {};
  desc.desc_ = 0;
  desc.m_dim_ = 128>>7;
  desc.n_dim_ = 32>>3;
  desc.a_format_ = 1;
  desc.b_format_ = 1;
  desc.scale_format_ = 0;
)";

// Members that two kinds share are reserved in one of them, and an excerpt can lack the end of a struct.
TEST(ReportedTexts, StructsOfTheTextHaveTheirPlaces) {
    for (const char* end : {"", "};\n"}) {
        const std::string text = say(kUnions, end, kMembers);
        const ExpectedWord kRows[] = {{text.c_str(), "smem", 0xc000401000010000, 0x3fff},
                                      {text.c_str(), "idesc-mxf4", 0x08080480, 0}};
        expect_words(kRows);
    }
}

TEST(ReportedTexts, EachPointerParameterIsAWord) {
    constexpr const char* kText = R"(uint64_t make_smem_desc(uint32_t saddr, uint32_t lbo, uint32_t sbo, uint32_t swz) {
  return (uint64_t)((saddr >> 4) & 0x3fff) | ((uint64_t)((lbo >> 4) & 0x3fff) << 16) |
         ((uint64_t)((sbo >> 4) & 0x3fff) << 32) | (1ULL << 46) | ((uint64_t)swz << 61);
}
void make_ab_descs(half* a, half* b, uint64_t* a0, uint64_t* b0) {
  uint32_t a_base = (uint32_t)__cvta_generic_to_shared(a), b_base = (uint32_t)__cvta_generic_to_shared(b);
  *a0 = make_smem_desc(a_base, 16, 512, 4);
  *b0 = make_smem_desc(b_base, 1024, 2048, 2);
})";
    const ExpectedWord kRows[] = {{kText, "smem", 0x8000402000010000, 0x3fff},
                                  {kText, "smem", 0x4000408000400000, 0x3fff}};
    expect_words(kRows);
}

TEST(ReportedTexts, AnOffsetOfAListIsNoHighHalf) {
    const PasteResult read = paste("DESC_HI = 0x40004040\nOFF = dict(q_full=0, q0=1024, q1=17408, k=33792)\n");
    ASSERT_EQ(read.words.size(), 1u);
    EXPECT_EQ(read.words[0].name, "DESC_HI");
}

// An excerpt has the constants where its author found them.
TEST(ReportedTexts, ConstantsCanComeAfterTheirUse) {
    constexpr const char* kLater = R"(uint32_t idesc = (1u << 4) | (1u << 7) | (1u << 10) |
                 ((BLOCK_N >> 3) & 0x3Fu) << 17 | ((BLOCK_M >> 4) & 0x1Fu) << 24;
asm volatile("tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;" :: "r"(c), "l"(a), "l"(b), "r"(idesc));
constexpr int BLOCK_M = 64;
constexpr int BLOCK_N = BLOCK_M * 2;
)";
    constexpr const char* kInFunction = R"(uint32_t make() {
  uint32_t idesc = (1u << 4) | (1u << 7) | (1u << 10) | (BLOCK_N >> 3) << 17 | (BLOCK_M >> 4) << 24;
  return idesc;
}
static constexpr int BLOCK_M = 64, BLOCK_N = 128;
void f(const int x = 5) {}
)";
    const ExpectedWord kRows[] = {{kLater, "f16", 0x04200490, 0}, {kInFunction, "f16", 0x04200490, 0}};
    expect_words(kRows);
}

// Two operands with the same bits are two words of the person who wrote them.
TEST(ReportedTexts, TheNamesOfEqualWordsAreSaid) {
    const PasteResult read = paste(
        "uint64_t da, db;\nda = (uint64_t)((base_a + k) & 16383) | 4611686293305294848;\n"
        "db = (uint64_t)((base_b + k) & 16383) | 4611686293305294848;\nwgmma_m64n64k16(acc, da, db);\n");
    ASSERT_EQ(read.words.size(), 1u);
    EXPECT_EQ(read.words[0].name, "da");
    EXPECT_EQ(read.words[0].merged, 2u);
    EXPECT_NE(read.words[0].note.find("db: the same known bits"), std::string::npos) << read.words[0].note;
}

TEST(ReportedTexts, TheFieldsOfAUnionHaveTheNameOfTheUnion) {
    const PasteResult read = paste(
        "GmmaDescriptor desc;\ndesc.bitfield.start_address_ = addr >> 4;\ndesc.bitfield.stride_byte_offset_ = 64;\n"
        "desc.bitfield.leading_byte_offset_ = 0;\ndesc.bitfield.layout_type_ = 1;\n");
    ASSERT_EQ(read.words.size(), 1u);
    EXPECT_EQ(read.words[0].name, "desc");
}

TEST(ReportedTexts, ALineThatIsNoCodeIsRead) {
    for (const char* text : {"foo::bar, desc 0x4000404000010040", "kind::f16: desc 0x4000404000010040",
                             "tcgen05.mma.cta_group::1.kind::f16\nstage=0x4c0, desc lo=0x10040, hi=0x40004040"}) {
        const PasteResult read = paste(text);
        ASSERT_FALSE(read.words.empty()) << text;
        EXPECT_EQ(read.words[0].value, 0x4000404000010040u) << text;
    }
}

TEST(ReportedTexts, AWordHasTheKindOfItsLine) {
    constexpr std::string_view kMma = "tcgen05.mma.cta_group::1.kind::", kOperands = " [d], a, b, i, p;  // idesc = ";
    for (const std::string& text :
         {std::string("V f16: kind::f16, idesc 0x08210490\nV fp8: kind::f8f6f4, idesc 0x08210010\n"),
          say(kMma, "f16", kOperands, "0x08210490\n", kMma, "f8f6f4", kOperands, "0x08210010\n")}) {
        const PasteResult read = paste(text);
        ASSERT_EQ(read.words.size(), 2u) << read.sentence;
        EXPECT_EQ(read.words[0].readings.front().format->kind, "f16") << text;
        EXPECT_EQ(read.words[1].readings.front().format->kind, "f8f6f4") << text;
    }
}

TEST(ReportedTexts, AlternativesOfAWordAreWords) {
    for (const char* text : {"idesc = 0x08200490 / 0x08100490", "idesc: 0x08200490 or 0x08100490"})
        EXPECT_EQ(paste(text).words.size(), 2u) << text;
}

}  // namespace
}  // namespace tilescope
