// app/live/sweep_progress.h -- one line about how far many jobs are.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/live/sweep_sum.h"

#include <cstddef>
#include <string>

namespace tilescope::live {

// Returns "34 of 512 jobs, 2 different, 1 failed; 12.3 jobs/s, 39 s left". `before` of the `done` jobs were done when
// the time began; they do not count for the rate. Without `tally`, the counts are left out.
struct SweepState {
    std::size_t done = 0, all = 0, before = 0;
    double seconds = 0;
    const Tally* tally = nullptr;
};
std::string progress_text(const SweepState& state);

}  // namespace tilescope::live
