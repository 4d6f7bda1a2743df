// tests/oracle/program_vectors_test.cpp -- oracle: PTX that Triton and CuTe DSL compiled, and the words in it.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/program_check.h>
#include <tilescope/study/program_chains.h>

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

std::vector<std::filesystem::path> triton_kernels(std::string_view beginning) {
    std::vector<std::filesystem::path> out;
    if (!std::filesystem::exists(kVectors / "triton")) return out;
    for (const auto& entry : std::filesystem::directory_iterator(kVectors / "triton"))
        if (entry.path().extension() == ".ptx" && entry.path().filename().string().starts_with(beginning))
            out.push_back(entry.path());
    return out;
}

TEST(ProgramOracle, TheStartsOfTritonAreSums) {
    const auto kernels = triton_kernels("");
    if (kernels.empty())
        GTEST_SKIP() << "no " << kVectors / "triton"
                     << ": another compiler wrote these files";
    unsigned sums = 0;
    for (const auto& path : kernels)
        for (const ProgramInstruction& i : check_program(text_of_file(path), "sm_100a", Edition::v9_1).instructions)
            for (const Operand o : kBothOperands) {
                if (!i.as_mma) continue;
                const auto& start = i.as_mma->start[o];
                ASSERT_TRUE(start) << path << " " << i.line;
                EXPECT_EQ(start->base, "global_smem") << path << " " << i.line;
                EXPECT_EQ(start->offset % 16, 0) << path << " " << i.line;
                ++sums;
            }
    std::printf("%u sums\n", sums);
    EXPECT_GE(sums, 60u);
}

// The assembler knows where shared memory begins, and machine code states it.
TEST(ProgramOracle, MachineCodeHasTheChainsOfItsPtx) {
    const auto kernels = triton_kernels("mm_");
    if (kernels.empty())
        GTEST_SKIP() << "no " << kVectors / "triton"
                     << ": another compiler wrote these files";
    unsigned compared = 0;
    for (std::filesystem::path path : kernels) {
        const ProgramReport ptx = check_program(text_of_file(path), "sm_100a", Edition::v9_1);
        const ProgramReport sass = read_machine_program(text_of_file(path.replace_extension(".sass")), Edition::v9_1);
        const auto of_ptx = chains_of(ptx, "sm_100a", Edition::v9_1);
        const auto of_sass = chains_of(sass, "sm_100a", Edition::v9_1);
        ASSERT_EQ(of_ptx.size(), of_sass.size()) << path;
        for (std::size_t i = 0; i < of_ptx.size(); ++i) {
            ASSERT_TRUE(of_ptx[i].session && of_sass[i].session) << path;
            EXPECT_EQ(of_ptx[i].mmas.size(), of_sass[i].mmas.size()) << path;
            EXPECT_EQ(of_ptx[i].session->words, of_sass[i].session->words) << path;
            EXPECT_EQ(of_ptx[i].session->unknown, of_sass[i].session->unknown) << path;
            EXPECT_EQ(of_ptx[i].session->tile_k, of_sass[i].session->tile_k) << path;
            EXPECT_EQ(of_ptx[i].session->pieces, of_sass[i].session->pieces) << path;
            EXPECT_EQ(of_ptx[i].joined.size(), of_sass[i].joined.size()) << path;
            compared += 1 + static_cast<unsigned>(of_ptx[i].joined.size());
        }
    }
    EXPECT_EQ(compared, 5u);
}

}  // namespace
}  // namespace tilescope
