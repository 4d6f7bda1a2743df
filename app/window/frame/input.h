// app/window/frame/input.h -- passes events from the window system to ImGui: one queue, one order.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/input_queue.h"

#include <imgui.h>

namespace tilescope::ui {

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
