// app/shell/jobs.cpp -- the job thread: one runs, one waits, the newest wins.
// SPDX-License-Identifier: MIT
#include "app/shell/jobs.h"

#include <utility>

namespace tilescope::ui {

EmulationJobs::EmulationJobs(Work work, std::function<void()> wake)
    : work_(std::move(work)), wake_(std::move(wake)), thread_([this](std::stop_token thread) { run(thread); }) {}

EmulationJobs::~EmulationJobs() {
    stop();
    thread_.request_stop();
    thread_.join();
}

void EmulationJobs::ask(EmulationRequest request) {
    {
        const std::lock_guard lock(mutex_);
        running_.request_stop();
        waiting_ = std::move(request);
        answer_.reset();
        ++wanted_;
        answered_ = false;
        pending_ = true;
        rows_done_ = 0;
        rows_ = 0;
    }
    asked_.notify_one();
}

void EmulationJobs::stop() {
    const std::lock_guard lock(mutex_);
    running_.request_stop();
    waiting_.reset();
    answer_.reset();
    ++wanted_;
    answered_ = false;
    pending_ = false;
}

std::optional<EmulationReply> EmulationJobs::take() {
    const std::lock_guard lock(mutex_);
    if (answered_.exchange(false)) pending_ = false;
    return std::exchange(answer_, std::nullopt);
}

JobProgress EmulationJobs::progress() const {
    return {.running = pending_.load(), .rows_done = rows_done_.load(), .rows = rows_.load()};
}

std::optional<EmulationJobs::Begun> EmulationJobs::next(std::stop_token thread) {
    std::unique_lock lock(mutex_);
    if (!asked_.wait(lock, thread, [this] { return waiting_.has_value(); })) return std::nullopt;
    // A former run may have counted rows until it saw that it should stop.
    rows_done_ = 0;
    rows_ = 0;
    running_ = std::stop_source();
    Begun begun{std::move(*waiting_), wanted_, running_.get_token()};
    waiting_.reset();
    return begun;
}

void EmulationJobs::put(EmulationReply reply, std::uint64_t number) {
    {
        const std::lock_guard lock(mutex_);
        if (number != wanted_) return;
        answer_ = std::move(reply);
        answered_ = true;
    }
    if (wake_) wake_();
}

void EmulationJobs::run(std::stop_token thread) {
    while (const std::optional<Begun> begun = next(thread))
        put(work_(begun->request, {begun->stop, rows_done_, rows_}), begun->number);
}

}  // namespace tilescope::ui
