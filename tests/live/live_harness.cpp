// tests/live/live_harness.cpp -- clients of workers that use the stand-in driver, and launches for them.
// SPDX-License-Identifier: MIT
#include "tests/live/live_harness.h"
#include "tests/support/mma_jobs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

extern char** environ;

namespace tilescope::live_test {

Setting::Setting(std::string name, const std::string& value) : name_(std::move(name)) {
    const char* before = std::getenv(name_.c_str());
    had_ = before != nullptr;
    before_ = had_ ? before : "";
    setenv(name_.c_str(), value.c_str(), 1);
}

Setting::~Setting() {
    if (had_)
        setenv(name_.c_str(), before_.c_str(), 1);
    else
        unsetenv(name_.c_str());
}

Standin::Standin(const std::string& script, const std::string& folder)
    : library("LD_LIBRARY_PATH", TILESCOPE_STANDIN_DIR "/" + folder), words("TILESCOPE_STANDIN", script) {}

std::string program() { return "'" TILESCOPE_PROGRAM "'"; }

live::ClientTimes short_times() {
    using std::chrono::milliseconds;
    return {.hello = milliseconds(5000),
            .remote_hello = milliseconds(5000),
            .open = milliseconds(1000),
            .margin = milliseconds(500)};
}

live::ClientTimes impatient_times() {
    live::ClientTimes out = short_times();
    out.hello = out.remote_hello = std::chrono::milliseconds(1000);
    return out;
}

MadeLaunch made_launch(const std::string& arch) {
    MadeLaunch out;
    const test::MadeJob made = test::make_job({.arch = arch});
    EXPECT_EQ(made.why, "");
    auto machine = filled(made.job);
    EXPECT_TRUE(machine) << machine.why;
    out.before = *machine;
    const auto form = kernel_form(made.job.steps[0]);
    const auto kernel = form ? live_kernel(*form) : Refusal(form.why);
    EXPECT_TRUE(kernel) << kernel.why;
    out.kernel = *kernel;
    out.step = made.job.steps[0];
    const auto launch = launch_of(*kernel, made.job.steps[0], out.before, {.timeout_ms = 100});
    EXPECT_TRUE(launch) << launch.why;
    out.launch = *launch;
    out.after = out.before;
    const auto done = execute_mma(out.after, made.job.steps[0]);
    EXPECT_TRUE(done) << done.why;
    return out;
}

namespace {

std::string text_at(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
}

}  // namespace

std::size_t lines_with(const std::string& path, std::string_view line) {
    std::istringstream in(text_at(path));
    std::size_t count = 0;
    for (std::string one; std::getline(in, one);) count += one == line ? 1 : 0;
    return count;
}

Ended interrupted(const std::string& arguments, int signal, const std::function<bool()>& ready) {
    const test::TemporaryFolder folder;
    const std::string out = folder.path() + "/out", err = folder.path() + "/err";
    std::string shell = "/bin/sh", flag = "-c",
                text = "exec " + program() + " " + arguments + " > '" + out + "' 2> '" + err + "'";
    char* words[] = {shell.data(), flag.data(), text.data(), nullptr};
    // Who runs the tests in the background may have set the signal to be ignored, which the child would inherit.
    posix_spawnattr_t attributes;
    sigset_t default_again;
    sigemptyset(&default_again);
    sigaddset(&default_again, signal);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &default_again);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t child = 0;
    EXPECT_EQ(posix_spawn(&child, "/bin/sh", nullptr, &attributes, words, environ), 0);
    posix_spawnattr_destroy(&attributes);
    test::wait_until(ready);
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_at(out), text_at(err)};
}

Ended on_terminal(const std::string& arguments) {
    Ended out;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    EXPECT_TRUE(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const std::string name = ptsname(terminal);
    const int held = open(name.c_str(), O_RDWR | O_NOCTTY);  // the terminal keeps what was written to it
    const int status = std::system((program() + " " + arguments + " > /dev/null 2> '" + name + "'").c_str());
    out.status = WEXITSTATUS(status);
    // A busy machine can pass on what was written after the end of the program: the NUL comes last.
    EXPECT_EQ(::write(held, "", 1), 1);
    while (!out.err.ends_with('\0')) {
        char part[4096];
        const ssize_t n = ::read(terminal, part, sizeof part);
        if (n <= 0) break;
        out.err.append(part, static_cast<std::size_t>(n));
    }
    if (out.err.ends_with('\0')) out.err.pop_back();
    close(held);
    close(terminal);
    return out;
}

}  // namespace tilescope::live_test
