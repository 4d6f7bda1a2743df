// app/window/paste/follow_thread.h -- reads the new lines of a file that another program writes.
// SPDX-License-Identifier: MIT
//
// A thread reads the file (io/follow.h, as `decode --follow` does) and makes the table. Its memory is bounded: the
// newest PasteBlocks::kMostRows rows are kept. If nothing is written, nothing wakes the window. Each tab can follow a
// file.
#pragma once

#include "app/panels/batch_state.h"
#include "app/window/paste/paste_blocks.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace tilescope::ui {

// All that is known of the file after some new lines.
struct FollowNews {
    PasteResult pasted;
    std::string text, box;  // `box`: the same for the paste panel
    PreparedBatch batch;
    std::string words;     // how many different ones: "9 words"
    std::size_t rows = 0;  // of the table
    std::uint64_t lines_dropped = 0;
    unsigned restarts = 0;  // how often the file was replaced or became shorter
    bool ended = false;     // the last writer closed the pipe
    std::string why;        // why the file cannot be read any more; empty: it can
};

class FollowThread {
public:
    // The thread calls `wake` when take() has something.
    FollowThread(std::string path, PasteFor reads_for, std::function<void()> wake);
    ~FollowThread() = default;  // requests the thread to stop and waits for its end
    FollowThread(const FollowThread&) = delete;
    FollowThread& operator=(const FollowThread&) = delete;

    const std::string& path() const { return path_; }
    bool has_news() const { return has_news_.load(); }
    std::optional<FollowNews> take();
    // What the panel shows of the rows: the next table comes with its answer.
    void ask(BatchAsk ask);

private:
    void run(const std::stop_token& stop);
    void publish(FollowNews news);

    const std::string path_;
    const PasteFor for_;
    std::function<void()> wake_;
    std::mutex mutex_;  // protects news_ and ask_
    std::optional<FollowNews> news_;
    BatchAsk ask_;
    BatchAsk asked_;  // the same, for the window alone
    std::atomic<bool> has_news_ = false;
    std::jthread thread_;  // must be last: it uses all members above
};

}  // namespace tilescope::ui
