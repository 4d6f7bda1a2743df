// app/io/signals.h -- turns SIGTERM, SIGHUP and SIGINT into a value that the loop can query.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace tilescope::io {

// While this object exists, the first of these signals does not end the program: a thread stores it and calls `wake`
// with it. The second signal ends the program at once, unless it comes within 300 ms: then it is the same request. A
// signal that was ignored at the start (nohup) stays ignored.
// Requires: no other thread has started, because all threads must inherit the blocked signals.
class Signals {
public:
    explicit Signals(std::function<void(int signal)> wake);
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    // Returns the signal that arrived first, or 0.
    int arrived() const { return arrived_.load(); }

private:
    void watch();

    std::function<void(int signal)> wake_;
    std::atomic<int> arrived_ = 0;
    int signals_ = -1, end_ = -1;  // file descriptors: readable after a signal; readable when this object ends
    std::thread thread_;
};

}  // namespace tilescope::io
