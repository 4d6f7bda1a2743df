// app/io/program.cpp -- what both programs share: the start and the end of main(), output, signals, amounts.
// SPDX-License-Identifier: MIT
#include "app/io/program.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>

namespace tilescope::io {
namespace {

constexpr std::string_view kNoMemory = "there is not enough memory; use a smaller input or a higher limit (ulimit -v)";

void hold_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
            // Opens in the wrong direction, so that every read or write of the stream fails.
            const int held = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            if (held >= 0 && held != stream) close(held);
        }
}

// Needs no memory.
int refuse(std::string_view name, std::string_view sentence, int status) {
    std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(name.size()), name.data(), static_cast<int>(sentence.size()),
                 sentence.data());
    return status;
}

// An exception cannot always reach run_program(): objects are made before main(), and a destructor, such as that of a
// JSON value, may allocate but must not throw. If the memory is missing there, the program ends with the same sentence.
// Its files are whole: a new file gets its name only when it is complete.
[[noreturn]] void end_without_memory() {
    try {
        if (std::current_exception()) throw;
    } catch (const std::bad_alloc&) {
        _exit(refuse(program_invocation_short_name, kNoMemory, kUnusable));
    } catch (...) {  // the handler of the library says more
    }
    __gnu_cxx::__verbose_terminate_handler();  // prints the type and the text of the exception
    std::abort();
}

[[gnu::constructor(101)]] void watch_for_the_end() { std::set_terminate(end_without_memory); }

void flush_output() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw OutputFailed{errno};
}

bool is_plain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; });
}

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

int run_program(std::string_view name, const std::function<int()>& body) try {
    hold_standard_streams();
    const int status = body();
    flush_output();
    return status;
} catch (const OutputFailed& failed) {
    return refuse(name, say("standard output cannot be written: ", std::strerror(failed.error)), kUnusable);
} catch (const std::bad_alloc&) {
    return refuse(name, kNoMemory, kUnusable);
} catch (const std::system_error& lacking) {
    return refuse(name, shortage(), kLacking);
} catch (const std::exception& exhausted) {
    return refuse(name, shortage(), kUnusable);
}

std::string printable_lines(std::string_view text) {
    if (is_plain(text)) return std::string(text);
    std::string out;
    while (!text.empty()) {
        const std::size_t size = std::min(text.find_first_of("\n\t"), text.size());
        out += printable(text.substr(0, size));
        out += text.substr(size, 1);
        text.remove_prefix(std::min(size + 1, text.size()));
    }
    return out;
}

void print(std::string_view text) { is_plain(text) ? print_with_codes(text) : print_with_codes(printable_lines(text)); }

void print_error(std::string_view text) {
    const std::string lines = printable_lines(text);
    std::fwrite(lines.data(), 1, lines.size(), stderr);
}

void print_with_codes(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw OutputFailed{errno};
}

std::string shortage() {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return std::string(kNoMemory);
    } catch (const std::length_error&) {
        return std::string(kNoMemory);
    } catch (const std::system_error& refused) {
        return say("the system refuses a resource that tilescope needs: ", refused.code().message(),
                   "; use a higher limit (ulimit -u, ulimit -n) or close other programs");
    } catch (const std::exception& other) {
        return other.what();
    }
}

std::string amount_text(double number) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return {text.data(), end};
}

Answer<double> read_amount(std::string_view text, double least, double most) {
    double out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (whole && out >= least && out <= most) return out;  // also false for nan
    return Refusal("'", text.substr(0, 40), "' is not a number from ", amount_text(least), " to ", amount_text(most));
}

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
