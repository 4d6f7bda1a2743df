// app/gl/program.cpp -- compiles and links shaders; a failure names the file and quotes the driver.
// SPDX-License-Identifier: MIT
#include "app/gl/program.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <string>

namespace tilescope::gl {
namespace {

// Shaders and programs both have a function for the length of their log and a function for its text.
template <class Length, class Text>
std::string log_of(GLuint object, Length get_length, Text get_text) {
    GLint length = 0;
    get_length(object, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    get_text(object, length, nullptr, log.data());
    log.resize(log.find_last_not_of(std::string_view("\0\n ", 3)) + 1);
    return log;
}

Answer<GLuint> compile(GLenum kind, const ShaderText& shader) {
    const GLuint id = glCreateShader(kind);
    const auto* text = reinterpret_cast<const GLchar*>(shader.text.data());
    const auto length = static_cast<GLint>(shader.text.size());
    glShaderSource(id, 1, &text, &length);
    glCompileShader(id);
    GLint good = 0;
    glGetShaderiv(id, GL_COMPILE_STATUS, &good);
    if (good != 0) return id;
    const std::string log = log_of(id, glGetShaderiv, glGetShaderInfoLog);
    glDeleteShader(id);
    return Answer<GLuint>::refuse(say(shader.file, " does not compile: ", log));
}

}  // namespace

Answer<GLuint> make_program(const ShaderText& vertex, const ShaderText& fragment) {
    const Answer<GLuint> first = compile(GL_VERTEX_SHADER, vertex);
    if (!first) return first;
    const Answer<GLuint> second = compile(GL_FRAGMENT_SHADER, fragment);
    if (!second) {
        glDeleteShader(*first);
        return second;
    }
    const GLuint id = glCreateProgram();
    for (const GLuint shader : {*first, *second}) glAttachShader(id, shader);
    glLinkProgram(id);
    for (const GLuint shader : {*first, *second}) {
        glDetachShader(id, shader);
        glDeleteShader(shader);
    }
    GLint good = 0;
    glGetProgramiv(id, GL_LINK_STATUS, &good);
    if (good != 0) return id;
    const std::string log = log_of(id, glGetProgramiv, glGetProgramInfoLog);
    glDeleteProgram(id);
    return Answer<GLuint>::refuse(say(vertex.file, " and ", fragment.file, " do not link: ", log));
}

}  // namespace tilescope::gl
