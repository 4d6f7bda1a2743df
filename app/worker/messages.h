// app/worker/messages.h -- what the client and the worker say to each other.
// SPDX-License-Identifier: MIT
//
//     client -> worker     hello, then any number of: devices | settle | compile_ahead | launch; then bye
//     worker -> client     hello, then one answer for each request: device_list | settled | progress..., result
//                          (compile_ahead has no answer)
//
// Each message is a struct here and a list of its members in messages.cpp, which both directions use. A message is
// accepted only if all members are there, each in its limits, and nothing else.
#pragma once

#include "app/worker/outcomes.h"
#include "app/worker/protocol.h"

#include <tilescope/base/answer.h>
#include <tilescope/kernel/launch.h>

#include <functional>
#include <variant>

namespace tilescope::live {

// The first message of both sides. The version of the protocol is in the frame.
struct Hello {
    static constexpr std::string_view kType = "hello";
    std::string tilescope;  // version of the program: "0.5.0"
    friend bool operator==(const Hello&, const Hello&) = default;
};

struct DevicesRequest {
    static constexpr std::string_view kType = "devices";
    friend bool operator==(const DevicesRequest&, const DevicesRequest&) = default;
};

// Opens and closes a context. After a process was killed while its kernel ran, drivers of Blackwell can count the GPU
// as busy until somebody does that. Source: Datura-ai/lium-io#1140, #1142.
struct SettleRequest {
    static constexpr std::string_view kType = "settle";
    unsigned device = 0;
    friend bool operator==(const SettleRequest&, const SettleRequest&) = default;
};

struct LaunchRequest {
    static constexpr std::string_view kType = "launch";
    unsigned device = 0;
    Launch launch;
    friend bool operator==(const LaunchRequest&, const LaunchRequest&) = default;
};

// Kernels that launches will need soon. The worker compiles them on threads of its own while it runs other launches.
// What cannot be compiled is compiled again, and reported, by the launch that needs it.
struct CompileAhead {
    static constexpr std::string_view kType = "compile_ahead";
    unsigned device = 0;
    std::string entry;  // of each of them
    std::vector<std::string> ptx;
    friend bool operator==(const CompileAhead&, const CompileAhead&) = default;
};

struct Bye {
    static constexpr std::string_view kType = "bye";
    friend bool operator==(const Bye&, const Bye&) = default;
};

struct Device {
    unsigned index = 0;
    std::string name;
    unsigned major = 0, minor = 0;   // compute capability
    unsigned driver = 0;             // CUDA version of the driver: 13000 is 13.0
    std::uint64_t memory_bytes = 0;  // of the GPU
    std::uint32_t shared_bytes = 0;  // shared memory that one CTA can use, with opt-in

    std::string chip() const;  // "9.0"
    friend bool operator==(const Device&, const Device&) = default;
};

struct DeviceList {
    static constexpr std::string_view kType = "device_list";
    Ending ending;  // ok: there is at least one device
    std::vector<Device> devices;
    friend bool operator==(const DeviceList&, const DeviceList&) = default;
};

struct Settled {
    static constexpr std::string_view kType = "settled";
    Ending ending;
    friend bool operator==(const Settled&, const Settled&) = default;
};

// What the worker does now.
enum class Stage : std::uint8_t { opening, compiling, copying_in, running, copying_out };
inline constexpr std::string_view kStages[] = {"opening", "compiling", "copying_in", "running", "copying_out"};

struct Progress {
    static constexpr std::string_view kType = "progress";
    Stage stage = Stage::opening;
    std::uint32_t step = 0;   // of the launch; 0 before the first one runs
    std::uint32_t phase = 0;  // of kPhases, if running
    friend bool operator==(const Progress&, const Progress&) = default;
};

using OnProgress = std::function<void(const Progress&)>;

struct RunResult {
    static constexpr std::string_view kType = "result";
    Ending ending;
    bool worker_ends = false;                        // the worker cannot use the GPU any more
    std::string log;                                 // of the driver's assembler; at most kMostLogBytes
    std::uint32_t steps = 0;                         // of the launch that ended well
    std::vector<std::uint32_t> status;               // of the last step: all host-visible buffers, also after an error
    std::vector<std::vector<std::uint8_t>> buffers;  // those with read_back, in order; empty after an error
    // 0 compile: an earlier launch used this kernel too. If it was compiled ahead: what that took.
    std::uint64_t compile_us = 0, run_us = 0, copy_us = 0;
    friend bool operator==(const RunResult&, const RunResult&) = default;
};

using ToWorker = std::variant<Hello, DevicesRequest, SettleRequest, CompileAhead, LaunchRequest, Bye>;
using FromWorker = std::variant<Hello, DeviceList, Settled, Progress, RunResult>;

// Limits of a launch. All buffers together have at most kMostBufferBytes, so that a result fits into a frame.
inline constexpr std::size_t kMostBufferBytes = kMostFrameBytes - (1u << 20);
inline constexpr std::size_t kMostAhead = 256;  // kernels of one compile_ahead
inline constexpr std::size_t kMostBuffers = 16, kMostParameterBytes = 4096, kMostLogBytes = 16384, kMostDevices = 64;
inline constexpr std::uint32_t kMostThreads = 1024, kMostCtas = 16, kMostSharedBytes = 1u << 20;

// Returns the frame of a message. Errors: it is larger than a frame can be, or a launch is outside the limits.
Answer<Frame> frame_of(const ToWorker& message);
Answer<Frame> frame_of(const FromWorker& message);

// Reads the message of a frame. Errors: one sentence; the message has another form.
Answer<ToWorker> to_worker(const Frame& frame);
Answer<FromWorker> from_worker(const Frame& frame);

}  // namespace tilescope::live
