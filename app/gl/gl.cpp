// app/gl/gl.cpp -- the functions of OpenGL 3.3, and the pixels that it rendered.
// SPDX-License-Identifier: MIT
#define GLAD_GL_IMPLEMENTATION
#include "app/gl/gl.h"

namespace tilescope::gl {

Canvas::Canvas(int width, int height) {
    glGenFramebuffers(1, &frame_);
    glGenRenderbuffers(1, &colour_);
    glBindRenderbuffer(GL_RENDERBUFFER, colour_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, frame_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
}

Canvas::~Canvas() {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &frame_);
    glDeleteRenderbuffers(1, &colour_);
}

std::vector<std::uint8_t> rendered_pixels(int width, int height) {
    const std::size_t stride = static_cast<std::size_t>(width) * 3;
    std::vector<std::uint8_t> lowest_first(stride * static_cast<std::size_t>(height)), out;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, lowest_first.data());
    out.reserve(lowest_first.size());
    for (auto row = lowest_first.end(); row != lowest_first.begin();) {
        row -= static_cast<std::ptrdiff_t>(stride);
        out.insert(out.end(), row, row + static_cast<std::ptrdiff_t>(stride));
    }
    return out;
}

}  // namespace tilescope::gl
