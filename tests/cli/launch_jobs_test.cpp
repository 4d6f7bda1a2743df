// tests/cli/launch_jobs_test.cpp -- each job file, run as launches, gives the D of the emulator.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "tests/support/launched.h"

#include <tilescope/document/emulate.h>

#include <gtest/gtest.h>

#include <filesystem>

namespace tilescope::io {
namespace {

TEST(LaunchJobs, EveryJobFileGivesTheDOfTheEmulator) {
    unsigned ran = 0;
    for (const auto& entry : std::filesystem::directory_iterator(TILESCOPE_SOURCE_DIR "/tests/data/jobs")) {
        if (entry.path().extension() != ".json") continue;
        SCOPED_TRACE(entry.path().filename().string());
        const auto file = load_session(entry.path().string());
        ASSERT_TRUE(file) << file.why;
        const auto job = emulator_job(derive(file->session));
        if (!job) continue;                             // a job with unknown bits
        if (file->session.pieces.all() != 1) continue;  // a live kernel runs one instruction
        const auto want = emulate(*job, {.doubts = false});
        ASSERT_TRUE(want) << want.why;
        for (const std::uint32_t memory : {kReservedSmem, 3 * kReservedSmem}) {
            const auto have = test::launched(*job, memory);
            ASSERT_TRUE(have) << have.why;
            EXPECT_EQ(test::difference(have->machine, want->machine), "");
        }
        ++ran;
    }
    EXPECT_EQ(ran, 2u);
}

}  // namespace
}  // namespace tilescope::io
