// tests/next/next_test.cpp -- core with the rows of rows.cmake: does everything follow from the tables?
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/emulator/dot.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/smem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/rules/explain.h>
#include <tilescope/rules/legality.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tilescope {
namespace {

constexpr std::uint64_t kWord = 0x4000404000010040;  // 128B, K-major

std::string rules_of(const std::vector<Problem>& problems) {
    std::string out;
    for (const Problem& p : problems) out += p.rule + ' ';
    return out;
}

Acceptance accept_text(std::string_view text, std::string_view arch) {
    const Answer<MmaLine> line = parse_mma_line(text);
    EXPECT_TRUE(line) << line.why;
    return line ? accept(*line, arch) : Acceptance{};
}

TEST(NextEdition, IsFoundByNameAndHasEveryFormat) {
    ASSERT_TRUE(find_edition("9.5"));
    EXPECT_EQ(*find_edition("9.5"), Edition::v9_5);
    EXPECT_EQ(edition_list(), "9.1, 9.4 or 9.5");
    EXPECT_EQ(find_edition("9.9").why, "edition: '9.9' is unknown; use 9.1, 9.4 or 9.5");
    EXPECT_EQ(all_formats(Edition::v9_5).size(), all_formats(Edition::v9_4).size() + 2) << "two more: kind f9, qmma";
    for (const Format* f : all_formats(Edition::v9_5)) EXPECT_EQ(f->edition, Edition::v9_5) << f->id << f->kind;
}

TEST(NextEdition, DecodesAndEncodesTheNewField) {
    const Format& smem = **find_format("smem", {}, Edition::v9_5);
    const Field& stream = field_in(smem, "stream");
    const std::uint64_t word = set_field(stream, kWord, 3);
    const Decoded d = decode(smem, word);
    EXPECT_EQ(d.raw[static_cast<std::size_t>(&stream - smem.fields.data())], 3u);
    EXPECT_TRUE(d.problems.empty()) << rules_of(d.problems);
    EXPECT_EQ(encode(d), word);
    const Answer<std::uint64_t> encoded = with_field(smem, kWord, "stream", "3");
    ASSERT_TRUE(encoded) << encoded.why;
    EXPECT_EQ(*encoded, word);
}

TEST(NextEdition, HasTheRulesOfEarlierEditions) {
    const Format& smem = **find_format("smem", {}, Edition::v9_5);
    const std::uint64_t word = set_field(field_in(smem, "k_segment"), kWord, 1);
    EXPECT_EQ(rules_of(check_word(decode(smem, word), {.arch = "sm_130a"})), "") << "sm_107 and later have this field";
    EXPECT_NE(rules_of(check_word(decode(smem, word), {.arch = "sm_100a"})).find("L38"), std::string::npos);
    const Format& mxf4 = *idesc_format("mxf4", Edition::v9_5);
    std::uint64_t idesc = set_field(field_in(mxf4, "k_size"), 0x08a00480, 1);
    idesc = set_field(field_in(mxf4, "sparse"), idesc, 1);
    EXPECT_EQ(rules_of(check_word(decode(mxf4, idesc), {.arch = "sm_103a"})).find("L61") != std::string::npos, true)
        << "only sm_107 and later have the sparse form of K = 96";
}

TEST(NextTarget, IsListedAndExistsOnlyFromItsEditionOn) {
    EXPECT_TRUE(find_arch("sm_130a", Edition::v9_5));
    EXPECT_EQ(find_arch("sm_130a", Edition::v9_4).why,
              "arch: sm_130a exists only in edition 9.5 and later; add --edition 9.5");
    EXPECT_NE(find_arch("sm_1", Edition::v9_5).why.find("sm_130a"), std::string::npos);
    EXPECT_EQ(targets_with(Feature::kind_f9, Edition::v9_5), "sm_130a");
}

TEST(NextTarget, HasTheMemorySizesOfItsRow) {
    EXPECT_EQ(kMostSmemBytes, 400u * 1024);
    EXPECT_EQ(tmem_columns("sm_130a"), 1024u);
    EXPECT_EQ(tmem_columns(Edition::v9_4), 576u);
    Session s;
    s.edition = Edition::v9_5;
    s.arch = "sm_130a";
    s.tmem[0] = 900;  // N 96: columns 900 to 995
    const Derived d = derive(s);
    EXPECT_EQ(d.tmem.columns, 1024u);
    EXPECT_EQ(d.tmem.regions[0].why_not, "");
}

TEST(NextTarget, AcceptsTheInstructionsOfItsFeatures) {
    constexpr std::string_view kF16 = "tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;";
    constexpr std::string_view kLut =
        "tcgen05.mma.cta_group::1.kind::f8f6f4.decompress::lut::b [d], a, b, [l], idesc, p;";
    constexpr std::string_view kI8 = "tcgen05.mma.cta_group::1.kind::i8 [d], a, b, idesc, p;";
    EXPECT_TRUE(accept_text(kF16, "sm_130a").accepted);
    EXPECT_EQ(accept_text(kF16, "sm_130a").ptx, "9.5");
    EXPECT_TRUE(accept_text(kLut, "sm_130a").accepted);
    EXPECT_FALSE(accept_text(kI8, "sm_130a").accepted);
    EXPECT_FALSE(accept_text("wgmma.fence.sync.aligned; tcgen05.shift.cta_group::1.down [t];", "sm_100f").accepted);
    EXPECT_TRUE(accept_text("tcgen05.shift.cta_group::1.down [t];", "sm_130a").accepted);
}

TEST(NextKind, IsAcceptedOnTargetsWithItsFeature) {
    constexpr std::string_view kF9 = "tcgen05.mma.cta_group::1.kind::f9 [d], a, b, idesc, p;";
    EXPECT_TRUE(accept_text(kF9, "sm_130a").accepted) << accept_text(kF9, "sm_130a").why;
    EXPECT_EQ(accept_text(kF9, "sm_107a").why, ".kind::f9 does not exist on sm_107a. It exists on sm_130a.");
    EXPECT_TRUE(accept_text("tcgen05.mma.ws.cta_group::1.kind::f9 [d], a, b, idesc, p;", "sm_130a").accepted);
}

TEST(NextKind, IsCheckedByTheRulesOfItsCapabilities) {
    const Format& f9 = *idesc_format("f9", Edition::v9_5);
    EXPECT_EQ(idesc_format("f9", Edition::v9_4), nullptr);
    std::uint64_t word = set_field(field_in(f9, "n"), 0x08000010, 64 / 8);
    EXPECT_EQ(rules_of(check_word(decode(f9, word), {.arch = "sm_130a"})), "");
    EXPECT_NE(rules_of(check_word(decode(f9, word), {.arch = "sm_107a"})).find("L62"), std::string::npos)
        << "a new kind on an older target";
    EXPECT_NE(
        rules_of(check_word(decode(f9, set_field(field_in(f9, "saturate"), word, 1)), {.arch = "sm_130a"})).find("L45"),
        std::string::npos);
    word = set_field(field_in(f9, "transpose_b"), set_field(field_in(f9, "n"), word, 72 / 8), 1);
    EXPECT_NE(rules_of(check_word(decode(f9, word), {.arch = "sm_130a"})).find("L51"), std::string::npos)
        << "an MN-major 8-bit B needs N in steps of 16";
}

TEST(NextKind, IsInTheLegalityTables) {
    const Legality legal = legality({.edition = Edition::v9_5, .arch = "sm_130a", .variant = {.kind = "f9"}});
    EXPECT_EQ(legal.form.verdict, LegalityVerdict::allowed) << legal.form.why;
    const auto types = std::ranges::find(legal.tables, "types_f32", &LegalityTable::id);
    ASSERT_NE(types, legal.tables.end());
    const auto row = std::ranges::find(types->rows, "e5m3", &LegalityRow::id);
    ASSERT_NE(row, types->rows.end()) << "the new element type needs a row";
    EXPECT_TRUE(
        std::ranges::all_of(row->cells, [](const LegalityCell& c) { return c.verdict == LegalityVerdict::allowed; }));
    const auto has_column = [&](std::string_view name) {
        return std::ranges::any_of(legal.tables, [&](const LegalityTable& t) {
            return std::ranges::any_of(t.columns, [&](const std::string& c) { return c.ends_with(name); });
        });
    };
    EXPECT_TRUE(has_column("130a")) << "the table of forms needs a column for the target";
    EXPECT_TRUE(has_column("f9")) << "the table of types needs a column for the kind";
    EXPECT_EQ(legality({.edition = Edition::v9_5, .arch = "sm_107a", .variant = {.kind = "f9"}}).form.verdict,
              LegalityVerdict::refused);
}

TEST(NextType, IsDecodedByTheNumberFormatOfItsRow) {
    const FloatFormat& e5m3 = *find_float("e5m3");
    EXPECT_EQ(value_of_word(e5m3, 15 << 3), 1.0);
    EXPECT_EQ(value_of_word(e5m3, 15 << 3 | 4), 1.5);
    EXPECT_EQ(value_of_word(e5m3, 1), 1.0 / (1 << 17)) << "the smallest subnormal number is 2^-14 / 8";
    EXPECT_EQ(word_nearest(e5m3, 1.5), 15u << 3 | 4);
    EXPECT_EQ(text_of_word("e5m3", 0x7c), "1.5");
    EXPECT_EQ(smem_type_of("e5m3", "f9"), find_type("e5m3"));
}

TEST(NextType, GivesTheSameProductInDotAndMatrixProduct) {
    for (const std::string kind : {"f8f6f4", "f9", "mxf8f6f4"}) {
        DotForm form{.kind = kind, .a_type = "e5m3", .b_type = "e4m3"};
        if (kind == "mxf8f6f4") form.scale_type = "ue8m0", form.scale_block = 32;
        const Answer<DotRule> rule = rule_of(form);
        ASSERT_TRUE(rule) << rule.why;
        std::vector<std::uint32_t> a(32 * 3), b(32 * 5);
        std::uint32_t state = 1;
        for (std::vector<std::uint32_t>* words : {&a, &b})
            for (std::uint32_t& w : *words) w = (state = state * 1664525u + 1013904223u) >> 24 & 0x7du;
        const std::vector<std::uint8_t> ones(5, 0x7f);
        const bool scaled = form.scale_block != 0;
        const MatrixInput all{.m = 3,
                              .n = 5,
                              .k = 32,
                              .a = a,
                              .b = b,
                              .c = {},
                              .scale_a = scaled ? std::span(ones).first(3) : std::span<const std::uint8_t>(),
                              .scale_b = scaled ? std::span(ones) : std::span<const std::uint8_t>(),
                              .codes = {}};
        ASSERT_EQ(can_multiply(*rule, all).why, "");
        std::vector<std::uint32_t> d(15);
        MatrixProduct(*rule, all).rows(0, 3, d);
        for (unsigned row = 0; row < 3; ++row)
            for (unsigned column = 0; column < 5; ++column) {
                const DotInput one{.a = std::span(a).subspan(32 * row, 32),
                                   .b = std::span(b).subspan(32 * column, 32),
                                   .has_c = false,
                                   .scale_a = scaled ? std::span(ones).first(1) : std::span<const std::uint8_t>(),
                                   .scale_b = scaled ? std::span(ones).first(1) : std::span<const std::uint8_t>(),
                                   .codes = {}};
                ASSERT_EQ(can_multiply(*rule, one).why, "");
                EXPECT_EQ(d[5 * row + column], dot(*rule, one)) << kind << ' ' << row << ' ' << column;
                EXPECT_NE(d[5 * row + column], 0u);
            }
    }
    const Answer<DotRule> rule = rule_of({.kind = "f9", .a_type = "e5m3", .b_type = "e5m3"});
    std::vector<std::uint32_t> a(32), b(32);
    a[0] = 15 << 3 | 4, b[0] = 16 << 3;  // 1.5 x 2
    EXPECT_EQ(dot(*rule, {.a = a, .b = b, .has_c = false, .scale_a = {}, .scale_b = {}, .codes = {}}), 0x40400000u);
}

TEST(NextRows, HaveExplanations) {
    const ExplainOptions options{.edition = Edition::v9_5};
    for (const std::string topic : {"sm_130a", "f9", "e5m3", "smem.stream", "kind::f9"}) {
        const auto e = explanation_of(topic, options);
        EXPECT_TRUE(e && !e->empty()) << topic << ": " << e.why;
    }
    EXPECT_EQ(explanation_of("smem.stream", {.edition = Edition::v9_1}).why,
              "'smem.stream' exists in edition 9.5 only");
}

TEST(NextRows, CanBeChosenInASession) {
    Session s;
    s = apply_edit(s, SetEdition{Edition::v9_5});
    s = apply_edit(s, SetArch{"sm_130a"});
    Variant f9 = s.variant;
    f9.kind = "f9";
    s = apply_edit(s, SetVariant{f9});
    const Derived d = derive(s);
    EXPECT_TRUE(std::ranges::any_of(d.kinds, [](const KindView& k) { return k.kind == "f9" && k.chosen; }));
    EXPECT_TRUE(std::ranges::any_of(d.targets, [](const TargetView& t) { return t.arch == "sm_130a"; }));
    EXPECT_EQ(d.of(WordId::idesc).format->kind, "f9");
    EXPECT_NE(find_field(*d.of(WordId::a_desc).format, "stream"), nullptr);
}

}  // namespace
}  // namespace tilescope
