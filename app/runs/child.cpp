// app/runs/child.cpp -- starts, watches and ends a process.
// SPDX-License-Identifier: MIT
#include "app/runs/child.h"

#include <tilescope/base/say.h>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <thread>
#include <utility>

namespace tilescope::live {
namespace {

struct Pipe {
    io::Descriptor read, write;
};

Answer<Pipe> make_pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return Answer<Pipe>::refuse(io::reason());
    return Pipe{io::Descriptor(ends[0]), io::Descriptor(ends[1])};
}

// A launch and its result have half a mebibyte. A pipe of 64 KiB would wake both sides eight times. If the system
// refuses, the pipe stays as it is.
void make_large(const io::Descriptor& end) { fcntl(end.number(), F_SETPIPE_SZ, 1 << 20); }

void do_not_block(const io::Descriptor& end) {
    fcntl(end.number(), F_SETFL, fcntl(end.number(), F_GETFL) | O_NONBLOCK);
}

// What posix_spawn() needs; its destructor frees it.
class Spawn {
public:
    Spawn() {
        posix_spawn_file_actions_init(&actions_);
        posix_spawnattr_init(&attributes_);
        sigset_t none, defaults;
        sigemptyset(&none);
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &defaults);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    }
    ~Spawn() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }
    Spawn(const Spawn&) = delete;
    Spawn& operator=(const Spawn&) = delete;

    void give(const io::Descriptor& end, int as) { posix_spawn_file_actions_adddup2(&actions_, end.number(), as); }
    int run(pid_t& process, const std::string& command) {
        std::string shell = "sh", option = "-c", text = command;
        std::array<char*, 4> arguments{shell.data(), option.data(), text.data(), nullptr};
        return posix_spawn(&process, "/bin/sh", &actions_, &attributes_, arguments.data(), environ);
    }

private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

}  // namespace

Answer<Child> Child::start(const std::string& command) {
    auto in = make_pipe(), out = make_pipe(), err = make_pipe();
    for (const auto* pipe : {&in, &out, &err})
        if (!*pipe) return Answer<Child>::refuse(pipe->why);
    for (const auto* end : {&in->write, &out->read}) make_large(*end);
    Spawn spawn;
    spawn.give(in->read, STDIN_FILENO);
    spawn.give(out->write, STDOUT_FILENO);
    spawn.give(err->write, STDERR_FILENO);
    Child child;
    if (const int error = spawn.run(child.process_, command)) {
        child.process_ = 0;
        return Answer<Child>::refuse(std::strerror(error));
    }
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
