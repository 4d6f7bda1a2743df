// app/runs/child.cpp -- starts, watches and ends a process.
// SPDX-License-Identifier: MIT
#include "app/io/other_programs.h"
#include "app/runs/link.h"

#include <tilescope/base/say.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

namespace tilescope::live {
namespace {

// A launch and its result have half a mebibyte. A pipe of 64 KiB would wake both sides eight times. If the system
// refuses, the pipe stays as it is.
void make_large(const io::Descriptor& end) { fcntl(end.number(), F_SETPIPE_SZ, 1 << 20); }

void do_not_block(const io::Descriptor& end) {
    fcntl(end.number(), F_SETFL, fcntl(end.number(), F_GETFL) | O_NONBLOCK);
}

}  // namespace

Answer<Child> Child::start(const std::string& command) {
    auto in = io::Pipe::make(), out = io::Pipe::make(), err = io::Pipe::make();
    for (const auto* pipe : {&in, &out, &err})
        if (!*pipe) return Refusal(pipe->why);
    for (const auto* end : {&in->write, &out->read}) make_large(*end);
    const auto process = io::start_program("/bin/sh", {"sh", "-c", command}, in->read.number(), out->write.number(),
                                           err->write.number());
    if (!process) return Refusal(process.why);
    Child child;
    child.process_ = *process;
    child.in_ = std::move(in->write);
    child.out_ = std::move(out->read);
    child.err_ = std::move(err->read);
    for (const auto* end : {&child.in_, &child.out_, &child.err_}) do_not_block(*end);
    return child;
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, 0)),
      status_(std::exchange(other.status_, std::nullopt)),
      in_(std::move(other.in_)),
      out_(std::move(other.out_)),
      err_(std::move(other.err_)) {}

// The group is killed even if the shell has ended, because what it started may still run.
Child::~Child() {
    if (process_ == 0) return;
    kill();
    wait(kReapTime);
}

// While the process is not reaped, no other group can have its number. Afterwards its group may be empty, and then
// nothing happens; a new group gets the number only if the system has used all others meanwhile.
void Child::kill() {
    if (process_ > 1) ::kill(-process_, SIGKILL);
}

std::optional<int> Child::wait(std::chrono::milliseconds most) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + most;
    for (auto pause = std::chrono::microseconds(100); process_ != 0 && !status_;
         pause = std::min(2 * pause, std::chrono::microseconds(20'000))) {
        int status = 0;
        const pid_t ended = waitpid(process_, &status, WNOHANG);
        if (ended == process_) status_ = status;
        if (ended < 0 && errno != EINTR) break;  // somebody else waited for it
        if (status_ || Clock::now() >= deadline) break;
        std::this_thread::sleep_for(pause);
    }
    return status_;
}

int signal_of(int status) {
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (WIFSIGNALED(status)) return WTERMSIG(status);
    return code > 128 && code < 128 + NSIG ? code - 128 : 0;
}

std::string text_of_status(int status) {
    const int signal = signal_of(status);
    if (const char* name = signal != 0 ? sigdescr_np(signal) : nullptr) return say("signal ", signal, " (", name, ")");
    return say("exit status ", WIFEXITED(status) ? WEXITSTATUS(status) : 0);
}

}  // namespace tilescope::live
