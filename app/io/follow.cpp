// app/io/follow.cpp -- reads a file that another program still writes, or a pipe, as the bytes come.
// SPDX-License-Identifier: MIT
#include "app/io/follow.h"

#include <tilescope/base/say.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace tilescope::io {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kFollowPiece = 1 << 16;
constexpr milliseconds kFollowLook{50};  // the interval at which a waiting reader looks at the file again

std::optional<struct stat> about_file(int file) {
    struct stat about {};
    if (fstat(file, &about) != 0) return {};
    return about;
}

void sleep_for(milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
}

}  // namespace

Answer<Follower> Follower::of(const std::string& path) {
    const auto refuse = [&](std::string_view why) { return Answer<Follower>::refuse(say(path, ": ", why)); };
    Descriptor file(path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file) return refuse(say("cannot be opened: ", reason(), "."));
    const auto about = about_file(file.number());
    if (!about) return refuse(say("cannot be read: ", reason(), "."));
    if (S_ISDIR(about->st_mode)) return refuse("is a folder; give a file.");
    const bool is_file = S_ISREG(about->st_mode);
    if (!is_file && !S_ISFIFO(about->st_mode) && !S_ISSOCK(about->st_mode) && isatty(file.number()) != 1)
        return refuse("is not a file; give a file.");
    return Follower(std::move(file), path, is_file);
}

// Opens the path again if another file is there now, and goes back to the start of a file that became shorter. Until a
// new file is there, the old one is read.
void Follower::reopen_if_replaced() {
    const auto here = about_file(file_.number());
    struct stat there {};
    if (here && path_ != "-" && stat(path_.c_str(), &there) == 0 && S_ISREG(there.st_mode) &&
        (there.st_ino != here->st_ino || there.st_dev != here->st_dev)) {
        Descriptor file(open(path_.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC));
        if (!file) return;
        file_ = std::move(file);
    } else if (!here || here->st_size >= read_ || lseek(file_.number(), 0, SEEK_SET) != 0) {
        return;
    }
    read_ = 0;
    ++restarts_;
}

// Returns as read() does, but 0 also if there is nothing now in a file.
ssize_t Follower::read_some(std::string& out) {
    out.resize(kFollowPiece);
    const ssize_t got = read(file_.number(), out.data(), out.size());
    out.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    read_ += static_cast<off_t>(out.size());
    return got;
}

Answer<std::string> Follower::next(milliseconds most, const std::stop_token& stop) {
    const auto end = std::chrono::steady_clock::now() + most;
    std::string out;
    while (!stop.stop_requested() && !ended_) {
        const auto left = std::chrono::ceil<milliseconds>(end - std::chrono::steady_clock::now());
        const milliseconds wait = std::clamp(left, milliseconds(0), kFollowLook);
        pollfd waits{.fd = file_.number(), .events = POLLIN, .revents = 0};
        const bool ready = is_file_ || poll(&waits, 1, static_cast<int>(wait.count())) > 0;
        const ssize_t got = ready ? read_some(out) : 0;
        if (got > 0) return out;
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            return Answer<std::string>::refuse(say(path_, ": cannot be read: ", reason(), "."));
        ended_ = ready && got == 0 && !is_file_;  // the last writer closed the pipe
        if (is_file_) reopen_if_replaced();
        if (left <= milliseconds(0)) break;
        if (is_file_) sleep_for(wait, stop);
    }
    return std::string();
}

}  // namespace tilescope::io
