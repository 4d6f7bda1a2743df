// tests/unit/rules/legality_forms_test.cpp -- legality tables: modifiers, scale factors, refused forms and Hopper.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/rules/legality.h>
#include <tilescope/rules/rule.h>

#include <gtest/gtest.h>

#include <set>

namespace tilescope {
namespace {

LegalityQuery forms_of_kind(std::string_view kind, std::string_view arch = "sm_100a") {
    LegalityQuery q;
    q.variant.kind = kind;
    q.arch = arch;
    return q;
}

std::string letters(const Legality& all, std::string_view table, std::string_view row) {
    std::string out;
    for (const LegalityTable& t : all.tables)
        for (const LegalityRow& r : t.rows)
            if (t.id == table && r.id == row)
                for (const LegalityCell& cell : r.cells) out += "y!- "[static_cast<std::size_t>(cell.verdict)];
    return out.empty() ? "no such row" : out;
}

constexpr std::string_view kOnlyForms[] = {"forms"}, kScales[] = {"scales"};
constexpr std::string_view kModifiers[] = {"modifiers"};

// Kind by transpose, negate, saturate and selector: Tables 42 to 44 and 51.
TEST(Legality, ModifiersMatchTheKind) {
    struct Row {
        std::string_view kind;
        std::string transpose, negate, saturate, dense_selector, sparse_selector;
    };
    const Row rows[] = {
        {"f16", "yy  ", "yy  ", "y-  ", "y---", "yyyy"},     {"tf32", "yy  ", "yy  ", "y-  ", "y---", "yyyy"},
        {"f8f6f4", "yy  ", "yy  ", "y-  ", "y---", "y---"},  {"mxf8f6f4", "yy  ", "yy  ", "y-  ", "y---", "y---"},
        {"i8", "yy  ", "y-  ", "yy  ", "y---", "y---"},      {"mxf4", "y-  ", "yy  ", "y-  ", "y---", "y---"},
        {"mxf4nvf4", "y-  ", "yy  ", "y-  ", "y---", "y---"}};
    for (const Row& row : rows) {
        LegalityQuery q = forms_of_kind(row.kind);
        const Legality dense = legality(q, kModifiers);
        for (const char* side : {"a", "b"}) {
            EXPECT_EQ(letters(dense, "modifiers", say("transpose_", side)), row.transpose) << row.kind;
            EXPECT_EQ(letters(dense, "modifiers", say("negate_", side)), row.negate) << row.kind;
        }
        EXPECT_EQ(letters(dense, "modifiers", "saturate"), row.saturate) << row.kind;
        EXPECT_EQ(letters(dense, "modifiers", "sparsity_selector"), row.dense_selector) << row.kind;
        q.variant.sparse = true;
        EXPECT_EQ(letters(legality(q, kModifiers), "modifiers", "sparsity_selector"), row.sparse_selector) << row.kind;
    }
}

// Tables 55 and 57: the types and ids of each scale size, without and with K = 96.
TEST(Legality, EachScaleSizeAllowsItsTypesAndIds) {
    struct Row {
        std::string_view kind, row, letters;
    };
    const Row rows[] = {{"mxf8f6f4", "block32_ue8m0", "yyyy"},     {"mxf8f6f4", "block32_ue4m3", "----"},
                        {"mxf8f6f4", "block16_ue8m0", "----"},     {"mxf8f6f4", "block16_ue4m3", "----"},
                        {"mxf4", "block32_ue8m0", "y-y-"},         {"mxf4", "block32_ue8m0_k96", "yyyy"},
                        {"mxf4", "block32_ue4m3", "----"},         {"mxf4", "block16_ue8m0", "----"},
                        {"mxf4nvf4", "block32_ue8m0", "y-y-"},     {"mxf4nvf4", "block32_ue8m0_k96", "yyyy"},
                        {"mxf4nvf4", "block32_ue4m3", "----"},     {"mxf4nvf4", "block16_ue4m3", "y---"},
                        {"mxf4nvf4", "block16_ue4m3_k96", "y-y-"}, {"mxf4nvf4", "block16_ue8m0", "y---"},
                        {"mxf4nvf4", "block16_ue8m0_k96", "y-y-"}};
    for (const Row& row : rows) {
        LegalityQuery q = forms_of_kind(row.kind, "sm_103a");
        q.variant.cta_group = 2;  // where K = 96 is not in doubt
        EXPECT_EQ(letters(legality(q, kScales), "scales", row.row), row.letters) << row.kind << ' ' << row.row;
    }
    EXPECT_TRUE(legality(forms_of_kind("f16"), kScales).tables.empty()) << "no scale factors";
}

TEST(Legality, ShiftOfBNeedsWs) {
    LegalityQuery q = forms_of_kind("f16");
    EXPECT_EQ(letters(legality(q, kModifiers), "modifiers", "max_shift"), "y!!!");
    q.variant.ws = true;
    EXPECT_EQ(letters(legality(q, kModifiers), "modifiers", "max_shift"), "yyyy");
    EXPECT_EQ(letters(legality(forms_of_kind("mxf4"), kModifiers), "modifiers", "max_shift"), "no such row");
}

// If the target does not have the form, every cell of the other tables is refused.
TEST(Legality, RefusedFormRefusesEveryCell) {
    LegalityQuery q = forms_of_kind("i8", "sm_103a");
    const Legality all = legality(q);
    EXPECT_EQ(all.form.verdict, LegalityVerdict::refused);
    EXPECT_EQ(all.form.rule, "L65");
    for (const LegalityTable& t : all.tables) {
        if (t.id == "forms" || t.id == "kinds") continue;
        for (const LegalityRow& row : t.rows)
            for (const LegalityCell& cell : row.cells)
                EXPECT_TRUE(cell.verdict == LegalityVerdict::refused || cell.verdict == LegalityVerdict::absent)
                    << t.id << ' ' << row.id;
    }
    EXPECT_EQ(letters(legality(forms_of_kind("mxf4"), kOnlyForms), "forms", "ws"), "---------");
}

LegalityQuery some_query(std::string_view kind, std::string_view arch, unsigned bits) {
    LegalityQuery q = forms_of_kind(kind, arch);
    q.variant.ws = bits & 1;
    q.variant.sparse = bits & 2;
    q.variant.a_in_tmem = bits & 4;
    q.variant.cta_group = bits & 8 ? 2 : 1;
    return q;
}

void expect_sound(const LegalityQuery& q, const LegalityTable& table) {
    std::set<std::string> ids;
    for (const LegalityRow& row : table.rows) {
        EXPECT_TRUE(ids.insert(row.id).second) << table.id << ' ' << row.id;
        EXPECT_EQ(row.id.find(' '), row.id.npos) << row.id;
        ASSERT_EQ(row.cells.size(), table.columns.size()) << table.id << ' ' << row.id;
        for (const LegalityCell& cell : row.cells) {
            const bool reason = !cell.why.empty() && !cell.rule.empty() && !cell.source.empty();
            const std::string where = say(q.variant.kind, ' ', table.id, ' ', row.id, ' ', cell.rule, ' ', cell.why);
            const bool against = cell.verdict == LegalityVerdict::refused || cell.verdict == LegalityVerdict::doubtful;
            EXPECT_TRUE(reason || !against) << where;
            EXPECT_TRUE(cell.verdict != LegalityVerdict::refused || cell.certainty != Certainty::unknown) << where;
        }
    }
}

TEST(Legality, EveryRefusalHasARuleASentenceAndASource) {
    unsigned bits = 0;
    for (const Edition edition : {Edition::v9_1, Edition::v9_4})
        for (const std::string_view kind : kinds_of(edition)) {
            LegalityQuery q = some_query(kind, edition == Edition::v9_4 ? "sm_107a" : "sm_103a", bits++ * 3 % 16);
            q.edition = edition;
            for (const LegalityTable& table : legality(q).tables) expect_sound(q, table);
        }
    EXPECT_GT(bits, 14u);
}

constexpr std::string_view kWordTables[] = {"types", "shape"};

// A cell and the list of problems must agree about the same word.
TEST(Legality, NoCellContradictsTheRules) {
    std::size_t looked = 0;
    for (const std::string_view kind : {"f16", "f8f6f4", "mxf4nvf4"})
        for (unsigned bits = 0; bits < 16; bits += 6) {
            const LegalityQuery q = some_query(kind, "sm_100a", bits);
            const Format& format = *idesc_format(kind, q.edition);
            WordContext context;
            context.cta_group = q.variant.cta_group;
            context.ws = q.variant.ws;
            context.sparse = q.variant.sparse;
            context.a_in_tmem = q.variant.a_in_tmem;
            for (const LegalityTable& table : legality(q, kWordTables).tables) {
                for (const LegalityRow& row : table.rows)
                    for (const LegalityCell& cell : row.cells) {
                        if (cell.verdict != LegalityVerdict::allowed) continue;
                        ++looked;
                        for (const Problem& p : check_word(decode(format, cell.idesc), context))
                            EXPECT_NE(p.severity, Severity::error) << kind << ' ' << table.id << ' ' << p.text;
                    }
            }
        }
    EXPECT_GT(looked, 300u);
}

TEST(Legality, HopperHasDifferentTypesShapesAndModes) {
    const auto on_hopper = [](std::string_view kind) { return legality(forms_of_kind(kind, "sm_90a")); };
    const Legality f16 = on_hopper("f16"), tf32 = on_hopper("tf32"), i8 = on_hopper("i8"), bytes = on_hopper("f8f6f4");
    EXPECT_EQ(letters(f16, "types_f32", "f16"), "y-") << "A and B need the same type";
    EXPECT_EQ(letters(bytes, "types_f32", "e4m3"), "yy---") << "no 4-bit and 6-bit types";
    EXPECT_EQ(letters(f16, "majors", "bf16"), "yyyy");
    EXPECT_EQ(letters(tf32, "majors", "tf32"), "y-y-");
    EXPECT_EQ(letters(i8, "majors", "s8"), "y-y-");
    EXPECT_EQ(letters(bytes, "majors", "e5m2"), "y-y-");
    EXPECT_EQ(letters(f16, "modes_b", "16_k"), "yyyy-");
    EXPECT_EQ(letters(f16, "modes_b", "16_mn"), "yyyy-");
    EXPECT_EQ(letters(tf32, "modes_b", "32_mn"), "-----");
    EXPECT_EQ(letters(f16, "shape", "m64"), std::string(32, 'y'));
    EXPECT_EQ(letters(f16, "shape", "m128"), std::string(32, '-'));
    EXPECT_EQ(letters(i8, "shape", "m64"), "yyyy-y-y-y-y-y-y-y-y-y-y-y-y-y-y");
    EXPECT_EQ(letters(f16, "forms", "chosen"), "y--------");
    EXPECT_EQ(letters(legality(forms_of_kind("mxf4", "sm_90a"), kOnlyForms), "forms", "chosen"), "---------");
}

}  // namespace
}  // namespace tilescope
