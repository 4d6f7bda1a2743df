// app/gui/monitors.cpp -- how much room a monitor has for a window, and which monitor has one.
// SPDX-License-Identifier: MIT
#include "app/gui/monitors.h"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace tilescope::ui {

WorkArea work_area() {
    WorkArea out;
    int x = 0, y = 0;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); monitor != nullptr)
        glfwGetMonitorWorkarea(monitor, &x, &y, &out.width, &out.height);
    return out;
}

void show_within(GLFWwindow* window, WorkArea room) {
    int width = 0, height = 0, left = 0, top = 0, right = 0, bottom = 0;
    glfwGetWindowSize(window, &width, &height);
    glfwGetWindowFrameSize(window, &left, &top, &right, &bottom);
    width = std::min(width, room.width - left - right), height = std::min(height, room.height - top - bottom);
    glfwSetWindowSize(window, std::max(width, 1), std::max(height, 1));
    glfwShowWindow(window);
}

GLFWmonitor* monitor_at(int x, int y) {
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i) {
        int left = 0, top = 0;
        glfwGetMonitorPos(monitors[i], &left, &top);
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        if (mode != nullptr && x >= left && x < left + mode->width && y >= top && y < top + mode->height)
            return monitors[i];
    }
    return glfwGetPrimaryMonitor();
}

}  // namespace tilescope::ui
