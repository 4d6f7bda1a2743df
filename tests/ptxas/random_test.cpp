// tests/ptxas/random_test.cpp -- random instructions: accept() and the assembler decide alike.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/assembler.h"
#include "tests/ptxas/random_lines.h"

#include <tilescope/ptx/accept.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace tilescope {
namespace {

class RandomLines : public testing::TestWithParam<std::string> {};

// TILESCOPE_SEED=7 TILESCOPE_LINES=50000 look further than the fixed ones.
unsigned from_environment(const char* name, unsigned otherwise) {
    const char* text = std::getenv(name);
    return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

TEST_P(RandomLines, AreTakenWhereAcceptTakesThem) {
    if (const std::string why = test::no_assembler(); !why.empty()) GTEST_SKIP() << why;
    const unsigned seed = from_environment("TILESCOPE_SEED", 4), count = from_environment("TILESCOPE_LINES", 2000);
    const std::vector<std::string> lines = test::random_lines(seed, count, GetParam() == "sm_90a");
    test::Assembler assembler({.arch = GetParam()});
    const std::vector<bool> taken = assembler.takes(lines);
    std::size_t different = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Answer<MmaLine> line = parse_mma_line(lines[i]);
        const Acceptance a = line ? accept(*line, GetParam()) : Acceptance{};
        different += a.accepted != taken[i];
        EXPECT_EQ(a.accepted, taken[i]) << lines[i] << ": " << line.why << a.why;
    }
    const auto yes = static_cast<std::size_t>(std::ranges::count(taken, true));
    std::printf("%s: %zu lines, %zu taken, %zu differ, %u runs of ptxas\n", GetParam().c_str(), lines.size(), yes,
                different, assembler.runs());
    const bool neither = GetParam() == "sm_120a" || GetParam() == "sm_121a";
    EXPECT_TRUE(neither ? yes == 0 : yes * 10 > lines.size()) << "lines that are all refused prove little";
}

INSTANTIATE_TEST_SUITE_P(Ptxas, RandomLines, testing::ValuesIn(test::assembler_targets()),
                         [](const auto& target) { return target.param; });

}  // namespace
}  // namespace tilescope
