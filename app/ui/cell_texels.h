// app/ui/cell_texels.h -- the cells of a grid as bytes for a CellPainter, kept from frame to frame.
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
    };

    // Returns the bytes of a grid. The reference is valid until the next call.
    const Kept& of(ImGuiID id, const TexelSource& source);

private:
    std::deque<Kept> kept_;  // the newest first
    std::uint64_t revision_ = 0;
};

}  // namespace tilescope::ui
