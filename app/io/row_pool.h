// app/io/row_pool.h -- threads that share the rows of a matrix; both programs emulate with them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tilescope::io {

// Threads begin with the first job that is worth it and end with the pool; where the machine gives fewer, fewer share
// the rows, and the caller's own is always there. One job at a time: a second caller waits. Who wants a job to stop
// lets `work` return early: then so does the job. What `work` throws in any thread, run() throws once all have stopped.
class RowPool {
public:
    // 0: as many threads as the machine runs at once, the caller's own included.
    explicit RowPool(unsigned threads = 0);
    ~RowPool();
    RowPool(const RowPool&) = delete;
    RowPool& operator=(const RowPool&) = delete;

    using Work = std::function<void(unsigned first, unsigned last)>;
    // Work on 0 .. rows - 1 in pieces; returns when all are done. Few rows stay in the caller's thread.
    void run(unsigned rows, const Work& work);

    // For EmulatorTools. The pool must outlive it.
    RowLoop loop() {
        return [this](unsigned rows, const Work& work) { run(rows, work); };
    }

private:
    void start_threads();
    void serve();
    // Pieces of the present job until there is none; `lock` is held before and after.
    void work_on(std::unique_lock<std::mutex>& lock);

    const unsigned threads_;
    std::mutex one_job_;  // held by the caller for as long as its job runs
    std::mutex mutex_;    // guards everything below
    std::condition_variable wake_, done_;
    const Work* work_ = nullptr;
    unsigned rows_ = 0, next_ = 0, piece_ = 1;
    unsigned busy_ = 0;  // threads inside a piece
    bool ending_ = false;
    std::exception_ptr thrown_;  // by the present job
    std::vector<std::thread> pool_;
};

}  // namespace tilescope::io
