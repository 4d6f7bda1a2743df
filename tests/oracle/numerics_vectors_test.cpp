// tests/oracle/numerics_vectors_test.cpp -- oracles: results of a B200, and of the public models of both units.
// SPDX-License-Identifier: MIT
#include "tests/support/numerics_vectors.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/dot.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <string>

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

TEST(NumericsOracle, MatchesEveryPublishedWordOfAB200) {
    const test::Vectors v("numerics/frozen_b200.csv");
    EXPECT_EQ(compare_words(v), 77u);
}

TEST(NumericsOracle, MatchesEveryWordOfThePublicModelOfTcgen05) {
    const test::Vectors v("numerics/model_vectors.csv");
    EXPECT_GE(compare_words(v), 4440u);
}

TEST(NumericsOracle, MatchesEveryWordOfThePublicModelOfWgmma) {
    const test::Vectors v("numerics/wgmma_vectors.csv");
    EXPECT_GE(compare_words(v), 1095u);
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
