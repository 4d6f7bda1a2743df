// tests/unit/notation/built_words_test.cpp -- checks words that functions build from parameters only.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/formats.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope {
namespace {

// The fields of a reading with all bits known, and their stored bits: "sparse=0 n=32".
std::string known_fields(const PasteReading& r) {
    std::string out;
    for (const Field& f : r.format->fields)
        if (get_field(f, r.unknown) == 0 && f.encoding != Encoding::fixed)
            out += std::string(out.empty() ? "" : " ") + std::string(f.id) + "=" + std::to_string(get_field(f, r.word));
    return out;
}

const PasteReading* first_reading(const PasteResult& r) { return r.words.empty() ? nullptr : &r.words[0].readings[0]; }

TEST(BuiltWords, TellTheirFormatByThePlacesOfTheFields) {
    struct Row {
        const char *text, *format, *known;
    };
    constexpr Row kRows[] = {
        {"uint64_t g(uint32_t at, uint32_t one, uint32_t two, int how) {\n  uint64_t r = 0;\n"
         "  r |= (uint64_t)((at >> 4) & 0x3fff);\n  r |= (uint64_t)((one >> 4) & 0x3fff) << 16;\n"
         "  r |= (uint64_t)((two >> 4) & 0x3fff) << 32;\n  r |= (uint64_t)(how & 3) << 62;\n  return r;\n}",
         "wgmma", "base_offset=0"},
        {"uint64_t g(void* p) {\n  uint64_t r = shrink(p);\n  r |= shrink(kOne) << 16;\n  r |= shrink(kTwo) << 32;\n"
         "  r |= (kHow == 1 ? 1ull : 2ull) << 62;\n  return r;\n}",
         "wgmma", "base_offset=0"},
        {"fn g(at: u64, one: u64, two: u64, how: u8) -> u64 {\n    let mark = 1u64 << 46;\n\n"
         "    (at & 0x3FFF) | ((one & 0x3FFF) << 16) | ((two & 0x3FFF) << 32) | mark | ((how as u64) << 61)\n}",
         "smem", "base_offset=0 lbo_mode=0"},
        {"def g(fd, fa, fb, ma, mb, rows, cols):\n    r = 0\n    r |= (fd & 3) << 4\n    r |= (fa & 7) << 7\n"
         "    r |= (fb & 7) << 10\n    r |= (ma & 1) << 15\n    r |= (mb & 1) << 16\n    r |= (cols >> 3) << 17\n"
         "    r |= (rows >> 4) << 24\n    return r\n",
         "idesc", "sparsity_selector=0 sparse=0 negate_a=0 negate_b=0 max_shift=0"},
        {"r = cutlass.const_expr((1 << 4) | (1 << 7) | (1 << 10) | (COLS >> 3 << 17) | (ROWS >> 4 << 24))", "idesc",
         "sparsity_selector=0 sparse=0 d_type=1 a_type=1 b_type=1 negate_a=0 negate_b=0 transpose_a=0 transpose_b=0 "
         "max_shift=0"},
        {"    r |= 1 << 7;   // left\n    r |= 1 << 10;\n    r |= 0 << 12;\n    r |= (128 >> 3) << 17;\n    r |= 0 << "
         "23;\n    r |= (slot << 29);\n    r |= (256 >> 7) << 27;\n",
         "idesc-mxf4", "sparse=0 a_type=1 b_type=1 negate_a=0 negate_b=0 n=16 scale_type=0 m=2 k_size=0"},
    };
    for (const Row& row : kRows) {
        const PasteResult read = paste(row.text);
        const PasteReading* r = first_reading(read);
        ASSERT_NE(r, nullptr) << row.text << "\n" << read.sentence;
        EXPECT_EQ(r->format->id, row.format) << row.text;
        EXPECT_EQ(known_fields(*r), row.known) << row.text;
        EXPECT_NE(r->certainty == Certainty::confirmed && r->format->id != "smem", true) << row.text;
        EXPECT_FALSE(read.words[0].ask);
    }
}

TEST(BuiltWords, AreNotSeenInOtherArithmetic) {
    for (const char* text :
         {"uint64_t hash(uint64_t a, uint64_t b) {\n  return a ^ (b << 16) ^ (a << 32);\n}",
          "uint32_t rgba(uint32_t r, uint32_t g, uint32_t b, uint32_t a) {\n  return r | g << 8 | b << 16 | a << "
          "24;\n}",
          "uint64_t pack(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {\n  return a | b << 16 | c << 32 | d << "
          "48;\n}",
          "uint64_t part(uint64_t a, uint64_t b, uint64_t c) {\n  return a | b << 16 | c << 32;\n}"}) {
        const PasteResult read = paste(text);
        EXPECT_TRUE(read.words.empty()) << text << "\n" << read.sentence;
    }
}

// In PTX and SASS the other operand of OR has the start address. The fields beside it are then likely, not certain.
// An addition to the whole word can carry out of the start address. So the bits above it are not known.
TEST(BuiltWords, AnAdditionCanCarryIntoTheNextField) {
    constexpr std::string_view kWord =
        "uint64_t d = (uint64_t)((addr & 0x3ffff) >> 4) | (uint64_t)(lbo) << 16 | (uint64_t)64 << 32 | (1ull << 46) | "
        "(uint64_t)mode << 61;\n";
    struct Row {
        const char* sum;
        std::uint64_t unknown;  // of rsvd14
    };
    constexpr Row kRows[] = {{"uint64_t a_desc = d | (uint64_t)0;\n", 0},
                             {"uint64_t a_desc = d + (uint64_t)uint8_t(k);\n", 1},
                             {"uint64_t a_desc = d + (uint64_t)2;\n", 1}};
    for (const Row& row : kRows) {
        const PasteResult read = paste(std::string(kWord) + row.sum);
        const auto at = std::ranges::find(read.words, "a_desc", &FoundWord::name);
        ASSERT_NE(at, read.words.end()) << row.sum;
        const PasteReading& r = at->readings.front();
        EXPECT_EQ(get_field(field_in(*r.format, "rsvd14"), r.unknown), row.unknown) << row.sum;
    }
}

// The known bits of a sum are those of every value of the unknown ones, at the edge of the start address.
TEST(BuiltWords, KnownBitsOfASumAreThoseOfAllValues) {
    constexpr std::uint64_t kOthers = 0x4000404000010000, kBase = 0x3ff0;
    for (unsigned bits = 1; bits <= 6; ++bits)
        for (const std::uint64_t step : {0u, 1u, 2u, 15u, 16u, 0xfffu, 0x4000u, 0xffffu}) {
            const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
            const PasteResult read = paste(
                "ld.param.u64 %rd1, [p];\nand.b64 %rd2, %rd1, " + std::to_string(mask) + ";\nadd.s64 %rd3, %rd2, " +
                std::to_string(kOthers | kBase) + ";\nadd.s64 %rd4, %rd3, " + std::to_string(step) +
                ";\ntcgen05.mma.cta_group::1.kind::f16 [%r5], %rd4, %rd4, 0x08180010, %p0;\n");
            const auto at = std::ranges::find(read.words, PasteRole::smem_b, &FoundWord::role);
            ASSERT_NE(at, read.words.end()) << bits << ' ' << step;
            const PasteReading& r = at->readings.front();
            for (std::uint64_t x = 0; x <= mask; ++x)
                EXPECT_EQ(((kOthers | kBase) + x + step) & ~r.unknown, r.word & ~r.unknown) << x << ' ' << step;
        }
}

TEST(BuiltWords, RareFieldsBesideConstantsAreLikely) {
    const PasteResult read = paste(
        "or.b64 %rd1, %rd9, 4611756662049538048;\ntcgen05.mma.cta_group::1.kind::f16 [%r1], "
        "%rd1, %rd2, %r8, %p1;");
    const PasteReading* r = first_reading(read);
    ASSERT_NE(r, nullptr);
    EXPECT_EQ(known_fields(*r), "lbo=1 sbo=64 base_offset=0 lbo_mode=0 swizzle=2");
    EXPECT_EQ(r->certainty, Certainty::secondary);
}

}  // namespace
}  // namespace tilescope
