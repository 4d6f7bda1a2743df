// app/gui/signals.h -- SIGTERM, SIGHUP and SIGINT as something the loop can be asked for.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace tilescope::ui {

// From now on these signals end nothing: the first is noted and `wake` called, in a thread; the second ends the program
// at once. One that the program was told to ignore (nohup) stays ignored. Requires: no other thread has begun, for they
// all inherit what is blocked.
class Signals {
public:
    explicit Signals(std::function<void()> wake);
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    // The signal that arrived first, or 0.
    int arrived() const { return arrived_.load(); }

private:
    void watch();

    std::function<void()> wake_;
    std::atomic<int> arrived_ = 0;
    int signals_ = -1, end_ = -1;  // to be read when there is one; when this ends
    std::thread thread_;
};

}  // namespace tilescope::ui
