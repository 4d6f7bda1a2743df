// app/runs/child.h -- a process that a shell starts, with pipes to its standard streams.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/descriptor.h"

#include <tilescope/base/answer.h>

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>

namespace tilescope::live {

// The longest wait for a process to disappear after it was killed. One that hangs in the kernel of the system stays.
inline constexpr std::chrono::milliseconds kReapTime{2000};

class Child {
public:
    // Starts `/bin/sh -c command` in a session of its own: without a terminal, so that ssh fails instead of asking for
    // a password. All ends of the pipes are closed in other programs that this one starts. Our ends do not block.
    // Errors: the system cannot start it.
    static Answer<Child> start(const std::string& command);

    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    ~Child();  // kills it, with all processes of its group, and waits for at most kReapTime

    int in() const { return in_.number(); }    // we write
    int out() const { return out_.number(); }  // we read
    int err() const { return err_.number(); }  // we read
    void close_in() { in_ = io::Descriptor(); }

    // Waits until the process has ended, at most until the time. Returns its status as of waitpid(), or nothing.
    std::optional<int> wait(std::chrono::milliseconds most);
    void kill();

private:
    Child() = default;
    pid_t process_ = 0;  // 0: none
    std::optional<int> status_;
    io::Descriptor in_, out_, err_;
};

// Returns the signal that ended a process, or 0. A shell reports the signal of its command as 128 plus its number.
int signal_of(int status);

// Returns how a process ended, for a sentence: "exit status 127", "signal 6 (Aborted)".
std::string text_of_status(int status);

}  // namespace tilescope::live
