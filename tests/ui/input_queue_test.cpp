// tests/ui/input_queue_test.cpp -- tests which frame gets which input: no event is lost, no order changes.
// SPDX-License-Identifier: MIT
#include "app/window/frame/input.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tilescope::ui {
namespace {

constexpr int kCtrl = 341, kShift = 340, kEnter = 257, kLeft = 263;

InputEvent key(int number, KeyAction action, bool chord = false) {
    return {KeyInput{.key = number, .action = action, .modifier = number >= kShift, .chord = chord}};
}
InputEvent down(int number) { return key(number, KeyAction::press); }
InputEvent up(int number) { return key(number, KeyAction::release); }
InputEvent with_ctrl(int number) { return key(number, KeyAction::press, true); }
InputEvent typed(char c) { return {CharacterInput{static_cast<unsigned char>(c)}}; }
InputEvent move(float x) { return {PointerInput{x, 0}}; }
InputEvent press(bool is_down) { return {ButtonInput{0, is_down}}; }
InputEvent wheel(float up_by) { return {WheelInput{0, up_by}}; }

std::string text_of(const InputEvent& e) {
    if (const auto* k = std::get_if<KeyInput>(&e.what)) {
        const std::string name = k->key == kCtrl ? "Ctrl" : k->key == kEnter ? "Enter" : std::string(1, char(k->key));
        return (k->action == KeyAction::release ? "-" : "+") + name;
    }
    if (const auto* c = std::get_if<CharacterInput>(&e.what)) return std::string(1, static_cast<char>(c->character));
    if (const auto* p = std::get_if<PointerInput>(&e.what)) return "to" + std::to_string(static_cast<int>(p->x));
    if (const auto* b = std::get_if<ButtonInput>(&e.what)) return b->down ? "press" : "release";
    if (std::holds_alternative<WheelInput>(e.what)) return "wheel";
    if (std::holds_alternative<PointerLeft>(e.what)) return "left";
    return std::holds_alternative<Action>(e.what) ? "deed" : "focus";
}

// Lists the events of each frame until no event waits: "press | to5 | release". A frame without events is a dot.
std::string frames_of(InputQueue& queue) {
    std::string out;
    while (queue.waiting()) {
        std::string frame;
        for (const InputEvent& e : queue.take_frame()) frame += (frame.empty() ? "" : " ") + text_of(e);
        out += (out.empty() ? "" : " | ") + (frame.empty() ? "." : frame);
    }
    return out;
}
std::string frames_of(std::initializer_list<InputEvent> events) {
    InputQueue queue;
    for (const InputEvent& e : events) queue.add(e);
    return frames_of(queue);
}
// Lists the same frames without the dots.
std::string order_of(std::initializer_list<InputEvent> events) {
    std::string frames = frames_of(events);
    for (std::size_t at; (at = frames.find(". | ")) != std::string::npos;) frames.erase(at, 4);
    return frames;
}

TEST(InputQueue, TapWithinOneFrameGetsTwoFrames) { EXPECT_EQ(frames_of({down('S'), up('S')}), "+S | -S"); }

TEST(InputQueue, TwoTapsOfOneKeyStayTwoTaps) {
    EXPECT_EQ(frames_of({down('Z'), up('Z'), down('Z'), up('Z')}), "+Z | -Z | +Z | -Z");
}

TEST(InputQueue, KeepsAChordForAnyOrderOfReleases) {
    EXPECT_EQ(order_of({down(kCtrl), with_ctrl('S'), up(kCtrl), up('S'), down(kCtrl), with_ctrl('Z'), up('Z')}),
              "+Ctrl +S | -Ctrl -S | +Ctrl | +Z | -Z");
}

TEST(InputQueue, ModifierAfterAKeyMakesNoChordWithIt) {
    EXPECT_EQ(order_of({down('S'), down(kCtrl), with_ctrl('Z'), up('Z')}), "+S | +Ctrl +Z | -Z");
}

TEST(InputQueue, KeepsTheOrderOfTwoPressedKeys) {
    EXPECT_EQ(order_of({down('S'), down('A'), up('S'), up('A')}), "+S | +A -S | -A");
}

TEST(InputQueue, GivesLettersInOrderOneKeyForEachFrame) {
    EXPECT_EQ(frames_of({down('A'), typed('a'), up('A'), down('B'), typed('b'), up('B')}), "+A a | -A +B b | -B");
}

TEST(InputQueue, ChordAfterALetterComesInALaterFrame) {
    EXPECT_EQ(frames_of({down('A'), typed('a'), down(kCtrl), with_ctrl('S')}), "+A a | +Ctrl +S")
        << "Ctrl+S must save the letter a";
}

TEST(InputQueue, LettersWaitUntilAKeyThatMayMoveTheFocusHasSettled) {
    EXPECT_EQ(frames_of({down(kCtrl), with_ctrl('K'), typed('a')}), "+Ctrl +K | . | . | a");
    EXPECT_EQ(frames_of({down(kEnter), up(kEnter), typed('a')}), "+Enter | -Enter | . | a");
    EXPECT_EQ(frames_of({down(kLeft), up(kLeft), typed('a')}).find('.'), std::string::npos)
        << "Left moves only within a box";
}

TEST(InputQueue, LettersDoNotWaitForAKeyThatHasSettled) {
    InputQueue queue;
    queue.add(down(kEnter));
    for (int i = 0; i < 4; ++i) queue.take_frame();
    queue.add(typed('a'));
    EXPECT_EQ(frames_of(queue), "a");
}

TEST(InputQueue, ClickWithinOneFrameKeepsItsPosition) {
    EXPECT_EQ(frames_of({move(1), press(true), press(false), move(9)}), "to1 | press | release | to9");
}

TEST(InputQueue, DragKeepsItsStartAndItsEnd) {
    EXPECT_EQ(frames_of({move(1), press(true), move(2), move(5), move(9), press(false)}),
              "to1 | press | to2 to5 to9 | release");
}

TEST(InputQueue, KeepsTheOrderOfLettersAndClicks) {
    EXPECT_EQ(frames_of({down('A'), typed('a'), move(1), press(true), press(false), typed('b')}),
              "+A a | to1 | press | release | . | . | b");
}

TEST(InputQueue, DoubleClickStaysTwoClicks) {
    EXPECT_EQ(order_of({press(true), press(false), press(true), press(false)}), "press | release | press | release");
}

TEST(InputQueue, GivesOneWheelNotchForEachFrameAndAddsPartsOfANotch) {
    EXPECT_EQ(frames_of({wheel(1), wheel(1)}), "wheel | wheel");
    EXPECT_EQ(frames_of({wheel(0.25f), wheel(0.25f), wheel(0.5f), wheel(0.25f)}), "wheel wheel wheel | wheel");
    EXPECT_EQ(frames_of({wheel(1), move(5)}), "wheel | to5") << "the wheel turned before the pointer moved";
}

TEST(InputQueue, DragContinuesOutsideTheWindow) {
    EXPECT_EQ(order_of({press(true), {PointerLeft{}}, move(-5), press(false), {PointerLeft{}}}),
              "press | to-5 | release | left");
}

TEST(InputQueue, CloseWaitsUntilEarlierInputHasSettled) {
    EXPECT_EQ(frames_of({typed('a'), {Action([] {})}}), "a | . | . | deed");
}

}  // namespace
}  // namespace tilescope::ui
