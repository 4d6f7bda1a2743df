// app/runs/tally.h -- how many jobs ended in which way, and how far many jobs are.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/runs/record.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tilescope::live {

// How jobs ended. `refused` did not run: no session, no job, or the rules refuse it. `lacking` cannot run on this
// machine, for example because its target is another GPU. `failed` is an error of the GPU, the driver or the worker.
struct Tally {
    std::size_t equal = 0, different = 0, refused = 0, lacking = 0, failed = 0;

    std::size_t jobs() const { return equal + different + refused + lacking + failed; }
    std::size_t not_run() const { return refused + lacking + failed; }
    void add(const Record& record);
};

// The exit status: 4 if a job failed, else 1 if one differs, else 3 if one cannot run here, else 2 if none ran, else 0.
// A refused job changes it only if no job ran.
int exit_of(const Tally& tally);

// "512 jobs: 480 equal to the model, 2 different, 30 refused".
std::string text_of(const Tally& tally);

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
    Tally sum;
    double seconds = 0;
    unsigned percent() const;
};
std::string list_progress_text(const ListProgress& now);

// How far some things with names are: "7 of 35 experiments: zero-columns".
std::string place_text(std::size_t done, std::size_t all, std::string_view things, std::string_view now);

}  // namespace tilescope::live
