// tests/unit/rules/rules_test.cpp -- each rule has words that break it and words that nearly do: tests/data/rules.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/formats/formats.h>
#include <tilescope/rules/rule.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace tilescope {
namespace {

struct Case {
    bool breaks = false;
    std::string line, format, kind;
    std::uint64_t word = 0;
    Edition edition = Edition::v9_1;
    std::string arch = "sm_100a", severity;
    WordContext context;
};

void take_option(Case& c, const std::string& key, const std::string& value) {
    const auto number = [&] { return static_cast<unsigned>(*parse_number(value)); };
    if (key == "kind")
        c.kind = value;
    else if (key == "arch")
        c.arch = value;
    else if (key == "edition")
        c.edition = *find_edition(value);
    else if (key == "severity")
        c.severity = value;
    else if (key == "major")
        c.context.major = value == "k" ? Major::k : Major::mn;
    else if (key == "type")
        c.context.type = find_type(value);
    else if (key == "rows")
        c.context.rows = static_cast<int>(number());
    else if (key == "cols")
        c.context.columns = static_cast<int>(number());
    else if (key == "cta")
        c.context.cta_group = number();
    else if (key == "ws")
        c.context.ws = number() != 0;
    else if (key == "sparse")
        c.context.sparse = number() != 0;
    else if (key == "tmem")
        c.context.a_in_tmem = number() != 0;
    else if (key == "block")
        c.context.scale_block = number();
    else if (key == "m")
        c.context.mask_m = number();
    else if (key == "idesc")
        c.context.idesc = *parse_number(value);
    else
        ADD_FAILURE() << "unknown option " << key;
}

std::vector<Case> cases_of(const std::filesystem::path& file) {
    std::vector<Case> out;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        Case c;
        c.line = line;
        std::istringstream words(line);
        std::string verdict, word;
        words >> verdict >> c.format >> word;
        c.breaks = verdict == "breaks";
        c.word = *parse_number(word);
        for (std::string option; words >> option;)
            take_option(c, option.substr(0, option.find('=')), option.substr(option.find('=') + 1));
        out.push_back(std::move(c));
    }
    return out;
}

const Problem* problem_of(const std::vector<Problem>& problems, const std::string& rule, const std::string& severity) {
    for (const Problem& p : problems)
        if (p.rule == rule && (severity.empty() || name_of(p.severity) == severity)) return &p;
    return nullptr;
}

std::set<std::string> rule_ids() {
    std::set<std::string> out;
    for (const WordRule* r : all_rules()) out.insert(std::string(r->id));
    return out;
}

TEST(Rules, EveryRuleFiresOnWhatBreaksItAndIsSilentOnWhatNearlyDoes) {
    int looked = 0;
    for (const std::string& id : rule_ids()) {
        const std::filesystem::path file = std::string(TILESCOPE_SOURCE_DIR "/tests/data/rules/") + id + ".txt";
        const std::vector<Case> cases = cases_of(file);
        EXPECT_TRUE(std::ranges::any_of(cases, &Case::breaks)) << file << " has no word that breaks the rule";
        EXPECT_FALSE(std::ranges::all_of(cases, &Case::breaks)) << file << " has no word that nearly does";
        for (Case c : cases) {
            const auto format = find_format(c.format, c.kind, c.edition);
            ASSERT_TRUE(format) << format.why;
            c.context.arch = c.arch;
            const auto problems = check_word(decode(**format, c.word), c.context);
            const Problem* p = problem_of(problems, id, c.severity);
            EXPECT_EQ(p != nullptr, c.breaks) << id << ": " << c.line;
            ++looked;
            if (p) {
                EXPECT_FALSE(p->text.empty()) << id;
                EXPECT_TRUE(p->text.ends_with('.') || p->text.ends_with('?')) << id << ": " << p->text;
            }
        }
    }
    EXPECT_GT(looked, 150);
}

TEST(Rules, EveryFileOfWordsBelongsToARule) {
    const std::set<std::string> ids = rule_ids();
    for (const auto& entry : std::filesystem::directory_iterator(TILESCOPE_SOURCE_DIR "/tests/data/rules"))
        EXPECT_TRUE(ids.contains(entry.path().stem().string())) << entry.path();
}

TEST(Rules, AFixRemovesItsProblem) {
    int fixed = 0;
    for (const std::string& id : rule_ids())
        for (Case c : cases_of(std::string(TILESCOPE_SOURCE_DIR "/tests/data/rules/") + id + ".txt")) {
            const Format& format = **find_format(c.format, c.kind, c.edition);
            c.context.arch = c.arch;
            const auto problems = check_word(decode(format, c.word), c.context);
            const Problem* p = problem_of(problems, id, c.severity);
            if (!p || !p->one_click) continue;
            const std::uint64_t mended = put(field(format, p->one_click->field), c.word, p->one_click->raw);
            const auto after = check_word(decode(format, mended), c.context);
            const Problem* again = problem_of(after, id, c.severity);
            EXPECT_TRUE(!again || again->field != p->field) << id << ": " << c.line;
            ++fixed;
        }
    EXPECT_GT(fixed, 20);
}

TEST(Rules, WhatTheTableFindsIsSilentWhereARuleSpeaks) {
    const auto problems = check_word(decode(**find_format("smem", {}, Edition::v9_1), 0x5600404000010000), {});
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].rule, "L1");
}

TEST(Rules, AddressesAreLookedAtBeforeTheyAreEncoded) {
    const auto crooked = check_address(1000, "sm_100a");
    ASSERT_TRUE(crooked);
    EXPECT_EQ(crooked->rule, "L10");
    const auto high = check_address(264192, "sm_100a");
    ASSERT_TRUE(high);
    EXPECT_EQ(high->rule, "L11");
    EXPECT_NE(high->text.find("wraps to byte 2048"), std::string::npos) << high->text;
    EXPECT_FALSE(check_address(262128, "sm_100a"));
    EXPECT_FALSE(check_address(264192, "sm_107a"));
}

constexpr bool never(const WordFacts&) { return false; }
std::string nothing(const WordFacts&) { return "."; }

TEST(Rules, ATableThatCallsAnUnknownFactAnErrorIsRefused) {
    static constexpr WordRule broken[] = {{.id = "L0",
                                           .format = "smem",
                                           .severity = Severity::error,
                                           .certainty = Certainty::unknown,
                                           .field = "start",
                                           .broken = never,
                                           .says = nothing,
                                           .source = "nobody"}};
    try {
        checked(broken);
        FAIL() << "an error that rests on nothing was taken";
    } catch (const char* why) {
        EXPECT_STREQ(why, "an error needs a known fact");
    }
}

}  // namespace
}  // namespace tilescope
