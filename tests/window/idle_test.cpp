// tests/window/idle_test.cpp -- tests that a window without input draws nothing.
// SPDX-License-Identifier: MIT
#include "tests/window/window_driver.h"

#include <gtest/gtest.h>

#include <chrono>

namespace tilescope::window {
namespace {

TEST(Idle, DrawsNoFrameInTenSecondsWithoutInput) {
    if (const std::string why = missing_tools(); !why.empty()) GTEST_SKIP() << why;
    const VirtualDisplay display(1440, 900);
    ASSERT_FALSE(display.name().empty()) << "Xvfb did not start";
    Program program(display, {});
    program.move_to("top.screen.1");
    const long before = program.frames();
    ASSERT_GT(before, 0);
    EXPECT_TRUE(program.rests(std::chrono::seconds(10))) << "frames were drawn while nothing happened";
    program.key("F1");  // the program still runs and draws again
    EXPECT_GT(program.frames(), before);
}

}  // namespace
}  // namespace tilescope::window
