// app/ui/cell_painter.h -- how grids of cells are drawn: their bytes, their runs, the painter.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/scene/scene.h>

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace tilescope::ui {

// The palette of all grids: every tone, then the hatched form of the tones from kFirstHatched to kEndHatched - 1.
// Ordered tones and the tones of verdicts are never hatched.
inline constexpr std::size_t kFirstHatched = 8, kEndHatched = static_cast<std::size_t>(Tone::rounding),
                             kColours = kToneCount + kEndHatched - kFirstHatched;
static_assert(kFirstHatched == static_cast<std::size_t>(Tone::step7) + 1);

// What a byte depends on. Rings belong to it only if they are too many to be drawn one by one.
struct TexelSource {
    std::span<const Tone> tone;
    std::span<const Mark> mark;                      // cells without an entry have no mark
    std::span<const std::size_t> pointed, selected;  // indexes of cells with a ring
    int columns = 0;
};

// Neighbours of a row with the same byte. The code draws them as one rectangle.
struct CellRun {
    int row, begin, end;  // columns [begin, end)
    std::uint8_t texel;
};

// Returns a byte for each cell, in the form that cell_painter.h describes. Requires: tone.size() is a multiple of
// columns.
std::vector<std::uint8_t> texels_of(const TexelSource& source);

// A frame draws up to 200,000 cells, and most frames draw the cells of the frame before. So their bytes are kept, and
// a frame only compares. The newest kMostKept grids are kept.
class TexelStore {
public:
    static constexpr std::size_t kMostKept = 32, kMostRuns = 2048;

    struct Kept {
        ImGuiID id = 0;
        std::uint64_t revision = 0;  // another one after each change of the bytes
        std::vector<std::uint8_t> texels;
        // All cells as runs, row by row; empty if a grid has too many runs, or patterns or rings.
        std::vector<CellRun> runs;

    private:
        friend class TexelStore;
        bool is_of(const TexelSource& source) const;

        std::vector<Tone> tone;
        std::vector<Mark> mark;
        std::vector<std::size_t> pointed, selected;
        int columns = 0;
    };

    // Returns the bytes of a grid. The reference is valid until the next call.
    const Kept& of(ImGuiID id, const TexelSource& source);

private:
    std::deque<Kept> kept_;  // the newest first
    std::uint64_t revision_ = 0;
};

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
    std::span<const ImU32> patterns;      // the lines of a pattern on each colour of the palette
    std::uint32_t hatched = 0;            // bit i: cells with palette colour i are hatched
    ImU32 line = 0, ring = 0, ring_halo = 0;
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
