// tests/ui/run_screen.h -- the whole window with the screen GPU and a fake worker.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/result/emulation.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/fake_worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <semaphore>

namespace tilescope::ui {

inline live::Device b200() { return {.index = 0, .name = "NVIDIA B200", .major = 10, .minor = 0, .driver = 13000}; }

class RunScreen : public testing::Test {
protected:
    RunScreen() {
        fake.list.devices = {b200()};
        h.app.jobs.emulation = emulation_jobs([this] { models.release(); });
        h.app.jobs.live.jobs = std::make_unique<LiveJobs>(
            [this](const LiveOrder& order, const std::stop_token& stop, const LiveJobs::Report& report) {
                return fake.work(order, stop, report);
            },
            [this] { answers.release(); });
    }
    ~RunScreen() override { h.app.jobs.live.jobs.reset(); }  // before the fake
    void open_screen() {
        h->click("top.screen.6");
        wait_for_model();
    }
    void wait_for_model() {
        h->frames(2);
        EXPECT_TRUE(models.try_acquire_for(kLongest)) << "the model did not answer";
        h->frames(3);
    }
    void turn_on() {
        open_screen();
        h->click("live.turn_on");
        h->frames(3);
    }
    void wait_for_answer() {
        EXPECT_TRUE(answers.try_acquire_for(kLongest)) << "the worker did not answer";
        h->frames(4);
    }
    void run() {
        h->click("live.run");
        wait_for_answer();
    }
    static constexpr std::chrono::seconds kLongest{60};  // a test that waits for ever names no line
    FakeWorker fake;
    std::counting_semaphore<64> answers{0}, models{0};
    AppHarness h;
};

}  // namespace tilescope::ui
