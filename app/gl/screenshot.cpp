// app/gl/screenshot.cpp -- reads the framebuffer and writes it beside its place, then renames.
// SPDX-License-Identifier: MIT
#include "app/gl/screenshot.h"

#include <tilescope/base/say.h>

// The writer is compiled in here: not every system has it as a library.
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <cstdio>
#include <filesystem>
#include <vector>

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

std::optional<std::string> save_screenshot(const std::string& path, int width, int height) {
    if (width <= 0 || height <= 0) return say("no picture for ", path, ": the window has no area");
    const std::size_t stride = static_cast<std::size_t>(width) * 3;
    std::vector<unsigned char> pixels(stride * static_cast<std::size_t>(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());

    // OpenGL's first line is the lowest; PNG's the highest.
    const unsigned char* highest = pixels.data() + stride * static_cast<std::size_t>(height - 1);
    const std::string beside = path + ".part";
    if (stbi_write_png(beside.c_str(), width, height, 3, highest, -static_cast<int>(stride)) == 0)
        return say("cannot write ", path, ": its folder must exist and be writable");
    std::error_code error;
    std::filesystem::rename(beside, path, error);
    if (error) return say("cannot write ", path, ": ", error.message());
    return std::nullopt;
}

}  // namespace tilescope::gl
