// app/runs/batch.cpp -- runs many orders on one GPU: their way through the threads, and what ends them.
// SPDX-License-Identifier: MIT
#include "app/runs/batch.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace tilescope::live {
namespace {

// One job. It goes through these states in their order.
enum class Place : std::uint8_t { preparing, prepared, launched, comparing, done };

struct Slot {
    std::size_t number = 0;
    Place place = Place::preparing;
    bool counts = true;  // false: the list has no such job
    std::string name;
    Job job;
    Record record;
};

class Line {
public:
    Line(const Batch& batch, Client& client, const RunTools& tools) : batch_(batch), client_(client), tools_(tools) {
        for (std::size_t i = 0; i < batch.size; ++i)
            if (batch.shard.has(i) && !(batch.is_done && batch.is_done(i))) numbers_.push_back(i);
        threads_ = batch.threads != 0 ? batch.threads : std::max(std::thread::hardware_concurrency(), 1u);
        inner_ = {.loop = numbers_.size() < threads_ ? tools.loop : RowLoop(),
                  .stop = stop_.get_token(),
                  .doubts = tools.doubts};
    }
    ~Line() { end(nullptr); }
    Line& operator=(Line&&) = delete;  // nor any other copy

    Ending run(const std::function<void(const Record&)>& on_record) {
        const std::stop_callback stopped(tools_.stop, [this] { stop(); });
        start_threads();
        while (const auto record = next_record())
            if (on_record) on_record(*record);
        end(nullptr);
        workers_.clear();  // joins
        if (thrown_) std::rethrow_exception(thrown_);
        return ending_.value_or(Ending());
    }

private:
    // If the system gives fewer threads, fewer share the work.
    void start_threads() try {
        workers_.emplace_back([this] { guarded([this] { launch_all(); }); });
        for (unsigned i = 0; i < threads_; ++i) workers_.emplace_back([this] { guarded([this] { serve(); }); });
    } catch (const std::system_error&) {
        constexpr std::size_t kFewest = 2;  // one for the client, one for models
        if (workers_.size() < kFewest) throw;
    }

    // How many jobs are on their way: enough that each thread has one, and that the worker knows many kernels ahead.
    std::size_t most_slots() const { return 3 * std::size_t{threads_} + 8; }

    // Models and the client stop. What the GPU has done is judged: the jobs before the one that stops are the last
    // ones.
    void stop() {
        const std::lock_guard lock(mutex_);
        stop_.request_stop();
        changed_.notify_all();
    }
    bool is_stopped() const { return stop_.stop_requested(); }

    // All threads end, and judge nothing more.
    void end(const std::exception_ptr& thrown) {
        const std::lock_guard lock(mutex_);
        if (!thrown_) thrown_ = thrown;
        ended_ = true;
        stop_.request_stop();
        changed_.notify_all();
    }

    // What is thrown (memory is short) ends the batch, and run() throws it.
    void guarded(const std::function<void()>& work) try { work(); } catch (...) {
        end(std::current_exception());
    }

    // ---- the calling thread: records in the order of the jobs

    std::optional<Record> next_record() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [&] { return ended_ || is_at_end() || is_front_done(); });
            if (ended_ || is_at_end()) return {};
            Slot slot = std::move(slots_.front());
            slots_.pop_front();
            --next_launch_;
            changed_.notify_all();
            if (slot.counts) return std::move(slot.record);
        }
    }
    bool is_front_done() const { return next_launch_ != 0 && slots_.front().place == Place::done; }
    // After an ending, the jobs before it are the last ones.
    bool is_at_end() const { return ending_ ? next_launch_ == 0 : slots_.empty() && next_number_ == numbers_.size(); }

    // ---- the thread of the client

    void launch_all() {
        while (Slot* const slot = next_prepared()) {
            if (!slot->job.launches.empty()) launch(slot->job);
            const std::lock_guard lock(mutex_);
            const Ending& ending = slot->job.out.ending;
            if (ends_batch(ending) && is_stopped()) break;
            if (ends_batch(ending)) return ending_ = ending, changed_.notify_all();
            ++next_launch_;
            slot->place = Place::launched;
            changed_.notify_all();
        }
        const std::lock_guard lock(mutex_);
        if (!is_all_launched()) ending_ = Ending{.outcome = Outcome::stopped};
        changed_.notify_all();
    }
    bool is_all_launched() const { return next_launch_ == slots_.size() && next_number_ == numbers_.size(); }

    // Waits for the job that is launched next. Null: there is none.
    Slot* next_prepared() {
        std::unique_lock lock(mutex_);
        const auto has = [&] { return next_launch_ < slots_.size() && slots_[next_launch_].place == Place::prepared; };
        changed_.wait(lock, [&] { return is_stopped() || has() || is_all_launched(); });
        return !is_stopped() && has() ? &slots_[next_launch_] : nullptr;
    }

    void launch(Job& job) {
        if (may_compile_ahead_) tell_kernels();
        const bool ahead = client_.compiles_ahead();
        live::launch(job, client_, inner_);
        if (job.out.device) device_ = job.out.device->index;
        if (!ahead || !can_be_of_another_kernel(job.out.ending)) return;
        may_compile_ahead_ = false;
        live::launch(job, client_, inner_);
    }

    // A kernel that the worker compiles ahead for a later job can end it at any time, also while this job runs. It can
    // hang only what has not started.
    static bool can_be_of_another_kernel(const Ending& ending) {
        return ending.outcome == Outcome::worker_crashed || (ending.outcome == Outcome::hang_killed && !ending.phase);
    }

    // Names the kernels of the jobs that come next.
    void tell_kernels() {
        std::vector<std::string_view> kernels;
        std::string_view entry;
        std::unique_lock lock(mutex_);
        for (std::size_t i = next_launch_; i < slots_.size(); ++i) {
            const Slot& slot = slots_[i];
            if (slot.place != Place::prepared || slot.job.launches.empty()) continue;
            const Launch& first = slot.job.launches.front();
            kernels.push_back(first.ptx);
            entry = first.entry;
        }
        lock.unlock();  // only this thread changes a job that is prepared
        if (device_ && !kernels.empty()) client_.compile_ahead(*device_, entry, kernels);
    }

    // ---- the other threads

    void serve() {
        std::unique_lock lock(mutex_);
        while (!ended_) {
            const auto launched = std::ranges::find(slots_, Place::launched, &Slot::place);
            if (launched != slots_.end()) {
                work(
                    lock, *launched, Place::comparing, [this](Slot& slot) { compare(slot); }, Place::done);
            } else if (next_number_ < numbers_.size() && slots_.size() < most_slots() && !ending_ && !is_stopped()) {
                Slot& slot = slots_.emplace_back();
                slot.number = numbers_[next_number_++];
                work(
                    lock, slot, Place::preparing, [this](Slot& s) { prepare(s); }, Place::prepared);
            } else if (is_at_end()) {
                return;
            } else {
                changed_.wait(lock);
            }
        }
    }

    // A deque moves no element when others are added at its end or taken from its front.
    template <class Work>
    void work(std::unique_lock<std::mutex>& lock, Slot& slot, Place during, const Work& work, Place after) {
        slot.place = during;
        lock.unlock();
        work(slot);
        lock.lock();
        slot.place = after;
        changed_.notify_all();
    }

    void prepare(Slot& slot) const {
        auto order = batch_.order(slot.number);
        slot.counts = !order || order->has_value();
        if (!order) slot.job.out.ending = {.outcome = Outcome::no_job, .detail = order.why};
        if (!order || !slot.counts) return;
        slot.name = std::move((*order)->name);
        slot.job = live::prepare(**order, inner_);
        slot.job.out.derived = {};  // nobody asks for it any more
    }

    void compare(Slot& slot) const {  // without the stop token: the GPU has done its part
        slot.record = record_of(slot.number, slot.name, finish(std::exchange(slot.job, {})));
    }

    const Batch& batch_;
    Client& client_;
    const RunTools& tools_;
    RunTools inner_;
    std::vector<std::size_t> numbers_;  // of the jobs to run
    unsigned threads_ = 1;
    bool may_compile_ahead_ = true;   // of the client's thread
    std::optional<unsigned> device_;  // the same: that of the last launch

    std::stop_source stop_;
    std::mutex mutex_;  // guards everything below
    bool ended_ = false;
    std::condition_variable changed_;
    std::deque<Slot> slots_;
    std::size_t next_number_ = 0;   // of numbers_: the next one that becomes a slot
    std::size_t next_launch_ = 0;   // of slots_
    std::optional<Ending> ending_;  // that of a job that ends the batch, or of a stop
    std::exception_ptr thrown_;
    std::vector<std::jthread> workers_;
};

}  // namespace

Answer<Shard> shard_in(std::string_view text) {
    if (text.empty()) return Shard();
    constexpr std::uint64_t kMost = 1'000'000;
    const std::size_t slash = std::min(text.find('/'), text.size());
    const auto number = parse_number(text.substr(0, slash));
    const auto all = parse_number(text.substr(std::min(slash + 1, text.size())));
    if (!number || !all || *number == 0 || *number > *all || *all > kMost)
        return Refusal("--shard is '", text, "'; write I/N with I from 1 to N, such as 2/8");
    return Shard{static_cast<std::size_t>(*number - 1), static_cast<std::size_t>(*all)};
}

Ending run_batch(const Batch& batch, Client& client, const RunTools& tools,
                 const std::function<void(const Record&)>& on_record) {
    return Line(batch, client, tools).run(on_record);
}

bool ends_batch(const Ending& ending) {
    constexpr Outcome kForAll[] = {Outcome::no_worker,     Outcome::no_driver,   Outcome::no_device,
                                   Outcome::driver_failed, Outcome::no_compiler, Outcome::wrong_version,
                                   Outcome::device_stuck,  Outcome::stopped};
    return std::ranges::find(kForAll, ending.outcome) != std::end(kForAll);
}

}  // namespace tilescope::live
