// app/worker/gpu.cpp -- the calls of the driver, in their order.
// SPDX-License-Identifier: MIT
#include "app/worker/gpu.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

namespace tilescope::live {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t microseconds_since(Clock::time_point begin) {
    const auto passed = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
    return static_cast<std::uint64_t>(std::max<std::int64_t>(passed.count(), 1));
}

// The driver copies as many bytes of the parameter block as the kernel has, so the block must not be shorter.
// Source: PTX ISA 9.1, .param space: at most 32764 bytes.
constexpr std::size_t kMostKernelParameters = 32764;

// A kernel of a few microseconds is found at once; a long one costs little.
constexpr std::chrono::microseconds kFirstPause{20}, kLongestPause{1000};

}  // namespace

std::string target_of(std::string_view ptx) {
    constexpr std::string_view kTarget = ".target ";
    for (std::size_t at = 0; at < ptx.size();) {
        const std::size_t end = std::min(ptx.find('\n', at), ptx.size());
        const std::string_view line = ptx.substr(at, end - at);
        if (line.starts_with(kTarget)) {
            const std::string_view rest = line.substr(kTarget.size());
            return std::string(rest.substr(0, rest.find_first_of(", \t\r/")));
        }
        at = end + 1;
    }
    return {};
}

bool Gpu::ok(int code, const char* call, Outcome otherwise, Ending& ending) const {
    if (code == 0) return true;
    const std::optional<std::uint32_t> phase = ending.phase;
    ending = ending_of(code, call, driver_.own_words(code), otherwise);
    ending.phase = phase;
    return false;
}

Ending Gpu::start() {
    if (started_) return *started_;
    Ending ending = driver_.open();
    if (ending.is_ok() && ok(driver_.init(0), "cuInit", Outcome::driver_failed, ending))
        ok(driver_.version(&driver_version_), "cuDriverGetVersion", Outcome::driver_failed, ending);
    started_ = ending;
    return ending;
}

Device Gpu::describe(int index, Ending& ending) const {
    Device out{.index = static_cast<unsigned>(index), .driver = static_cast<unsigned>(std::max(driver_version_, 0))};
    int device = 0, major = 0, minor = 0, shared = 0;
    std::array<char, 256> name{};
    std::size_t memory = 0;
    const auto good = [&](int code, const char* call) { return ok(code, call, Outcome::driver_failed, ending); };
    const bool read =
        good(driver_.device(&device, index), "cuDeviceGet") &&
        good(driver_.device_name(name.data(), static_cast<int>(name.size()) - 1, device), "cuDeviceGetName") &&
        good(driver_.device_memory(&memory, device), "cuDeviceTotalMem") &&
        good(driver_.device_attribute(&major, kAttributeMajor, device), "cuDeviceGetAttribute") &&
        good(driver_.device_attribute(&minor, kAttributeMinor, device), "cuDeviceGetAttribute") &&
        good(driver_.device_attribute(&shared, kAttributeSharedOptIn, device), "cuDeviceGetAttribute");
    if (!read) return out;
    out.name = printable(name.data());
    out.major = static_cast<unsigned>(major), out.minor = static_cast<unsigned>(minor);
    out.memory_bytes = memory;
    out.shared_bytes = static_cast<std::uint32_t>(shared);
    return out;
}

DeviceList Gpu::devices() {
    if (listed_) return *listed_;
    DeviceList out{.ending = start(), .devices = {}};
    int count = 0;
    if (!out.ending.is_ok()) return out;
    if (!ok(driver_.device_count(&count), "cuDeviceGetCount", Outcome::driver_failed, out.ending)) return out;
    for (int i = 0; i < std::min(count, static_cast<int>(kMostDevices)) && out.ending.is_ok(); ++i)
        out.devices.push_back(describe(i, out.ending));
    if (!out.ending.is_ok()) out.devices.clear();
    if (count == 0 && out.ending.is_ok())
        out.ending = {.outcome = Outcome::no_device, .detail = "the NVIDIA driver finds none"};
    if (out.ending.is_ok()) listed_ = out;
    return out;
}

Gpu::Opened* Gpu::open(unsigned device, Ending& ending) {
    const auto good = [&](int code, const char* call) { return ok(code, call, Outcome::driver_failed, ending); };
    auto found = opened_.find(device);
    if (found == opened_.end()) {
        DriverContext context = nullptr;
        int handle = 0;
        if (!good(driver_.device(&handle, static_cast<int>(device)), "cuDeviceGet") ||
            !good(driver_.retain_context(&context, handle), "cuDevicePrimaryCtxRetain") ||
            !good(driver_.use_context(context), "cuCtxSetCurrent"))
            return nullptr;
        return &opened_.try_emplace(device, driver_, context).first->second;
    }
    return good(driver_.use_context(found->second.context), "cuCtxSetCurrent") ? &found->second : nullptr;
}

Ending Gpu::settle(unsigned device) {
    Ending ending = start();
    if (!ending.is_ok() || open(device, ending) == nullptr) return ending;
    opened_.erase(device);
    int handle = 0;
    if (ok(driver_.device(&handle, static_cast<int>(device)), "cuDeviceGet", Outcome::driver_failed, ending))
        ok(driver_.release_context(handle), "cuDevicePrimaryCtxRelease", Outcome::driver_failed, ending);
    return ending;
}

void Gpu::compile_ahead(const CompileAhead& request) {
    if (const auto found = opened_.find(request.device); found != opened_.end())
        found->second.modules.compile_ahead(request.ptx, request.entry);
}

Answer<void> Gpu::fits(const LaunchRequest& request, const Device& device) {
    const std::string target = target_of(request.launch.ptx);
    const ArchRow* arch = arch_named(target);
    if (!arch || runs_on(*arch, device.chip())) return {};
    const std::string targets = targets_for_chip(device.chip());
    return Refusal("the kernel is for ", target, "; device ", device.index, " (", device.name,
                   ") has compute capability ", device.chip(), " and runs code for ",
                   targets.empty() ? "no target that tilescope knows" : targets);
}

bool Gpu::compile(const LaunchRequest& request, GpuModules& modules, DriverFunction& function,
                  RunResult& result) const {
    const auto good = [&](int code, const char* call) { return ok(code, call, Outcome::jit_error, result.ending); };
    GpuModules::Compiled kernel = modules.get(request.launch.ptx);
    result.log = std::move(kernel.log);
    result.compile_us = kernel.us;
    const auto shared = static_cast<int>(request.launch.shared_bytes);
    return good(kernel.code, "cuModuleLoadDataEx") &&
           good(driver_.function(&function, kernel.module, request.launch.entry.c_str()), "cuModuleGetFunction") &&
           (shared == 0 || ok(driver_.set_function(function, kFunctionSharedBytes, shared), "cuFuncSetAttribute",
                              Outcome::limit_exceeded, result.ending));
}

// Checks what the driver would refuse with less helpful words.
Ending Gpu::check(const LaunchRequest& request) {
    const DeviceList list = devices();
    if (!list.ending.is_ok()) return list.ending;
    if (request.device >= list.devices.size())
        return {.outcome = Outcome::bad_request, .detail = say("there is no device ", request.device)};
    const auto can = fits(request, list.devices[request.device]);
    return can ? Ending{} : Ending{.outcome = Outcome::unsupported_arch, .detail = can.why};
}

int Gpu::wait(const GpuBuffers& buffers, Ending& ending, const OnProgress& progress, std::uint32_t step) const {
    for (auto pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
        const int code = driver_.query(nullptr);
        if (const auto phase = buffers.phase(); phase != ending.phase) {
            ending.phase = phase;
            progress({.stage = Stage::running, .step = step, .phase = phase.value_or(0)});
        }
        if (code != kNotReady) return code;
        std::this_thread::sleep_for(pause);
    }
}

// Runs one step until its kernel has ended.
bool Gpu::run_step(const Launch& launch, std::uint32_t step, DriverFunction function, const GpuBuffers& buffers,
                   RunResult& result, const OnProgress& progress) const {
    const auto good = [&](int code, const char* call) { return ok(code, call, Outcome::launch_error, result.ending); };
    std::vector<std::uint8_t> block = step == 0 ? launch.parameters : launch.more_steps[step - 1];
    block.resize(kMostKernelParameters);
    buffers.write_addresses(launch, block);
    std::array<void*, 1> parameters{block.data()};
    progress({.stage = Stage::running, .step = step});
    const auto begin = Clock::now();
    const int launched = driver_.launch(function, launch.ctas, 1, 1, launch.threads, 1, 1, launch.shared_bytes, nullptr,
                                        parameters.data(), nullptr);
    const bool ended =
        good(launched, "cuLaunchKernel") && good(wait(buffers, result.ending, progress, step), "cuStreamQuery");
    result.run_us += microseconds_since(begin);
    result.steps += ended ? 1 : 0;
    return ended;
}

// Runs the steps between the two copies. `function` is compiled.
void Gpu::execute(const Launch& launch, DriverFunction function, GpuBuffers& buffers, RunResult& result,
                  const OnProgress& progress) const {
    const auto copied = [&](Outcome otherwise, const auto& copy) {
        const auto begin = Clock::now();
        const BufferStep step = copy();
        result.copy_us += microseconds_since(begin);
        return ok(step.code, step.call, otherwise, result.ending);
    };
    progress({.stage = Stage::copying_in});
    if (!copied(Outcome::limit_exceeded, [&] { return buffers.fill(launch); })) return;
    const auto last = static_cast<std::uint32_t>(launch.more_steps.size());
    for (std::uint32_t step = 0; step <= last; ++step) {
        if (step != 0 && !copied(Outcome::launch_error, [&] { return buffers.next_step(launch); })) return;
        result.ending.phase = buffers.phase();
        if (!run_step(launch, step, function, buffers, result, progress)) return;
    }
    progress({.stage = Stage::copying_out, .step = last});
    if (!copied(Outcome::launch_error, [&] { return buffers.read_back(launch, result.buffers); }))
        result.buffers.clear();
}

RunResult Gpu::run(const LaunchRequest& request, const OnProgress& progress) {
    RunResult result;
    Ending& ending = result.ending;
    progress({.stage = Stage::opening});
    ending = check(request);
    Opened* const opened = ending.is_ok() ? open(request.device, ending) : nullptr;
    if (opened == nullptr) return result;
    progress({.stage = Stage::compiling});
    DriverFunction function = nullptr;
    GpuBuffers& buffers = opened->buffers;
    buffers.begin();
    if (compile(request, opened->modules, function, result))
        execute(request.launch, function, buffers, result, progress);
    result.status = buffers.status();
    if (buffers.timed_out() && ending.code != 0) ending.outcome = Outcome::device_timeout;
    result.worker_ends = is_sticky(ending.code);
    if (result.worker_ends) {
        buffers.abandon();
        opened->modules.abandon();
    }
    return result;
}

}  // namespace tilescope::live
