// app/gl/grid_painter.cpp -- draws grids of cells with a shader, from a texture with one byte per cell.
// SPDX-License-Identifier: MIT
#include "app/gl/grid_painter.h"

#include "tilescope_gl_embedded.h"

#include <tilescope/base/answer.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

namespace tilescope::gl {
namespace {

// The text of a shader and the name of its file.
struct ShaderText {
    std::string_view file;
    std::span<const unsigned char> text;
};

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
    return Refusal(shader.file, " does not compile: ", log);
}

// Returns the number of the linked program; the caller owns it. Requires: a current context. Errors: a shader does not
// compile or link; the sentence has the message of the driver.
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
    return Refusal(vertex.file, " and ", fragment.file, " do not link: ", log);
}

std::array<float, 4> as_floats(ImU32 colour) {
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
    return {c.x, c.y, c.z, c.w};
}

void upload(const ui::CellGrid& grid) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, grid.columns, grid.rows, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE,
                 grid.cells.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    // Integer textures cannot be filtered, and this texture has only one level.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

void render_callback(const ImDrawList*, const ImDrawCmd* command) {
    const auto& quad = *static_cast<const GridPainter::Quad*>(command->UserCallbackData);
    quad.painter->render(quad, *command);
}

}  // namespace

bool GridPainter::has_program() {
    if (program_ != 0 || refused_) return program_ != 0;
    const Answer<GLuint> made =
        make_program({"shaders/cells.vert", embedded::cells_vert()}, {"shaders/cells.frag", embedded::cells_frag()});
    if (!made) {
        std::fprintf(stderr, "Large pictures are drawn slowly, because %s\n", made.why.c_str());
        refused_ = true;
        return false;
    }
    program_ = *made;
    const auto find = [&](const char* name) { return glGetUniformLocation(program_, name); };
    at_ = {.place = find("place"),
           .seen = find("seen"),
           .cells = find("cells"),
           .palette = find("palette"),
           .patterns = find("patterns"),
           .hatched = find("hatched"),
           .line_colour = find("line_colour"),
           .ring_colour = find("ring_colour"),
           .halo_colour = find("halo_colour"),
           .widths = find("widths")};
    glGenVertexArrays(1, &corners_);  // empty, but the core profile requires a vertex array
    return true;
}

GridPainter::~GridPainter() {
    for (const auto& [id, texture] : textures_) glDeleteTextures(1, &texture.id);
    if (program_ == 0) return;
    glDeleteVertexArrays(1, &corners_);
    glDeleteProgram(program_);
}

void GridPainter::begin_frame() {
    quads_before_.swap(quads_);
    quads_.clear();
    uploaded_ = false;
    for (auto it = textures_.begin(); it != textures_.end();) {
        if (it->second.used) {
            it->second.used = false;
            ++it;
        } else {
            glDeleteTextures(1, &it->second.id);
            it = textures_.erase(it);
        }
    }
}

GridPainter::Texture& GridPainter::texture_for(const ui::CellGrid& grid) {
    Texture& texture = textures_[grid.id];
    const bool fresh = texture.id == 0;
    texture.used = true;
    if (!fresh && texture.revision == grid.revision && texture.columns == grid.columns && texture.rows == grid.rows)
        return texture;
    if (fresh) glGenTextures(1, &texture.id);
    GLint bound = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glBindTexture(GL_TEXTURE_2D, texture.id);
    upload(grid);
    uploaded_ = true;
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
    texture.revision = grid.revision;
    texture.columns = grid.columns, texture.rows = grid.rows;
    return texture;
}

void GridPainter::draw(ImDrawList& list, const ui::CellGrid& grid, ImVec2 min, ImVec2 max) {
    const auto cells = static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows);
    const bool visible = max.x > min.x && max.y > min.y && grid.columns > 0 && grid.rows > 0;
    if (!visible || grid.cells.size() < cells) return;
    if (!has_program()) return ui::RectPainter().draw(list, grid, min, max);
    Quad& quad = quads_.emplace_back(Quad{.painter = this,
                                          .texture = texture_for(grid).id,
                                          .place = {min.x, min.y, max.x, max.y},
                                          .seen = {grid.left, grid.top, grid.right, grid.bottom},
                                          .widths = {grid.line_width, grid.ring_width, grid.hatch_step, grid.line_cell},
                                          .palette = {},
                                          .patterns = {},
                                          .line = as_floats(grid.line),
                                          .ring = as_floats(grid.ring),
                                          .halo = as_floats(grid.ring_halo),
                                          .hatched = grid.hatched});
    const std::size_t colours = std::min({grid.palette.size(), grid.patterns.size(), ui::kPaletteSize});
    for (std::size_t i = 0; i < colours; ++i)
        quad.palette[i] = as_floats(grid.palette[i]), quad.patterns[i] = as_floats(grid.patterns[i]);
    list.PushClipRect(min, max, true);
    list.AddCallback(render_callback, &quad);
    list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
    list.PopClipRect();
}

void GridPainter::render(const Quad& quad, const ImDrawCmd& command) const {
    const ImDrawData& data = *ImGui::GetDrawData();
    const ImVec2 origin = data.DisplayPos, size = data.DisplaySize, pixels = data.FramebufferScale;
    const auto clip_x = [&](float x) { return (x - origin.x) / size.x * 2 - 1; };
    const auto clip_y = [&](float y) { return 1 - (y - origin.y) / size.y * 2; };

    const ImVec4 clip = command.ClipRect;
    glEnable(GL_SCISSOR_TEST);
    glScissor(static_cast<GLint>((clip.x - origin.x) * pixels.x),
              static_cast<GLint>((origin.y + size.y - clip.w) * pixels.y),
              static_cast<GLsizei>(std::max(0.0f, clip.z - clip.x) * pixels.x),
              static_cast<GLsizei>(std::max(0.0f, clip.w - clip.y) * pixels.y));

    glUseProgram(program_);
    glUniform4f(at_.place, clip_x(quad.place[0]), clip_y(quad.place[1]), clip_x(quad.place[2]), clip_y(quad.place[3]));
    glUniform4fv(at_.seen, 1, quad.seen.data());
    glUniform1i(at_.cells, 0);
    glUniform4fv(at_.palette, static_cast<GLsizei>(quad.palette.size()), quad.palette.front().data());
    glUniform4fv(at_.patterns, static_cast<GLsizei>(quad.patterns.size()), quad.patterns.front().data());
    glUniform1ui(at_.hatched, quad.hatched);
    glUniform4fv(at_.line_colour, 1, quad.line.data());
    glUniform4fv(at_.ring_colour, 1, quad.ring.data());
    glUniform4fv(at_.halo_colour, 1, quad.halo.data());
    glUniform4fv(at_.widths, 1, quad.widths.data());
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, quad.texture);
    glBindSampler(0, 0);  // newer backends leave a filtering sampler bound
    glBindVertexArray(corners_);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace tilescope::gl
