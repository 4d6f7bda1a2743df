// app/io/row_pool.h -- threads that share the rows of a matrix. Both programs use them for the emulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace tilescope::io {

// The first large job starts the threads, and the destructor ends them. If the system gives fewer threads, fewer
// threads share the rows; the caller's thread always works too. The pool runs one job at a time: a second caller waits.
// To stop a job early, `work` returns early. If `work` throws in any thread, run() throws the same exception after all
// threads have stopped.
class RowPool {
public:
    // `threads` includes the caller's thread. 0: as many threads as the machine runs at once.
    explicit RowPool(unsigned threads = 0);
    ~RowPool();
    RowPool& operator=(RowPool&&) = delete;  // nor any other copy

    using Work = std::function<void(unsigned first, unsigned last)>;
    // Calls `work` for pieces of 0 .. rows - 1. Returns when all rows are done. If there are only a few rows, the
    // caller's thread does all of them alone.
    void run(unsigned rows, const Work& work);

    // Returns a loop for EmulatorTools. The pool must outlive the loop.
    RowLoop loop() {
        return [this](unsigned rows, const Work& work) { run(rows, work); };
    }

private:
    void start_threads();
    void serve();
    // Does pieces of the current job until there is none left. `lock` is held before and after the call.
    void work_on(std::unique_lock<std::mutex>& lock);

    const unsigned threads_;
    std::mutex one_job_;  // the caller holds it while its job runs
    std::mutex mutex_;    // guards everything below
    std::condition_variable wake_, done_;
    const Work* work_ = nullptr;
    unsigned rows_ = 0, next_ = 0, piece_ = 1;
    unsigned busy_ = 0;  // threads inside a piece
    bool ending_ = false;
    std::exception_ptr thrown_;  // by the current job
    std::vector<std::thread> pool_;
};

}  // namespace tilescope::io
