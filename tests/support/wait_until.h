// tests/support/wait_until.h -- waits for a condition. Nothing else in the tests sleeps.
// SPDX-License-Identifier: MIT
//
//     EXPECT_TRUE(wait_until([&] { return program.has_ended(); }));
//     EXPECT_FALSE(wait_until([&] { return frames() != before; }, 2s)) << "frames were drawn in two seconds";
#pragma once

#include <chrono>
#include <thread>

namespace tilescope::test {

// Asks again and again until the condition holds, or until `limit` has passed. Returns whether it holds. The default is
// long, because the machine may be busy.
template <class Condition>
bool wait_until(Condition holds, std::chrono::milliseconds limit = std::chrono::seconds(60)) {
    constexpr std::chrono::milliseconds kPoll(5);
    for (const auto end = std::chrono::steady_clock::now() + limit; !holds(); std::this_thread::sleep_for(kPoll))
        if (std::chrono::steady_clock::now() >= end) return holds();
    return true;
}

// Lets time pass where there is no condition to wait for: the moment of a kill, the pace of a writer, a thread that
// must already wait.
template <class Duration>
void let_pass(Duration duration) {
    std::this_thread::sleep_for(duration);
}

}  // namespace tilescope::test
