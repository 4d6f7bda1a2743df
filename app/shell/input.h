// app/shell/input.h -- the way from the window system to ImGui: one queue, one order.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/input_queue.h"

#include <imgui.h>

namespace tilescope::ui {

class Input {
public:
    void add(const InputEvent& event) { queue_.add(event); }

    // Gives ImGui what the next frame may see. Between the backend's NewFrame and ImGui's; `now` in seconds.
    void hand_over(double now);

    bool waiting() const { return queue_.waiting(); }

private:
    void hand_over(const KeyInput& key);
    void keep_time(const std::vector<InputEvent>& events, double now);

    InputQueue queue_;
    ImVec2 pointer_;
    bool inside_ = false;  // the window
    bool buttons_[ImGuiMouseButton_COUNT] = {};
    bool modifiers_[8] = {};  // Shift, Ctrl, Alt, Super, left and right
    double clock_ = 0;
};

}  // namespace tilescope::ui
