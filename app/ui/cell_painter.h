// app/ui/cell_painter.h -- fills the cells of a grid: with rectangles here, on the graphics card in app/gl.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/cell_texels.h"

#include <imgui.h>

#include <cstdint>
#include <span>

namespace tilescope::ui {

// A cell is one byte, so 65 536 cells are one small texture.
inline constexpr std::uint8_t kCellColour = 0x1f;    // bits 0-4: index into the palette
inline constexpr std::uint8_t kCellPointed = 0x20;   // dashed ring
inline constexpr std::uint8_t kCellCrossed = 0x40;   // cross-hatched: rows that share bytes
inline constexpr std::uint8_t kCellSelected = 0x80;  // solid ring
inline constexpr std::size_t kPaletteSize = 32;

struct CellGrid {
    ImGuiID id = 0;              // the same grid in the next frame has the same id
    std::uint64_t revision = 0;  // changes when `cells` does
    int columns = 0, rows = 0;
    std::span<const std::uint8_t> cells;  // columns * rows, row by row
    std::span<const CellRun> runs;        // the same cells as runs, row by row; empty: `cells` must be read
    bool has_rings = false;               // some cells have kCellPointed or kCellSelected
    std::span<const ImU32> palette;       // at most kPaletteSize
    std::uint32_t hatched = 0;            // bit i: cells with palette colour i are hatched
    ImU32 line = 0, hatch = 0, ring = 0, ring_halo = 0;
    float line_width = 1, ring_width = 2, hatch_step = 6;  // window pixels
    float line_cell = 4;                                   // grid lines are drawn from this cell size on, in pixels
    // The visible part, in cells. For the whole grid: 0, 0 to columns, rows.
    float left = 0, top = 0, right = 0, bottom = 0;
};

class CellPainter {
public:
    virtual ~CellPainter() = default;

    // Fills [min, max) of the window with the visible part of the grid. Requires: a call inside an ImGui frame.
    virtual void draw(ImDrawList& list, const CellGrid& grid, ImVec2 min, ImVec2 max) = 0;

    TexelStore texels;  // of the grids that were drawn last
};

// Needs only the draw list. Used for small grids, and if there is no OpenGL.
class RectPainter final : public CellPainter {
public:
    void draw(ImDrawList& list, const CellGrid& grid, ImVec2 min, ImVec2 max) override;
};

}  // namespace tilescope::ui
