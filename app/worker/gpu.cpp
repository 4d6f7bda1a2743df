// app/worker/gpu.cpp -- the calls of the driver, in their order.
// SPDX-License-Identifier: MIT
#include "app/worker/gpu.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <system_error>
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

// ---- the buffers

constexpr std::size_t kLeastRoom = 64 << 10;  // few launches need a larger buffer than the one before

// A word that the GPU may write at the same time.
std::uint32_t word_at(const void* host, std::size_t word) {
    return static_cast<const volatile std::uint32_t*>(host)[word];
}

// ---- the kernels

constexpr unsigned kMostCompilers = 16;  // threads

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

// ---- the buffers

GpuBuffers::~GpuBuffers() {
    for (Buffer& buffer : buffers_) free(buffer);
}

void GpuBuffers::free(Buffer& buffer) const {
    if (buffer.host)
        driver_->free_host(buffer.host);
    else if (buffer.device != 0)
        driver_->free(buffer.device);
    buffer = {};
}

BufferStep GpuBuffers::allocate(const LaunchBuffer& wanted, Buffer& buffer) const {
    const bool is_host = buffer.host != nullptr;
    if (buffer.device != 0 && buffer.room >= wanted.bytes && is_host == wanted.host_visible)
        return buffer.bytes = wanted.bytes, BufferStep();
    free(buffer);
    const std::size_t room = std::max(std::bit_ceil(wanted.bytes), kLeastRoom);
    const auto ended = [&](int code, const char* call) {
        if (code == 0) buffer.bytes = wanted.bytes, buffer.room = room;
        return BufferStep{code, call};
    };
    if (!wanted.host_visible) return ended(driver_->allocate(&buffer.device, room), "cuMemAlloc");
    if (const int code = driver_->allocate_host(&buffer.host, room, kHostDeviceMap))
        return ended(code, "cuMemHostAlloc");
    return ended(driver_->host_pointer(&buffer.device, buffer.host, 0), "cuMemHostGetDevicePointer");
}

BufferStep GpuBuffers::put_zeros(const Buffer& buffer) const {
    if (!buffer.host) return {driver_->fill(buffer.device, 0, buffer.bytes), "cuMemsetD8"};
    std::memset(buffer.host, 0, buffer.bytes);
    return {};
}

// `stays`: no kernel changes these bytes.
BufferStep GpuBuffers::put(const LaunchBuffer& wanted, Buffer& buffer, bool stays) const {
    if (wanted.in.empty()) return buffer.held.clear(), put_zeros(buffer);
    if (buffer.host) return std::ranges::copy(wanted.in, static_cast<std::uint8_t*>(buffer.host)), BufferStep();
    if (stays && buffer.held == wanted.in) return {};
    buffer.held.clear();
    if (const int code = driver_->copy_in(buffer.device, wanted.in.data(), buffer.bytes)) return {code, "cuMemcpyHtoD"};
    if (stays) buffer.held = wanted.in;
    return {};
}

BufferStep GpuBuffers::fill(const Launch& launch) {
    buffers_.resize(std::max(buffers_.size(), launch.buffers.size()));
    for (const LaunchBuffer& wanted : launch.buffers) {
        Buffer& buffer = buffers_[count_++];
        const bool is_exchanged = !launch.more_steps.empty() && (wanted.parameter == launch.exchanged.first ||
                                                                 wanted.parameter == launch.exchanged.second);
        if (const BufferStep step = allocate(wanted, buffer); step.code != 0) return step;
        if (const BufferStep step = put(wanted, buffer, !wanted.read_back && !is_exchanged); step.code != 0)
            return step;
    }
    return {};
}

BufferStep GpuBuffers::next_step(const Launch& launch) {
    const auto buffer = [&](unsigned parameter) -> Buffer& {
        const LaunchBuffer* wanted = buffer_at(launch, parameter);
        return buffers_[static_cast<std::size_t>(wanted - launch.buffers.data())];
    };
    std::swap(buffer(launch.exchanged.first), buffer(launch.exchanged.second));
    for (std::size_t i = 0; i < count_; ++i)
        if (launch.buffers[i].in.empty() && launch.buffers[i].parameter != launch.exchanged.second)
            if (const BufferStep step = put_zeros(buffers_[i]); step.code != 0) return step;
    return {};
}

void GpuBuffers::write_addresses(const Launch& launch, std::vector<std::uint8_t>& block) const {
    for (std::size_t b = 0; b < count_; ++b)
        for (unsigned i = 0; i < 8; ++i)
            block[launch.buffers[b].parameter + i] = static_cast<std::uint8_t>(buffers_[b].device >> 8 * i);
}

BufferStep GpuBuffers::read_back(const Launch& launch, std::vector<std::vector<std::uint8_t>>& out) const {
    for (std::size_t i = 0; i < count_; ++i) {
        if (!launch.buffers[i].read_back) continue;
        const Buffer& buffer = buffers_[i];
        std::vector<std::uint8_t>& bytes = out.emplace_back(buffer.bytes);
        if (buffer.host)
            std::memcpy(bytes.data(), buffer.host, buffer.bytes);
        else if (const int code = driver_->copy_out(bytes.data(), buffer.device, buffer.bytes))
            return {code, "cuMemcpyDtoH"};
    }
    return {};
}

std::vector<std::uint32_t> GpuBuffers::status() const {
    std::vector<std::uint32_t> out;
    for (const Buffer& buffer : used())
        for (std::size_t i = 0; buffer.host && i < buffer.bytes / 4; ++i) out.push_back(word_at(buffer.host, i));
    return out;
}

std::optional<std::uint32_t> GpuBuffers::phase() const {
    for (const Buffer& buffer : used())
        if (buffer.host) return word_at(buffer.host, static_cast<std::size_t>(Status::phase));
    return {};
}

bool GpuBuffers::timed_out() const {
    constexpr auto kWaited = static_cast<std::size_t>(Status::waited);
    for (const Buffer& buffer : used())
        for (std::size_t i = 0; buffer.host && i + kStatusWords <= buffer.bytes / 4; i += kStatusWords)
            if (word_at(buffer.host, i + kWaited) == kWaitTimedOut) return true;
    return false;
}

// ---- the kernels

GpuModules::~GpuModules() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        queue_.clear();
    }
    wake_.notify_all();
    for (std::thread& t : threads_) t.join();
    if (abandoned_) return;
    for (const auto& [ptx, entry] : entries_)
        if (entry.compiled.module) driver_.unload_module(entry.compiled.module);
}

GpuModules::Compiled GpuModules::load(const std::string& ptx) const {
    const auto begin = Clock::now();
    Compiled out;
    std::string log(kMostLogBytes, '\0'), errors(kMostLogBytes, '\0');
    std::array<int, 4> keys{kJitLog, kJitLogBytes, kJitErrors, kJitErrorsBytes};
    void* const size = reinterpret_cast<void*>(static_cast<std::uintptr_t>(kMostLogBytes - 1));
    std::array<void*, 4> values{log.data(), size, errors.data(), size};
    out.code = driver_.load_module(&out.module, ptx.c_str(), keys.size(), keys.data(), values.data());
    if (out.code != 0) out.module = nullptr;
    out.log = say(errors.c_str(), log.c_str());
    out.us = microseconds_since(begin);
    return out;
}

void GpuModules::compile_ahead(const std::vector<std::string>& ptx, const std::string& entry) {
    const std::lock_guard lock(mutex_);
    if (!works_) return;
    for (const std::string& text : ptx)
        if (const auto [at, is_new] = entries_.try_emplace(text); is_new) {
            at->second.entry = entry;
            queue_.push_back(at);
        }
    start_threads();
    wake_.notify_all();
}

// As many as there is work for. If the system gives fewer threads, fewer compile; get() compiles what is left.
void GpuModules::start_threads() try {
    const std::size_t most = std::clamp(std::thread::hardware_concurrency(), 1u, kMostCompilers);
    while (threads_.size() < std::min(most, queue_.size())) threads_.emplace_back([this] { serve(); });
} catch (const std::system_error&) {
}

void GpuModules::serve() {
    const bool can = driver_.use_context(context_) == 0;
    std::unique_lock lock(mutex_);
    while (can && !ending_) {
        if (queue_.empty()) {
            wake_.wait(lock);
            continue;
        }
        const Entries::iterator at = queue_.front();
        queue_.pop_front();
        at->second.state = State::compiling;
        const std::string entry = at->second.entry;
        lock.unlock();
        Compiled compiled = load(at->first);
        DriverFunction ignored = nullptr;
        if (compiled.code == 0) driver_.function(&ignored, compiled.module, entry.c_str());
        lock.lock();
        if (compiled.code == 0)
            at->second = {.state = State::done, .entry = {}, .compiled = std::move(compiled), .used = 0};
        else
            entries_.erase(at);
        done_.notify_all();
    }
}

GpuModules::Compiled GpuModules::get(const std::string& ptx) {
    std::unique_lock lock(mutex_);
    auto at = entries_.find(ptx);
    while (at != entries_.end() && at->second.state == State::compiling) {
        done_.wait(lock);
        at = entries_.find(ptx);  // a failure has removed it
    }
    if (at == entries_.end() || at->second.state == State::waiting) {
        at = entries_.try_emplace(ptx).first;
        queue_.remove(at);
        at->second.state = State::compiling;
        lock.unlock();
        Compiled compiled = load(ptx);
        lock.lock();
        at->second.state = State::done;
        at->second.compiled = std::move(compiled);
    }
    at->second.used = ++gets_;
    Compiled out = at->second.compiled;
    at->second.compiled.us = 0;
    if (out.code != 0)
        entries_.erase(at);
    else
        works_ = true;
    make_room();
    return out;
}

// Unloads the kernels that were not used for longest. Those that no launch has used yet stay.
void GpuModules::make_room() {
    while (entries_.size() > kMostModules) {
        auto oldest = entries_.end();
        for (auto at = entries_.begin(); at != entries_.end(); ++at)
            if (at->second.used != 0 && (oldest == entries_.end() || at->second.used < oldest->second.used))
                oldest = at;
        if (oldest == entries_.end() || oldest->second.used == gets_) return;
        driver_.unload_module(oldest->second.compiled.module);
        entries_.erase(oldest);
    }
}

}  // namespace tilescope::live
