// app/gui/clipboards.h -- a picture for the clipboard of X, and its text, each by a thread of its own.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/jobs.h"

#include <tilescope/base/answer.h>

#include <functional>
#include <memory>
#include <string>

namespace tilescope::ui {

// X has no store for a clipboard: the program that offers something answers each request for it, as long as it runs.
// GLFW offers only text. So a thread with a connection of its own offers the picture, until another program offers
// something else. It uses libxcb, which is loaded at run time: libX11 needs it, so it is there where GLFW has a window.
class PictureClipboard {
public:
    PictureClipboard();
    ~PictureClipboard();
    PictureClipboard(const PictureClipboard&) = delete;
    PictureClipboard& operator=(const PictureClipboard&) = delete;

    // Offers the bytes of a PNG file as image/png, in place of an earlier picture.
    // Errors: there is no X server, for example because the system uses Wayland alone.
    Answer<void> offer(std::string png);
    // Ends the thread; the picture is no longer offered.
    void end();

private:
    class Offer;
    std::unique_ptr<Offer> offer_;
};

//     const auto reader = clipboard_jobs(wake);
//     reader->ask({.bytes = 65536});
//     if (reader->has_answer()) use(reader->take()->text);
//
// The program that owns the clipboard sends its text when it wants, and as much as it wants. GLFW waits for all of it,
// also if that program is stopped. So a thread with a connection of its own asks. It waits and keeps no more than the
// limits say, and drops the rest.
//
// Returns the thread. Null: the window is no window of an X server, or no thread can be started.
std::unique_ptr<ClipboardJobs> clipboard_jobs(std::function<void()> wake);

}  // namespace tilescope::ui
