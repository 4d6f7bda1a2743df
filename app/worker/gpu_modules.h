// app/worker/gpu_modules.h -- the compiled kernels of one context, each compiled once. Only the worker uses this.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/worker/driver.h"

#include <condition_variable>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tilescope::live {

inline constexpr std::size_t kMostModules =
    4096;  // of a worker; beyond that, the one that was not used for longest ends

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

}  // namespace tilescope::live
