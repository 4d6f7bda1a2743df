// app/shell/key_queue.h -- keys and characters in the order they came, handed out frame by frame.
// SPDX-License-Identifier: MIT
//
// ImGui before 1.87 looks at which keys are down when a frame begins: one that went down and up again since the last
// frame was never there, and Ctrl that went up in the same frame as S went down makes Ctrl+S a plain S. So what would
// hide a press waits for the next frame, and what came later waits behind it.
#pragma once

#include <deque>
#include <vector>

namespace tilescope::ui {

enum class KeyAction { release, press, repeat };

struct KeyEvent {
    int key = 0;  // as the window system numbers them; 0 for a character
    KeyAction action = KeyAction::press;
    bool modifier = false;  // Ctrl, Shift, Alt, Super
    int scancode = 0, mods = 0;
    unsigned character = 0;
};

class KeyQueue {
public:
    void add(const KeyEvent& event) { events_.push_back(event); }

    // What the next frame may see, in order.
    std::vector<KeyEvent> take_frame();

    bool waiting() const { return !events_.empty(); }

private:
    std::deque<KeyEvent> events_;
};

}  // namespace tilescope::ui
