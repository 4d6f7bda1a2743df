// app/io/signals.cpp -- turns SIGTERM, SIGHUP and SIGINT into a value that the loop can query.
// SPDX-License-Identifier: MIT
#include "app/io/program.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <chrono>

namespace tilescope::io {
namespace {

sigset_t signals_to_watch() {
    sigset_t out;
    sigemptyset(&out);
    for (const int number : {SIGTERM, SIGHUP, SIGINT}) {
        struct sigaction now {};
        sigaction(number, nullptr, &now);
        if (now.sa_handler != SIG_IGN) sigaddset(&out, number);
    }
    return out;
}

}  // namespace

Signals::Signals(std::function<void(int signal)> wake) : wake_(std::move(wake)) {
    const sigset_t watched = signals_to_watch();
    pthread_sigmask(SIG_BLOCK, &watched, nullptr);
    signals_ = signalfd(-1, &watched, SFD_CLOEXEC);
    end_ = eventfd(0, EFD_CLOEXEC);
    thread_ = std::thread([this] { watch(); });
}

// The signals stay blocked. A signal that arrives now is too late to change anything.
Signals::~Signals() {
    eventfd_write(end_, 1);
    thread_.join();
    close(signals_);
    close(end_);
}

void Signals::watch() {
    using Clock = std::chrono::steady_clock;
    constexpr auto kSameSignal = std::chrono::milliseconds(300);  // `timeout` sends one signal twice
    Clock::time_point first{};
    for (;;) {
        pollfd ready[] = {{signals_, POLLIN, 0}, {end_, POLLIN, 0}};
        if (poll(ready, 2, -1) < 0) continue;
        if (ready[1].revents != 0) return;
        signalfd_siginfo about{};
        if (read(signals_, &about, sizeof about) != sizeof about) continue;
        const int number = static_cast<int>(about.ssi_signo);
        if (arrived_ != 0) {
            if (Clock::now() - first < kSameSignal) continue;
            _exit(128 + number);
        }
        first = Clock::now();
        arrived_ = number;
        wake_(number);
    }
}

}  // namespace tilescope::io
