// app/gui/window.h -- the window: GLFW, an OpenGL 3.3 context, ImGui, and a loop that sleeps while nothing happens.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/publish/picture_formats.h"
#include "app/ui/cell_painter.h"
#include "app/ui/theme.h"
#include "app/window/frame/app.h"
#include "app/window/frame/jobs.h"
#include "app/window/frame/redraw.h"
#include "app/window/paste/clipboard.h"

#include <tilescope/base/answer.h>

#include <memory>
#include <optional>
#include <string>

namespace tilescope::ui {

// Passed to the code that draws a frame.
struct WindowTools {
    const Theme& theme;
    float scale;          // window pixels for one logical pixel
    ImVec2 logical_size;  // of the window
    ImFont* mono;
    CellPainter& painter;
    ImFont* lead;  // only while a picture is presented; else null
    ImFont* title;
};

// The program behind the window. The window knows only this interface.
class WindowClient {
public:
    virtual ~WindowClient() = default;

    // Draws everything. Called between ImGui's NewFrame and Render.
    virtual void frame(const WindowTools& tools) = 0;

    virtual Redraw& redraw() = 0;
    virtual bool dark() const = 0;
    virtual float user_scale() const = 0;  // multiplied by the scale of the monitor
    virtual bool full_screen() const { return false; }
    // While a picture is presented: the scale in a window of this size, instead of the product of the two others.
    virtual std::optional<float> presented_scale(ImVec2) const { return std::nullopt; }
    // Input waits: the window has not got what the last key needs.
    virtual bool holds_input() const { return false; }
    // The user pasted into a text box, and the text did not arrive as a whole. Nothing is pasted.
    virtual void paste_failed(const ClipboardText&) {}
    // The window has the keyboard again. Called in the order of the input.
    virtual void focus_returned() {}
    virtual std::string title() const = 0;

    // Called in every round of the loop, for work that is due at a certain time and needs no frame. The argument is
    // Window::now(). Returns the seconds until the next necessary call. Below 0: after the next event.
    virtual double do_what_is_due(double) { return -1; }

    // Returns true while a background job runs or has a report. The loop then wakes 20 times a second to check.
    virtual bool run_in_progress() { return false; }
    // Called before the loop decides to draw or sleep. Touches redraw() if there is a new report.
    virtual void check_background_jobs() {}
    // The window is about to end. No thread may call wake() after this.
    virtual void window_ends() {}

    virtual void dropped(const std::vector<std::string>& paths) = 0;
    // The user pressed the close button. The window closes as soon as close_confirmed() is true.
    virtual void close_requested() = 0;
    virtual bool close_confirmed() const = 0;
    // Returns the signal that ends the program now, without a question; 0: none.
    virtual int end_signal() const { return 0; }
    // The display is gone, and the process ends after this call. The call comes from inside a failed display call.
    virtual void display_lost() {}
};

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

    // Draws one frame in any case.
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
    Answer<std::unique_ptr<Window>> open(const WindowOptions& options, WindowClient& client) const;

private:
    std::string refused_;
};

// Ends a wait(). Any thread may call it. Requires: a WindowSystem exists.
void wake();

}  // namespace tilescope::ui
