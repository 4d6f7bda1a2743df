// tests/live/live_harness.cpp -- clients of workers that use the stand-in driver, and launches for them.
// SPDX-License-Identifier: MIT
#include "tests/live/live_harness.h"
#include "tests/support/mma_jobs.h"

#include <gtest/gtest.h>

#include <cstdlib>

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
    const auto kernel = form ? live_kernel(*form) : Answer<LiveKernel>::refuse(form.why);
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

}  // namespace tilescope::live_test
