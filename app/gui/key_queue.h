// app/gui/key_queue.h -- keys and characters in the order they came, handed to ImGui frame by frame.
// SPDX-License-Identifier: MIT
//
// ImGui before 1.87 looks at which keys are down when a frame begins: one that went down and up again since the last
// frame was never there. So a key's release waits for the frame after its press, and what came later waits behind it.
#pragma once

#include <deque>

struct GLFWwindow;

namespace tilescope::ui {

class KeyQueue {
public:
    void add_key(int key, int scancode, int action, int mods);
    void add_character(unsigned character);

    // Before ImGui::NewFrame(). True: something waits for the next frame.
    bool deliver(GLFWwindow* window);

private:
    struct Event {
        int key, scancode, action, mods;  // key is 0 for a character
        unsigned character;
    };
    std::deque<Event> events_;
};

}  // namespace tilescope::ui
