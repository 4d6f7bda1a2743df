// app/ui/cell_painter.h -- who fills the cells of a grid: rectangles here, the graphics card in app/gl.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <imgui.h>

namespace tilescope::ui {

// A cell is one byte, so that 65 536 of them are one small texture.
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
    std::span<const ImU32> palette;       // at most kPaletteSize
    std::uint32_t hatched = 0;            // bit i: cells with palette colour i are hatched
    ImU32 line = 0, hatch = 0, ring = 0, ring_halo = 0;
    float line_width = 1, ring_width = 2, hatch_step = 6;  // window pixels
    float line_cell = 4;                                   // grid lines from this many pixels a cell
    // What is seen, in cells: the whole grid is 0, 0 to columns, rows.
    float left = 0, top = 0, right = 0, bottom = 0;
};

class CellPainter {
public:
    virtual ~CellPainter() = default;

    // Fills [min, max) of the window with what is seen of the grid. Requires: inside a frame of ImGui.
    virtual void draw(ImDrawList& list, const CellGrid& grid, ImVec2 min, ImVec2 max) = 0;
};

// Needs nothing but the draw list. For small grids, and where there is no OpenGL.
class RectPainter final : public CellPainter {
public:
    void draw(ImDrawList& list, const CellGrid& grid, ImVec2 min, ImVec2 max) override;
};

}  // namespace tilescope::ui
