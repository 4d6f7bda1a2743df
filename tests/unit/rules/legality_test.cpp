// tests/unit/rules/legality_test.cpp -- compares the legality tables with the manual's tables, which are copied here.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/rules/legality.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>

namespace tilescope {
namespace {

LegalityQuery query_for_kind(std::string_view kind, std::string_view arch = "sm_100a") {
    LegalityQuery q;
    q.variant.kind = kind;
    q.arch = arch;
    return q;
}

const LegalityTable* table_of(const Legality& legality, std::string_view id) {
    for (const LegalityTable& t : legality.tables)
        if (t.id == id) return &t;
    return nullptr;
}

// A row with one letter for each cell: y allowed, ! doubtful, - refused, blank absent.
std::string cell_letters(const LegalityRow& row) {
    std::string out;
    for (const LegalityCell& cell : row.cells) out += "y!- "[static_cast<std::size_t>(cell.verdict)];
    return out;
}

std::string cell_letters(const Legality& legality, std::string_view table, std::string_view row) {
    const LegalityTable* t = table_of(legality, table);
    for (std::size_t i = 0; t && i < t->rows.size(); ++i)
        if (t->rows[i].id == row) return cell_letters(t->rows[i]);
    return "no such row";
}

// Compares a whole table: the columns, then the id and the cell_letters of each row, in order.
void expect_table(const LegalityQuery& query, std::string_view id, const std::string& columns,
                  const std::vector<std::pair<std::string, std::string>>& rows) {
    const std::string_view subject[] = {id.substr(0, id.find('_'))};
    const Legality all = legality(query, subject);
    const LegalityTable* table = table_of(all, id);
    ASSERT_TRUE(table) << id;
    std::string have;
    for (const std::string& c : table->columns) have += say(have.empty() ? "" : " ", c);
    EXPECT_EQ(have, columns) << query.variant.kind << ' ' << id;
    ASSERT_EQ(table->rows.size(), rows.size()) << query.variant.kind << ' ' << id;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(table->rows[i].id, rows[i].first) << query.variant.kind << ' ' << id;
        EXPECT_EQ(cell_letters(table->rows[i]), rows[i].second)
            << query.variant.kind << ' ' << id << ' ' << rows[i].first;
    }
}

constexpr std::string_view kKinds91[] = {"f16", "tf32", "f8f6f4", "i8", "mxf8f6f4", "mxf4", "mxf4nvf4"};
bool dense_kind(std::string_view kind) { return !kind.starts_with("mx"); }
bool packed(std::string_view kind) { return kind == "mxf4" || kind == "mxf4nvf4"; }

// Table 39, types of A and B; Table 42, types of D.
TEST(Legality, TypesMatchTheKind) {
    expect_table(query_for_kind("f16"), "types_f32", "f16 bf16", {{"f16", "y!"}, {"bf16", "!y"}});
    expect_table(query_for_kind("f16"), "types_f16", "f16 bf16", {{"f16", "y-"}, {"bf16", "--"}});
    expect_table(query_for_kind("tf32"), "types_f32", "tf32", {{"tf32", "y"}});
    expect_table(query_for_kind("i8"), "types_s32", "u8 s8", {{"u8", "yy"}, {"s8", "yy"}});
    const std::vector<std::pair<std::string, std::string>> any = {
        {"e4m3", "yyyyy"}, {"e5m2", "yyyyy"}, {"e2m3", "yyyyy"}, {"e3m2", "yyyyy"}, {"e2m1", "yyyyy"}};
    for (const char* table : {"types_f32", "types_f16"})
        expect_table(query_for_kind("f8f6f4"), table, "e4m3 e5m2 e2m3 e3m2 e2m1", any);
    expect_table(query_for_kind("mxf8f6f4"), "types_f32", "e4m3 e5m2 e2m3 e3m2 e2m1", any);
    for (const char* kind : {"mxf4", "mxf4nvf4"})
        expect_table(query_for_kind(kind), "types_f32", "e2m1", {{"e2m1", "y"}});
}

TEST(Legality, TypesOfDMatchTheKind) {
    const std::string columns = "f32 f16 s32";
    expect_table(query_for_kind("f16"), "d", columns, {{"f16", "yy-"}, {"bf16", "y--"}});
    expect_table(query_for_kind("tf32"), "d", columns, {{"tf32", "y--"}});
    expect_table(query_for_kind("i8"), "d", columns, {{"u8", "--y"}, {"s8", "--y"}});
    expect_table(query_for_kind("f8f6f4"), "d", columns,
                 {{"e4m3", "yy-"}, {"e5m2", "yy-"}, {"e2m3", "yy-"}, {"e3m2", "yy-"}, {"e2m1", "yy-"}});
    expect_table(query_for_kind("mxf4"), "d", "f32", {{"e2m1", "y"}});
}

TEST(Legality, ComparesEveryTypeWithEveryKind) {
    const std::string columns = "f16 tf32 f8f6f4 i8 mxf8f6f4 mxf4 mxf4nvf4";
    const auto rows = [](char i8) {
        const std::string integers = {'-', '-', '-', i8, '-', '-', '-'};
        return std::vector<std::pair<std::string, std::string>>{
            {"f16", "y------"},  {"bf16", "y------"}, {"tf32", "-y-----"}, {"e4m3", "--y-y--"}, {"e5m2", "--y-y--"},
            {"e2m3", "--y-y--"}, {"e3m2", "--y-y--"}, {"e2m1", "--y-yyy"}, {"u8", integers},    {"s8", integers}};
    };
    expect_table(query_for_kind("f16"), "kinds", columns, rows('y'));
    expect_table(query_for_kind("mxf4", "sm_103a"), "kinds", columns, rows('-'));
    LegalityQuery later = query_for_kind("f16", "sm_107a");
    later.edition = Edition::v9_4;
    const Legality in94 = legality(later, std::array<std::string_view, 1>{"kinds"});
    EXPECT_EQ(cell_letters(in94, "kinds", "s1z4m11"), "----y---");
}

// Table 39, shapes: the N that each M allows, as the manual lists them.
struct ShapeCase {
    std::string_view kind;
    unsigned cta_group;
    bool ws, sparse;
    std::string group;  // "", "_b_mn" or "_k96"
    std::set<unsigned> m;
    unsigned first, step, last;
    std::set<unsigned> also = {};
};

std::vector<ShapeCase> shape_cases() {
    std::vector<ShapeCase> out;
    for (const std::string_view kind : kKinds91)
        for (const bool sparse : {false, true}) {
            const bool scaled = !dense_kind(kind), i8 = kind == "i8", bytes = kind.find("f8f6f4") != kind.npos || i8;
            const std::set<unsigned> m1 = scaled ? std::set<unsigned>{128} : std::set<unsigned>{64, 128};
            const std::set<unsigned> m2 = scaled && sparse ? std::set<unsigned>{256} : std::set<unsigned>{128, 256};
            if (i8)
                out.push_back({kind, 1, false, sparse, "", m1, 48, 16, 256, {8, 16, 24, 32}});
            else
                out.push_back({kind, 1, false, sparse, "", m1, 8, 8, 256});
            out.push_back({kind, 2, false, sparse, "", m2, i8 ? 32u : 16u, i8 ? 32u : 16u, 256});
            if (bytes) out.push_back({kind, 1, false, sparse, "_b_mn", m1, 16, 16, 256});
            if (bytes && !i8) out.push_back({kind, 2, false, sparse, "_b_mn", m2, 32, 32, 256});
            if (!scaled) out.push_back({kind, 1, true, sparse, "", {32, 64, 128}, 64, 64, 128, {sparse ? 64u : 256u}});
        }
    return out;
}

// If CUTLASS @7107b055 is stricter than the manual, a legal size is doubtful (contradictions X11 and X23).
bool cutlass_refuses(const ShapeCase& c, unsigned m, unsigned n) {
    if (c.ws) return false;
    const bool pair = c.cta_group == 2;
    if (c.kind == "i8" && !pair && n == 24) return true;
    if (c.kind == "mxf8f6f4" && pair && !c.sparse && m == 128) return true;
    if (c.kind == "f8f6f4" && c.sparse && pair) return n % 32 != 0;
    return c.kind == "f8f6f4" && c.sparse && m == 128 && n % 16 != 0;
}

std::set<unsigned> sizes_of(const ShapeCase& c) {
    std::set<unsigned> out = c.also;
    for (unsigned n = c.first; n <= c.last; n += c.step) out.insert(n);
    return out;
}

constexpr std::string_view kShape[] = {"shape"}, kK[] = {"k"};

TEST(Legality, EveryShapeMatchesTheManual) {
    std::size_t cells = 0;
    for (const ShapeCase& c : shape_cases()) {
        LegalityQuery q = query_for_kind(c.kind);
        q.variant.cta_group = c.cta_group;
        q.variant.ws = c.ws;
        q.variant.sparse = c.sparse;
        const Legality all = legality(q, kShape);
        const std::set<unsigned> ns = sizes_of(c);
        for (const unsigned m : {32u, 64u, 128u, 256u}) {
            std::string expected;
            for (unsigned n = 8; n <= 256; n += 8) {
                const bool legal = c.m.contains(m) && ns.contains(n);
                expected += !legal ? '-' : cutlass_refuses(c, m, n) ? '!' : 'y';
            }
            EXPECT_EQ(cell_letters(all, "shape", say("m", m, c.group)), expected)
                << c.kind << " cta_group " << c.cta_group << (c.ws ? " .ws" : "") << (c.sparse ? " .sp" : "") << " M "
                << m << c.group;
            cells += expected.size();
        }
    }
    EXPECT_EQ(cells, shape_cases().size() * 4 * 32);
}

// A setting that does not change the legal shapes has no separate rows.
TEST(Legality, MnMajorBHasRowsOnlyIfItChangesN) {
    EXPECT_EQ(cell_letters(legality(query_for_kind("f16"), kShape), "shape", "m128_b_mn"), "no such row");
    EXPECT_NE(cell_letters(legality(query_for_kind("f8f6f4"), kShape), "shape", "m128_b_mn"), "no such row");
}

TEST(Legality, SizesThatCutlassRefusesAreDoubtful) {
    LegalityQuery q = query_for_kind("f8f6f4");
    q.variant.sparse = true;
    EXPECT_EQ(cell_letters(legality(q), "shape", "m128"), "!y!y!y!y!y!y!y!y!y!y!y!y!y!y!y!y");
    EXPECT_EQ(cell_letters(legality(q), "shape", "m64"), std::string(32, 'y'));
}

TEST(Legality, K96WithACtaPairNeedsM256) {
    LegalityQuery q = query_for_kind("mxf4", "sm_103a");
    q.variant.cta_group = 2;
    const Legality pair = legality(q, kShape);
    EXPECT_EQ(cell_letters(pair, "shape", "m128"), "-y-y-y-y-y-y-y-y-y-y-y-y-y-y-y-y");
    EXPECT_EQ(cell_letters(pair, "shape", "m128_k96"), std::string(32, '-'));
    EXPECT_EQ(cell_letters(pair, "shape", "m256_k96"), "-y-y-y-y-y-y-y-y-y-y-y-y-y-y-y-y");
}

TEST(Legality, KMatchesTheKind) {
    const std::map<std::string_view, std::pair<std::string, std::string>> k = {
        {"f16", {"16", "32"}},      {"tf32", {"8", "16"}},   {"f8f6f4", {"32", "64"}},   {"i8", {"32", "64"}},
        {"mxf8f6f4", {"32", "64"}}, {"mxf4", {"64", "128"}}, {"mxf4nvf4", {"64", "128"}}};
    for (const std::string_view kind : kKinds91) {
        const Legality all = legality(query_for_kind(kind), kK);
        const LegalityTable& table = *table_of(all, "k");
        EXPECT_EQ(table.rows[0].cells[0].text, k.at(kind).first) << kind;
        EXPECT_EQ(table.rows[0].cells[1].text, k.at(kind).second) << kind;
        EXPECT_EQ(cell_letters(table.rows[0]), "yy") << kind;
        EXPECT_EQ(table.rows.size(), packed(kind) ? 2u : 1u) << kind;
    }
    for (const std::string_view kind : {"mxf4", "mxf4nvf4"}) {
        const Legality on103 = legality(query_for_kind(kind, "sm_103a"), kK),
                       on100 = legality(query_for_kind(kind), kK);
        EXPECT_EQ(cell_letters(on103, "k", "k96"), "!-") << "one CTA: contradiction X17";
        EXPECT_EQ(cell_letters(on100, "k", "k96"), "--");
        EXPECT_EQ(table_of(on103, "k")->rows[1].cells[0].text, "96");
    }
}

// Tables 51, 54 and 55: swizzle mode by major and container.
TEST(Legality, SwizzleMatchesMajorAndElementSize) {
    const std::string columns = "none 32B 64B 128B 128B_32B", k = "yyyy-", atom_only = "----y", none = "-----";
    for (const char* table : {"modes_a", "modes_b"}) {
        expect_table(query_for_kind("f16"), table, columns, {{"16_k", k}, {"16_mn", k}});
        expect_table(query_for_kind("tf32"), table, columns, {{"32_k", k}, {"32_mn", atom_only}});
        expect_table(query_for_kind("i8"), table, columns, {{"8_k", k}, {"8_mn", k}});
        for (const char* kind : {"f8f6f4", "mxf8f6f4"})
            expect_table(query_for_kind(kind), table, columns,
                         {{"8_k", k}, {"8_mn", k}, {"6_k", k}, {"6_mn", none}, {"4_k", k}, {"4_mn", none}});
        for (const char* kind : {"mxf4", "mxf4nvf4"}) {
            expect_table(query_for_kind(kind), table, columns, {{"4_k", k}, {"4_mn", none}, {"4_k_absolute", none}});
            expect_table(query_for_kind(kind, "sm_103a"), table, columns,
                         {{"4_k", k}, {"4_mn", none}, {"4_k_absolute", "---y-"}});
        }
    }
    const Legality all = legality(query_for_kind("f16"));
    EXPECT_NE(table_of(all, "modes_b")->rows[0].cells[4].why.find("X10"), std::string::npos)
        << "the reason names the contradiction between two tables of the manual";
}

TEST(Legality, AInTensorMemoryIsKMajorAndHasNoSwizzle) {
    LegalityQuery q = query_for_kind("f16");
    q.variant.a_in_tmem = true;
    const Legality all = legality(q);
    EXPECT_FALSE(table_of(all, "modes_a"));
    EXPECT_EQ(cell_letters(all, "majors", "f16"), "y-yy");
    EXPECT_EQ(table_of(all, "majors")->rows[0].cells[1].rule, "L53");
}

}  // namespace
}  // namespace tilescope
