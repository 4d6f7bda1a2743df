// app/gl/program.h -- a pair of shaders, compiled and linked, or the sentence that says what is wrong with them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gl/gl.h"

#include <tilescope/base/answer.h>

#include <span>
#include <string_view>

namespace tilescope::gl {

// A shader's text and the name of the file it came from.
struct ShaderText {
    std::string_view file;
    std::span<const unsigned char> text;
};

// The number of the linked program; it belongs to the caller. Requires: a current context.
Answer<GLuint> make_program(const ShaderText& vertex, const ShaderText& fragment);

}  // namespace tilescope::gl
