// app/shell/input_queue.h -- everything a person does, in the order in which it came, handed out frame by frame.
// SPDX-License-Identifier: MIT
//
// ImGui before 1.87 looks at pointer, buttons and keys once a frame: a click within one frame was never there, Ctrl let
// go in the frame of Ctrl+S makes it an S, and a press is where the pointer went after it. Later ones queue, but do not
// know that a key may have moved the keyboard to another box. So a frame gets what it can tell apart and no more; what
// came later waits behind it.
#pragma once

#include "app/shell/redraw.h"

#include <deque>
#include <functional>
#include <variant>
#include <vector>

namespace tilescope::ui {

enum class KeyAction { release, press, repeat };

struct KeyInput {
    int key = 0;  // as Key numbers them; others mean nothing
    KeyAction action = KeyAction::press;
    bool modifier = false;  // Ctrl, Shift, Alt, Super
    bool chord = false;     // it went down while Ctrl or Alt was
};
struct CharacterInput {
    unsigned character = 0;
};
struct PointerInput {
    float x = 0, y = 0;
};
struct PointerLeft {};
struct ButtonInput {
    int button = 0;
    bool down = false;
};
struct WheelInput {
    float right = 0, up = 0;  // notches
};
struct FocusInput {
    bool has = false;
};
// Whatever else has its turn: the close button, a dropped file.
using Deed = std::function<void()>;

struct InputEvent {
    std::variant<KeyInput, CharacterInput, PointerInput, PointerLeft, ButtonInput, WheelInput, FocusInput, Deed> what;
    double time = 0;  // when it came, in seconds
};

class InputQueue {
public:
    void add(const InputEvent& event);

    // What the next frame may see, in order; nothing while what was handed out has not settled yet.
    std::vector<InputEvent> take_frame();

    bool waiting() const { return !events_.empty(); }

private:
    bool may_come(const InputEvent& event, const std::vector<InputEvent>& before) const;

    std::deque<InputEvent> events_;
    int held_buttons_ = 0;
    // Frames since something was handed out, and since something that may have moved the keyboard.
    int since_any_ = Redraw::kFramesToSettle, since_moved_ = Redraw::kFramesToSettle;
};

}  // namespace tilescope::ui
