// app/io/follow.cpp -- reads a file that another program still writes, or a pipe, as the bytes come.
// SPDX-License-Identifier: MIT
#include "app/io/follow.h"
#include "app/io/file.h"

#include <tilescope/base/say.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <mutex>

namespace tilescope::io {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kFollowPiece = 1 << 16;
constexpr milliseconds kFollowLook{50};    // the interval at which a waiting reader looks at the file again
constexpr std::size_t kKnownBytes = 4096;  // at the start and at the end of what was read

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
    const auto refuse = [&](const auto&... why) { return Refusal(path, ": ", why...); };
    Descriptor file(path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file) return refuse("cannot be opened: ", reason(), ".");
    const auto about = about_file(file.number());
    if (!about) return refuse("cannot be read: ", reason(), ".");
    if (S_ISDIR(about->st_mode)) return refuse("is a folder; give a file.");
    const bool is_file = S_ISREG(about->st_mode);
    if (!is_file && !S_ISFIFO(about->st_mode) && !S_ISSOCK(about->st_mode) && isatty(file.number()) != 1)
        return refuse("is not a file; give a file.");
    Follower out(std::move(file), path, is_file);
    // Another program can have read the first lines of its standard input.
    if (is_file) out.read_ = out.first_at_ = std::max<off_t>(lseek(out.file_.number(), 0, SEEK_CUR), 0);
    return out;
}

// Opens the path again if another file is there now. Until then, the old one is read.
void Follower::reopen_if_replaced() {
    const auto here = about_file(file_.number());
    struct stat there {};
    const bool other = here && path_ != "-" && stat(path_.c_str(), &there) == 0 && S_ISREG(there.st_mode) &&
                       (there.st_ino != here->st_ino || there.st_dev != here->st_dev);
    if (!other) return;
    Descriptor file(open(path_.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC));
    if (!file) return;
    file_ = std::move(file);
    read_again();
}

void Follower::read_again() {
    lseek(file_.number(), 0, SEEK_SET);
    read_ = first_at_ = 0;
    first_.clear();
    last_.clear();
    ++restarts_;
}

// Whether the file has these bytes at this place.
bool Follower::has(std::string_view bytes, off_t at) const {
    std::string now(bytes.size(), '\0');
    const ssize_t got = uninterrupted([&] { return pread(file_.number(), now.data(), now.size(), at); });
    return got == static_cast<ssize_t>(bytes.size()) && now == bytes;
}

// Whether the file was emptied since the last look. A program that starts again writes its log anew, and the log can
// soon be longer than before. `just_read`: bytes that keep() does not know yet.
bool Follower::is_written_again(std::size_t just_read) {
    const auto about = about_file(file_.number());
    if (!about) return false;
    if (about->st_size < read_) return just_read == 0;  // else these bytes are of the time before
    const Look now{about->st_mtim, about->st_size};
    const bool same = now.size == seen_.size && now.changed.tv_sec == seen_.changed.tv_sec &&
                      now.changed.tv_nsec == seen_.changed.tv_nsec;
    seen_ = now;
    return !same && !(has(first_, first_at_) && has(last_, read_ - static_cast<off_t>(last_.size())));
}

void Follower::keep(std::string_view piece) {
    read_ += static_cast<off_t>(piece.size());
    first_ += piece.substr(0, kKnownBytes - std::min(kKnownBytes, first_.size()));
    last_ += piece;
    if (last_.size() > kKnownBytes) last_.erase(0, last_.size() - kKnownBytes);
}

// Returns as read() does, but 0 also if there is nothing now in a file.
ssize_t Follower::read_some(std::string& out) {
    out.resize(kFollowPiece);
    const ssize_t got = read(file_.number(), out.data(), out.size());
    const int error = errno;
    out.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    if (is_file_ && is_written_again(out.size())) {
        out.clear();
        read_again();
        return 0;
    }
    keep(out);
    errno = error;
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
        if (const auto can = is_not_compressed(first_); !can) return Refusal(path_, ": ", can.why);
        if (got > 0) return out;
        if (got < 0 && errno != EAGAIN && errno != EINTR) return Refusal(path_, ": cannot be read: ", reason(), ".");
        ended_ = ready && got == 0 && !is_file_;  // the last writer closed the pipe
        if (is_file_) reopen_if_replaced();
        if (left <= milliseconds(0)) break;
        if (is_file_) sleep_for(wait, stop);
    }
    return std::string();
}

}  // namespace tilescope::io
