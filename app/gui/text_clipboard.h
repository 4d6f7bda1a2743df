// app/gui/text_clipboard.h -- the text that another program has on the clipboard of an X server.
// SPDX-License-Identifier: MIT
//
//     const auto reader = clipboard_jobs(wake);
//     reader->ask({.bytes = 65536});
//     if (reader->has_answer()) use(reader->take()->text);
//
// The program that owns the clipboard sends its text when it wants, and as much as it wants. GLFW waits for all of it,
// also if that program is stopped. So a thread with a connection of its own asks. It waits and keeps no more than the
// limits say, and drops the rest.
#pragma once

#include "app/window/frame/jobs.h"

#include <functional>
#include <memory>

namespace tilescope::ui {

// Returns the thread. Null: the window is no window of an X server, or no thread can be started.
std::unique_ptr<ClipboardJobs> clipboard_jobs(std::function<void()> wake);

}  // namespace tilescope::ui
