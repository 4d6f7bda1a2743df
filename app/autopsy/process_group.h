// app/autopsy/process_group.h -- all processes that a child process has started, also in groups of their own.
// SPDX-License-Identifier: MIT
//
// A debugger puts the program in a process group of its own, and the program starts others. They are known by their
// session, which is that of the child, or by a text in their environment.
#pragma once

#include <chrono>
#include <string>

namespace tilescope::autopsy {

// Kills each process of the session `leader`, and each whose environment has the line `mark` ("NAME=value"), until
// there is none, at most so long. Returns whether there is none. Processes of other users are not seen.
bool end_processes(int leader, const std::string& mark, std::chrono::milliseconds most);

// Whether a signal has stopped the process.
bool is_stopped(int process);
// Lets a process go on that its debugger has left stopped.
void continue_process(int process);

}  // namespace tilescope::autopsy
