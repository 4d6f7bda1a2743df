// tests/oracle/autopsy_recordings_test.cpp -- oracle: kernels that were stopped in a debugger on an H100.
// SPDX-License-Identifier: MIT
//
// ../shared/vectors/silicon/autopsy/README.md says how they were recorded. The words are in cases.csv, written by the
// program that made the kernels; D is what the H100 left in the registers.
#include "app/autopsy/recording_file.h"
#include "app/io/file.h"
#include "tests/support/vectors.h"

#include <tilescope/autopsy/chain.h>
#include <tilescope/autopsy/chain_session.h>
#include <tilescope/base/text.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tilescope::autopsy {
namespace {

const std::string kFolder = TILESCOPE_SOURCE_DIR "/../shared/vectors/silicon/autopsy/";

bool is_there() { return std::filesystem::exists(kFolder + "cases.csv"); }

Recording recorded(const std::string& name) {
    auto out = read_recording(kFolder + name);
    EXPECT_TRUE(out) << name << ": " << out.why;
    return out ? std::move(*out) : Recording();
}

// "4000.. 4000.. | 4000..": the words of each warpgroup.
std::vector<std::vector<std::uint64_t>> words_in(const std::string& cell) {
    std::vector<std::vector<std::uint64_t>> out;
    for (const std::string_view group : split_at(cell, '|')) {
        out.emplace_back();
        for (const std::string& word : lower_words(group)) out.back().push_back(std::stoull(word, nullptr, 16));
    }
    return out;
}

TEST(AutopsyOracle, TheWordsAreThoseOfTheTable) {
    if (!is_there()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    const test::Vectors cases("silicon/autopsy/cases.csv");
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const std::string& name = cases.text(i, "name");
        const auto a = words_in(cases.text(i, "actual_a")), b = words_in(cases.text(i, "actual_b"));
        const std::vector<Chain> chains = chains_of(recorded(name));
        ASSERT_EQ(chains.size(), a.size()) << name;
        for (const Chain& chain : chains) {
            const bool stopped = cases.text(i, "fault") == "outside";
            ASSERT_EQ(chain.at_exception, stopped) << name;
            ASSERT_EQ(chain.steps.size(), stopped ? 1 : a[chain.warpgroup].size()) << name;
            for (std::size_t step = 0; step < chain.steps.size(); ++step) {
                EXPECT_EQ(chain.steps[step].instruction.a_desc, a[chain.warpgroup][step]) << name << " step " << step;
                EXPECT_EQ(chain.steps[step].instruction.b_desc, b[0][step]) << name << " step " << step;
            }
        }
    }
}

// The words of a .bin file, little endian. `bytes` of one word.
std::vector<std::uint32_t> words_of_file(const std::string& path, std::size_t bytes) {
    const auto text = io::read_file_text(path);
    EXPECT_TRUE(text) << text.why;
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; text && i + bytes <= text->size(); i += bytes) {
        out.push_back(0);
        for (std::size_t byte = 0; byte < bytes; ++byte)
            out.back() |= std::uint32_t{static_cast<unsigned char>((*text)[i + byte])} << 8 * byte;
    }
    return out;
}

std::vector<std::uint32_t> rows_of(const std::vector<std::uint32_t>& matrix, std::size_t columns, unsigned warpgroup,
                                   std::size_t rows = 64) {
    const auto begin = matrix.begin() + static_cast<std::ptrdiff_t>(warpgroup * rows * columns);
    return {begin, begin + static_cast<std::ptrdiff_t>(rows * columns)};
}

// D in the registers after the last wait is what the recorded words and bytes give. It is what the kernel stored.
TEST(AutopsyOracle, DIsWhatTheWordsAndTheBytesGive) {
    if (!is_there()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    const test::Vectors cases("silicon/autopsy/cases.csv");
    std::size_t finished = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const std::string& name = cases.text(i, "name");
        for (const Chain& chain : chains_of(recorded(name))) {
            if (chain.at_exception) continue;
            ++finished;
            EXPECT_EQ(chain.why, "") << name;
            EXPECT_EQ(chain.note, "") << name;
            EXPECT_EQ(chain.last, chain.steps.size()) << name;
            EXPECT_TRUE(chain.model == chain.seen) << name;
            EXPECT_EQ(chain.different, 0u) << name;
            const auto d = words_of_file(kFolder + name + "/D.bin", 4);
            EXPECT_TRUE(chain.seen == rows_of(d, cases.number(i, "n"), chain.warpgroup)) << name;
        }
    }
    EXPECT_EQ(finished, 15u);  // 13 kernels, two of them with two warpgroups
}

// Kernels that nobody here wrote: warps that come apart, a wait that lets a group run on, the middle of a loop, MMAs
// that were passed unseen, and a recording that ends before D is read.
TEST(AutopsyOracle, ChainsOfLibrariesAndCompilers) {
    if (!is_there()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    struct Expected {
        std::string_view name;
        unsigned warpgroup;
        std::size_t steps, compared;  // D was read after so many steps
    };
    const Expected expected[] = {
        {"large/triton", 0, 1, 1}, {"large/triton", 1, 4, 4}, {"large/cublas", 0, 6, 4}, {"large/fp8", 0, 3, 0}};
    std::string_view before;
    std::vector<Chain> chains;
    for (const Expected& row : expected) {
        if (row.name != before) chains = chains_of(recorded(std::string(before = row.name)));
        const auto found = std::ranges::find(chains, row.warpgroup, &Chain::warpgroup);
        ASSERT_NE(found, chains.end()) << row.name;
        EXPECT_EQ(found->steps.size(), row.steps) << row.name;
        EXPECT_EQ(found->why, "") << row.name;
        EXPECT_EQ(found->seen.empty() ? 0 : found->last, row.compared) << row.name;
        EXPECT_EQ(found->different, 0u) << row.name;
        EXPECT_FALSE(found->model.empty()) << row.name;
    }
}

TEST(AutopsyOracle, AnExceptionHasTheWordsOfItsWarpgroups) {
    if (!is_there()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    const Recording recording = recorded("e4m3_128x64x128");
    const auto* exception = std::get_if<SeenException>(&recording.events.back());
    ASSERT_NE(exception, nullptr);
    EXPECT_EQ(exception->message, "CUDA_EXCEPTION_5, Warp Out-of-range Address");
    EXPECT_EQ(exception->at.line, "k/e4m3_128x64x128.cuh:14");
    EXPECT_EQ(exception->at.text, "QGMMA.64x64x32.F32.E4M3.E4M3 R24,gdesc[UR12],RZ,!UPT");
    ASSERT_EQ(exception->warpgroups.size(), 2u);
    for (const SeenMma& mma : exception->warpgroups) {
        EXPECT_EQ(mma.a, mma.warpgroup == 0 ? 0x4000040000010040 : 0x4000040000010240);
        EXPECT_EQ(mma.b, 0x4000004000010440);
    }
}

// Two warpgroups of an H100 that share B: by hand, under TMA, and of a kernel that Triton compiled.
TEST(AutopsyOracle, TwoWarpgroupsAreOneTile) {
    if (!is_there()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    for (const char* name : {"f16_128x64x128_tma", "bf16_128x128x64_mn", "large/triton"}) {
        std::size_t parts = 0;
        const Recording recording = recorded(name);
        for (const Chain& chain : chains_of(recording)) {
            if (chain.tile.size() != 2) continue;
            ++parts;
            const auto sessions = sessions_of(recording, chain, "chain");
            ASSERT_TRUE(sessions) << name << ": " << sessions.why;
            const std::string& says = sessions->back().session.recorded.says;
            EXPECT_EQ(says.ends_with(rows_text(chain)), sessions->back().measured) << name << says;
        }
        EXPECT_GE(parts, 2u) << name;
    }
}

// The sessions have the memory as it was: their model gives D as the debugger read it.
TEST(AutopsyOracle, SessionsOfAChainGiveItsD) {
    if (!is_there()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    const test::Vectors cases("silicon/autopsy/cases.csv");
    std::vector<std::string> names = {"large/triton", "large/cublas", "large/fp8"};
    for (std::size_t i = 0; i < cases.size(); ++i) names.push_back(cases.text(i, "name"));
    for (const std::string& name : names) {
        const Recording recording = recorded(name);
        for (const Chain& chain : chains_of(recording)) {
            const auto sessions = sessions_of(recording, chain, "chain0");
            ASSERT_TRUE(sessions) << name << ": " << sessions.why;
            std::size_t next = 0;
            for (const ChainSession& part : *sessions) {
                EXPECT_EQ(part.first, next) << name;
                next = part.last;
                EXPECT_EQ(part.session.notes.find("no writer"), std::string::npos) << name;
                const JobAnswer job = emulator_job(derive(part.session), part.files);
                ASSERT_TRUE(job) << name << ": " << job.why;
                const auto d = emulate(*job, {.doubts = false});
                ASSERT_TRUE(d) << name << ": " << d.why;
                EXPECT_EQ(part.d.words.empty(), chain.at_exception) << name;
                EXPECT_TRUE(chain.at_exception || d->d == part.d.words) << name << " from step " << part.first;
                EXPECT_EQ(d->d_type, part.d_type) << name;
            }
            EXPECT_EQ(next, chain.steps.size()) << name;
            EXPECT_EQ(sessions->back().measured, !chain.seen.empty() && chain.last == next) << name;
        }
    }
}

// In the kernels that are right, the MMAs read A and B as they are.
TEST(AutopsyOracle, SessionsOfRightKernelsHaveAAndB) {
    if (!is_there()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    const test::Vectors cases("silicon/autopsy/cases.csv");
    std::size_t compared = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (cases.text(i, "fault") != "none") continue;
        const std::string& name = cases.text(i, "name");
        const std::size_t k = cases.number(i, "k"), bytes = find_type(cases.text(i, "type"))->container_bits / 8;
        const Recording recording = recorded(name);
        for (const Chain& chain : chains_of(recording)) {
            const auto sessions = sessions_of(recording, chain, "chain0");
            ASSERT_TRUE(sessions) << name << ": " << sessions.why;
            ASSERT_EQ(sessions->size(), 1u) << name;
            const RecipeFiles& files = sessions->front().files;
            const auto a = words_of_file(kFolder + name + "/A.bin", bytes),
                       b = words_of_file(kFolder + name + "/B.bin", bytes);
            EXPECT_TRUE(files[0].words == rows_of(a, k, chain.warpgroup)) << name;
            EXPECT_TRUE(files[1].words == b) << name;
            const JobAnswer job = emulator_job(derive(sessions->front().session), files);
            ASSERT_TRUE(job) << name << ": " << job.why;
            for (const Cause& cause : job->causes) ADD_FAILURE() << name << ": " << cause.sentence;
            ++compared;
        }
    }
    EXPECT_EQ(compared, 7u);  // six kernels, one of them with two warpgroups
}

// The session with the memory as it was written has A and B of the kernel, and a wrong word. Its D is the
// recorded one, because these words read nothing else.
TEST(AutopsyOracle, SessionsWithTheMemoryAsItWasWritten) {
    if (!is_there()) GTEST_SKIP() << "no silicon/autopsy: the recordings are too large for the project";
    struct Expected {
        std::string_view name, part, text;
        FaultField field;
        std::uint64_t right;
    };
    const Expected expected[] = {{"s8_64x64x128_q", "b", "", FaultField::sbo, 1024},
                                 {"bf16_128x128x64_mn", "b", "", FaultField::lbo, 8192},
                                 {"f16_64x80x64", "a", "", FaultField::start, 0x400},
                                 {"f16_64x40x64", "instruction", "f16", FaultField::type, 0}};
    for (const Expected& row : expected) {
        const std::string name(row.name);
        const Recording recording = recorded(name);
        const std::vector<Chain> chains = chains_of(recording);
        const Fault fault{.part = row.part == "a"   ? Part::a
                                  : row.part == "b" ? Part::b
                                                    : Part::instruction,
                          .field = row.field,
                          .k_steps = {},
                          .value = {},
                          .right = {row.right, std::string(row.text)},
                          .says = "It is wrong."};
        const auto session = written_session(recording, chains[0], std::span(&fault, 1), "chain0");
        ASSERT_TRUE(session) << name << ": " << session.why;
        const JobAnswer job = emulator_job(derive(session->session), session->files);
        ASSERT_TRUE(job) << name << ": " << job.why;
        const std::size_t bytes = job->written_type.a->container_bits / 8, k = session->session.tile_k;
        EXPECT_TRUE(session->files[0].words == rows_of(words_of_file(kFolder + name + "/A.bin", bytes), k, 0)) << name;
        EXPECT_TRUE(session->files[1].words == words_of_file(kFolder + name + "/B.bin", bytes)) << name;
        const auto d = emulate(*job, {.doubts = false});
        ASSERT_TRUE(d) << name << ": " << d.why;
        EXPECT_TRUE(d->d == chains[0].seen) << name;
        EXPECT_GT(d->count[static_cast<std::size_t>(tilescope::Verdict::wrong)], 0u) << name;
        EXPECT_FALSE(job->causes.empty()) << name;
    }
}

}  // namespace
}  // namespace tilescope::autopsy
