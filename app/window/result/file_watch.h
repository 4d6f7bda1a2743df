// app/window/result/file_watch.h -- notices that a file was written again.
// SPDX-License-Identifier: MIT
//
// A thread looks at the time and the size of the file: a disk that does not answer delays no frame, and nothing wakes
// the window while the file stays as it is.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace tilescope::ui {

class FileWatch {
public:
    // What the file has before this call is known. The thread calls `wake` when there is a change.
    FileWatch(std::string path, std::function<void()> wake);
    ~FileWatch() = default;  // requests the thread to stop and waits for its end
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    const std::string& path() const { return path_; }
    bool has_changed() const { return changed_.load(); }
    // Whether the file was written since the last call, and is written no longer. A file that is absent has not
    // changed.
    bool take_change() { return changed_.exchange(false); }

private:
    const std::string path_;
    std::atomic<bool> changed_ = false;
    std::jthread thread_;  // must be last: it uses all members above
};

// Null: the system has no more threads.
std::unique_ptr<FileWatch> watch_file(const std::string& path, std::function<void()> wake);

}  // namespace tilescope::ui
