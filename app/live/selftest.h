// app/live/selftest.h -- runs the jobs of a self-test on a GPU and collects how each ended.
// SPDX-License-Identifier: MIT
//
//     Client client("");
//     const SelftestReport report = run_selftest({.size = SelftestSize::smoke}, client, {.stop = stop});
//     report.ending.is_ok() && report.sum.different == 0        // the GPU is the model in every bit
#pragma once

#include "app/live/batch.h"

#include <tilescope/session/selftest.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::live {

struct SelftestRequest {
    SelftestSize size = SelftestSize::smoke;
    std::uint32_t device = kAnyDevice;  // the first with wgmma or tcgen05
    Shard shard;
};

struct SelftestReport {
    Ending ending;  // of the whole: not ok if there is no GPU, or if it was stopped
    std::optional<Device> device;
    BatchSum sum;                    // of this shard
    std::vector<JobResult> results;  // of the jobs that are not equal
};

// Blocks. `progress` is called after each job.
SelftestReport run_selftest(const SelftestRequest& request, Client& client, const SessionTools& tools,
                            const std::function<void(std::size_t done, std::size_t all)>& progress = {});

// {"outcome": "ok", "device": {...}, "jobs": 22, "equal": 22, "different": 0, "failed": 0, "results": [...]}.
std::string selftest_json(const SelftestReport& report);

}  // namespace tilescope::live
