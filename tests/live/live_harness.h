// tests/live/live_harness.h -- clients of workers that use the stand-in driver, and launches for them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/runs/client.h"

#include <tilescope/kernel/launch.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::live_test {

// Sets environment variables until the end of a test.
class Setting {
public:
    Setting(std::string name, const std::string& value);
    ~Setting();
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

private:
    std::string name_, before_;
    bool had_ = false;
};

// The worker of a test: the real program with a stand-in driver. `script` as in standin_driver.cpp; `folder` is
// "standin", "standin_old" or "standin_none".
struct Standin {
    explicit Standin(const std::string& script = {}, const std::string& folder = "standin");
    Setting library, words;
};

// The command of the real program, for a Client.
std::string program();

// Deadlines for tests: a hang is found in a second.
live::ClientTimes short_times();
// The same for commands that never answer.
live::ClientTimes impatient_times();

// An f16 MMA, 128 x 64 x 16, with the memory before it and the D that the emulator computes.
struct MadeLaunch {
    LiveKernel kernel;
    Launch launch;
    MmaInstruction step;
    Machine before, after;
};
MadeLaunch made_launch(const std::string& arch = "sm_100a");

// Returns how many lines of a file are this text.
std::size_t lines_with(const std::string& path, std::string_view line);

// How a command ended, and what it wrote.
struct Ended {
    int status = -1;
    std::string out, err;
};
// Runs `program() + arguments` and sends it a signal as soon as `ready` returns true.
Ended interrupted(const std::string& arguments, int signal, const std::function<bool()>& ready);

// Runs `program() + arguments` with a terminal as standard error, and returns what the terminal got.
Ended on_terminal(const std::string& arguments);

// Returns the seconds since this object was made.
class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace tilescope::live_test
