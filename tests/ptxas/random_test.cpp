// tests/ptxas/random_test.cpp -- random instructions: accept() and the assembler give the same result.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/assembler.h"
#include "tests/ptxas/random_lines.h"

#include <tilescope/hw/archs.h>
#include <tilescope/ptx/accept.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace tilescope {
namespace {

class RandomLines : public testing::TestWithParam<std::string> {
protected:
    void expect_same_verdicts(const test::AssemblerProgram& program, const std::vector<std::string>& lines) const;
};

// Set TILESCOPE_SEED=7 TILESCOPE_LINES=50000 to test more lines than by default.
unsigned from_environment(const char* name, unsigned fallback) {
    const char* text = std::getenv(name);
    return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : fallback;
}

void RandomLines::expect_same_verdicts(const test::AssemblerProgram& program,
                                       const std::vector<std::string>& lines) const {
    test::Assembler assembler({.program = program, .arch = GetParam()});
    const std::vector<bool> accepted = assembler.accepts(lines);
    std::size_t different = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Answer<MmaLine> line = parse_mma_line(lines[i]);
        const Acceptance a = line ? accept(*line, GetParam()) : Acceptance{};
        const bool expected = test::accepts(program, a);
        different += expected != accepted[i];
        EXPECT_EQ(expected, accepted[i]) << program.version << ": " << lines[i] << ": " << line.why << a.why;
    }
    const auto yes = static_cast<std::size_t>(std::ranges::count(accepted, true));
    std::printf("%s, ptxas %s: %zu lines, %zu accepted, %zu differ, %u runs\n", GetParam().c_str(),
                program.version.c_str(), lines.size(), yes, different, assembler.runs());
    const ArchRow& arch = *arch_named(GetParam());
    const bool neither = !arch.has(Feature::wgmma) && !arch.has(Feature::tcgen05);  // then only mbarrier exists
    EXPECT_GT(yes * (neither ? 50 : 10), lines.size()) << "the test needs enough accepted lines";
}

TEST_P(RandomLines, AcceptMatchesTheAssembler) {
    const std::vector<test::AssemblerProgram> programs = test::assemblers_for(GetParam());
    if (programs.empty()) GTEST_SKIP() << test::no_assembler_for(GetParam());
    const unsigned seed = from_environment("TILESCOPE_SEED", 4), count = from_environment("TILESCOPE_LINES", 2000);
    const std::vector<std::string> lines = test::random_lines(seed, count, arch_named(GetParam())->has(Feature::wgmma));
    for (const test::AssemblerProgram& program : programs) expect_same_verdicts(program, lines);
}

INSTANTIATE_TEST_SUITE_P(Ptxas, RandomLines, testing::ValuesIn(test::all_targets()),
                         [](const auto& target) { return target.param; });

}  // namespace
}  // namespace tilescope
