// app/cli/gpu_verbs.h -- what the verbs that wait for a GPU share: options, Ctrl+C, how far they are.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/verb.h"
#include "app/io/signals.h"

#include <tilescope/base/say.h>
#include <tilescope/kernel/launch.h>

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>

namespace tilescope::cli {

// `command` is that of live::Client. It must live as long as the verb.
inline void add_worker_option(Verb& verb, std::string& command) {
    verb.add_option("--worker", command, "Command that starts tilescope where the GPU is: 'ssh HOST ./tilescope'");
}

inline void add_timeout_option(Verb& verb, std::uint32_t& timeout_ms) {
    verb.add_option("--timeout", timeout_ms, "Longest wait for one MMA on the GPU: 1 to 4000 ms. Default: 1000");
    static_assert(kMostTimeoutMs == 4000 && LaunchOptions{}.timeout_ms == 1000);
}

inline Answer<void> check_timeout(std::uint32_t timeout_ms) {
    if (timeout_ms != 0 && timeout_ms <= kMostTimeoutMs) return {};
    return Answer<void>::refuse(say("--timeout is ", timeout_ms, " ms; it is 1 to ", kMostTimeoutMs, " ms"));
}

// Requires: no other thread has started (see io::Signals).
class StopOnSignal {
public:
    StopOnSignal() : signals_([this](int) { source_.request_stop(); }) {}
    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    io::Signals signals_;
};

// Writes to standard error: on a terminal one line, at most ten times a second, which the destructor removes; else a
// line every half minute: short runs say nothing, and the log of a run of an hour has 120 lines. Call clear() before
// other text is written.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    bool is_due() const;  // whether show() would write now
    void show(const std::string& text);
    void clear();
    double seconds() const;  // since this object was made

private:
    using Clock = std::chrono::steady_clock;
    bool is_terminal_ = false, shown_ = false;
    Clock::time_point begin_ = Clock::now(), last_ = {};
};

}  // namespace tilescope::cli
