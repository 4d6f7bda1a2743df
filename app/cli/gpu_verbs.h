// app/cli/gpu_verbs.h -- what the verbs that wait for a GPU share: options, Ctrl+C, how far they are.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/verb.h"
#include "app/io/descriptor.h"
#include "app/io/program.h"

#include <tilescope/kernel/launch.h>

#include <chrono>
#include <stop_token>

namespace tilescope::cli {

// `command` is that of live::Client. It must live as long as the verb.
inline void add_worker_option(Verb& verb, std::string& command) {
    verb.add_option("--worker", command, "Command that starts tilescope where the GPU is: 'ssh HOST ./tilescope'");
}

inline void add_timeout_option(Verb& verb, std::uint32_t& timeout_ms) {
    verb.add_option("--timeout", timeout_ms, "Longest wait for one MMA on the GPU: 1 to 4000 ms. Default: 1000");
    static_assert(kMostTimeoutMs == 4000 && LaunchOptions{}.timeout_ms == 1000);
}

inline void check_timeout(std::uint32_t timeout_ms) {
    if (timeout_ms == 0 || timeout_ms > kMostTimeoutMs)
        throw refused("--timeout is ", timeout_ms, " ms; it is 1 to ", kMostTimeoutMs, " ms");
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
    ProgressLine() : is_terminal_(::isatty(STDERR_FILENO) != 0) {
        if (!is_terminal_) last_ = begin_;  // the first line comes after a while
    }
    ~ProgressLine() { clear(); }
    ProgressLine& operator=(ProgressLine&&) = delete;  // nor any other copy

    // Whether show() would write now.
    bool is_due() const { return Clock::now() - last_ >= (is_terminal_ ? kOften : kSeldom); }
    void show(const std::string& text) {
        if (!is_due()) return;
        last_ = Clock::now();
        shown_ = is_terminal_;
        const std::string_view line = std::string_view(text).substr(0, kNarrow);
        (void)io::write_all(STDERR_FILENO, is_terminal_ ? say(kToLineBegin, line) : say(line, "\n"));
    }
    void clear() {
        if (std::exchange(shown_, false)) (void)io::write_all(STDERR_FILENO, kToLineBegin);
    }
    // Since this object was made.
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::string_view kToLineBegin = "\r\x1b[K";  // ECMA-48: carriage return, erase the line
    static constexpr std::size_t kNarrow = 79;
    static constexpr std::chrono::milliseconds kOften{100}, kSeldom{30'000};

    bool is_terminal_ = false, shown_ = false;
    Clock::time_point begin_ = Clock::now(), last_ = {};
};

}  // namespace tilescope::cli
