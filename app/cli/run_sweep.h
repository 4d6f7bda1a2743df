// app/cli/run_sweep.h -- the verb run with many jobs, and the summary of their results.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"
#include "app/cli/program_arg.h"
#include "app/runs/sweep_sum.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tilescope::cli {

// What the user gives to `run`.
struct RunArgs {
    std::vector<std::string> jobs, vary;
    std::string worker, report, out, shard;
    std::uint32_t device, timeout_ms;
    ProgramArgs program = {};
    bool anyway = false, resume = false;

    RunArgs();
    bool is_sweep() const { return jobs.size() > 1 || !vary.empty() || !out.empty() || !shard.empty() || resume; }
};

// Reads a session for `run`: with the target of --arch, if one is given.
Answer<Session> session_to_run(const std::string& path, const Globals& globals, const ProgramArgs& program = {});

// Runs a sweep and prints its results. Returns the exit status.
int run_sweep(const RunArgs& args, const Globals& globals);

// Prints the counts, the table and the reasons; with --json one document.
void print_sum(const live::SweepSum& sum, const Globals& globals);

}  // namespace tilescope::cli
