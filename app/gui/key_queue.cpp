// app/gui/key_queue.cpp -- keys and characters in the order they came, handed to ImGui frame by frame.
// SPDX-License-Identifier: MIT
#include "app/gui/key_queue.h"

#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>

#include <algorithm>
#include <vector>

namespace tilescope::ui {

void KeyQueue::add_key(int key, int scancode, int action, int mods) {
    events_.push_back({key, scancode, action, mods, 0});
}

void KeyQueue::add_character(unsigned character) { events_.push_back({0, 0, 0, 0, character}); }

bool KeyQueue::deliver(GLFWwindow* window) {
    std::vector<int> pressed;
    while (!events_.empty()) {
        const Event e = events_.front();
        const bool too_soon = e.action == GLFW_RELEASE && std::ranges::find(pressed, e.key) != pressed.end();
        if (e.key != 0 && too_soon) break;
        events_.pop_front();
        if (e.key == 0)
            ImGui_ImplGlfw_CharCallback(window, e.character);
        else
            ImGui_ImplGlfw_KeyCallback(window, e.key, e.scancode, e.action, e.mods);
        if (e.action == GLFW_PRESS) pressed.push_back(e.key);
    }
    return !events_.empty();
}

}  // namespace tilescope::ui
