// app/widgets/cell_grid.h -- a grid of cells that the user zooms and pans, its legend, cells on their way.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/moving_view.h"

#include <tilescope/scene/scene.h>

#include <functional>
#include <span>

namespace tilescope::ui {

// A grid with more visible cells than this is drawn by Style::painter.
inline constexpr int kMostRectangles = 2048;

// The visible part of a grid, in cells. The caller keeps it. Zoom 1 is the view at the start: all columns are visible,
// and rows are high enough for a number. The smallest zoom shows the whole grid.
using GridView = MovingView;

// The texts of a cell: a short label; in large cells also two more lines. Empty: no text.
struct CellWords {
    std::string label, byte, value;
};
// Writes the texts of a cell. `all` false: only the label is needed.
using CellText = std::function<void(std::size_t index, bool all, CellWords& out)>;

struct GridOptions {
    std::string_view id;  // start of the mark ids: "memory.tile_a"; a cell is "memory.tile_a.3.24"
    ImVec2 size = {};     // window pixels of the whole widget, including labels
    std::span<const std::size_t> pointed = {};   // cells with a dashed ring: indexes into the arrays of the scene
    std::span<const std::size_t> selected = {};  // cells with a solid ring
    std::optional<std::size_t> reveal = {};      // the cell to bring into view as soon as it is another one
    bool outlines_lit = true;                    // groups of `lit` cells get an outline
    const CellText* text = nullptr;              // null: the cells show the numbers of the scene
    bool numbers = true;  // small cells show the numbers of the scene, and only large ones `text`
};

// The positions of the cells in the window. Callers use them to draw over the cells.
struct GridPlaces {
    Rect area;            // all visible cells, without labels
    float left, top;      // as in GridView, after the zoom and pan of this frame
    float width, height;  // size of a cell, in window pixels
    float labels = 0;     // width of the row labels, left of the area

    ImVec2 corner(float row, float column) const;
    Rect cell(int row, int column) const;
};

struct GridReply {
    GridPlaces places;
    std::optional<std::size_t> hovered;  // index into the scene's arrays
    std::optional<std::size_t> clicked;  // with the left button
    std::optional<std::size_t> menu;     // with the right button
    bool moving = false;                 // the view moves: draw another frame soon
    bool led = false;                    // the user moved the view in this frame: linked panes follow
};

// Moves as move_view() says. If a part of the grid is outside, a mini-map shows where ("<id>.map").
GridReply cell_grid(const Cells& cells, const GridOptions& options, GridView& view, const Style& style);

// Returns the rows of a grid of which a part is visible.
RowRange visible_rows(const GridView& view);

// Returns the space left of the cells for row labels, and above them for column labels.
ImVec2 label_space(const Cells& cells, const Style& style);

// Returns the rows whose labels are drawn, if a row is `cell` high and a label needs `needed`: rows after a gap first,
// so that no gap is hidden, then every row, or each second, fourth, ...
std::vector<int> labelled_rows(const std::vector<std::string>& labels, int begin, int end, float cell, float needed);

// Draws the cells alone, without labels and position bars: fills, patterns, outlines of lit cells, numbers, rings.
void draw_cells(const Cells& cells, const GridOptions& options, const GridPlaces& places, const Style& style);

// Draws, in this order: fills, patterns, outlines of lit cells, numbers, rings, row and column labels.
void draw_cell_grid(const Cells& cells, const GridOptions& options, const GridPlaces& places, const Style& style);

// Without a map: draws bars that show which part of the grid is visible. Draws nothing if all of it is.
void draw_position(const Cells& cells, const GridPlaces& places, const Style& style);

// Draws the whole grid into a mini-map, with its frames. The first selected cells are dots.
void draw_map(const Cells& cells, const GridOptions& options, const MiniMap& map, const Style& style);

// Draws a swatch and a label for each entry, on as many lines as the width requires.
void legend(std::span<const LegendEntry> entries, const Style& style);

// Returns the height that legend() takes in the width that is free now; 0: it has no entries.
float legend_height(std::span<const LegendEntry> entries, const Style& style);

// Draws each cell between its places, and the arrows of trails_of() between grids side by side ("trail.0"). A movement
// is not drawn if neither end is visible, an arrow only if both are. `places` has one entry for each grid of the scene.
void draw_movements(std::span<const Movement> movements, std::span<const GridPlaces> places, const Style& style);

}  // namespace tilescope::ui
