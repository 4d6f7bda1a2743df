// tests/window/newcomer_test.cpp -- the first minute of a newcomer, with a real pointer and real keys.
// SPDX-License-Identifier: MIT
#include "tests/window/display_test.h"

#include <gtest/gtest.h>

namespace tilescope::window {
namespace {

class Newcomer : public DisplayTest {
protected:
    Newcomer() : DisplayTest(1280, 720) {}
};

TEST_F(Newcomer, LearnsAndAnswersTheFirstTasks) {
    const auto program = started({"--start"});
    program->click("start.door.learn");
    program->click("lessons.what-a-descriptor-is");
    ASSERT_TRUE(program->find("lesson.title"));
    program->key("Return");  // the first step has no task
    ASSERT_TRUE(program->find("lesson.reply"));
    program->type("start");  // the box has the keyboard
    program->key("Return");
    EXPECT_TRUE(program->find("lesson.done"));
    program->type("12");  // nothing waits for a number
    program->key("Return");
    EXPECT_TRUE(program->find("lesson.reply")) << "the next question";
    program->click("lesson.step.5");
    program->key("ctrl+e");
    ASSERT_TRUE(program->waits_for("mma.verdict.wrong"));
    program->click("lesson.reply");
    program->type("2 488");  // as the picture shows it
    program->key("Return");
    EXPECT_TRUE(program->find("lesson.done"));
    EXPECT_TRUE(program->find("lesson.task")) << "the task stays in sight";
}

TEST_F(Newcomer, PastesAWordAndSeesItsPicture) {
    const auto program = started({"--start"});
    program->click("start.door.paste");
    ASSERT_TRUE(program->find("paste.box"));
    program->type("a_desc = 0x4000402000010080");
    program->key("Return");
    EXPECT_FALSE(program->find("start.what"));
    EXPECT_TRUE(program->find("region.stage"));
    EXPECT_TRUE(program->find("mma.canvas"));
    program->key("ctrl+2");
    EXPECT_TRUE(program->find("memory.tile"));
}

}  // namespace
}  // namespace tilescope::window
