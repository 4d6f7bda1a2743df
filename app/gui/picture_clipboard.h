// app/gui/picture_clipboard.h -- a picture on the clipboard of an X server.
// SPDX-License-Identifier: MIT
//
// X has no store for a clipboard: the program that offers something answers each request for it, as long as it runs.
// GLFW offers only text. So a thread with a connection of its own offers the picture, until another program offers
// something else. It uses libxcb, which is loaded at run time: libX11 needs it, so it is there where GLFW has a window.
#pragma once

#include <tilescope/base/answer.h>

#include <memory>
#include <string>

namespace tilescope::ui {

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

}  // namespace tilescope::ui
