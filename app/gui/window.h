// app/gui/window.h -- the window: GLFW, an OpenGL 3.3 context, ImGui, and a loop that sleeps while nothing happens.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/raster.h"
#include "app/shell/redraw.h"
#include "app/ui/cell_painter.h"
#include "app/ui/theme.h"

#include <tilescope/base/answer.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

// What the window lends to whoever draws a frame.
struct WindowTools {
    const Theme& theme;
    float scale;          // logical to window pixels
    ImVec2 logical_size;  // of the window
    ImFont* mono;
    CellPainter& painter;
};

// What is behind the window. The window knows nothing else of it.
class WindowClient {
public:
    virtual ~WindowClient() = default;

    // Draws everything. Called between ImGui's NewFrame and Render.
    virtual void frame(const WindowTools& tools) = 0;

    virtual Redraw& redraw() = 0;
    virtual bool dark() const = 0;
    virtual float user_scale() const = 0;  // times the monitor's
    virtual bool full_screen() const { return false; }
    virtual std::string title() const = 0;

    // Asked in every round of the loop: what is due at a certain time, without a frame. In how many seconds to ask
    // again; below 0: after the next event.
    virtual double do_what_is_due(double) { return -1; }

    // Something works in the background and reports by wake(), or has something to report: the loop wakes 20 times a
    // second to ask.
    virtual bool run_in_progress() const { return false; }
    // Asked before the loop decides: draws a frame of what was reported since the last one, by redraw().
    virtual void look_for_news() {}
    // The window is about to go: nobody may call wake() from now on.
    virtual void window_ends() {}

    virtual void dropped(const std::vector<std::string>& paths) = 0;
    // The window's close button was pressed; the window closes when wants_close() says so.
    virtual void close_asked() = 0;
    virtual bool wants_close() const = 0;
    // The signal that asks the program to end now, without a question; 0: none.
    virtual int end_signal() const { return 0; }
    // The window is gone and the program ends in this call. Called where the loop is, or deeper.
    virtual void display_lost() {}
};

struct WindowOptions {
    int width = 1440, height = 900;      // window pixels
    std::optional<float> monitor_scale;  // instead of what the monitor says
    std::optional<float> other_scale;    // for tests: Print Screen takes the window to a monitor of this one and back
    bool hidden = false;                 // drawn into memory, for pictures
};

class Window {
public:
    virtual ~Window() = default;

    // Draws one frame, whether it is worth it or not.
    virtual void draw() = 0;
    // Sleeps until an event, or at most that many seconds; forever if below 0. Events call redraw().touch().
    virtual void wait(double seconds) = 0;
    // Nothing of it can be seen: hidden or minimized.
    virtual bool is_unseen() const = 0;
    // The last frame. Requires: WindowOptions::hidden.
    virtual io::Image picture() = 0;

    // Seconds, for Redraw.
    virtual double now() const = 0;
    virtual std::uint64_t frames_drawn() const = 0;
    virtual std::uint64_t frames_at_last_input() const = 0;
    virtual double last_input() const = 0;
};

// The connection to the display. It begins before all threads that may call wake(), and ends after them.
class WindowSystem {
public:
    WindowSystem();
    ~WindowSystem();
    WindowSystem(const WindowSystem&) = delete;
    WindowSystem& operator=(const WindowSystem&) = delete;

    // Refuses, in one sentence for standard error, where there is no display or no OpenGL 3.3.
    Answer<std::unique_ptr<Window>> open(const WindowOptions& options, WindowClient& client) const;

private:
    std::string refused_;
};

// Ends a wait(); may be called from any thread while there is a WindowSystem.
void wake();

}  // namespace tilescope::ui
