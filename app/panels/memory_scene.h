// app/panels/memory_scene.h -- the picture of an operand, kept while nothing changes; and what of it is in focus.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <cstddef>
#include <vector>

namespace tilescope::ui {

// Built when the document or the look has changed, not each frame. Without grids where the operand has no elements.
const SceneCache& scene_of(const View& view, Operand operand, MemoryPanelState& state);

// The cells of a grid of that operand that the trace lists; each once, in order.
std::vector<std::size_t> rings_of(const Trace& trace, Operand operand, const SceneCache& cache, const Cells& cells);

// Dashed and solid rings of a grid: what is pointed at, and what is selected.
struct Rings {
    std::vector<std::size_t> pointed, selected;
};
Rings rings_in(const View& view, Operand operand, const SceneCache& cache, const Cells& cells);

// Finds the cells of that grid by their bytes from now on.
void index_bytes(SceneCache& cache, std::size_t grid);

// What a cell stands for. An empty cell of memory is a byte too: one that no element has.
Focus focus_of(const Cells& cells, std::size_t index, Operand operand);

// The place so many cells below and to the right of one that stands in the grid; it stops at the border. Nothing for
// a focus that this grid does not show.
std::optional<Focus> focus_beside(const Cells& cells, const Focus& from, int down, int right);

// A grid as text: a line a row, cells apart by tabs, with its labels.
std::string table_of(const Cells& cells);

}  // namespace tilescope::ui
