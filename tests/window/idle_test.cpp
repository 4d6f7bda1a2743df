// tests/window/idle_test.cpp -- a window that is left alone draws nothing.
// SPDX-License-Identifier: MIT
#include "tests/window/window_driver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace tilescope::window {
namespace {

TEST(Idle, TenSecondsWithoutInputDrawNoFrame) {
    if (const std::string why = missing_tools(); !why.empty()) GTEST_SKIP() << why;
    const VirtualDisplay display(1440, 900);
    ASSERT_FALSE(display.name().empty()) << "Xvfb did not start";
    Program program(display, {});
    program.move_to("top.screen.1");
    const long before = program.frames();
    ASSERT_GT(before, 0);
    std::this_thread::sleep_for(std::chrono::seconds(10));  // the question is what happens in this time
    program.key("F1");                                      // the next picture tells the count
    const long frames_of_the_key = program.frames() - before;
    // Pressing and releasing a key draws at most a few settled pictures of three frames each.
    EXPECT_LE(frames_of_the_key, 12) << "frames were drawn while nothing happened";
}

}  // namespace
}  // namespace tilescope::window
