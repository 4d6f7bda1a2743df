// app/worker/gpu.h -- lists the GPUs and runs a launch on one of them. Only the worker process uses this.
// SPDX-License-Identifier: MIT
//
//     Gpu gpu;
//     const RunResult result = gpu.run(request, [&](const Progress& p) { send(p); });
#pragma once

#include "app/worker/driver.h"
#include "app/worker/gpu_buffers.h"
#include "app/worker/gpu_modules.h"
#include "app/worker/messages.h"

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

    // Begins to compile kernels on other threads. Does nothing before the first launch on the device.
    void compile_ahead(const CompileAhead& request);

    // Compiles, copies in, runs each step until its kernel has ended, and copies out. Waits as long as a kernel runs:
    // the deadline is the client's. Calls `progress` at the start of each stage and step, and for each new phase.
    RunResult run(const LaunchRequest& request, const OnProgress& progress);

private:
    // What one device keeps from launch to launch: kernels and memory.
    struct Opened {
        const Driver& driver;
        DriverContext context;
        GpuModules modules;
        GpuBuffers buffers;
        Opened(const Driver& d, DriverContext made) : driver(d), context(made), modules(d, made), buffers(d) {}
        ~Opened() { driver.use_context(context); }  // to free the memory
        Opened& operator=(Opened&&) = delete;       // nor any other copy
    };

    Ending start();
    Ending check(const LaunchRequest& request);
    static Answer<void> fits(const LaunchRequest& request, const Device& device);
    bool ok(int code, const char* call, Outcome otherwise, Ending& ending) const;
    Opened* open(unsigned device, Ending& ending);
    bool compile(const LaunchRequest& request, GpuModules& modules, DriverFunction& function, RunResult& result) const;
    void execute(const Launch& launch, DriverFunction function, GpuBuffers& buffers, RunResult& result,
                 const OnProgress& progress) const;
    bool run_step(const Launch& launch, std::uint32_t step, DriverFunction function, const GpuBuffers& buffers,
                  RunResult& result, const OnProgress& progress) const;
    int wait(const GpuBuffers& buffers, Ending& ending, const OnProgress& progress, std::uint32_t step) const;
    Device describe(int index, Ending& ending) const;

    Driver driver_;
    std::optional<Ending> started_;
    std::optional<DeviceList> listed_;  // asked once: the list of a process does not change
    int driver_version_ = 0;
    std::map<unsigned, Opened> opened_;
};

// Returns the target of a kernel: "sm_100a" for a text with the line ".target sm_100a". Empty if it has none.
std::string target_of(std::string_view ptx);

}  // namespace tilescope::live
