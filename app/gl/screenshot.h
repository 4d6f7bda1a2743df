// app/gl/screenshot.h -- a framebuffer of any size, and what is in it as a PNG file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gl/gl.h"

#include <optional>
#include <string>

namespace tilescope::gl {

// Rendering goes here while it lives. A hidden window's own pixels are nobody's: drivers need not keep them.
class Canvas {
public:
    Canvas(int width, int height);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

private:
    GLuint frame_ = 0, colour_ = 0;
};

// Writes what was rendered and not yet shown. Whole or not at all: a file of that name is replaced at the end.
// Returns what went wrong, as a sentence. Requires: a current context.
std::optional<std::string> save_screenshot(const std::string& path, int width, int height);

}  // namespace tilescope::gl
