// tests/ptxas/matrix_test.cpp -- every form on every target: accept() and the assembler give the same result.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/matrix.h"
#include "tests/ptxas/around_lines.h"
#include "tests/ptxas/assembler.h"

#include <tilescope/hw/archs.h>
#include <tilescope/ptx/accept.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace tilescope {
namespace {

Acceptance verdict(const std::string& text, std::string_view arch) {
    const Answer<MmaLine> line = parse_mma_line(text);
    return line ? accept(*line, arch) : Acceptance{};  // a line that cannot be read is refused
}

// Returns every eighth form. The selection is different for each target, so that each form is tested on some target.
// With TILESCOPE_PTXAS_ALL=1 all forms are tested on every target, which takes an hour.
std::vector<std::string> matrix_for(std::string_view arch) {
    std::vector<std::string> all = test::tcgen05_matrix();
    for (std::string& text : test::wgmma_matrix()) all.push_back(std::move(text));
    for (std::string& text : test::around_matrix()) all.push_back(std::move(text));
    EXPECT_GE(all.size(), 30'000u);
    if (std::getenv("TILESCOPE_PTXAS_ALL")) return all;
    constexpr std::size_t kShare = 8;
    std::vector<std::string> out;
    for (std::size_t i = static_cast<std::size_t>(arch_named(arch) - kArchs) % kShare; i < all.size(); i += kShare)
        out.push_back(std::move(all[i]));
    return out;
}

class EveryTarget : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        programs = test::assemblers_for(GetParam());
        if (programs.empty()) GTEST_SKIP() << test::no_assembler_for(GetParam());
    }
    void expect_same_verdicts(const test::AssemblerProgram& program, const std::vector<std::string>& lines) const;
    std::vector<test::AssemblerProgram> programs;
};

void EveryTarget::expect_same_verdicts(const test::AssemblerProgram& program,
                                       const std::vector<std::string>& lines) const {
    test::Assembler assembler({.program = program, .arch = GetParam()});
    const std::vector<bool> accepted = assembler.accepts(lines);
    std::size_t different = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Acceptance a = verdict(lines[i], GetParam());
        const bool expected = test::accepts(program, a);
        different += expected != accepted[i];
        EXPECT_EQ(expected, accepted[i]) << program.version << ": " << lines[i] << ": " << a.why;
    }
    std::printf("%s, ptxas %s: %zu forms, %td accepted, %zu differ, %u runs\n", GetParam().c_str(),
                program.version.c_str(), lines.size(), std::ranges::count(accepted, true), different, assembler.runs());
    // Checks that a run of many lines gives the same result as a run of a single line.
    for (std::size_t i = 7; i < lines.size(); i += 131)
        EXPECT_EQ(assembler.accepts_alone(lines[i]), accepted[i]) << lines[i];
}

TEST_P(EveryTarget, AcceptMatchesTheAssembler) {
    const std::vector<std::string> lines = matrix_for(GetParam());
    for (const test::AssemblerProgram& program : programs) expect_same_verdicts(program, lines);
}

// ptxas reports: (C7301) Unexpected intrinsic param number.
TEST(Ti16, RefusesANumberAfterThePredicate) {
    const auto programs = test::assemblers_for("sm_107a");
    if (programs.empty()) GTEST_SKIP() << test::no_assembler_for("sm_107a");
    const std::string line = "tcgen05.mma.cta_group::1.kind::ti16 [%dt], %ad, %bd, %idesc, %pd";
    for (const test::AssemblerProgram& program : programs) {
        test::Assembler assembler({.program = program, .arch = "sm_107a"});
        EXPECT_TRUE(assembler.accepts_alone(line + ";"));
        EXPECT_FALSE(assembler.accepts_alone(line + ", 3;"));
    }
    EXPECT_FALSE(verdict(line + ", 3;", "sm_107a").accepted);
}

// The assembler accepts the form with the .version of accept(), but not with the previous one.
TEST_P(EveryTarget, AcceptGivesTheLowestVersion) {
    constexpr std::string_view kOldAndNewVersions[] = {"7.8", "8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6",
                                                       "8.7", "8.8", "9.0", "9.1", "9.2", "9.3", "9.4"};
    const test::AssemblerProgram& program = *std::ranges::max_element(programs, {}, &test::AssemblerProgram::newest);
    std::map<std::string_view, std::vector<std::string>> by_version;
    for (const std::string& text : matrix_for(GetParam()))
        if (const Acceptance a = verdict(text, GetParam()); test::accepts(program, a))
            by_version[a.ptx].push_back(text);
    for (const auto& [version, lines] : by_version) {
        const auto at = std::ranges::find(kOldAndNewVersions, version);
        ASSERT_TRUE(at != std::begin(kOldAndNewVersions) && at != std::end(kOldAndNewVersions)) << version;
        const std::vector<bool> with = test::Assembler({program, GetParam(), version}).accepts(lines);
        const std::vector<bool> before = test::Assembler({program, GetParam(), *(at - 1)}).accepts(lines);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            EXPECT_TRUE(with[i]) << version << ": " << lines[i];
            EXPECT_FALSE(before[i]) << *(at - 1) << ": " << lines[i];
        }
        std::printf("%s: %zu forms require .version %s\n", GetParam().c_str(), lines.size(),
                    std::string(version).c_str());
    }
    EXPECT_FALSE(by_version.empty());
}

INSTANTIATE_TEST_SUITE_P(Ptxas, EveryTarget, testing::ValuesIn(test::all_targets()),
                         [](const auto& target) { return target.param; });

}  // namespace
}  // namespace tilescope
