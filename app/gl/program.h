// app/gl/program.h -- compiles and links a pair of shaders.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gl/gl.h"

#include <tilescope/base/answer.h>

#include <span>
#include <string_view>

namespace tilescope::gl {

// The text of a shader and the name of its file.
struct ShaderText {
    std::string_view file;
    std::span<const unsigned char> text;
};

// Returns the number of the linked program; the caller owns it. Requires: a current context. Errors: a shader does not
// compile or link; the sentence has the message of the driver.
Answer<GLuint> make_program(const ShaderText& vertex, const ShaderText& fragment);

}  // namespace tilescope::gl
