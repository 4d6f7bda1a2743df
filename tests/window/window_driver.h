// tests/window/window_driver.h -- runs the real program under a virtual X server, with real pointer and key events.
// SPDX-License-Identifier: MIT
//
// The tests contain no coordinates. The program writes the rectangle of every marked item (--probe-file) as soon as its
// picture has settled. The driver finds items by id.
#pragma once

#include "app/publish/picture_formats.h"
#include "tests/support/wait_until.h"

#include <sys/types.h>
#include <cstdint>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tilescope::window {

struct Rect {
    double x = 0, y = 0, width = 0, height = 0;
};

// Returns the reason why a window test cannot run on this machine, or an empty text. `more`: tools that only this test
// needs.
std::string missing_tools(const std::vector<std::string>& more = {});

// An X server without a screen, on a separate display number. It runs as long as this object exists.
class VirtualDisplay {
public:
    VirtualDisplay(int width, int height);
    ~VirtualDisplay();
    VirtualDisplay(const VirtualDisplay&) = delete;
    VirtualDisplay& operator=(const VirtualDisplay&) = delete;
    const std::string& name() const { return name_; }  // ":7"; empty if it did not start
    // Returns the contents of the screen, read from the memory of the server.
    io::Image picture() const;

private:
    pid_t server_ = -1;
    std::string name_, folder_;
};

// An argument that the driver removes: without it and without --start, the program gets --no-start.
inline constexpr const char* kAsPreferred = "(as preferred)";

class Program {
public:
    // Starts tilescope-gui with these arguments, without its start page unless they have --start, and waits for its
    // first settled picture. Files for the next start go to `home`. If `home` is empty, the program gets a new empty
    // home.
    Program(const VirtualDisplay& display, std::vector<std::string> arguments, const std::string& home = {});
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    bool running() const { return pid_ > 0; }
    pid_t pid() const { return pid_; }
    const std::string& folder() const { return folder_; }  // for files of the test; removed at the end

    std::optional<Rect> find(const std::string& id);  // in the settled picture
    Rect item(const std::string& id);                 // fails the test if there is no such item

    void move_to(const std::string& id, double across = 0.5, double down = 0.5);
    void click(const std::string& id, double across = 0.5, double down = 0.5);
    void double_click(const std::string& id);
    void wheel(const std::string& id, int notches);  // over the item; upward if `notches` is positive
    void drag(const std::string& id, double right_pixels, double down_pixels);
    void key(const std::string& keys);  // in the notation of xdotool: "ctrl+z"
    void type(const std::string& text);
    void resize(int width, int height);
    // Drags files of another program to the item, with the protocol XDND, and drops them or leaves the window.
    void drop(const std::string& id, const std::vector<std::string>& paths);
    void drag_over(const std::string& id, const std::vector<std::string>& paths);
    // Simulates a busy program: stops its process. Input that is sent meanwhile arrives all at once after thaw().
    void freeze();
    void send(const std::string& arguments);  // passes them to xdotool, without waiting for the program
    void thaw();
    bool waits_for(const std::string& id);    // waits for an item that a background job brings
    long frames();                            // number of drawn frames, from the probe
    bool rests(std::chrono::seconds period);  // whether it draws no frame for so long
    void focus();                             // brings the window of this program to the front
    int stop(int signal);                     // sends the signal and returns the exit status
    int end();                                // waits for the end of the program and returns the exit status
    // The driver waits while the program reads a file. Call this if the file never ends.
    void do_not_wait_for_files() { waits_for_files_ = false; }

private:
    void input(const std::string& arguments);  // passes them to xdotool, then calls wait_for_all()
    void drag_files(const std::string& id, const std::vector<std::string>& paths, const std::string& end);
    void wait_for_all();          // waits until the program has drawn the effects of all input
    void wait_for(int last_key);  // waits for a settled picture after this key arrived; 0: the first picture
    // What the probe file says. It is read again only when the program has written it again: waiting asks often.
    struct Picture {
        long frame = 0, key = 0;
        std::map<std::string, Rect, std::less<>> items;
    };
    const Picture& picture();
    pid_t pid_ = -1;
    bool odd_ = false, waits_for_files_ = true;
    std::string display_, folder_, probe_;
    Picture picture_;
    std::pair<ino_t, std::int64_t> read_;  // the file and its time in nanoseconds
};

}  // namespace tilescope::window
