// tests/window/run_test.cpp -- the screen GPU by real clicks: the window, its worker, and the stand-in for a driver.
// SPDX-License-Identifier: MIT
//
// LD_LIBRARY_PATH makes the worker find the stand-in (tests/live/standin_driver.cpp). The window itself opens no
// driver.
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"
#include "tests/window/environment.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <string>

namespace tilescope::window {
namespace {

using RunClock = std::chrono::steady_clock;

double seconds_since(RunClock::time_point begin) {
    return std::chrono::duration<double>(RunClock::now() - begin).count();
}

class LiveWindow : public DisplayTest {
protected:
    void set_up() override { mark = "TILESCOPE_WINDOW_TEST=" + std::to_string(getpid()) + display->name(); }
    // Turns live mode on and runs, until the worker is there. The stand-in must hang.
    void start_a_run(Program& program) const {
        program.click("top.screen.6");
        program.click("live.turn_on");
        program.click("live.run");
        ASSERT_TRUE(program.waits_for("live.stop"));
        ASSERT_TRUE(test::wait_until([&] { return workers() == 1; }));
    }
    std::size_t workers() const { return processes_with("--live-worker", mark); }

    std::string mark;  // in the environment of the window and of its worker
};

TEST_F(LiveWindow, RunsOnTheStandInAndSeesThatItIsEqual) {
    const Environment library("LD_LIBRARY_PATH", TILESCOPE_STANDIN_DIR "/standin"),
        tag("TILESCOPE_WINDOW_TEST", mark.substr(mark.find('=') + 1));
    Program program(*display, {"--size", "1440x900"});
    program.click("top.screen.6");
    ASSERT_TRUE(program.find("live.off")) << "live mode must be off at the start";
    EXPECT_EQ(workers(), 0u);
    program.click("live.turn_on");
    EXPECT_EQ(workers(), 0u) << "turning it on starts nothing";
    program.click("run.look");
    ASSERT_TRUE(program.waits_for("run.gpu"));
    EXPECT_EQ(workers(), 1u);
    program.click("live.run");
    ASSERT_TRUE(program.waits_for("live.equal"));
    EXPECT_TRUE(program.find("live.gpu"));
    EXPECT_TRUE(program.find("runs.line.1"));
    EXPECT_TRUE(program.rests(std::chrono::seconds(2))) << "frames were drawn although the run has ended";
    program.key("ctrl+Return");
    ASSERT_TRUE(program.waits_for("runs.line.2"));
    program.send("key --clearmodifiers ctrl+q");
    EXPECT_EQ(program.end(), 0);
    EXPECT_TRUE(test::wait_until([&] { return workers() == 0; })) << "the worker outlived its window";
}

TEST_F(LiveWindow, AMissingDriverIsASentence) {
    const Environment library("LD_LIBRARY_PATH", TILESCOPE_STANDIN_DIR "/standin_none");
    Program program(*display, {"--size", "1440x900"});
    program.click("top.screen.6");
    program.click("live.turn_on");
    program.click("run.look");
    ASSERT_TRUE(program.waits_for("run.no_gpu"));
    program.click("live.run");
    ASSERT_TRUE(program.waits_for("live.failed"));
    EXPECT_TRUE(program.find("live.model")) << "the model needs no driver";
}

TEST_F(LiveWindow, StopEndsAWorkerThatHangs) {
    const Environment library("LD_LIBRARY_PATH", TILESCOPE_STANDIN_DIR "/standin"),
        script("TILESCOPE_STANDIN", "hang:cuInit"), tag("TILESCOPE_WINDOW_TEST", mark.substr(mark.find('=') + 1));
    Program program(*display, {"--size", "1440x900"});
    ASSERT_NO_FATAL_FAILURE(start_a_run(program));
    program.click("top.screen.1");  // the window still answers
    EXPECT_TRUE(program.find("fields.sbo.plus"));
    program.click("fields.sbo.plus");
    program.key("ctrl+z");
    program.click("top.screen.6");
    const auto begin = RunClock::now();
    program.click("live.stop");
    ASSERT_TRUE(program.waits_for("live.failed"));
    EXPECT_LT(seconds_since(begin), 8) << "without Stop, the client waits 30 s";
    EXPECT_TRUE(test::wait_until([&] { return workers() == 0; }));
    EXPECT_TRUE(program.find("live.run")) << "the next run can start";
}

TEST_F(LiveWindow, ClosingTheWindowEndsAWorkerThatHangs) {
    const Environment library("LD_LIBRARY_PATH", TILESCOPE_STANDIN_DIR "/standin"),
        script("TILESCOPE_STANDIN", "hang:cuInit"), tag("TILESCOPE_WINDOW_TEST", mark.substr(mark.find('=') + 1));
    Program program(*display, {"--size", "1440x900"});
    ASSERT_NO_FATAL_FAILURE(start_a_run(program));
    const auto begin = RunClock::now();
    program.send("key --clearmodifiers ctrl+q");
    EXPECT_EQ(program.end(), 0);
    EXPECT_LT(seconds_since(begin), 8) << "the window waited for a worker that hangs";
    EXPECT_TRUE(test::wait_until([&] { return workers() == 0; })) << "the worker outlived its window";
}

}  // namespace
}  // namespace tilescope::window
