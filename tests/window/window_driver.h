// tests/window/window_driver.h -- the real program under a virtual X server, with a real pointer and real keys.
// SPDX-License-Identifier: MIT
//
// Nothing here knows a coordinate: the program writes the rectangle of every marked item (--probe-file) once its
// picture has settled, and the driver looks items up by id.
#pragma once

#include "app/io/raster.h"

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::window {

struct Rect {
    double x = 0, y = 0, width = 0, height = 0;
};

// Why the window tests cannot run on this machine, or empty.
std::string missing_tools();

// An X server without a screen, on a display number of its own, for as long as the value lives.
class VirtualDisplay {
public:
    VirtualDisplay(int width, int height);
    ~VirtualDisplay();
    VirtualDisplay(const VirtualDisplay&) = delete;
    VirtualDisplay& operator=(const VirtualDisplay&) = delete;
    const std::string& name() const { return name_; }  // ":7"; empty if it did not start
    // What its screen shows, read from the server's own memory.
    io::Image picture() const;

private:
    pid_t server_ = -1;
    std::string name_, folder_;
};

class Program {
public:
    // Starts tilescope-gui with these arguments and waits for its first settled picture. What it keeps for the next
    // start goes to `home`, else into an empty home of its own.
    Program(const VirtualDisplay& display, std::vector<std::string> arguments, const std::string& home = {});
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    bool running() const { return pid_ > 0; }
    const std::string& folder() const { return folder_; }  // for files of the test; removed at the end

    std::optional<Rect> find(const std::string& id);  // in the settled picture
    Rect item(const std::string& id);                 // fails the test where there is none

    void move_to(const std::string& id, double across = 0.5, double down = 0.5);
    void click(const std::string& id, double across = 0.5, double down = 0.5);
    void drag(const std::string& id, double right_pixels, double down_pixels);
    void key(const std::string& keys);  // as xdotool names them: "ctrl+z"
    void type(const std::string& text);
    void resize(int width, int height);
    // A program that is busy: stopped, so that what is sent meanwhile comes to it all at once when it goes on.
    void freeze();
    void send(const std::string& arguments);  // to xdotool, without waiting for the program
    void thaw();
    bool waits_for(const std::string& id);  // an item that something in the background brings
    bool waits_until(const std::function<bool()>& condition);
    long frames();         // drawn so far, as the probe says
    void focus();          // where there are several: this one is in front
    int stop(int signal);  // sends it and returns the exit status
    int end();             // the exit status of a program that ends by itself
    // A file that is being read is waited for, unless it never ends.
    void do_not_wait_for_files() { waits_for_files_ = false; }

private:
    void input(const std::string& arguments);    // xdotool, then wait until the program has drawn what came of it
    void wait_for_all();                         // until the program has drawn what came of all that was sent
    long number_after(const std::string& word);  // "frame " in the probe's text; 0 if it is not there
    void wait_for(int last_key);  // a settled picture, and this the last key that the program saw; 0: any
    pid_t pid_ = -1;
    bool odd_ = false, waits_for_files_ = true;
    std::string display_, folder_, probe_;
};

}  // namespace tilescope::window
