// tests/unit/rules/legality_targets_test.cpp -- forms by target in the legality tables, against what ptxas takes.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/legality.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

// Targets in the order of the columns; the others have no tcgen05.
const std::vector<std::string> kTargets = {"sm_90a",  "sm_100a", "sm_100f", "sm_103a", "sm_103f",
                                           "sm_110a", "sm_110f", "sm_120a", "sm_121a"};

constexpr std::string_view kForms[] = {"forms"};

struct Row {
    std::string_view form;
    std::string on_100a_to_110f;  // one letter a target
};

// "yynnyy": one letter each for 100a, 100f, 103a, 103f, 110a, 110f.
void expect_forms(const LegalityQuery& query, const std::vector<Row>& rows) {
    const Legality all = legality(query, kForms);
    const auto table = std::ranges::find(all.tables, "forms", &LegalityTable::id);
    ASSERT_NE(table, all.tables.end());
    ASSERT_EQ(table->columns, kTargets);
    for (const Row& want : rows) {
        const auto row = std::ranges::find(table->rows, want.form, &LegalityRow::id);
        ASSERT_NE(row, table->rows.end()) << query.variant.kind << ' ' << want.form;
        for (std::size_t i = 0; i < kTargets.size(); ++i) {
            const bool tcgen05 = i >= 1 && i <= 6;
            const bool taken = tcgen05 && want.on_100a_to_110f[i - 1] == 'y';
            // K = 96 of one CTA stands in later tables only (contradiction X17).
            const LegalityVerdict yes = want.form == "k96" ? LegalityVerdict::doubtful : LegalityVerdict::allowed;
            EXPECT_EQ(row->cells[i].verdict, taken ? yes : LegalityVerdict::refused)
                << query.variant.kind << ' ' << want.form << ' ' << kTargets[i] << ' ' << row->cells[i].why;
        }
    }
}

LegalityQuery query_of_kind(std::string_view kind) {
    LegalityQuery q;
    q.variant.kind = kind;
    return q;
}

const std::string kAll = "yyyyyy", kNone = "nnnnnn", kExact = "ynynyn";

TEST(LegalityForms, DenseKindsOfFloatsAreOnEveryTarget) {
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

TEST(LegalityForms, IntegersAreOnTwoTargets) {
    for (const char* form : {"chosen", "sp", "ws", "cta2", "a_tmem", "lane_mask", "fill"})
        expect_forms(query_of_kind("i8"), {{form, "ynnnyn"}});
}

TEST(LegalityForms, AShiftOfANeedsTensorMemory) {
    for (const std::string_view kind : {"f16", "tf32", "f8f6f4"}) {
        LegalityQuery q = query_of_kind(kind);
        expect_forms(q, {{"ashift", kNone}});
        q.variant.a_in_tmem = true;
        expect_forms(q, {{"ashift", kAll}});
        q.variant.collector = "a::fill";
        expect_forms(q, {{"ashift", kNone}});
    }
}

TEST(LegalityForms, BlockScaledKindsNameTheirSizeOnExactTargetsOnly) {
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

// By the document: the assembler does not see the descriptor.
TEST(LegalityForms, KOf96IsOnOneTarget) {
    for (const char* kind : {"mxf4", "mxf4nvf4"}) expect_forms(query_of_kind(kind), {{"k96", "nnynnn"}});
}

TEST(LegalityForms, WsIsForOneCtaAndTakesTheZeroColumnMask) {
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

TEST(LegalityForms, AColumnSaysWhatItsOwnTargetSays) {
    const Legality all = legality(query_of_kind("i8"), kForms);
    const LegalityTable& forms = *std::ranges::find(all.tables, "forms", &LegalityTable::id);
    for (std::size_t i = 0; i < kTargets.size(); ++i) {
        const LegalityCell& cell = forms.rows[0].cells[i];
        EXPECT_EQ(cell.arch, kTargets[i]);
        LegalityQuery there = query_of_kind("i8");
        there.arch = kTargets[i];
        if (kTargets[i] == "sm_90a") continue;  // asked there it is wgmma, and that exists
        EXPECT_EQ(cell.verdict, legality(there, kForms).form.verdict) << kTargets[i];
    }
}

}  // namespace
}  // namespace tilescope
