// app/window/frame/newest_job.h -- a thread for long work. Only the newest request gets a reply.
// SPDX-License-Identifier: MIT
//
//     job.ask({revision 4})   4 runs
//     job.ask({revision 5})   4 must stop; 5 waits for the end of 4
//     job.ask({revision 6})   6 replaces 5, which never runs
//     job.take()              returns nothing until 6 has ended; the reply to 4 is dropped
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace tilescope::ui {

// Passed to the work function of one request.
struct WorkTools {
    std::stop_token stop;
    std::atomic<unsigned>& rows_done;
    std::atomic<unsigned>& rows;  // total number of rows; the work sets it as soon as it is known
};

struct JobProgress {
    bool running = false;  // also true while the request waits, or while its reply waits for take()
    unsigned rows_done = 0, rows = 0;
    friend bool operator==(const JobProgress&, const JobProgress&) = default;
};

template <class Request, class Reply>
class NewestJob {
public:
    using Work = std::function<Reply(const Request&, const WorkTools&)>;

    // Work that replies as `failed` says if it throws: the memory can run out, and the window must not end.
    static Work surviving(Work work, std::function<Reply(const Request&)> failed) {
        return [work = std::move(work), failed = std::move(failed)](const Request& request, const WorkTools& tools) {
            try {
                return work(request, tools);
            } catch (const std::exception&) {
                return failed(request);
            }
        };
    }

    // The thread calls `work` for a request. It calls `wake` after each reply that take() would return.
    explicit NewestJob(Work work, std::function<void()> wake = {})
        : work_(std::move(work)), wake_(std::move(wake)), thread_([this](std::stop_token thread) { run(thread); }) {}
    // Requests the running work to stop and waits for its end.
    ~NewestJob() {
        stop();
        thread_.request_stop();
        thread_.join();
    }
    NewestJob(const NewestJob&) = delete;
    NewestJob& operator=(const NewestJob&) = delete;

    void ask(Request request) {
        {
            const std::lock_guard lock(mutex_);
            forget();
            waiting_ = std::move(request);
            pending_ = true;
            rows_done_ = 0;
            rows_ = 0;
        }
        requested_.notify_one();
    }

    // Drops the current request and its reply.
    void stop() {
        const std::lock_guard lock(mutex_);
        forget();
    }

    // Frees a value on the thread: to free the words of a long text takes as long as a frame.
    void discard(std::shared_ptr<void> value) {
        {
            const std::lock_guard lock(mutex_);
            bin_.push_back(std::move(value));
        }
        requested_.notify_one();
    }

    // Returns the reply to the last request, once.
    std::optional<Reply> take() {
        const std::lock_guard lock(mutex_);
        if (answered_.exchange(false)) pending_ = false;
        return std::exchange(answer_, std::nullopt);
    }

    // Returns true if take() would return a reply.
    bool has_answer() const { return answered_.load(); }

    // Returns the progress of the last request. It takes no lock because every frame calls it.
    JobProgress progress() const {
        return {.running = pending_.load(), .rows_done = rows_done_.load(), .rows = rows_.load()};
    }

private:
    struct Begun {
        Request request;
        std::uint64_t number;
        std::stop_token stop;
    };

    // Requires: the lock.
    void forget() {
        running_.request_stop();
        waiting_.reset();
        answer_.reset();
        ++newest_;
        answered_ = false;
        pending_ = false;
    }

    // Waits for a request. Returns nothing if the thread must end.
    std::optional<Begun> next(std::stop_token thread) {
        std::unique_lock lock(mutex_);
        while (!waiting_) {
            if (!requested_.wait(lock, thread, [this] { return waiting_.has_value() || !bin_.empty(); }))
                return std::nullopt;
            std::vector<std::shared_ptr<void>> bin = std::exchange(bin_, {});
            lock.unlock();
            bin.clear();
            lock.lock();
        }
        // The previous run may have counted rows until it noticed the stop.
        rows_done_ = 0;
        rows_ = 0;
        running_ = std::stop_source();
        Begun begun{std::move(*waiting_), newest_, running_.get_token()};
        waiting_.reset();
        return begun;
    }

    void put(Reply reply, std::uint64_t number) {
        {
            const std::lock_guard lock(mutex_);
            if (number != newest_) return;
            answer_ = std::move(reply);
            answered_ = true;
        }
        if (wake_) wake_();
    }

    void run(std::stop_token thread) {
        while (const std::optional<Begun> begun = next(thread))
            put(work_(begun->request, {begun->stop, rows_done_, rows_}), begun->number);
    }

    Work work_;
    std::function<void()> wake_;
    std::mutex mutex_;  // protects the six members below
    std::condition_variable_any requested_;
    std::optional<Request> waiting_;
    std::optional<Reply> answer_;
    std::vector<std::shared_ptr<void>> bin_;
    std::stop_source running_{std::nostopstate};
    std::uint64_t newest_ = 0;  // number of the request whose answer counts
    std::atomic<bool> pending_ = false, answered_ = false;
    std::atomic<unsigned> rows_done_ = 0, rows_ = 0;
    std::jthread thread_;  // must be last: it uses all members above
};

// Starts the thread of a NewestJob, or of a class that has one. Null: the system has no more threads.
template <class Jobs>
std::unique_ptr<Jobs> start_jobs(typename Jobs::Work work, std::function<void()> wake) {
    try {
        return std::make_unique<Jobs>(std::move(work), std::move(wake));
    } catch (const std::system_error&) {
        return nullptr;
    }
}

}  // namespace tilescope::ui
