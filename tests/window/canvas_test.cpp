// tests/window/canvas_test.cpp -- tests that a real wheel, a real drag and keys move a picture, and that it then rests.
// SPDX-License-Identifier: MIT
#include "tests/window/window_driver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>

namespace tilescope::window {
namespace {

class Canvas : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = missing_tools(); !why.empty()) GTEST_SKIP() << why;
        display = std::make_unique<VirtualDisplay>(1440, 900);
        ASSERT_FALSE(display->name().empty()) << "Xvfb did not start";
        program = std::make_unique<Program>(*display, std::vector<std::string>{"--size", "1440x900"});
        program->key("ctrl+2");  // the memory screen
    }
    // Scroll_Lock has no effect: the driver waits until the picture has settled.
    void settle() { program->key("Scroll_Lock"); }

    std::unique_ptr<VirtualDisplay> display;
    std::unique_ptr<Program> program;
};

TEST_F(Canvas, TheWheelKeepsThePointAndTheWindowRestsAfterwards) {
    const Rect before = program->item("memory.tile.20.3");
    program->move_to("memory.tile.20.3");
    program->send("click --repeat 3 --delay 5 4");
    settle();
    const Rect after = program->item("memory.tile.20.3");
    EXPECT_NEAR(after.height, before.height * 1.25 * 1.25 * 1.25, 1.5);
    EXPECT_NEAR(after.x + after.width / 2, before.x + before.width / 2, 2);
    EXPECT_NEAR(after.y + after.height / 2, before.y + before.height / 2, 2);
    const long frames = program->frames();
    std::this_thread::sleep_for(std::chrono::seconds(2));
    EXPECT_EQ(program->frames(), frames) << "the zoom ended, but frames are drawn";
}

TEST_F(Canvas, AMiddleDragPansAndKeysFitAndEnlarge) {
    program->move_to("memory.tile.20.3");
    program->send("click --repeat 3 --delay 5 4");
    settle();
    const Rect before = program->item("memory.tile.20.3");
    program->send("mousedown 2 mousemove_relative -- 0 -40 mousemove_relative -- 0 -40 mouseup 2");
    settle();
    EXPECT_NEAR(program->item("memory.tile.20.3").y, before.y - 80, 1.5);
    program->key("0");
    settle();
    EXPECT_TRUE(program->find("memory.tile.127.0"));
    EXPECT_FALSE(program->find("memory.tile.map"));
    program->key("1");
    settle();
    EXPECT_TRUE(program->find("memory.tile.map"));
    const Rect map = program->item("memory.tile.map");
    program->drag("memory.tile.map", 0, map.height / 2 - 4);
    EXPECT_TRUE(program->find("memory.tile.127.7"));
}

}  // namespace
}  // namespace tilescope::window
