// tests/bench/timing.h -- times one piece of work, for benchmarks whose two sides take turns.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace tilescope::bench {

double nanoseconds_of(const auto& work) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    work();
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

}  // namespace tilescope::bench
