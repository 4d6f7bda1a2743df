// tests/oracle/program_vectors_test.cpp -- oracle: PTX that Triton and CuTe DSL compiled, and the words in it.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/program_check.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tilescope {
namespace {

using Json = nlohmann::json;

// Other people's compilers wrote these files, so they are not a part of the checkout.
const std::filesystem::path kVectors = std::filesystem::path(TILESCOPE_SOURCE_DIR) / ".." / "shared/vectors";

std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::uint64_t bits_in(const Json& row, const char* key) {
    return row.contains(key) ? std::stoull(row[key].get<std::string>(), nullptr, 16) : 0;
}

const ProgramInstruction* at_line(const ProgramReport& report, unsigned line) {
    const auto found = std::ranges::find(report.instructions, line, &ProgramInstruction::line);
    return found == report.instructions.end() ? nullptr : &*found;
}

// Compares the high half of a descriptor, which must be known.
void expect_high_half(const ProgramInstruction& mma, std::size_t word, const Json& row, const char* key) {
    if (!row.contains(key)) return;
    ASSERT_TRUE(mma.words[word]) << row;
    EXPECT_EQ(mma.words[word]->known >> 32, 0xffffffffu) << row;
    EXPECT_EQ(mma.words[word]->value >> 32, bits_in(row, key)) << row;
}

unsigned compare_kernel(const std::filesystem::path& path, const Json& rows) {
    const ProgramReport report = check_program(text_of_file(path), "sm_100a", Edition::v9_1);
    for (const Json& row : rows) {
        const ProgramInstruction* mma = at_line(report, row["line"].get<unsigned>());
        EXPECT_NE(mma, nullptr) << path << row;
        if (mma == nullptr) continue;
        expect_high_half(*mma, 0, row, "a_hi");
        expect_high_half(*mma, 1, row, "b_hi");
        if (row.contains("idesc") && mma->words[2]) {
            const std::uint64_t unknown = bits_in(row, "idesc_unknown");
            EXPECT_EQ(mma->words[2]->known, 0xffffffffu & ~unknown) << row;
            EXPECT_EQ(mma->words[2]->value, bits_in(row, "idesc") & ~unknown) << row;
        }
        for (const MmaProblem& p : mma->report.problems)
            EXPECT_NE(p.problem.severity, Severity::error) << path << " " << mma->line << ": " << p.problem.text;
    }
    return static_cast<unsigned>(rows.size());
}

TEST(ProgramOracle, TheWordsThatReachEachMmaAreKnown) {
    unsigned compared = 0;
    for (const char* folder : {"triton", "cute_dsl"}) {
        std::ifstream in(kVectors / folder / "expected.json");
        if (!in) GTEST_SKIP() << "no " << kVectors / folder << ": other people's compilers wrote these files";
        const Json kernels = Json::parse(in);
        for (const auto& [kernel, rows] : kernels.items())
            compared += compare_kernel(kVectors / folder / (kernel + ".ptx"), rows);
    }
    std::printf("%u instructions\n", compared);
    EXPECT_GT(compared, 30u);
}

}  // namespace
}  // namespace tilescope
