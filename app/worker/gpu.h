// app/worker/gpu.h -- lists the GPUs, and runs a launch on one of them. Only the worker process uses this.
// SPDX-License-Identifier: MIT
//
//     Gpu gpu;
//     const RunResult result = gpu.run(request, [&](const Progress& p) { send(p); });
#pragma once

#include "app/worker/driver.h"
#include "app/worker/messages.h"

#include <tilescope/kernel/launch.h>

#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <thread>

namespace tilescope::live {

// ---- the buffers of one launch in the memory of the GPU

// The result of a few calls of the driver: the first code that is not 0, and the function that returned it.
struct BufferStep {
    int code = 0;
    const char* call = "";
};

// The memory stays allocated from launch to launch: to allocate takes the driver longer than to copy and to run.
class GpuBuffers {
public:
    // Requires: `driver` is open and lives longer than this object; in all calls, the same context is current.
    explicit GpuBuffers(const Driver& driver) : driver_(&driver) {}
    GpuBuffers& operator=(GpuBuffers&&) = delete;  // nor any other copy
    ~GpuBuffers();                                 // frees the memory

    // Begins a launch: until fill(), it has no buffers.
    void begin() { count_ = 0; }

    // Allocates what is missing, and fills all buffers. What the launch before copied in and no kernel can have changed
    // is not copied again. Requires: the launch keeps the limits of messages.h.
    BufferStep fill(const Launch& launch);

    // Prepares the next step: exchanges the two buffers, and fills those with zeros again that began so, except the one
    // that has what the step before left.
    // Requires: the kernel has ended.
    BufferStep next_step(const Launch& launch);

    // Writes the addresses of all buffers into the parameter block of a step.
    void write_addresses(const Launch& launch, std::vector<std::uint8_t>& block) const;

    // Copies the buffers with read_back. Requires: the kernel has ended.
    BufferStep read_back(const Launch& launch, std::vector<std::vector<std::uint8_t>>& out) const;

    // The words that the kernel wrote to the host-visible buffers; valid at any time, also after an error.
    std::vector<std::uint32_t> status() const;
    std::optional<std::uint32_t> phase() const;  // of the first CTA; nothing without a status block
    bool timed_out() const;                      // a CTA stopped itself after timeout_ns

    // Frees nothing: after a sticky error each call of the driver fails, and the process ends.
    void abandon() { buffers_.clear(), count_ = 0; }

private:
    struct Buffer {
        DevicePointer device = 0;
        void* host = nullptr;  // not null: visible to the host
        std::size_t bytes = 0, room = 0;
        std::vector<std::uint8_t> held;  // what was copied in, if it is still there
    };
    std::span<const Buffer> used() const { return std::span(buffers_).first(count_); }
    void free(Buffer& buffer) const;
    BufferStep allocate(const LaunchBuffer& wanted, Buffer& buffer) const;
    BufferStep put_zeros(const Buffer& buffer) const;
    BufferStep put(const LaunchBuffer& wanted, Buffer& buffer, bool stays) const;

    const Driver* driver_;
    std::vector<Buffer> buffers_;
    std::size_t count_ = 0;  // of this launch; the others wait for a launch with more buffers
};

// ---- the compiled kernels of one context, each compiled once

// Of a worker; beyond that, the one that was not used for longest ends.
inline constexpr std::size_t kMostModules = 4096;

// The driver compiles a kernel in the thread that asks for it, so threads of our own can compile several at once: since
// CUDA 4.0, one context can be current to several threads. Source: forums.developer.nvidia.com/t/26625 (NVIDIA). Nobody
// documents how much of it the driver does at once; if it does one after the other, nothing is lost.
class GpuModules {
public:
    // Requires: `driver` is open and lives longer than this object; `context` is current, and stays until the end.
    GpuModules(const Driver& driver, DriverContext context) : driver_(driver), context_(context) {}
    ~GpuModules();                                 // waits for the threads
    GpuModules& operator=(GpuModules&&) = delete;  // nor any other copy

    // Compiles these kernels on other threads, as many at once as the machine has cores, and finds their entry: a
    // driver can put off a part of the work until then. Before one has been compiled by get(), nothing happens: the
    // driver loads its compiler at the first call, which failed in several threads at once (m4rs-mt/ILGPU#724).
    void compile_ahead(const std::vector<std::string>& ptx, const std::string& entry);

    struct Compiled {
        int code = 0;  // of cuModuleLoadDataEx
        DriverModule module = nullptr;
        std::string log;
        std::uint64_t us = 0;  // that it took; 0: get() has returned it before
    };
    // Returns the kernel. If it waits for a thread, this thread compiles it. What failed is forgotten, and what failed
    // on another thread is compiled again: so the result is that of this call.
    Compiled get(const std::string& ptx);

    // Unloads nothing: after a sticky error each call of the driver fails, and the process ends.
    void abandon() { abandoned_ = true; }

private:
    enum class State : std::uint8_t { waiting, compiling, done };
    struct Entry {
        State state = State::waiting;
        std::string entry;  // to find when it is compiled ahead
        Compiled compiled;
        std::uint64_t used = 0;  // the number of the last get()
    };
    using Entries = std::map<std::string, Entry, std::less<>>;

    Compiled load(const std::string& ptx) const;
    void serve();
    void start_threads();
    void make_room();

    const Driver& driver_;
    const DriverContext context_;
    std::mutex mutex_;  // guards everything below
    std::condition_variable wake_, done_;
    Entries entries_;
    std::list<Entries::iterator> queue_;
    std::vector<std::thread> threads_;
    std::uint64_t gets_ = 0;
    bool works_ = false, ending_ = false, abandoned_ = false;
};

// ---- the GPU

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
