// tests/window/run_test.cpp -- the Run screen by real clicks: the window, its worker, and the stand-in for a driver.
// SPDX-License-Identifier: MIT
//
// LD_LIBRARY_PATH makes the worker find the stand-in (tests/live/standin_driver.cpp). The window itself opens no
// driver.
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace tilescope::window {
namespace {

namespace fs = std::filesystem;
using RunClock = std::chrono::steady_clock;

double seconds_since(RunClock::time_point begin) {
    return std::chrono::duration<double>(RunClock::now() - begin).count();
}

// Sets an environment variable for the programs that a test starts.
class Environment {
public:
    Environment(const char* name, const std::string& value) : name_(name) {
        const char* old = std::getenv(name);
        had_ = old != nullptr;
        if (had_) before_ = old;
        setenv(name, value.c_str(), 1);
    }
    ~Environment() { had_ ? setenv(name_, before_.c_str(), 1) : unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
    std::string before_;
    bool had_ = false;
};

// Returns how many processes of this machine have both texts in their command line or environment.
std::size_t processes_with(const std::string& command, const std::string& mark) {
    std::size_t count = 0;
    std::error_code gone;
    for (const fs::directory_entry& process : fs::directory_iterator("/proc", gone)) {
        const auto text = [&](const char* file) {
            std::ifstream in(process.path() / file, std::ios::binary);
            std::stringstream all;
            all << in.rdbuf();
            return all.str();
        };
        count += text("cmdline").find(command) != std::string::npos && text("environ").find(mark) != std::string::npos;
    }
    return count;
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
