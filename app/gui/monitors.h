// app/gui/monitors.h -- how much room a monitor has for a window, and which monitor has one.
// SPDX-License-Identifier: MIT
#pragma once

struct GLFWmonitor;
struct GLFWwindow;

namespace tilescope::ui {

// In screen coordinates of GLFW. All functions require: GLFW is initialized.
struct WorkArea {
    int width = 0, height = 0;
};

// Returns what the first monitor has for windows, without the bars of the desktop. Empty: unknown.
WorkArea work_area();

// Shows a hidden window that was larger than `room`: as large as its frame leaves it room.
void show_within(GLFWwindow* window, WorkArea room);

// Returns the monitor with this point; else the first one. A projector is seldom the first. Null: there is none.
GLFWmonitor* monitor_at(int x, int y);

}  // namespace tilescope::ui
