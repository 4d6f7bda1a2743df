// app/worker/gpu_modules.cpp -- compiles kernels with the driver, also ahead of their use.
// SPDX-License-Identifier: MIT
#include "app/worker/gpu_modules.h"
#include "app/worker/messages.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <system_error>

namespace tilescope::live {
namespace {

constexpr unsigned kMostCompilers = 16;  // threads

}  // namespace

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
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    Compiled out;
    std::string log(kMostLogBytes, '\0'), errors(kMostLogBytes, '\0');
    std::array<int, 4> keys{kJitLog, kJitLogBytes, kJitErrors, kJitErrorsBytes};
    void* const size = reinterpret_cast<void*>(static_cast<std::uintptr_t>(kMostLogBytes - 1));
    std::array<void*, 4> values{log.data(), size, errors.data(), size};
    out.code = driver_.load_module(&out.module, ptx.c_str(), keys.size(), keys.data(), values.data());
    if (out.code != 0) out.module = nullptr;
    out.log = say(errors.c_str(), log.c_str());
    const auto passed = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
    out.us = static_cast<std::uint64_t>(std::max<std::int64_t>(passed.count(), 1));
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
