// app/runs/live_run.h -- runs the job of a session on a GPU, step by step, and compares the result with the model.
// SPDX-License-Identifier: MIT
//
//     Client client("");
//     const Answer<LiveRun> run = run_live({.job = *job, .model = *emulate(*job)}, client, stop);
//     if (!run->ending.is_ok()) show(run->ending.sentence());
//     else show(sentences_of(*run->comparison, run->model));
//
// A step runs one MMA. The memory that it leaves is the memory of the next one. All steps are one launch, except those
// of a wgmma with an operand or metadata in registers.
#pragma once

#include "app/runs/client.h"

#include <tilescope/kernel/live_comparison.h>
#include <tilescope/session/derive.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescope::live {

inline constexpr std::uint32_t kAnyDevice = ~std::uint32_t{0};  // the first that runs code for the target

struct LiveRequest {
    EmulatorJob job;
    Emulation model;  // emulate(job)
    std::uint32_t device = kAnyDevice;
    std::uint32_t timeout_ms = LaunchOptions{}.timeout_ms;  // of each step, on the GPU
    bool out_of_spec = false;                               // the user runs it although reasons_against() has reasons
};

// The sum over all launches, in microseconds.
struct LiveTimes {
    std::uint64_t compile_us = 0, run_us = 0, copy_us = 0;
};

struct LiveRun {
    LiveKernel kernel;
    Emulation model;
    std::optional<Device> device;  // no value: none was chosen
    Ending ending;
    std::string log;                           // of the driver's assembler
    std::vector<std::uint32_t> status;         // of the last step, see Status
    unsigned steps_done = 0, steps = 0;        // along K
    std::optional<LiveComparison> comparison;  // if `ending` is ok
    LiveTimes times;
    bool out_of_spec = false;
};

// What the caller can show while a run goes on.
struct LiveProgress {
    unsigned step = 0, steps = 0;
    Progress now;
};

// A run before its first launch, in three parts, for callers with many runs. Only the second part needs the client, so
// other threads can do the first part of the next run and the last part of the run before.
struct PreparedRun {
    LiveRequest request;
    LiveRun out;
    Machine memory;  // before the first step; after launch_prepared(), after the last one
    // In their order. Only the first one has the image: it moves to the next one.
    std::vector<Launch> launches;
};
// Errors: those of run_live().
Answer<PreparedRun> prepare_run(LiveRequest request);
// Launches it, once or again. How that ended is in `out.ending`.
void launch_prepared(PreparedRun& run, Client& client, const std::stop_token& stop,
                     const std::function<void(const LiveProgress&)>& progress = {});
// Compares. Errors: those of compare_live().
Answer<LiveRun> finish_run(PreparedRun run);

// All three parts. Blocks until the run ends or `stop` is requested. How the run ended is in `ending`.
// Errors: no kernel exists for the job, or its memory does not fit into a launch.
Answer<LiveRun> run_live(LiveRequest request, Client& client, const std::stop_token& stop,
                         const std::function<void(const LiveProgress&)>& progress = {});

// Returns the bytes of cells_out in a result, or null if a worker did not send them.
const std::vector<std::uint8_t>* cells_in(const Launch& launch, const RunResult& result);

// Returns why the instruction should not run on a GPU, one sentence each: its errors by the rules, and reads past the
// memory that a launch has. Empty: it can run.
std::vector<std::string> reasons_against(const Derived& derived, const Emulation& model);

// The first part of them, which needs no model: the errors by the rules.
std::vector<std::string> broken_rules(const Derived& derived);

}  // namespace tilescope::live
