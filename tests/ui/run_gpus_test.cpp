// tests/ui/run_gpus_test.cpp -- the GPUs of the screen GPU: of the worker that the user typed, and the chosen one.
// SPDX-License-Identifier: MIT
#include "tests/ui/run_screen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace tilescope::ui {
namespace {

bool checks_have(const LiveView& view, std::string_view part) {
    return std::ranges::any_of(view.checks, [&](const LiveCheck& c) { return c.text.find(part) != std::string::npos; });
}

TEST_F(RunScreen, ListsTheGpusOfTheWorkerThatTheUserTyped) {
    turn_on();
    h->click("run.worker");
    h->type("ssh box tilescope");
    h->key(Key::enter);
    h->frames(3);
    EXPECT_EQ(h.app.prefs.live_worker, "ssh box tilescope");
    EXPECT_FALSE(h->shows("run.gpu")) << "no GPU is known";
    h->click("run.look");
    wait_for_answer();
    ASSERT_EQ(fake.count(), 1u);
    EXPECT_EQ(fake.orders[0].ask, LiveAsk::devices);
    EXPECT_EQ(fake.orders[0].worker, "ssh box tilescope");
    EXPECT_TRUE(h->shows("run.gpu"));
    ASSERT_EQ(h.app.jobs.live.view.gpus.size(), 1u);
    EXPECT_EQ(h.app.jobs.live.view.gpus[0].text, "0: NVIDIA B200, 10.0");
    EXPECT_TRUE(h.app.jobs.live.view.gpus[0].fits);
    h.app.document().requests.edits.push_back(SetArch{"sm_103a"});
    h->frames(3);
    EXPECT_FALSE(h.app.jobs.live.view.gpus[0].fits) << "sm_103a does not run on 10.0";
    h.app.document().requests.commands.push_back(command("use_worker", ""));
    h->frames(3);
    EXPECT_FALSE(h->shows("run.gpu")) << "another worker has other GPUs";
}

TEST_F(RunScreen, TheGpusOfAnOldWorkerAreNotThoseOfTheNewOne) {
    turn_on();
    fake.waits = true;
    h->click("run.look");
    fake.begun.acquire();
    h.app.document().requests.commands.push_back(command("use_worker", "ssh other tilescope"));
    h->frames(3);
    fake.open_gate();
    wait_for_answer();
    EXPECT_FALSE(h->shows("run.gpu")) << "the reply was of the worker before";
    EXPECT_TRUE(h.app.jobs.live.view.gpus.empty());
    EXPECT_TRUE(checks_have(h.app.jobs.live.view, "The GPUs are not listed yet"));
}

TEST_F(RunScreen, TheChecksSayWhyThereIsNoGpu) {
    fake.list = {.ending = {.outcome = live::Outcome::no_driver, .detail = "libcuda.so.1 is missing"}, .devices = {}};
    turn_on();
    EXPECT_TRUE(checks_have(h.app.jobs.live.view, "The GPUs are not listed yet"));
    h->click("run.look");
    wait_for_answer();
    EXPECT_TRUE(checks_have(h.app.jobs.live.view, "no NVIDIA driver"));
    EXPECT_FALSE(checks_have(h.app.jobs.live.view, "The GPUs are not listed yet"));
}

TEST_F(RunScreen, TheChecksAreAboutTheChosenGpu) {
    fake.list.devices.push_back(
        {.index = 1, .name = "NVIDIA H100", .major = 9, .minor = 0, .driver = 13000, .memory_bytes = 0});
    turn_on();
    h->click("run.look");
    wait_for_answer();
    EXPECT_TRUE(checks_have(h.app.jobs.live.view, "runs on GPU 0: NVIDIA B200"));
    h.app.document().states.run.device = 1;
    h->frames(3);
    EXPECT_TRUE(checks_have(h.app.jobs.live.view, "GPU 1 does not run code for sm_100a"));
    EXPECT_FALSE(checks_have(h.app.jobs.live.view, "runs on GPU 0"));
}

}  // namespace
}  // namespace tilescope::ui
