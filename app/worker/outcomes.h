// app/worker/outcomes.h -- how a live run can end: one row for each outcome and for each known error of the driver.
// SPDX-License-Identifier: MIT
//
// The window and the command line show Ending::sentence() unchanged:
//
//     Ending{.outcome = Outcome::no_driver, .detail = "libcuda.so.1: cannot open shared object file"}.sentence()
//     "This machine has no NVIDIA driver: libcuda.so.1: cannot open shared object file. Install the driver, or ..."
#pragma once

#include "app/io/program.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::live {

enum class Outcome : std::uint8_t {
    ok,
    no_worker,
    no_driver,
    no_device,
    driver_failed,
    driver_too_old,
    no_compiler,
    unsupported_arch,
    jit_error,
    limit_exceeded,
    launch_error,
    device_timeout,
    hang_killed,
    device_stuck,
    worker_crashed,
    bad_request,
    bad_protocol,
    wrong_version,
    stopped,
    refused_by_rules,
    no_job,
};

struct OutcomeRow {
    Outcome outcome;
    std::string_view id;        // in JSON and in the protocol
    std::string_view sentence;  // what happened, without the period at the end
    std::string_view advice;    // what to do; empty: nothing
    int exit;                   // exit status of the command line
    // True if the cause can be gone later: a sweep that goes on runs such a job again.
    bool may_pass = false;
};

// clang-format off
inline constexpr OutcomeRow kOutcomes[] = {
    {Outcome::ok,               "ok",               "The kernel ended without an error", "", io::kDone},
    {Outcome::no_worker,        "no_worker",        "The worker did not start", "Check the command of the worker: run it in a terminal and add --version.", io::kLacking},
    {Outcome::no_driver,        "no_driver",        "This machine has no NVIDIA driver", "Install the driver, or use a GPU of another machine: copy tilescope there and add --worker 'ssh HOST ./tilescope'.", io::kLacking},
    {Outcome::no_device,        "no_device",        "There is no GPU to use", "Check nvidia-smi and CUDA_VISIBLE_DEVICES, or use a GPU of another machine: copy tilescope there and add --worker 'ssh HOST ./tilescope'.", io::kLacking},
    {Outcome::driver_failed,    "driver_failed",    "The NVIDIA driver did not start", "Check nvidia-smi. If the driver was updated, restart the machine.", io::kLacking},
    {Outcome::driver_too_old,   "driver_too_old",   "The NVIDIA driver is too old", "Install a newer driver.", io::kLacking},
    {Outcome::no_compiler,      "no_compiler",      "The NVIDIA driver cannot compile PTX here", "Give the container the driver's libnvidia-ptxjitcompiler.so.1, and remove CUDA_DISABLE_PTX_JIT.", io::kLacking},
    {Outcome::unsupported_arch, "unsupported_arch", "This GPU does not run code for the target", "Choose a target that this GPU runs code for (tilescope devices lists them), or another GPU.", io::kLacking},
    {Outcome::jit_error,        "jit_error",        "The NVIDIA driver refused the kernel", "Read the driver's log, and compare the form with tilescope check.", io::kRunFailed},
    {Outcome::limit_exceeded,   "limit_exceeded",   "The kernel needs more than this GPU has", "Use less shared memory, or end other programs on this GPU.", io::kRunFailed},
    {Outcome::launch_error,     "launch_error",     "The GPU stopped the kernel with an error", "Check the words: tilescope check lists what is wrong with them.", io::kRunFailed},
    {Outcome::device_timeout,   "device_timeout",   "The MMA did not end in time, so the kernel stopped itself", "Check the words: an MMA that never ends has an illegal descriptor or a CTA that is missing.", io::kRunFailed},
    {Outcome::hang_killed,      "hang_killed",      "The worker did not answer in time, so it was ended", "Try again. If it happens again, check the words and nvidia-smi; the GPU may need a reset.", io::kRunFailed, true},
    {Outcome::device_stuck,     "device_stuck",     "The GPU has not answered since its last worker was ended", "Reset the GPU (nvidia-smi --gpu-reset) or restart the machine, then run again.", io::kRunFailed, true},
    {Outcome::worker_crashed,   "worker_crashed",   "The worker ended before it answered", "Try again. If it happens again, check the driver with nvidia-smi.", io::kRunFailed, true},
    {Outcome::bad_request,      "bad_request",      "The worker refused the request", "Choose a device that tilescope devices lists.", io::kRunFailed},
    {Outcome::bad_protocol,     "bad_protocol",     "The worker sent something that is not a message", "The command of the worker must pass all bytes on unchanged: ssh without -t, and no program that prints after the start.", io::kRunFailed, true},
    {Outcome::wrong_version,    "wrong_version",    "The worker is another version of tilescope", "Install the same version of tilescope on both machines.", io::kRunFailed},
    {Outcome::stopped,          "stopped",          "The run was stopped", "", io::kRunFailed},
    {Outcome::refused_by_rules, "refused_by_rules", "The rules refuse this run", "Correct the words, or run it anyway (--anyway).", io::kUnusable},
    {Outcome::no_job,           "no_job",           "The session cannot be run", "", io::kUnusable},
};
// clang-format on

constexpr const OutcomeRow& row_of(Outcome outcome) { return kOutcomes[static_cast<std::size_t>(outcome)]; }

// Returns the outcome with this id.
std::optional<Outcome> outcome_named(std::string_view id);

// An error code of the driver. `sticky`: the process cannot use the GPU any more.
struct DriverErrorRow {
    int code;
    std::string_view name, meaning;
    std::string_view advice;  // empty: that of the outcome
    Outcome outcome;
    bool sticky;
    std::string_view source;
    bool of_mma = false;  // an MMA raises it (triton-lang/triton#10309, PR 8910); the others can have another cause
};
std::span<const DriverErrorRow> driver_errors();

// Returns the row of a code, or null: then the names come from the driver.
const DriverErrorRow* driver_error(int code);

// How a request ended. All texts may come from another machine; sentence() makes them printable.
struct Ending {
    Outcome outcome = Outcome::ok;
    int code = 0;                             // CUresult; 0: no call of the driver failed
    std::string call = {};                    // the function of the driver that returned the code
    std::string own = {};                     // what the driver says about the code: "CUDA_ERROR_...: ..."
    std::string detail = {};                  // what exactly happened, without the period at the end
    std::optional<std::uint32_t> phase = {};  // of kPhases, the last one that the kernel reported

    bool is_ok() const { return outcome == Outcome::ok; }
    // Returns what happened and what to do, in plain sentences.
    std::string sentence() const;
    friend bool operator==(const Ending&, const Ending&) = default;
};

// Returns how a failed call of the driver ends a request. `otherwise` is the outcome of a code without a row.
Ending ending_of(int code, std::string_view call, std::string_view own, Outcome otherwise);

// Returns whether the process must end after this code. True for every code without a row: a new process is cheap.
bool is_sticky(int code);

}  // namespace tilescope::live
