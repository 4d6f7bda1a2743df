// app/gl/screenshot.h -- a framebuffer of any size, and what is in it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gl/gl.h"

#include <cstdint>
#include <vector>

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

// What was rendered and not yet shown: three bytes a pixel, the highest row first. Requires: a current context.
std::vector<std::uint8_t> rendered_pixels(int width, int height);

}  // namespace tilescope::gl
