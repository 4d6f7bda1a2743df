// app/window/frame/input.h -- stores all input of the user in order, and passes it to ImGui frame by frame.
// SPDX-License-Identifier: MIT
//
// ImGui before 1.87 reads the pointer, the buttons and the keys once a frame. It loses a click that begins and ends
// within one frame. It reads Ctrl+S as S if Ctrl is released in the same frame. If the pointer moves after a press
// in the same frame, it reports the press at the new position. Newer versions have a queue, but they ignore that a key
// may move the keyboard focus to another box. So this queue gives each frame only the events that the frame can
// distinguish. The later events wait.
#pragma once

#include "app/window/frame/redraw.h"

#include <imgui.h>

#include <deque>
#include <functional>
#include <variant>
#include <vector>

namespace tilescope::ui {

enum class KeyAction { release, press, repeat };

struct KeyInput {
    int key = 0;  // a value of Key; other numbers have no effect
    KeyAction action = KeyAction::press;
    bool modifier = false;  // Ctrl, Shift, Alt, Super
    bool chord = false;     // the key went down while Ctrl or Alt was down
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
// Any other action that must keep its place in the order: the close button, a dropped file.
using Action = std::function<void()>;

struct InputEvent {
    std::variant<KeyInput, CharacterInput, PointerInput, PointerLeft, ButtonInput, WheelInput, FocusInput, Action> what;
    double time = 0;  // when the event came, in seconds
};

class InputQueue {
public:
    void add(const InputEvent& event);

    // Returns the events for the next frame, in order. Returns nothing while earlier events have not settled yet.
    std::vector<InputEvent> take_frame();

    bool waiting() const { return !events_.empty(); }

private:
    bool may_come(const InputEvent& event, const std::vector<InputEvent>& before) const;

    std::deque<InputEvent> events_;
    int held_buttons_ = 0;
    // Frames since the last event was handed out, and since the last event that may have moved the keyboard focus.
    int since_any_ = Redraw::kFramesToSettle, since_moved_ = Redraw::kFramesToSettle;
};

// Passes the events to ImGui, and sets its clock from their times.
class Input {
public:
    void add(const InputEvent& event) { queue_.add(event); }

    // Passes the events of the next frame to ImGui. `now` is in seconds. `holds`: they wait, and so does the clock, so
    // that no key repeats meanwhile.
    // Requires: a call between the NewFrame of the backend and the NewFrame of ImGui.
    void hand_over(double now, bool holds = false);

    bool waiting() const { return queue_.waiting(); }

private:
    void hand_over(const KeyInput& key);
    void keep_time(const std::vector<InputEvent>& events, double now, bool holds);

    InputQueue queue_;
    ImVec2 pointer_;
    bool inside_ = false;  // the pointer is inside the window
    bool buttons_[ImGuiMouseButton_COUNT] = {};
    bool modifiers_[8] = {};  // left Shift, Ctrl, Alt, Super, then right Shift, Ctrl, Alt, Super
    double clock_ = 0;
};

}  // namespace tilescope::ui
