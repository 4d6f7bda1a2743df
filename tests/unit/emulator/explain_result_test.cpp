// tests/unit/emulator/explain_result_test.cpp -- explains a wrong descriptor bit by the elements that were read.
// SPDX-License-Identifier: MIT
#include "tests/support/mma_jobs.h"

#include <tilescope/emulator/emulation.h>
#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <regex>

namespace tilescope {
namespace {

// Every element has a different word. So the word that was read identifies the element, without any address.
EmulatorJob coded_job(SwizzleMode mode, Major major) {
    test::MmaSpec spec{
        .m = 64, .n = 16, .a_major = major, .b_major = major, .a_mode = mode, .b_mode = mode, .steps = 2};
    EmulatorJob job = test::make_job(spec).job;
    for (std::size_t i = 0; i < job.expected.a.size(); ++i) job.expected.a[i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = 0; i < job.expected.b.size(); ++i) job.expected.b[i] = static_cast<std::uint32_t>(0x8000 + i);
    return job;
}

struct Claim {
    bool of_b, found_b;
    int row, first, last, found_row, found_first;
};

int number(const std::ssub_match& m) { return m.matched ? std::stoi(m.str()) : -1; }

// "A[5][8..15] were read where B[7][0..7] are, the first at byte 0x4c10.", "A[5][8] was read at byte 0x4c10, which
// holds B[7][0]."
std::vector<Claim> claims_in(const std::vector<std::string>& lines) {
    static const std::regex kSentence(
        R"(([AB])\[(\d+)\]\[(\d+)(?:\.\.(\d+))?\] (?:was read at byte 0x[0-9a-f]+, which holds|were read where) )"
        R"(([AB])\[(\d+)\]\[(\d+)(?:\.\.\d+)?\](?: are, the first at byte 0x[0-9a-f]+)?\.)");
    std::vector<Claim> out;
    for (const std::string& line : lines) {
        std::smatch m;
        if (!std::regex_match(line, m, kSentence)) continue;
        const int first = number(m[3]);
        out.push_back({m[1] == "B", m[5] == "B", number(m[2]), first, m[4].matched ? number(m[4]) : first, number(m[6]),
                       number(m[7])});
    }
    return out;
}

// Checks that the words that were read are those of the elements that the sentence names.
unsigned check(const EmulatorJob& job, const Emulation& e, const Claim& c) {
    const int k = static_cast<int>(job.expected.k), in_one = static_cast<int>(e.reads[0].a.columns);
    unsigned checked = 0;
    for (int column = c.first; column <= c.last; ++column, ++checked) {
        const GatheredMma& step = e.reads[static_cast<std::size_t>(column / in_one)];
        const std::uint32_t read =
            (c.of_b ? step.b : step.a).words[static_cast<std::size_t>(c.row * in_one + column % in_one)];
        const std::size_t at = static_cast<std::size_t>(c.found_row * k + c.found_first + column - c.first);
        const std::vector<std::uint32_t>& owner = c.found_b ? job.expected.b : job.expected.a;
        EXPECT_EQ(read, at < owner.size() ? owner[at] : ~0u) << "row " << c.row << " column " << column;
    }
    return checked;
}

unsigned explain_all_flips(const EmulatorJob& right, std::uint64_t MmaInstruction::*word) {
    unsigned checked = 0;
    for (unsigned bit = 0; bit < 64; ++bit) {
        EmulatorJob job = right;
        for (MmaInstruction& i : job.steps) i.*word ^= std::uint64_t{1} << bit;
        const auto e = emulate(job, {.doubts = false});
        if (!e || e->count[static_cast<int>(Verdict::wrong)] == 0) continue;
        SCOPED_TRACE(bit);
        EXPECT_FALSE(e->pattern.empty());
        const auto wrong = std::find(e->verdicts.begin(), e->verdicts.end(), Verdict::wrong) - e->verdicts.begin();
        const auto lines =
            explanation_of(job, *e, static_cast<unsigned>(wrong) / e->n, static_cast<unsigned>(wrong) % e->n);
        // Besides the headline there is at least one sentence about the elements that were read.
        EXPECT_GE(lines.size(), 2u) << lines.front();
        for (const Claim& c : claims_in(lines)) checked += check(job, *e, c);
    }
    return checked;
}

TEST(ExplainResult, ExplainsAFlippedDescriptorBitByTheElementsThatWereRead) {
    unsigned checked = 0;
    for (const SwizzleMode mode : {SwizzleMode::none, SwizzleMode::b64, SwizzleMode::b128})
        for (const Major major : {Major::k, Major::mn}) {
            SCOPED_TRACE(row_of(mode).name);
            const EmulatorJob job = coded_job(mode, major);
            checked += explain_all_flips(job, &MmaInstruction::a_desc);
            checked += explain_all_flips(job, &MmaInstruction::b_desc);
        }
    EXPECT_GT(checked, 500u);
}

TEST(ExplainResult, NamesTheRowsThatAStrideThatIsTooShortReadsTwice) {
    test::MmaSpec spec{.m = 128, .n = 16};
    test::MadeJob made = test::make_job(spec);
    const Format& smem = **find_format("smem", {}, Edition::v9_1);
    MmaInstruction& i = made.job.steps[0];
    i.a_desc = *with_field(smem, i.a_desc, "sbo", "512");  // written with 1024
    const auto e = emulate(made.job);
    ASSERT_TRUE(e) << e.why;
    EXPECT_EQ(e->verdicts[0], Verdict::equal);
    // Rows 8 to 15 begin in the middle of the first atom: row 8 is at the address of row 4, also after the XOR.
    unsigned column = 0;
    while (column < 16 && e->verdicts[8 * 16 + column] != Verdict::wrong) ++column;
    ASSERT_LT(column, 16u);
    const auto lines = explanation_of(made.job, *e, 8, column);
    ASSERT_GE(lines.size(), 2u);
    EXPECT_EQ(lines[1], "A[8][0..15] were read where A[4][0..15] are, the first at byte 0x640.");
}

}  // namespace
}  // namespace tilescope
