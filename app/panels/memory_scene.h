// app/panels/memory_scene.h -- the cached picture of an operand, and the focus of its cells.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <cstddef>
#include <vector>

namespace tilescope::ui {

// Returns the scene of an operand. It is built only after a change of the document or of the view state, not in every
// frame. The scene has no grids if the operand has no elements in shared memory.
const SceneCache& scene_of(const View& view, Operand operand, MemoryPanelState& state);

// Returns the cells in the trace, for a grid of this operand: sorted, without duplicates.
std::vector<std::size_t> rings_of(const Trace& trace, Operand operand, const SceneCache& cache, const Cells& cells);

// The rings of a grid: dashed at the cells that are pointed at, solid at the selected cells.
struct Rings {
    std::vector<std::size_t> pointed, selected;
};
Rings rings_in(const View& view, Operand operand, const SceneCache& cache, const Cells& cells);

// Fills cache.cell_of, which finds a cell of this grid by its first byte.
void index_bytes(SceneCache& cache, std::size_t grid);

// Fills what links the two grids of an operand: cache.element_in and cache.tile_to_memory.
//
// Both grids of a K-major tile go down with the rows if each group of eight rows lies in lines of its own, one group
// after the other: with 128B swizzle and K = 64 of f16, row r is line r; with 64B, two rows are a line. The axis is not
// common if the atoms along K follow each other in memory (a row then lies in several places), and not for an
// MN-major tile: its lines are columns of K, which go to the right in the tile.
void link_grids(SceneCache& cache, const OperandView& operand, bool swizzle);

// Returns the element or the byte of a cell. An empty memory cell is also a byte, but no element uses it. `left_out` is
// SceneCache::left_out of the picture.
Focus focus_of(const Cells& cells, std::size_t index, Operand operand, const Swizzle& left_out = {});

// Moves the focus `down` and `right` by cells, as far as the border of the grid. Returns nothing if this grid does not
// show the focus.
std::optional<Focus> focus_beside(const Cells& cells, const Focus& from, int down, int right,
                                  const Swizzle& left_out = {});

// Returns a grid as text with its labels: one line per row, cells separated by tabs.
std::string table_of(const Cells& cells);

}  // namespace tilescope::ui
