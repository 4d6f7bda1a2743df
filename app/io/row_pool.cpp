// app/io/row_pool.cpp -- threads that share the rows of a matrix.
// SPDX-License-Identifier: MIT
#include "app/io/row_pool.h"

#include <algorithm>
#include <system_error>

namespace tilescope::io {
namespace {

constexpr unsigned kFewRows = 16;         // the caller's thread does so few rows alone
constexpr unsigned kPiecesOfAThread = 8;  // small pieces, because some rows take longer than others

unsigned thread_count(unsigned threads) {
    return threads != 0 ? threads : std::max(std::thread::hardware_concurrency(), 1u);
}

}  // namespace

RowPool::RowPool(unsigned threads) : threads_(thread_count(threads)) {}

RowPool::~RowPool() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake_.notify_all();
    for (std::thread& t : pool_) t.join();
}

void RowPool::run(unsigned rows, const Work& work) {
    if (rows <= kFewRows || threads_ == 1) {
        if (rows != 0) work(0, rows);
        return;
    }
    const std::lock_guard job(one_job_);
    std::unique_lock lock(mutex_);
    start_threads();
    work_ = &work;
    rows_ = rows;
    next_ = 0;
    piece_ = std::max(rows / (threads_ * kPiecesOfAThread), 1u);
    wake_.notify_all();
    work_on(lock);
    done_.wait(lock, [&] { return busy_ == 0; });
    work_ = nullptr;
    if (const std::exception_ptr thrown = std::exchange(thrown_, nullptr)) std::rethrow_exception(thrown);
}

void RowPool::start_threads() try {
    while (pool_.size() + 1 < threads_) pool_.emplace_back([this] { serve(); });
} catch (const std::system_error&) {  // the system refuses more threads: the existing threads do the work
}

void RowPool::serve() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        work_on(lock);
        wake_.wait(lock, [&] { return ending_ || (work_ != nullptr && next_ < rows_); });
    }
}

void RowPool::work_on(std::unique_lock<std::mutex>& lock) {
    while (work_ != nullptr && next_ < rows_) {
        const unsigned first = next_, last = std::min(first + piece_, rows_);
        const Work& work = *work_;
        next_ = last;
        ++busy_;
        lock.unlock();
        std::exception_ptr thrown;
        try {
            work(first, last);
        } catch (...) {
            thrown = std::current_exception();
        }
        lock.lock();
        if (thrown) {
            thrown_ = thrown;
            next_ = rows_;
        }
        if (--busy_ == 0) done_.notify_all();
    }
}

}  // namespace tilescope::io
