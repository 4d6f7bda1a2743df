// app/live/gpu.h -- lists the GPUs and runs a launch on one of them. Only the worker process uses this.
// SPDX-License-Identifier: MIT
//
//     Gpu gpu;
//     const RunResult result = gpu.run(request, [&](const Progress& p) { send(p); });
#pragma once

#include "app/live/driver.h"
#include "app/live/gpu_buffers.h"
#include "app/live/messages.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope::live {

class Gpu {
public:
    // The first call of any function opens and starts the driver.
    DeviceList devices();

    // Opens and closes a context of the device.
    Ending settle(unsigned device);

    // Compiles, copies in, runs each step until its kernel has ended, and copies out. Waits as long as a kernel runs:
    // the deadline is the client's. Calls `progress` at the start of each stage and step, and for each new phase.
    RunResult run(const LaunchRequest& request, const std::function<void(const Progress&)>& progress);

private:
    Ending start();
    Ending check(const LaunchRequest& request);
    static Answer<void> fits(const LaunchRequest& request, const Device& device);
    bool ok(int code, const char* call, Outcome otherwise, Ending& ending) const;
    bool open(unsigned device, Ending& ending);
    bool compile(const LaunchRequest& request, DriverFunction& function, RunResult& result);
    void execute(const Launch& launch, DriverFunction function, GpuBuffers& buffers, RunResult& result,
                 const std::function<void(const Progress&)>& progress) const;
    bool run_step(const Launch& launch, std::uint32_t step, DriverFunction function, const GpuBuffers& buffers,
                  RunResult& result, const std::function<void(const Progress&)>& progress) const;
    int wait(const GpuBuffers& buffers, Ending& ending, const std::function<void(const Progress&)>& progress,
             std::uint32_t step) const;
    Device describe(int index, Ending& ending) const;

    Driver driver_;
    std::optional<Ending> started_;
    int driver_version_ = 0;
    std::map<unsigned, DriverContext> contexts_;
    struct Compiled {
        unsigned device = 0;
        std::string ptx, log;
        DriverModule module = nullptr;
    };
    Compiled compiled_;  // of the last launch: many jobs of a sweep share a kernel
};

// Returns the target of a kernel: "sm_100a" for a text with the line ".target sm_100a". Empty if it has none.
std::string target_of(std::string_view ptx);

}  // namespace tilescope::live
