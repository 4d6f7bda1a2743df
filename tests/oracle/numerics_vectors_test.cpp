// tests/oracle/numerics_vectors_test.cpp -- oracles: results of an H100, of a B200, and of the public models of both.
// SPDX-License-Identifier: MIT
#include "tests/support/numerics_vectors.h"
#include "tests/support/matrix_cases.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/dot.h>
#include <tilescope/emulator/matrix_product.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace tilescope {
namespace {

std::set<std::string> tags_of(const std::string& cell) {
    std::set<std::string> out;
    std::istringstream in(cell);
    for (std::string tag; std::getline(in, tag, ';');) out.insert(tag);
    return out;
}

std::set<std::string> names_of(DoubtSet doubts) {
    std::set<std::string> out;
    for (const DoubtRow* row : rows_of(doubts)) out.emplace(row->id);
    return out;
}

std::string text_of(const std::set<std::string>& names) {
    std::string out;
    for (const std::string& name : names) out += say(out.empty() ? "" : ";", name);
    return out;
}

// Returns how many rows were compared. A failure names the first twenty different rows.
std::size_t compare_words(const test::Vectors& v) {
    std::size_t compared = 0, different = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const test::NumericsRow row = test::numerics_row(v, i);
        const auto rule = rule_of(row.form);
        EXPECT_TRUE(rule) << row.path << ": " << rule.why;
        if (!rule) return compared;
        EXPECT_EQ(can_multiply(*rule, row.input()).why, "") << row.path << " row " << i;
        const std::uint32_t have = dot(*rule, row.input());
        ++compared;
        if (have != row.d && ++different <= 20)
            ADD_FAILURE() << row.path << " row " << i << " (" << v.text(i, "dist") << "): have " << hex(have, 8)
                          << ", expected " << hex(row.d, 8);
    }
    EXPECT_EQ(different, 0u);
    std::printf("%zu rows compared\n", compared);
    return compared;
}

// ---- the same words as parts of a matrix ----

bool fit_together(const test::NumericsRow& x, const test::NumericsRow& y) {
    return test::text_of(x.form) == test::text_of(y.form) && x.a.size() == y.a.size() && x.has_c == y.has_c &&
           x.negate_a == y.negate_a && x.negate_b == y.negate_b;
}

void append(std::vector<std::uint8_t>& to, const std::vector<std::uint8_t>& from, std::size_t count) {
    to.insert(to.end(), from.begin(), from.begin() + static_cast<std::ptrdiff_t>(std::min(count, from.size())));
}

// D[i][i] is the word of row i: row i is row i of A, column i of B and, with its C, row i of C.
test::MatrixCase matrix_of(const std::vector<test::NumericsRow>& rows) {
    const test::NumericsRow& first = rows.front();
    const auto count = static_cast<unsigned>(rows.size()), words = static_cast<unsigned>(first.a.size());
    test::MatrixCase out{.rule = *rule_of(first.form), .m = count, .n = count};
    out.k = out.rule.bits ? words * 32 : words;
    out.negate_a = first.negate_a, out.negate_b = first.negate_b;
    const SparseGrain* grain = out.rule.grain;
    const std::size_t groups = grain ? words / grain->group : 0, stored = grain ? words / 2 : words;
    const std::size_t blocks = out.rule.scale_block ? (stored + out.rule.scale_block - 1) / out.rule.scale_block : 0;
    for (const test::NumericsRow& row : rows) {
        if (grain == nullptr) out.a.insert(out.a.end(), row.a.begin(), row.a.end());
        for (std::size_t g = 0; g < groups; ++g)
            for (const unsigned at : *kept_by(*grain, row.codes[g])) out.a.push_back(row.a[g * grain->group + at]);
        out.b.insert(out.b.end(), row.b.begin(), row.b.end());
        if (row.has_c) out.c.insert(out.c.end(), count, row.c);
        append(out.codes, row.codes, groups);
        append(out.scale_a, row.scale_a, blocks);
        append(out.scale_b, row.scale_b, blocks);
    }
    return out;
}

// Computes the words again with MatrixProduct, up to 16 of one form at once. Returns how many were compared.
std::size_t compare_products(const test::Vectors& v) {
    constexpr std::size_t kTogether = 16;
    std::size_t compared = 0, different = 0;
    for (std::size_t next = 0; next < v.size();) {
        const std::size_t begin = next;
        std::vector<test::NumericsRow> rows{test::numerics_row(v, next++)};
        while (next < v.size() && rows.size() < kTogether) {
            test::NumericsRow row = test::numerics_row(v, next);
            if (!fit_together(rows.front(), row)) break;
            rows.push_back(std::move(row)), ++next;
        }
        const test::MatrixCase given = matrix_of(rows);
        const MatrixInput in = given.input();
        EXPECT_EQ(can_multiply(given.rule, in).why, "") << rows.front().path << " row " << begin;
        for (const Vectors vectors : {Vectors::best, Vectors::portable}) {
            std::vector<std::uint32_t> d(std::size_t{in.m} * in.n);
            MatrixProduct(given.rule, in, vectors).rows(0, in.m, d);
            for (std::size_t i = 0; i < rows.size(); ++i)
                if (d[i * in.n + i] != rows[i].d && ++different <= 20)
                    ADD_FAILURE() << rows[i].path << " row " << begin + i << ": have " << hex(d[i * in.n + i], 8)
                                  << ", expected " << hex(rows[i].d, 8);
        }
        compared += rows.size();
    }
    EXPECT_EQ(different, 0u);
    std::printf("%zu rows compared as matrices\n", compared);
    return compared;
}

TEST(NumericsOracle, MatchesEveryDotProductOfAnH100) {
    const test::Vectors v("silicon/h100_dots.csv");
    EXPECT_EQ(compare_words(v), 12'175u);
    EXPECT_EQ(compare_products(v), 12'175u);
}

TEST(NumericsOracle, MatchesEveryPublishedWordOfAB200) {
    const test::Vectors v("numerics/frozen_b200.csv");
    EXPECT_EQ(compare_words(v), 77u);
    EXPECT_EQ(compare_products(v), 77u);
}

TEST(NumericsOracle, MatchesEveryWordOfThePublicModelOfTcgen05) {
    const test::Vectors v("numerics/model_vectors.csv");
    EXPECT_GE(compare_words(v), 4440u);
    EXPECT_GE(compare_products(v), 4440u);
}

// Zeros vote in that model. Five of its words, which an H100 contradicts, are replaced by measured ones.
TEST(NumericsOracle, MatchesEveryWordOfThePublicModelOfWgmma) {
    const test::Vectors v("numerics/wgmma_vectors.csv");
    EXPECT_GE(compare_words(v), 1095u);
    EXPECT_GE(compare_products(v), 1095u);
}

// The tags of a row name the other credible rules that give a different word. The doubts of the program must be the
// same for every row, also for rows without a tag.
TEST(NumericsOracle, ExactlyTheRowsWithATagHaveADoubt) {
    const test::Vectors v("numerics/model_vectors.csv");
    std::map<std::string, std::size_t> counts;
    std::size_t different = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const test::NumericsRow row = test::numerics_row(v, i);
        const auto rule = rule_of(row.form);
        ASSERT_TRUE(rule) << rule.why;
        const std::set<std::string> have = names_of(doubts_of(*rule, row.input())), expected = tags_of(row.tags);
        for (const std::string& tag : expected) ++counts[tag];
        if (have != expected && ++different <= 20)
            ADD_FAILURE() << row.path << " row " << i << " (" << v.text(i, "dist") << "): have '" << text_of(have)
                          << "', expected '" << row.tags << "'";
    }
    EXPECT_EQ(different, 0u);
    for (const char* tag : {"mmasim", "g16", "lk4", "mx133", "q174"}) EXPECT_GE(counts[tag], 5u) << tag;
    for (const auto& [tag, count] : counts) std::printf("%s: %zu rows\n", tag.c_str(), count);
}

}  // namespace
}  // namespace tilescope
