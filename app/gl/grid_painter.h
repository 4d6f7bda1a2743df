// app/gl/grid_painter.h -- draws grids with shaders/cells.*: one quad and one small texture, called from the draw list.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gl/gl.h"
#include "app/ui/cell_painter.h"

#include <array>
#include <map>

namespace tilescope::gl {

// Compiles its shaders when it draws its first grid. If the driver cannot compile them, it prints the reason to
// standard error once and draws rectangles from then on.
class GridPainter final : public ui::CellPainter {
public:
    // Requires: a current context, which outlives the painter.
    GridPainter() = default;
    ~GridPainter() override;
    GridPainter(const GridPainter&) = delete;
    GridPainter& operator=(const GridPainter&) = delete;

    // Call this before the first draw() of a frame. Releases the data of the last frame, which is already rendered.
    void begin_frame();
    void draw(ImDrawList& list, const ui::CellGrid& grid, ImVec2 min, ImVec2 max) override;
    // Whether the grids since begin_frame() are those of the frame before.
    bool repeats_frame() const { return !uploaded_ && quads_ == quads_before_; }

    // One grid of this frame, stored for the renderer.
    struct Quad {
        const GridPainter* painter;
        GLuint texture;
        std::array<float, 4> place, seen, widths;  // place: left, top, right, bottom
        std::array<std::array<float, 4>, ui::kPaletteSize> palette, patterns;
        std::array<float, 4> line, ring, halo;
        GLuint hatched;
        bool operator==(const Quad&) const = default;
    };
    // The renderer calls this through a callback.
    void render(const Quad& quad, const ImDrawCmd& command) const;

private:
    struct Texture {
        GLuint id = 0;
        std::uint64_t revision = 0;
        int columns = 0, rows = 0;
        bool used = false;  // the current frame uses it
    };
    struct Places {
        GLint place, seen, cells, palette, patterns, hatched, line_colour, ring_colour, halo_colour, widths;
    };

    bool has_program();
    Texture& texture_for(const ui::CellGrid& grid);

    GLuint program_ = 0, corners_ = 0;  // made for the first grid
    bool refused_ = false;              // the driver cannot compile the shaders
    Places at_{};
    std::map<ImGuiID, Texture> textures_;
    bool uploaded_ = false;                  // since begin_frame()
    std::deque<Quad> quads_, quads_before_;  // must not move: draw lists have their addresses
};

}  // namespace tilescope::gl
