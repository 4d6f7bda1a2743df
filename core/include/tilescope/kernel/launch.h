// core/include/tilescope/kernel/launch.h -- launches of a live kernel, as bytes that any worker can run.
// SPDX-License-Identifier: MIT
//
// A worker needs to know nothing about descriptors: it compiles `ptx` and copies the buffers to the GPU. For each step
// it writes their addresses into the parameter block and launches the kernel; between two steps it exchanges two
// buffers. At the end it copies buffers back.
//
//     Machine device = *filled(job);                            // memory before the first instruction
//     for (std::size_t s = 0, count; s < job.steps.size(); s += count) {
//         load_registers(device, job, s);                       // wgmma: A and the metadata of this step
//         count = std::min(most_steps(kernel->form), job.steps.size() - s);
//         const Answer<Launch> launch = launch_of(*kernel, std::span(job.steps).subspan(s, count), device);
//         ... the worker runs it; `out` has the bytes of cells_out after the last of these steps ...
//         take_cells(*kernel, *launch, out, device);            // D is the input of the next step
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

// Two buffers of one size. Each number is the byte of the block that has the address of the buffer.
struct BufferPair {
    unsigned first = 0, second = 0;
    friend bool operator==(const BufferPair&, const BufferPair&) = default;
};

// One kernel, run once for each step. What a step leaves in `exchanged.first` is what the next one finds in
// `exchanged.second`, so nothing is copied between two steps.
struct Launch {
    std::string ptx, entry;
    unsigned threads = kLiveThreads, ctas = 1;
    std::uint32_t shared_bytes = 0;   // dynamic shared memory of each CTA
    std::uint32_t timeout_ms = 1000;  // of each step; the deadline on the GPU is in the block too, this is for the host
    std::vector<std::uint8_t> parameters;               // of the first step
    std::vector<std::vector<std::uint8_t>> more_steps;  // the blocks of the steps after it
    BufferPair exchanged;                               // used if there are more steps
    std::vector<LaunchBuffer> buffers;
    friend bool operator==(const Launch&, const Launch&) = default;
};

// Returns the buffer whose address is at this byte of the block, or null.
const LaunchBuffer* buffer_at(const Launch& launch, unsigned parameter);

struct LaunchOptions {
    std::uint32_t timeout_ms = 1000;  // of each step, at most kMostTimeoutMs; wgmma: only the host can end the wait
    bool relocate = true;             // false: the instruction gets the words verbatim, wherever shared memory begins
};
inline constexpr std::uint32_t kMostTimeoutMs = 4000;  // timeout_ns has 32 bits

// Returns how many steps one launch can run. wgmma with an operand or metadata in registers: 1, because each step needs
// other registers.
inline constexpr std::size_t kMostLaunchSteps = 256;
std::size_t most_steps(const KernelForm& form);

// Returns the launch of steps that follow each other. `before` is the memory before the first one.
//
// The session counts addresses from `origin`, which is 0x400, where dynamic shared memory begins. If an operand is
// below that, `origin` is 0, and the kernel moves the addresses in the descriptors; but for wgmma only if the addresses
// count from 0 (MmaInstruction::from_zero), because what wgmma reads below 0x400 is known.
//
// Unwritten cells and registers are 0xffffffff, unwritten bytes inside the image 0xff. Registers with metadata have
// the codes for every selector.
//
// Errors: the operands lie past the shared memory that a CTA can use, or (without relocation) in the first 1024 bytes;
// written cells lie past the columns that a kernel allocates; the registers do not have the size that the instruction
// reads; a step does not have the form of the kernel; there is no step, or more than most_steps(); the time is 0 or
// more than kMostTimeoutMs.
Answer<Launch> launch_of(const LiveKernel& kernel, std::span<const MmaInstruction> steps, const Machine& before,
                         const LaunchOptions& options = {});

// The same for one step.
inline Answer<Launch> launch_of(const LiveKernel& kernel, const MmaInstruction& step, const Machine& before,
                                const LaunchOptions& options = {}) {
    return launch_of(kernel, std::span(&step, 1), before, options);
}

// Puts the bytes of cells_out into the memory. All cells count as written.
// Errors: the number of bytes is wrong.
Answer<void> take_cells(const LiveKernel& kernel, const Launch& launch, std::span<const std::uint8_t> cells,
                        Machine& machine);

// Puts D into the buffer cells_in of the launch that runs next: `cells` has the bytes of cells_out of the launch
// before. What else cells_in has (wgmma: A and the metadata of the next step) stays. Errors: the number of bytes is
// wrong.
Answer<void> pass_on_d(const KernelForm& form, std::span<const std::uint8_t> cells, Launch& next);

}  // namespace tilescope
