// app/gui/window.h -- the window: GLFW, an OpenGL 3.3 context, ImGui, and a loop that sleeps while nothing happens.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/publish/picture_formats.h"

#include <tilescope/base/answer.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tilescope::ui {

class AppClient;  // the program behind the window

struct WindowOptions {
    int width = 1440, height = 900;      // window pixels
    bool sized = false;                  // the user asked for this size; else the window fits into the screen
    std::optional<float> monitor_scale;  // replaces the scale of the monitor
    std::optional<float> other_scale;    // for tests: Print Screen exchanges it with monitor_scale
    bool hidden = false;                 // draw into memory, for pictures
};

class Window {
public:
    virtual ~Window() = default;

    // Draws one frame in any case. A frame that looks like the one before it is not rendered again.
    virtual void draw() = 0;
    // Sleeps until an event, or at most that many seconds. Below 0: no limit. Events call redraw().touch().
    virtual void wait(double seconds) = 0;
    // Returns true if the window is hidden or minimized.
    virtual bool is_unseen() const = 0;
    // Returns the last frame. Requires: WindowOptions::hidden.
    virtual io::Image picture() = 0;
    // Gives a hidden window another size and another scale of its monitor. The next frame follows.
    virtual void resize(int width, int height, float monitor_scale) = 0;

    // Returns the time in seconds, for Redraw.
    virtual double now() const = 0;
    virtual std::uint64_t frames_drawn() const = 0;
    virtual std::uint64_t frames_at_last_input() const = 0;
    virtual double last_input() const = 0;
};

// The connection to the display. It must exist before the first thread that may call wake(), and end after the last
// one.
class WindowSystem {
public:
    WindowSystem();
    ~WindowSystem();
    WindowSystem(const WindowSystem&) = delete;
    WindowSystem& operator=(const WindowSystem&) = delete;

    // Opens a window. Errors: there is no display or no OpenGL 3.3 (one sentence for standard error).
    Answer<std::unique_ptr<Window>> open(const WindowOptions& options, AppClient& client) const;

private:
    std::string refused_;
};

// Ends a wait(). Any thread may call it. Requires: a WindowSystem exists.
void wake();

}  // namespace tilescope::ui
