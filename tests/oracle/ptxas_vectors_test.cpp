// tests/oracle/ptxas_vectors_test.cpp -- agrees with: the verdicts and versions of ptxas 13.0.88, frozen.
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

// A line that cannot be read is one that no assembler takes.
Acceptance verdict(const std::string& text, std::string_view arch) {
    const Answer<MmaLine> line = parse_mma_line(text);
    return line ? accept(*line, arch) : Acceptance{};
}

// Rows without an opcode are what stands behind tcgen05.cp: asked for one and for two CTAs. Returns how many were
// asked.
std::size_t expect_verdicts(const char* file, std::span<const char* const> targets) {
    const test::Vectors v(file);
    std::size_t verdicts = 0, taken = 0, different = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string& given = v.text(row, "instruction");
        const bool copy = given[0] >= '0' && given[0] <= '9';
        for (const char* group : {"1", "2"}) {
            if (!copy && *group == '2') continue;
            const std::string text = copy ? "tcgen05.cp.cta_group::" + (group + ("." + given)) + " [%dt], %ad;" : given;
            for (const char* arch : targets) {
                const bool wanted = v.text(row, arch) == "Y";
                const Acceptance a = verdict(text, arch);
                different += a.accepted != wanted;
                EXPECT_EQ(a.accepted, wanted) << arch << ": " << text << ": " << a.why;
                ++verdicts, taken += wanted;
            }
        }
    }
    std::printf("%s: %zu rows, %zu verdicts, %zu taken, %zu differ\n", file, v.size(), verdicts, taken, different);
    return verdicts;
}

TEST(PtxasOracle, EveryFrozenVerdictIsOurs) {
    constexpr const char* kTargets[] = {"sm_90a",  "sm_100",  "sm_100a", "sm_100f", "sm_103a",
                                        "sm_103f", "sm_110a", "sm_110f", "sm_120a", "sm_121a"};
    EXPECT_GE(expect_verdicts("ptxas.csv", kTargets), 13'000u);
}

// ptxas 13.5.37, which knows sm_107: also what came with PTX 9.4, and whole instructions of wgmma.
TEST(PtxasOracle, EveryVerdictOfTheNewestAssemblerIsOurs) {
    constexpr const char* kTargets[] = {"sm_90a",  "sm_100",  "sm_100a", "sm_100f", "sm_103a", "sm_103f",
                                        "sm_107a", "sm_107f", "sm_110a", "sm_110f", "sm_120a", "sm_121a"};
    EXPECT_GE(expect_verdicts("ptxas_135.csv", kTargets), 20'000u);
}

TEST(PtxasOracle, EveryFrozenVerdictOnWgmmaIsOurs) {
    const test::Vectors v("ptxas_wgmma.csv");
    std::size_t taken = 0, different = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const std::string text = test::wgmma_text_of(v.text(row, "name"));
        const bool wanted = v.number(row, "accepted") == 1;
        const Acceptance a = verdict(text, "sm_90a");
        different += a.accepted != wanted;
        taken += wanted;
        EXPECT_EQ(a.accepted, wanted) << text << ": " << a.why;
        for (const ArchRow& other : kArchs) {
            if (other.has(Feature::wgmma)) continue;
            EXPECT_FALSE(verdict(text, other.id).accepted) << other.id << ": " << text;
        }
    }
    std::printf("%zu rows, %zu taken, %zu differ\n", v.size(), taken, different);
    EXPECT_GE(v.size(), 420u);
}

// Orders of qualifiers, forms of operands, targets and the lowest .version of each.
TEST(PtxasOracle, EveryFrozenFormHasOurVerdictAndVersion) {
    const test::Vectors v("ptx/forms.csv");
    std::size_t cells = 0, taken = 0;
    for (std::size_t row = 0; row < v.size(); ++row)
        for (const ArchRow& arch : kArchs) {
            if (!v.has(arch.id)) continue;
            const std::string& wanted = v.text(row, arch.id);
            const Acceptance a = verdict(v.text(row, "instruction"), arch.id);
            EXPECT_EQ(a.accepted ? a.ptx : "-", wanted) << arch.id << ": " << v.text(row, "instruction") << a.why;
            ++cells, taken += wanted != "-";
        }
    std::printf("%zu rows, %zu verdicts, %zu taken\n", v.size(), cells, taken);
    EXPECT_GE(cells, 5000u);
}

// What is known of assemblers that differ.
bool takes(const Acceptance& a, std::string_view newest) {
    return a.accepted && a.ptx <= newest && a.first <= newest && (a.last.empty() || newest <= a.last);
}

// "+-": ptxas 13.0.88 takes it and 13.5.37 does not.
TEST(PtxasOracle, EveryLineAroundTheMmaHasOurVerdictOfTheOldestAndTheNewestAssembler) {
    const test::Vectors v("ptx/around.csv");
    std::size_t cells = 0, taken = 0;
    for (std::size_t row = 0; row < v.size(); ++row) {
        const Answer<MmaLine> line = parse_mma_line(v.text(row, "instruction"));
        for (const ArchRow& arch : kArchs) {
            const Acceptance a = line ? accept(*line, arch.id) : Acceptance{};
            std::string signs;
            for (const std::string_view newest : {"9.0", "9.5"})
                if (arch.ptx <= newest) signs += takes(a, newest) ? '+' : '-';
            EXPECT_EQ(signs, v.text(row, arch.id)) << arch.id << ": " << v.text(row, "instruction") << a.why;
            cells += signs.size();
            taken += static_cast<std::size_t>(std::ranges::count(signs, '+'));
        }
    }
    std::printf("%zu rows, %zu verdicts, %zu taken\n", v.size(), cells, taken);
    EXPECT_GE(cells, 30000u);
}

// A refusal is of use only with all of its parts.
TEST(PtxasOracle, EveryRefusalNamesRulePlaceReasonAndRemedy) {
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
