// tests/ui/key_queue_test.cpp -- a chord's keys reach ImGui in frames that let it see the chord.
// SPDX-License-Identifier: MIT
#include "app/shell/key_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope::ui {
namespace {

constexpr int kCtrl = 341, kShift = 340;

KeyEvent down(int key) { return {.key = key, .action = KeyAction::press, .modifier = key >= kShift}; }
KeyEvent up(int key) { return {.key = key, .action = KeyAction::release, .modifier = key >= kShift}; }

// What ImGui before 1.87 sees: for each frame the chord of a key that is newly down, "Ctrl+S".
std::string chords_seen(KeyQueue& queue) {
    std::string out;
    bool is_down[512] = {}, was_down[512] = {};
    while (queue.waiting()) {
        for (const KeyEvent& e : queue.take_frame())
            if (e.key != 0) is_down[e.key] = e.action != KeyAction::release;
        for (int key = 0; key < kShift; ++key)
            if (is_down[key] && !was_down[key])
                out += std::string(is_down[kCtrl] ? "C-" : "") + (is_down[kShift] ? "S-" : "") +
                       static_cast<char>(key) + " ";
        std::ranges::copy(is_down, was_down);
    }
    return out;
}

TEST(KeyQueue, ATapWithinOneFrameIsSeen) {
    KeyQueue queue;
    for (const KeyEvent& e : {down('S'), up('S')}) queue.add(e);
    EXPECT_EQ(chords_seen(queue), "S ");
}

TEST(KeyQueue, AChordIsSeenWhicheverKeyIsLetGoFirst) {
    KeyQueue queue;
    for (const KeyEvent& e : {down(kCtrl), down('S'), up(kCtrl), up('S'), down(kCtrl), down('Z'), up('Z'), up(kCtrl)})
        queue.add(e);
    EXPECT_EQ(chords_seen(queue), "C-S C-Z ");
}

TEST(KeyQueue, AModifierLetGoInTheFrameOfThePressStillCounts) {
    KeyQueue queue;
    queue.add(down(kCtrl));
    EXPECT_EQ(queue.take_frame().size(), 1u);
    queue.add(down('S'));
    queue.add(up(kCtrl));
    EXPECT_EQ(queue.take_frame().size(), 1u) << "S with Ctrl still down";
    EXPECT_EQ(queue.take_frame().size(), 1u);
}

TEST(KeyQueue, AModifierThatComesAfterAKeyIsNotItsChord) {
    KeyQueue queue;
    for (const KeyEvent& e : {down('S'), down(kCtrl), down('Z'), up('Z'), up(kCtrl), up('S')}) queue.add(e);
    EXPECT_EQ(chords_seen(queue), "S C-Z ");
}

TEST(KeyQueue, TwoTapsOfOneKeyAreTwo) {
    KeyQueue queue;
    for (const KeyEvent& e : {down('Z'), up('Z'), down('Z'), up('Z')}) queue.add(e);
    EXPECT_EQ(chords_seen(queue), "Z Z ");
}

TEST(KeyQueue, CharactersComeInOrderWithTheirKeys) {
    KeyQueue queue;
    for (const KeyEvent& e : {down('A'), KeyEvent{.character = 'a'}, up('A'), down('B'), KeyEvent{.character = 'b'}})
        queue.add(e);
    std::string text;
    while (queue.waiting())
        for (const KeyEvent& e : queue.take_frame())
            if (e.key == 0) text += static_cast<char>(e.character);
    EXPECT_EQ(text, "ab");
}

}  // namespace
}  // namespace tilescope::ui
