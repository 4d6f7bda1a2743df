// app/runs/selftest.h -- runs the jobs of a self-test on a GPU and collects how each ended.
// SPDX-License-Identifier: MIT
//
//     Client client("");
//     const SelftestReport report = run_selftest({.size = SelftestSize::smoke}, client, {.stop = stop});
//     report.ending.is_ok() && report.sum.different == 0        // the GPU is the model in every bit
#pragma once

#include "app/runs/batch.h"
#include "app/runs/record.h"

#include <tilescope/study/selftest.h>

namespace tilescope::live {

struct SelftestRequest {
    SelftestSize size = SelftestSize::smoke;
    std::uint32_t device = kAnyDevice;  // the first with wgmma or tcgen05
    Shard shard;
};

// An open question that all jobs answer in the same way, in which its two rules give different words of D.
struct SettledDoubt {
    std::string doubt;         // id
    bool alternative = false;  // false: the rule of the model
    std::size_t jobs = 0;      // that tell the two rules apart
    friend bool operator==(const SettledDoubt&, const SettledDoubt&) = default;
};
std::vector<SettledDoubt> settled_by(const std::vector<DoubtVote>& votes);

struct SelftestReport {
    Ending ending;  // of the whole: not ok if there is no GPU, or if it was stopped
    std::optional<Device> device;
    Tally sum;                    // of this shard
    unsigned percent = 0;         // of the list that is done
    std::vector<Record> results;  // of the jobs that are not equal
    std::vector<SettledDoubt> settles;
};

// Blocks. `progress` is called after each job.
SelftestReport run_selftest(const SelftestRequest& request, Client& client, const RunTools& tools,
                            const std::function<void(const ListProgress&)>& progress = {});

// {"outcome": "ok", "device": {...}, "jobs": 22, "equal": 22, "different": 0, "failed": 0, "results": [...],
// "settles": [{"doubt": "g16", "rule": "model", "jobs": 4}]}.
std::string selftest_json(const SelftestReport& report);

}  // namespace tilescope::live
