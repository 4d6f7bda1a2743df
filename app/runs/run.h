// app/runs/run.h -- a run of a session on a GPU: from an order to its outcome.
// SPDX-License-Identifier: MIT
//
//     Order         what is asked: a session, a GPU, a time limit
//       | prepare()     the rules, the model, the kernel, its memory: any thread
//     Job           the order with its launches
//       | launch()      the thread of the client, the worker, the GPU
//       |   Launch         one kernel with its buffers and its steps (kernel/launch.h); the worker returns a RunResult
//       | finish()      the comparison with the model: any thread
//     RunOutcome    how it ended: D, the differences, the times
//       | record_of()   record.h
//     Record        what is kept of it: a line of a file, a row of a report
//
//     Client client("");
//     const RunOutcome out = run({.session = session}, client, {.stop = stop});
//     if (!out.ending.is_ok()) show(out.ending.sentence());
//     else show(sentences_of(*out.comparison, out.model));
//
// A step runs one MMA. The memory that it leaves is the memory of the next one. All steps are one launch, except those
// of a wgmma with an operand or metadata in registers.
#pragma once

#include "app/runs/client.h"

#include <tilescope/document/derive.h>
#include <tilescope/document/session.h>
#include <tilescope/kernel/live_comparison.h>

#include <stop_token>

namespace tilescope::live {

struct Order {
    std::string name = {};  // of the job among others
    Session session = {};
    std::string folder = {};                                // recipe files are searched there
    std::uint32_t device = kAnyDevice;                      // the first that runs code for the target
    std::uint32_t timeout_ms = LaunchOptions{}.timeout_ms;  // of each step, on the GPU
    bool anyway = false;                                    // run it although the rules refuse it
};

// What the caller can show while a run goes on.
struct LiveProgress {
    unsigned step = 0, steps = 0;  // along K
    Progress now;
};

struct RunTools {
    RowLoop loop;          // of the model
    std::stop_token stop;  // ends the run, also the model's
    std::function<void(const LiveProgress&)> progress;
    bool doubts = true;  // search for open questions that explain a difference; slow for fp4
};

struct RunOutcome {
    Derived derived;                   // of the session
    std::vector<std::string> reasons;  // of reasons_against()
    Ending ending;
    bool ran = false;  // a worker was asked. If not, `ending` says why, and nothing below has a meaning.

    LiveKernel kernel;
    Emulation model;
    std::optional<Device> device;                           // no value: none was chosen
    std::string log;                                        // of the driver's assembler
    std::vector<std::uint32_t> status;                      // of the last step, see Status
    unsigned steps_done = 0, steps = 0;                     // along K
    std::optional<LiveComparison> comparison;               // if `ending` is ok
    std::uint64_t compile_us = 0, run_us = 0, copy_us = 0;  // the sums over all launches
    bool out_of_spec = false;                               // it ran although `reasons` has some

    bool is_equal() const { return comparison && comparison->is_equal(); }
};

// A run that can be launched, once or again. Without launches it cannot be: `out.ending` says why.
struct Job {
    RunOutcome out;
    EmulatorJob steps;
    std::uint32_t device = kAnyDevice;
    std::optional<Machine> memory;  // before the first step; after launch(), after the last one
    std::vector<Launch> launches;   // in their order. Only the first one has the image: it moves to the next one.
};

// The parts of run(), for callers with many runs: other threads can do the first part of the next run and the last part
// of the run before.
Job prepare(const Order& order, const RunTools& tools);
// The same for steps whose model the caller has computed; no rule is asked.
Job prepare(EmulatorJob steps, Emulation model, std::uint32_t device = kAnyDevice,
            std::uint32_t timeout_ms = LaunchOptions{}.timeout_ms);
void launch(Job& job, Client& client, const RunTools& tools);
// Uses only the stop token, which can be empty.
RunOutcome finish(Job job, const std::stop_token& stop = {});

// Blocks until the run ends or the stop is requested. How it ended is in `ending`.
RunOutcome run(const Order& order, Client& client, const RunTools& tools);

// Returns the bytes of cells_out in a result, or null if a worker did not send them.
const std::vector<std::uint8_t>* cells_in(const Launch& launch, const RunResult& result);

// Returns why the instruction should not run on a GPU, one sentence each: its errors by the rules, and reads past the
// memory that a launch has. Empty: it can run.
std::vector<std::string> reasons_against(const Derived& derived, const Emulation& model);

// ---- a run as JSON, and as a report in Markdown that fits into a bug report

// {"outcome": "ok", "equal": true, "device": {...}, "d": [["0x3f800000", ...], ...], ...}. Ends with a newline. `d` is
// there if the run ended well; `differences` lists at most kMostListed elements.
inline constexpr std::size_t kMostListed = 1000;
std::string run_json(const RunOutcome& run);

// The GPU, the words, the difference, the session and the kernel.
std::string report_markdown(const RunOutcome& run);

}  // namespace tilescope::live
