// app/gl/gl.h -- the functions of OpenGL 3.3, and the pixels that it rendered.
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <vector>

namespace tilescope::gl {

// While this object exists, OpenGL renders into it. The pixels of a hidden window cannot be used, because a driver need
// not keep them.
class Canvas {
public:
    Canvas(int width, int height);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

private:
    GLuint frame_ = 0, colour_ = 0;
};

// Returns the rendered pixels: three bytes for each pixel, the top row first. Requires: a current context.
std::vector<std::uint8_t> rendered_pixels(int width, int height);

}  // namespace tilescope::gl
