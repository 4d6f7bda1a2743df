// tests/ui/input_test.cpp -- tests that late frames give input the same effect in ImGui as frames in time.
// SPDX-License-Identifier: MIT
#include "app/window/frame/input.h"
#include "tests/support/ui_harness.h"

#include <gtest/gtest.h>

#include <imgui_stdlib.h>

#include <string>

namespace tilescope::ui {
namespace {

// Draws two boxes and a button. Events wait in the queue until draw().
class Lag : public testing::Test {
protected:
    Lag()
        : ui(UiHarness::in_window([this] {
              ImGui::InputText("##left", &left);
              mark("left");
              ImGui::InputText("##right", &right);
              mark("right");
              if (ImGui::Button("button")) ++clicks;
              mark("button");
              if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) ++double_clicks;
              if (ImGui::IsMouseReleased(0)) dragged = ImGui::GetIO().MousePos.x - ImGui::GetIO().MouseClickedPos[0].x;
          })) {}

    void point(const char* id, float right_by = 0) {
        const ImVec2 at = ui.rect(id).centre();
        add(PointerInput{at.x + right_by, at.y});
    }
    void press(bool down) { add(ButtonInput{0, down}); }
    void click(const char* id) { point(id), press(true), press(false); }
    void type(const char* text) {
        for (; *text != 0; ++text) {
            const int key = *text - 'a' + 'A';
            add(KeyInput{.key = key}), add(CharacterInput{static_cast<unsigned char>(*text)});
            add(KeyInput{.key = key, .action = KeyAction::release});
        }
    }
    void add(decltype(InputEvent::what) what) { input.add({std::move(what), time}); }

    // Draws frames of that many seconds until ImGui has received all events and has settled.
    void draw(double seconds_a_frame) {
        for (int settle = 0; input.waiting() || settle < Redraw::kFramesToSettle; ++settle) {
            if (input.waiting()) settle = 0;
            input.hand_over(time);
            ui.frames(1);
            time += seconds_a_frame;
        }
    }

    Input input;
    double time = 1;
    std::string left, right;
    int clicks = 0, double_clicks = 0;
    float dragged = 0;
    UiHarness ui;
};

TEST_F(Lag, LettersGoToTheBoxThatWasClickedBefore) {
    click("left"), type("ab"), click("right"), type("cd");
    draw(0.5);
    EXPECT_EQ(left, "ab");
    EXPECT_EQ(right, "cd");
}

TEST_F(Lag, LettersAfterTabGoToTheNextBox) {
    click("left"), type("ab");
    add(KeyInput{.key = static_cast<int>(Key::tab)});
    add(KeyInput{.key = static_cast<int>(Key::tab), .action = KeyAction::release});
    type("cd");
    draw(0.5);
    EXPECT_EQ(left, "ab");
    EXPECT_EQ(right, "cd");
}

TEST_F(Lag, HeldInputWaitsAndNoKeyRepeatsMeanwhile) {
    click("left"), type("abc");
    draw(0.1);
    const int back = static_cast<int>(Key::backspace);
    add(KeyInput{.key = back});
    draw(0.01);
    add(KeyInput{.key = back, .action = KeyAction::release});
    type("x");
    for (int i = 0; i < 20; ++i, time += 0.1) {
        input.hand_over(time, true);
        ui.frames(1);
        ASSERT_EQ(left, "ab");
    }
    draw(0.01);
    EXPECT_EQ(left, "abx");
}

TEST_F(Lag, ClickCountsIfThePointerThenMovesAway) {
    click("button"), point("left");
    draw(0.5);
    EXPECT_EQ(clicks, 1);
}

TEST_F(Lag, DragKeepsItsFullDistance) {
    point("button"), press(true), point("button", 100), point("button", 300), press(false), point("left");
    draw(0.5);
    EXPECT_EQ(dragged, 300);
}

TEST_F(Lag, QuickClicksAreADoubleClickEvenInSlowFrames) {
    point("button");
    press(true), press(false);
    time += 0.2;
    press(true), press(false);
    draw(1);
    EXPECT_EQ(double_clicks, 1);
}

TEST_F(Lag, SlowClicksAreNoDoubleClickEvenInFastFrames) {
    point("button");
    press(true), press(false);
    time += 2;
    press(true), press(false);
    draw(0.01);
    EXPECT_EQ(double_clicks, 0);
    EXPECT_EQ(clicks, 2);
}

}  // namespace
}  // namespace tilescope::ui
