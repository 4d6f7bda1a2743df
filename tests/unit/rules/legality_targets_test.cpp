// tests/unit/rules/legality_targets_test.cpp -- forms by target in the legality tables, compared with ptxas.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/legality.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

// The targets in the order of the columns. Only sm_100a to sm_110f have tcgen05.
const std::vector<std::string> kTargets = {"sm_90a",  "sm_100a", "sm_100f", "sm_103a", "sm_103f",
                                           "sm_110a", "sm_110f", "sm_120a", "sm_121a"};

constexpr std::string_view kForms[] = {"forms"};

struct Row {
    std::string_view form;
    std::string on_100a_to_110f;  // one letter for each target
};

// "yynnyy": one letter each for 100a, 100f, 103a, 103f, 110a, 110f.
void expect_forms(const LegalityQuery& query, const std::vector<Row>& rows) {
    const Legality all = legality(query, kForms);
    const auto table = std::ranges::find(all.tables, "forms", &LegalityTable::id);
    ASSERT_NE(table, all.tables.end());
    ASSERT_EQ(table->columns, kTargets);
    for (const Row& expected : rows) {
        const auto row = std::ranges::find(table->rows, expected.form, &LegalityRow::id);
        ASSERT_NE(row, table->rows.end()) << query.variant.kind << ' ' << expected.form;
        for (std::size_t i = 0; i < kTargets.size(); ++i) {
            const bool tcgen05 = i >= 1 && i <= 6;
            const bool accepted = tcgen05 && expected.on_100a_to_110f[i - 1] == 'y';
            // K = 96 with one CTA is in later tables only (contradiction X17).
            const LegalityVerdict yes = expected.form == "k96" ? LegalityVerdict::doubtful : LegalityVerdict::allowed;
            EXPECT_EQ(row->cells[i].verdict, accepted ? yes : LegalityVerdict::refused)
                << query.variant.kind << ' ' << expected.form << ' ' << kTargets[i] << ' ' << row->cells[i].why;
        }
    }
}

LegalityQuery query_of_kind(std::string_view kind) {
    LegalityQuery q;
    q.variant.kind = kind;
    return q;
}

const std::string kAll = "yyyyyy", kNone = "nnnnnn", kExact = "ynynyn";

TEST(LegalityForms, DenseFloatKindsAreOnEveryTarget) {
    for (const std::string_view kind : {"f16", "tf32", "f8f6f4"}) {
        const std::string scale_d = kind == "f8f6f4" ? kNone : "yyyynn";
        expect_forms(query_of_kind(kind), {{"chosen", kAll},
                                           {"dense", kAll},
                                           {"sp", kAll},
                                           {"no_ws", kAll},
                                           {"ws", kAll},
                                           {"cta1", kAll},
                                           {"cta2", kAll},
                                           {"a_smem", kAll},
                                           {"a_tmem", kAll},
                                           {"lane_mask", kAll},
                                           {"fill", kAll},
                                           {"use", kAll},
                                           {"lastuse", kAll},
                                           {"discard", kAll},
                                           {"scale_d", scale_d}});
    }
}

TEST(LegalityForms, KindI8IsOnTwoTargets) {
    for (const char* form : {"chosen", "sp", "ws", "cta2", "a_tmem", "lane_mask", "fill"})
        expect_forms(query_of_kind("i8"), {{form, "ynnnyn"}});
}

TEST(LegalityForms, AshiftNeedsAInTensorMemory) {
    for (const std::string_view kind : {"f16", "tf32", "f8f6f4"}) {
        LegalityQuery q = query_of_kind(kind);
        expect_forms(q, {{"ashift", kNone}});
        q.variant.a_in_tmem = true;
        expect_forms(q, {{"ashift", kAll}});
        q.variant.collector = "a::fill";
        expect_forms(q, {{"ashift", kNone}});
    }
}

TEST(LegalityForms, ScaleVecIsOnExactTargetsOnly) {
    expect_forms(query_of_kind("mxf8f6f4"), {{"chosen", kAll},
                                             {"sp", kAll},
                                             {"default", kAll},
                                             {"block32", kAll},
                                             {"block16", kNone},
                                             {"vec32", kExact},
                                             {"vec16", kNone}});
    expect_forms(query_of_kind("mxf4"), {{"chosen", kAll},
                                         {"sp", kExact},
                                         {"default", kAll},
                                         {"block32", kAll},
                                         {"block16", kNone},
                                         {"vec32", kExact},
                                         {"vec16", kNone}});
    expect_forms(
        query_of_kind("mxf4nvf4"),
        {{"chosen", kAll}, {"sp", kExact}, {"block32", kAll}, {"block16", kAll}, {"vec32", kExact}, {"vec16", kExact}});
    for (const char* kind : {"mxf8f6f4", "mxf4", "mxf4nvf4"})
        expect_forms(query_of_kind(kind), {{"cta2", kAll},
                                           {"a_tmem", kAll},
                                           {"fill", kAll},
                                           {"ws", kNone},
                                           {"lane_mask", kNone},
                                           {"scale_d", kNone},
                                           {"ashift", kNone}});
}

// From the manual, because the assembler does not check the descriptor.
TEST(LegalityForms, K96IsOnOneTarget) {
    for (const char* kind : {"mxf4", "mxf4nvf4"}) expect_forms(query_of_kind(kind), {{"k96", "nnynnn"}});
}

TEST(LegalityForms, WsNeedsOneCtaAndAllowsTheZeroColumnMask) {
    LegalityQuery q = query_of_kind("f16");
    expect_forms(q, {{"zero_mask", kNone}});
    q.variant.ws = true;
    expect_forms(q, {{"chosen", kAll},
                     {"zero_mask", kAll},
                     {"cta2", kNone},
                     {"lane_mask", kNone},
                     {"scale_d", kNone},
                     {"fill", kAll}});
    q.variant.ws = false;
    q.variant.cta_group = 2;
    expect_forms(q, {{"chosen", kAll}, {"ws", kNone}, {"lane_mask", kAll}});
}

TEST(LegalityForms, ColumnMatchesAQueryForItsTarget) {
    const Legality all = legality(query_of_kind("i8"), kForms);
    const LegalityTable& forms = *std::ranges::find(all.tables, "forms", &LegalityTable::id);
    for (std::size_t i = 0; i < kTargets.size(); ++i) {
        const LegalityCell& cell = forms.rows[0].cells[i];
        EXPECT_EQ(cell.arch, kTargets[i]);
        LegalityQuery there = query_of_kind("i8");
        there.arch = kTargets[i];
        if (kTargets[i] == "sm_90a") continue;  // on this target the query is about wgmma, which exists
        EXPECT_EQ(cell.verdict, legality(there, kForms).form.verdict) << kTargets[i];
    }
}

}  // namespace
}  // namespace tilescope
