// tests/oracle/ptxas_vectors_test.cpp -- oracle: the stored verdicts and versions of ptxas 13.0.88 and 13.5.37.
// SPDX-License-Identifier: MIT
#include "tests/support/ptx_text.h"
#include "tests/support/vectors.h"

#include <tilescope/hw/archs.h>
#include <tilescope/ptx/accept.h>

#include <gtest/gtest.h>

#include <algorithm>

#include <cstdio>
#include <span>

namespace tilescope {
namespace {

// A line that cannot be parsed counts as refused.
Acceptance verdict(const std::string& text, std::string_view arch) {
    const Answer<MmaLine> line = parse_mma_line(text);
    return line ? accept(*line, arch) : Acceptance{};
}

// Compares the verdicts of a file with accept(). A row without an opcode is a shape of tcgen05.cp; the function tries
// it with one and with two CTAs. Returns the number of verdicts.
std::size_t expect_verdicts(const char* file, std::span<const char* const> targets) {
    const test::Vectors v(file);
    std::size_t verdicts = 0, accepted = 0, different = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& given = v.text(row, "instruction");
        const bool copy = given[0] >= '0' && given[0] <= '9';
        for (const char* group : {"1", "2"}) {
            if (!copy && *group == '2') continue;
            const std::string text = copy ? "tcgen05.cp.cta_group::" + (group + ("." + given)) + " [%dt], %ad;" : given;
            for (const char* arch : targets) {
                const bool expected = v.text(row, arch) == "Y";
                const Acceptance a = verdict(text, arch);
                different += a.accepted != expected;
                EXPECT_EQ(a.accepted, expected) << arch << ": " << text << ": " << a.why;
                ++verdicts, accepted += expected;
            }
        }
    }
    std::printf("%s: %zu rows, %zu verdicts, %zu accepted, %zu differ\n", file, v.size(), verdicts, accepted,
                different);
    return verdicts;
}

TEST(PtxasOracle, MatchesEveryStoredVerdict) {
    constexpr const char* kTargets[] = {"sm_90a",  "sm_100",  "sm_100a", "sm_100f", "sm_103a",
                                        "sm_103f", "sm_110a", "sm_110f", "sm_120a", "sm_121a"};
    EXPECT_GE(expect_verdicts("ptxas.csv", kTargets), 13'000u);
}

// ptxas 13.5.37 has sm_107. The file also contains the forms of PTX 9.4 and complete instructions of wgmma.
TEST(PtxasOracle, MatchesEveryVerdictOfTheNewestAssembler) {
    constexpr const char* kTargets[] = {"sm_90a",  "sm_100",  "sm_100a", "sm_100f", "sm_103a", "sm_103f",
                                        "sm_107a", "sm_107f", "sm_110a", "sm_110f", "sm_120a", "sm_121a"};
    EXPECT_GE(expect_verdicts("ptxas_135.csv", kTargets), 20'000u);
}

TEST(PtxasOracle, MatchesEveryStoredVerdictOnWgmma) {
    const test::Vectors v("ptxas_wgmma.csv");
    std::size_t accepted = 0, different = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string text = test::wgmma_text_of(v.text(row, "name"));
        const bool expected = v.number(row, "accepted") == 1;
        const Acceptance a = verdict(text, "sm_90a");
        different += a.accepted != expected;
        accepted += expected;
        EXPECT_EQ(a.accepted, expected) << text << ": " << a.why;
        for (const ArchRow& other : kArchs) {
            if (other.has(Feature::wgmma)) continue;
            EXPECT_FALSE(verdict(text, other.id).accepted) << other.id << ": " << text;
        }
    }
    std::printf("%zu rows, %zu accepted, %zu differ\n", v.size(), accepted, different);
    EXPECT_GE(v.size(), 420u);
}

// The file contains orders of qualifiers, forms of operands, targets, and the lowest .version for each.
TEST(PtxasOracle, MatchesTheVerdictAndVersionOfEveryStoredForm) {
    const test::Vectors v("ptx/forms.csv");
    std::size_t cells = 0, accepted = 0;
    for (std::size_t row = 0; row < v.size(); ++row)
        for (const ArchRow& arch : kArchs) {
            if (!v.has(arch.id)) continue;
            const std::string& expected = v.text(row, arch.id);
            const Acceptance a = verdict(v.text(row, "instruction"), arch.id);
            EXPECT_EQ(a.accepted ? a.ptx : "-", expected) << arch.id << ": " << v.text(row, "instruction") << a.why;
            ++cells, accepted += expected != "-";
        }
    std::printf("%zu rows, %zu verdicts, %zu accepted\n", v.size(), cells, accepted);
    EXPECT_GE(cells, 5000u);
}

// Returns whether the assembler whose newest .version is `newest` accepts the line.
bool accepts(const Acceptance& a, std::string_view newest) {
    return a.accepted && a.ptx <= newest && a.first <= newest && (a.last.empty() || newest <= a.last);
}

// "+-" in the file: ptxas 13.0.88 accepts the line and 13.5.37 does not.
TEST(PtxasOracle, MatchesTheOldestAndTheNewestAssemblerForOtherInstructions) {
    const test::Vectors v("ptx/around.csv");
    std::size_t cells = 0, accepted = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const Answer<MmaLine> line = parse_mma_line(v.text(row, "instruction"));
        for (const ArchRow& arch : kArchs) {
            const Acceptance a = line ? accept(*line, arch.id) : Acceptance{};
            std::string signs;
            for (const std::string_view newest : {"9.0", "9.5"})
                if (arch.ptx <= newest) signs += accepts(a, newest) ? '+' : '-';
            EXPECT_EQ(signs, v.text(row, arch.id)) << arch.id << ": " << v.text(row, "instruction") << a.why;
            cells += signs.size();
            accepted += static_cast<std::size_t>(std::ranges::count(signs, '+'));
        }
    }
    std::printf("%zu rows, %zu verdicts, %zu accepted\n", v.size(), cells, accepted);
    EXPECT_GE(cells, 30000u);
}

// A refusal must have a rule, a place, a reason and a fix.
TEST(PtxasOracle, EveryRefusalHasRulePlaceReasonAndFix) {
    const test::Vectors v("ptxas.csv");
    std::size_t refusals = 0;
    for (std::size_t row = 0; row < v.size(); ++row)
        for (const ArchRow& arch : kArchs) {
            const Answer<MmaLine> line = parse_mma_line(v.text(row, "instruction"));
            if (!line) continue;
            const Acceptance a = accept(*line, arch.id);
            if (a.accepted) continue;
            ++refusals;
            EXPECT_TRUE(a.rule.starts_with('L') && a.why.ends_with('.') && a.fix.ends_with('.')) << a.rule << a.why;
            EXPECT_TRUE(a.span.begin < a.span.end && a.span.end <= line->text.size()) << line->text;
            EXPECT_TRUE(a.ptx.empty());
        }
    EXPECT_GE(refusals, 5000u);
}

}  // namespace
}  // namespace tilescope
