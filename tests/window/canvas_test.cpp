// tests/window/canvas_test.cpp -- tests that a real wheel, a real drag and keys move a picture, and that it then rests.
// SPDX-License-Identifier: MIT
#include "tests/window/display_test.h"

#include <gtest/gtest.h>

#include <chrono>

namespace tilescope::window {
namespace {

class Canvas : public ProgramTest {
protected:
    void set_up() override {
        program = started();
        program->key("ctrl+2");  // the memory screen
    }
    // Scroll_Lock has no effect: the driver waits until the picture has settled.
    void settle() { program->key("Scroll_Lock"); }
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
    EXPECT_TRUE(program->rests(std::chrono::seconds(2))) << "the zoom ended, but frames are drawn";
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
