// tests/unit/word/codec_test.cpp -- decoding, encoding, refusals, and broken tables that must be refused.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/formats.h>
#include <tilescope/formats/idesc.h>
#include <tilescope/formats/smem.h>
#include <tilescope/formats/zcm.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope {
namespace {

// A field of 64 bits must not cause a shift by 64.
static_assert(bit_mask(64) == ~0ull && bit_mask(63) == ~0ull >> 1 && bit_mask(0) == 0);
static_assert(value_of(field(kSmem91, "sbo"), get_field(field(kSmem91, "sbo"), 0x4000404000010040)) == 1024);
static_assert(get_field(field(kSmem91, "swizzle"), 0xc000000000000000) == 6);
static_assert(raw_or_0(kSmem91, ~0ull, "sbo") == 0x3fff && raw_or_0(kSmem91, ~0ull, "sparse") == 0);
static_assert(value_or_0(kSmem91, 0x4000404000010040, "sbo") == 1024 && value_or_0(kSmem91, ~0ull, "m") == 0);

TEST(RawFor, TakesAValueWithItsUnit) {
    const Field& sbo = field(kSmem91, "sbo");
    EXPECT_EQ(*raw_for(sbo, "2048 bytes"), 128u);
    EXPECT_EQ(*raw_for(sbo, "0x800 bytes"), 128u);
    EXPECT_FALSE(raw_for(sbo, "2048 rows"));
    EXPECT_FALSE(raw_for(sbo, "bytes"));
}

TEST(Codec, EveryWordOfEveryFormatRoundTrips) {
    std::mt19937_64 rng(1);
    for (const Edition edition : {Edition::v9_1, Edition::v9_4})
        for (const Format* format : all_formats(edition))
            for (int i = 0; i < 1 << 14; ++i) {
                const std::uint64_t word = rng() & bit_mask(format->bits);
                ASSERT_EQ(encode(decode(*format, word)), word) << format->id << " " << format->kind;
            }
}

TEST(Codec, StoringAFieldChangesNoOtherField) {
    std::mt19937_64 rng(2);
    for (const Edition edition : {Edition::v9_1, Edition::v9_4})
        for (const Format* format : all_formats(edition))
            for (const Field& f : format->fields) {
                const std::uint64_t word = rng() & bit_mask(format->bits), raw = rng() & bit_mask(f.width);
                const std::uint64_t stored = set_field(f, word, raw);
                ASSERT_EQ(get_field(f, stored), raw) << format->id << " " << f.id;
                for (const Field& other : format->fields) {
                    if (&other == &f) continue;
                    ASSERT_EQ(get_field(other, stored), get_field(other, word)) << format->id << " " << f.id;
                }
            }
}

TEST(Codec, ReadsBackTheTextOfEveryValueOfEveryField) {
    for (const Edition edition : {Edition::v9_1, Edition::v9_4})
        for (const Format* format : all_formats(edition))
            for (const Field& f : format->fields)
                for (std::uint64_t raw = 0; raw <= std::min<std::uint64_t>(bit_mask(f.width), 300); ++raw) {
                    if (f.encoding == Encoding::one_of && name_in(f.names, raw).empty()) continue;
                    if (f.encoding == Encoding::fixed && raw != f.want) continue;
                    const auto back = raw_for(f, text_of(f, raw));
                    ASSERT_TRUE(back) << format->id << " " << f.id << ": " << back.why;
                    ASSERT_EQ(*back, raw) << format->id << " " << f.id << " " << text_of(f, raw);
                }
}

TEST(Codec, AScreenShowsAnAddressInHexadecimalFirst) {
    const Field &start = field_in(kSmem91, "start"), &sbo = field_in(kSmem91, "sbo");
    EXPECT_EQ(shown_text_of(start, 0x442), "0x4420");
    EXPECT_EQ(shown_meaning_of(start, 0x442), "0x4420 (17440 bytes)");
    EXPECT_EQ(shown_text_of(start, 0x442, 1), "?");
    EXPECT_EQ(shown_meaning_of(start, 0x442, 1), "0x4420 (17440 bytes), if its unknown bits are 0");
    EXPECT_EQ(shown_meaning_of(start, 1, 1), "?");
    EXPECT_EQ(shown_text_of(sbo, 64), "1024") << "a stride is not an address";
    EXPECT_EQ(shown_meaning_of(sbo, 64), "1024 bytes");
}

TEST(Codec, TheBlankWordOfSmemHasNoProblemsOfTheTable) {
    EXPECT_TRUE(decode(kSmem91, blank_word(kSmem91)).problems.empty());
    EXPECT_EQ(blank_word(kSmem91), 0x0000400000000000u);
}

TEST(Codec, ARefusalSaysWhatWouldBeRight) {
    const auto why = [](const Format& f, const char* id, const char* text) { return with_field(f, 0, id, text).why; };
    EXPECT_EQ(why(kSmem91, "lbo", "65"), "the field 'lbo' must be a multiple of 16: 64 or 80, not 65");
    EXPECT_EQ(why(kIdescF16_91, "m", "100"), "the field 'm' must be a multiple of 16, not 100")
        << "no instruction has M = 96 or 112";
    EXPECT_EQ(why(kSmem91, "sbo", "999999999"), "the field 'sbo' must be 0 to 262128, not 999999999");
    EXPECT_EQ(why(kSmem91, "swizzle", "96B"), "swizzle: '96B' is unknown; use one of: none, 128B_32B, 128B, 64B, 32B");
    EXPECT_TRUE(why(kSmem91, "version", "2").starts_with("the field 'version' is always 1; to store another value"))
        << why(kSmem91, "version", "2");
    EXPECT_EQ(why(kSmem91, "lbo", "x"), "lbo: 'x' is not a number such as 64 or 0x40");
    EXPECT_EQ(why(kSmem91, "sbo", "-16"), "the field 'sbo' must be 0 to 262128, not -16");
    EXPECT_EQ(why(kSmem91, "swizzle", "raw:8"), "the field 'swizzle' has 3 bits: a raw value must be 0 to 7, not 8");
    EXPECT_EQ(why(kZcm91, "skip_span", "0"), "the field 'skip_span' must be 1 to 256, not 0");
    EXPECT_TRUE(why(kSmem91, "ldo", "16").starts_with("smem has no field 'ldo'; its fields are: start, lbo"));
}

TEST(Codec, ASetReservedBitIsAProblemOfTheTable) {
    const Decoded d = decode(kSmem91, 0x4000404000014040);
    ASSERT_EQ(d.problems.size(), 1u);
    EXPECT_EQ(d.problems[0].rule, "F1");
    EXPECT_EQ(d.problems[0].field, "rsvd14");
    ASSERT_TRUE(d.problems[0].one_click);
}

// Readers of long texts count the wrong fields of many numbers, without their sentences.
TEST(Codec, CountsTheWrongFieldsThatDecodingReports) {
    std::mt19937_64 rng(3);
    for (const Edition edition : {Edition::v9_1, Edition::v9_4})
        for (const Format* format : all_formats(edition))
            for (int i = 0; i < 1 << 12; ++i) {
                const std::uint64_t word = rng() >> rng() % 64, unknown = i % 2 ? rng() & rng() : 0;
                Decoded decoded = decode(*format, word);
                drop_unknown_bits(decoded.problems, decoded, unknown);
                ASSERT_EQ(wrong_fields(*format, word, unknown), decoded.problems.size()) << format->id << ' ' << word;
            }
}

TEST(Codec, DifferencesListsTheFieldsThatDiffer) {
    const auto d = differences(kSmem91, 0x4000404000010040, 0x8000402000010040);
    ASSERT_EQ(d.size(), 2u);
    EXPECT_EQ(d[0].field->id, "sbo");
    EXPECT_EQ(d[1].field->id, "swizzle");
}

struct BrokenTable {
    const char* why;
    std::vector<Field> fields;
};

Field plain(std::string_view id, unsigned lsb, unsigned width) {
    return {.id = id, .lsb = lsb, .width = width, .role = Role::address, .doc = "doc", .source = "source"};
}

// For a constexpr table, checked() gives a compile error. This test passes broken tables at run time instead.
TEST(Codec, RefusesEachBrokenTableWithItsReason) {
    constexpr NamedValue wide[] = {{9, "nine"}};
    Field nameless = plain("", 0, 8), flag = plain("f", 0, 8), named = plain("n", 0, 3), role = plain("r", 0, 8),
          want = plain("w", 0, 8);
    flag.encoding = Encoding::flag;
    named.encoding = Encoding::one_of;
    named.names = wide;
    role.encoding = Encoding::fixed;
    want.encoding = Encoding::fixed;
    want.role = Role::fixed;
    want.want = 256;
    Field unnamed = plain("u", 0, 8);
    unnamed.encoding = Encoding::one_of;
    const std::vector<BrokenTable> tables = {
        {"field without id, doc or source", {nameless}},
        {"two fields with one id", {plain("a", 0, 4), plain("a", 4, 4)}},
        {"field outside the word", {plain("a", 0, 9)}},
        {"two fields overlap", {plain("a", 0, 5), plain("b", 4, 4)}},
        {"bits without a field: reserved bits need a field too", {plain("a", 0, 3), plain("b", 4, 4)}},
        {"fixed value wider than its field", {want}},
        {"a flag is wider than one bit", {flag}},
        {"role fixed requires encoding fixed", {role}},
        {"encoding one_of requires names; other encodings must have none", {unnamed}},
        {"named value wider than its field", {named, plain("rest", 3, 5)}},
        {"the top bits have no field", {plain("a", 0, 7)}},
    };
    for (const BrokenTable& t : tables) {
        try {
            checked(Format{"t", Edition::v9_1, 8, t.fields, "a table"});
            ADD_FAILURE() << "accepted a table with the mistake: " << t.why;
        } catch (const char* why) {
            EXPECT_STREQ(why, t.why);
        }
    }
    EXPECT_NO_THROW(checked(Format{"t", Edition::v9_1, 8, std::vector{plain("a", 0, 8)}, "a table"}));
}

TEST(Codec, TheMarkdownTableHasEveryField) {
    const std::string text = to_markdown(kSmem91);
    for (const Field& f : kSmem91.fields)
        EXPECT_NE(text.find("| `" + std::string(f.id) + "` |"), std::string::npos) << f.id;
}

TEST(Formats, ARefusalOfAnUnknownFormatOrKindListsTheKnownOnes) {
    EXPECT_EQ(find_format("smen", {}, Edition::v9_1).why,
              "format: 'smen' is unknown; use one of: smem, wgmma, idesc, idesc-mxf8f6f4, idesc-mxf4, zcm, tmem");
    EXPECT_NE(find_format("idesc", "f8", Edition::v9_1).why.find("use one of: f16, tf32, f8f6f4, i8"),
              std::string::npos);
    EXPECT_EQ(idesc_format("ti16", Edition::v9_1), nullptr);
    EXPECT_NE(idesc_format("ti16", Edition::v9_4), nullptr);
}

}  // namespace
}  // namespace tilescope
