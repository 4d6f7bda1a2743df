// app/live/selftest.h -- runs the jobs of a self-test on a GPU and collects how each ended.
// SPDX-License-Identifier: MIT
//
//     Client client("");
//     const SelftestReport report = run_selftest({.size = SelftestSize::smoke}, client, stop, {});
//     report.ending.is_ok() && report.different == 0        // the GPU is the model in every bit
#pragma once

#include "app/live/live_run.h"

#include <tilescope/emulator/emulation.h>
#include <tilescope/session/selftest.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescope::live {

struct SelftestRequest {
    SelftestSize size = SelftestSize::smoke;
    std::uint32_t device = kAnyDevice;  // the first with wgmma or tcgen05
    unsigned shard = 0, shards = 1;     // the jobs whose number modulo `shards` is `shard`
};

// How one job ended.
struct SelftestResult {
    std::string name;
    Ending ending;
    bool equal = false;
    std::size_t different = 0, words = 0, cells = 0;
    std::vector<std::string> sentences;     // of the comparison
    std::vector<std::string> explained_by;  // ids of open questions
};

struct SelftestReport {
    Ending ending;  // of the whole: not ok if there is no GPU, or if it was stopped
    std::optional<Device> device;
    std::size_t jobs = 0, equal = 0, different = 0, failed = 0;  // jobs: those of this shard
    std::vector<SelftestResult> results;                         // of the jobs that are not equal
};

// Blocks. After a job that failed, the next one runs in a new worker. `done` is called after each job.
SelftestReport run_selftest(const SelftestRequest& request, Client& client, const std::stop_token& stop,
                            const RowLoop& loop,
                            const std::function<void(std::size_t done, std::size_t all)>& progress = {});

// {"outcome": "ok", "device": {...}, "jobs": 22, "equal": 22, "different": 0, "failed": 0, "results": [...]}.
std::string selftest_json(const SelftestReport& report);

}  // namespace tilescope::live
