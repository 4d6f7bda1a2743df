// app/runs/sweep_progress.h -- one line about how far many jobs are.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/runs/batch.h"
#include "app/runs/sweep_sum.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tilescope::live {

// Returns "34 of 512 jobs, 2 different, 1 failed; 12.3 jobs/s, 39 s left". `before` of the `done` jobs were done when
// the time began; they do not count for the rate. Without `tally`, the counts are left out.
struct SweepState {
    std::size_t done = 0, all = 0, before = 0;
    double seconds = 0;
    const Tally* tally = nullptr;
};
std::string progress_text(const SweepState& state);

// The same for a list of which some entries are no jobs, so that nobody knows beforehand how many jobs it has. Returns
// "1030 jobs (45 %): 1028 equal, 2 different, 0 failed; 95 jobs/s, 12 s left".
inline constexpr unsigned kWholeList = 100;
struct ListProgress {
    std::size_t done = 0, all = 0;  // entries
    BatchSum sum;
    double seconds = 0;
    unsigned percent() const;
};
std::string list_progress_text(const ListProgress& now);

// How far some things with names are: "7 of 35 experiments: zero-columns".
std::string place_text(std::size_t done, std::size_t all, std::string_view things, std::string_view now);

}  // namespace tilescope::live
