// app/widgets/cell_grid.h -- the cells of a scene: drawn, zoomed, panned, pointed at.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/ui/ui_probe.h"

#include <tilescope/scene/scene.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tilescope::ui {

// Above this many visible cells a grid goes through Style::painter.
inline constexpr int kMostRectangles = 2048;

// What is seen of a grid. The caller keeps it. Zoom 1 is the view of the start: all columns, rows as high as a number
// needs; the least zoom shows the whole grid.
struct GridView {
    float zoom = 1;
    float left = 0, top = 0;  // the first column and row that are seen, in cells
};

struct GridAsk {
    std::string_view id;                    // of the marks: "memory.tile_a"; a visible cell is "memory.tile_a.3.24"
    ImVec2 size;                            // window pixels for everything, labels included
    std::span<const std::size_t> pointed;   // dashed rings, on indexes into the scene's arrays
    std::span<const std::size_t> selected;  // solid rings
    std::optional<std::size_t> reveal;      // pan until this cell is seen
};

// Where cells lie in the window, for whatever is drawn over them.
struct GridPlaces {
    Rect area;            // of all cells that are seen, without labels
    float left, top;      // as in GridView, after this frame's zooming and panning
    float width, height;  // of a cell, in window pixels

    ImVec2 corner(float row, float column) const;
    Rect cell(int row, int column) const;
};

struct GridReply {
    GridPlaces places;
    std::optional<std::size_t> hovered;  // index into the scene's arrays
    std::optional<std::size_t> clicked;  // with the left button
    std::optional<std::size_t> menu;     // with the right button
};

// Wheel zooms at the pointer, with Shift it scrolls; middle drag or Space-drag pans; double click shows everything, and
// again the view of the start. Cells that are `lit` in the scene get an outline around their groups.
GridReply cell_grid(const Cells& cells, const GridAsk& ask, GridView& view, const Style& style);

}  // namespace tilescope::ui
