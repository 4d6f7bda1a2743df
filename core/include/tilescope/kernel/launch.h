// core/include/tilescope/kernel/launch.h -- one launch of a live kernel, as bytes that any worker can run.
// SPDX-License-Identifier: MIT
//
// A worker needs to know nothing about descriptors: it compiles `ptx`, copies the buffers to the GPU, writes their
// addresses into the parameter block, launches, and copies the buffers back.
//
//     Machine device = *filled(job);                            // memory before the first instruction
//     for (const MmaInstruction& step : job.steps) {
//         const Answer<Launch> launch = launch_of(*kernel, step, device);
//         ... the worker runs it; `out` has the bytes of cells_out ...
//         take_cells(*launch, out, device);                     // D of this step is the input of the next one
//     }
#pragma once

#include <tilescope/kernel/live_kernel.h>
#include <tilescope/kernel/parameters.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

// A buffer in the memory of the GPU. The worker writes its address to bytes `parameter` to `parameter` + 7 of the
// block.
struct LaunchBuffer {
    unsigned parameter = 0;
    std::size_t bytes = 0;
    std::vector<std::uint8_t> in;  // empty: the buffer begins with zeros
    bool read_back = false;
    bool host_visible = false;  // the status block: the host reads it while the kernel runs
    friend bool operator==(const LaunchBuffer&, const LaunchBuffer&) = default;
};

struct Launch {
    std::string ptx, entry;
    unsigned threads = kLiveThreads, ctas = 1;
    std::uint32_t shared_bytes = 0;   // dynamic shared memory of each CTA
    std::uint32_t timeout_ms = 1000;  // the deadline on the GPU is in the block too; this one is for the host
    std::vector<std::uint8_t> parameters;
    std::vector<LaunchBuffer> buffers;
    friend bool operator==(const Launch&, const Launch&) = default;
};

struct LaunchOptions {
    std::uint32_t timeout_ms = 1000;  // at most kMostTimeoutMs
    bool relocate = true;             // false: the instruction gets the words verbatim, wherever shared memory begins
};
inline constexpr std::uint32_t kMostTimeoutMs = 4000;  // timeout_ns has 32 bits

// Returns the launch of one step. `before` is the memory before the step.
// Errors: the operands lie past the shared memory that a CTA can use, or the step does not have the form of the kernel.
Answer<Launch> launch_of(const LiveKernel& kernel, const MmaInstruction& step, const Machine& before,
                         const LaunchOptions& options = {});

// Puts the bytes of cells_out into the memory. All cells count as written.
// Errors: the number of bytes is wrong.
Answer<void> take_cells(const LiveKernel& kernel, const Launch& launch, std::span<const std::uint8_t> cells,
                        Machine& machine);

}  // namespace tilescope
