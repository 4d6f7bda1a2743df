// app/runs/link.cpp -- the pipes to a running worker.
// SPDX-License-Identifier: MIT
#include "app/runs/link.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace tilescope::live {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kLinkPiece = 1 << 16;
constexpr milliseconds kByeTime{300};     // for the worker to end by itself
constexpr milliseconds kStatusTime{500};  // for a process that closed its pipe to end
constexpr milliseconds kTransferBase{2000};
constexpr int kMostLastReads = 4;  // a pipe has 64 KiB; what still prints must not hold us

// While it exists, a write to a closed pipe fails without a signal. Other threads and later writes are not changed.
class WithoutSigpipe {
public:
    WithoutSigpipe() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~WithoutSigpipe() {
        const timespec no_time{};
        while (!was_pending_ && sigtimedwait(&pipe_, nullptr, &no_time) < 0 && errno == EINTR) continue;
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    WithoutSigpipe& operator=(WithoutSigpipe&&) = delete;  // nor any other copy

private:
    sigset_t pipe_, before_;
    bool was_pending_ = false;
};

int milliseconds_until(LiveClock::time_point deadline) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - LiveClock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000));
}

// Returns the signal that ended a process, or 0. A shell reports the signal of its command as 128 plus its number.
int signal_of(int status) {
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (WIFSIGNALED(status)) return WTERMSIG(status);
    return code > 128 && code < 128 + NSIG ? code - 128 : 0;
}

// Returns how a process ended, for a sentence: "exit status 127", "signal 6 (Aborted)".
std::string text_of_status(int status) {
    const int signal = signal_of(status);
    if (const char* name = signal != 0 ? sigdescr_np(signal) : nullptr) return say("signal ", signal, " (", name, ")");
    return say("exit status ", WIFEXITED(status) ? WEXITSTATUS(status) : 0);
}

// Takes the last line that has text off the end. Returns nothing if there is none.
std::string_view take_last_line(std::string_view& text) {
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    text = text.substr(0, end == std::string_view::npos ? 0 : end + 1);
    const std::size_t begin = text.find_last_of('\n');
    const std::string_view line = text.substr(begin == std::string_view::npos ? 0 : begin + 1);
    text.remove_suffix(line.size());
    return line;
}

// Returns the last two lines: many programs say what is wrong, and then how to get help.
std::string last_lines(std::string_view text) {
    constexpr std::size_t kMostLine = 120;
    const std::string last = excerpt(take_last_line(text), kMostLine),
                      before = excerpt(take_last_line(text), kMostLine);
    return before.empty() ? last : say(before, "; ", last);
}

}  // namespace

milliseconds transfer_time(std::uint64_t bytes) {
    return kTransferBase + milliseconds(bytes * 1000 / kSlowestBytesPerSecond);
}

Link::Link(io::Child child) : child_(std::move(child)) {}

Answer<void> Link::send(const ToWorker& message) {
    const Answer<Frame> frame = frame_of(message);
    if (!frame) return Refusal(frame.why);
    outgoing_.erase(0, sent_);
    outgoing_ += encode(*frame);
    sent_ = 0;
    return {};
}

// Returns false if nothing can be written now.
bool Link::write_some() {
    if (unsent() == 0 || !in_open_) return false;
    const WithoutSigpipe quiet;
    const ssize_t wrote = ::write(child_.in(), outgoing_.data() + sent_, std::min(unsent(), kLinkPiece));
    if (wrote < 0) {
        if (errno != EAGAIN && errno != EINTR) in_open_ = false;  // what it printed before it ended says why
        return false;
    }
    sent_ += static_cast<std::size_t>(wrote);
    return true;
}

// Returns false if there are no bytes now, or if the other side closed the pipe.
bool Link::read_some(int file, bool& open) {
    std::array<char, kLinkPiece> piece;
    const ssize_t got = open ? read(file, piece.data(), piece.size()) : -1;
    if (got == 0 || (open && got < 0 && errno != EAGAIN && errno != EINTR)) open = false;
    if (got <= 0) return false;
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(got));
    if (file == child_.out()) return reader_.feed(bytes), true;
    error_text_ += bytes;
    if (error_text_.size() > kMostErrorText) error_text_.erase(0, error_text_.size() - kMostErrorText);
    return true;
}

std::optional<Link::Next> Link::take() {
    const auto frame = reader_.take();
    if (!frame) return Next{.event = Event::refused, .outcome = reader_.refused_as(), .why = frame.why};
    if (!*frame) return {};
    auto message = from_worker(**frame);
    if (!message) return Next{.event = Event::refused, .outcome = Outcome::bad_protocol, .why = message.why};
    return Next{.event = Event::message, .message = std::move(*message)};
}

void Link::wait_for_bytes(LiveClock::time_point deadline, int stop_event) {
    const auto file = [](int number, bool open) { return open ? number : -1; };
    pollfd files[] = {{file(child_.out(), out_open_), POLLIN, 0},
                      {file(child_.err(), err_open_), POLLIN, 0},
                      {file(child_.in(), in_open_ && unsent() != 0), POLLOUT, 0},
                      {stop_event, POLLIN, 0}};
    poll(files, std::size(files), milliseconds_until(deadline));
}

Link::Next Link::next(LiveClock::time_point deadline, const std::stop_token& stop) {
    const io::Descriptor stop_event(eventfd(0, EFD_CLOEXEC));
    const std::stop_callback wake(stop, [&] { eventfd_write(stop_event.number(), 1); });
    std::uint64_t announced = 0;
    for (;;) {
        if (stop.stop_requested()) return {.event = Event::stopped};
        if (auto taken = take()) return std::move(*taken);
        if (!out_open_) return {.event = Event::ended};
        if (LiveClock::now() >= deadline) return {.event = Event::late};
        if (reader_.expected() != announced) {
            announced = reader_.expected();
            deadline = std::max(deadline, LiveClock::now() + transfer_time(announced));
        }
        wait_for_bytes(deadline, stop_event.number());
        read_some(child_.err(), err_open_);
        write_some();
        read_some(child_.out(), out_open_);
    }
}

bool Link::is_alive() const {
    pollfd out{child_.out(), 0, 0};
    return out_open_ && in_open_ && poll(&out, 1, 0) >= 0 && (out.revents & (POLLHUP | POLLERR)) == 0;
}

void Link::end() {
    if (!send(Bye{}) || !write_some()) child_.kill();
    child_.close_in();
    in_open_ = false;
    if (!child_.wait(kByeTime)) child_.kill();
}

std::string Link::last_words() {
    const std::optional<int> status = child_.wait(kStatusTime);
    for (int i = 0; i < kMostLastReads && read_some(child_.err(), err_open_); ++i) continue;
    std::string line = last_lines(error_text_);
    if (line.empty()) line = reader_.last_noise();
    const std::string ended = status ? text_of_status(*status) : std::string("it closed its output");
    return line.empty() ? ended : say(line, " (", ended, ")");
}

bool Link::was_killed() {
    const std::optional<int> status = child_.wait(kStatusTime);
    return status && signal_of(*status) != 0;
}

}  // namespace tilescope::live
