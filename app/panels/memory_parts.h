// app/panels/memory_parts.h -- the parts of the memory panel: scenes, what is drawn over them, sentences.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <tilescope/hw/families.h>
#include <tilescope/layout/smem_layout.h>

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

// Returns the element or the byte of a cell. An empty memory cell is also a byte, but no element uses it. `left_out` is
// SceneCache::left_out of the picture.
Focus focus_of(const Cells& cells, std::size_t index, Operand operand, const Swizzle& left_out = {});

// Moves the focus `down` and `right` by cells, as far as the border of the grid. Returns nothing if this grid does not
// show the focus.
std::optional<Focus> focus_beside(const Cells& cells, const Focus& from, int down, int right,
                                  const Swizzle& left_out = {});

// Returns a grid as text with its labels: one line per row, cells separated by tabs.
std::string table_of(const Cells& cells);

// The element from which the access of the Banks tab begins: the selected one, or the one in the selected byte, or the
// first of the tile.
Element access_from(const View& view);

// Writes into the cells of a tile or its memory. A cell of several elements shows its first one.
//
//     coordinate 3,24    k 24    byte 0x5b0    chunk 3    bank 12    thread 3    value 0.5    a -> b  3,24 -> 0x5b0
//
// A chunk counts within the swizzle row; a thread is the one that reads the cell in the access of the Banks tab. What
// does not exist is empty.
// Requires: `cache` is the scene of the operand in this view and `cells` one of its grids; `values` is filled when one
// is asked for. All outlive the answer.
CellText memory_labels(const View& view, Operand operand, const SceneCache& cache, const Cells& cells,
                       KeptValues& values);

// A stride that the layout ignores has a dashed arrow. The arrows have no names in the picture: a name would cover the
// numbers of cells.
void draw_stride_arrows(const Scene& scene, const GridPlaces& places, const Style& style);

// The legend of two scenes side by side: that of the first, and the marks that only the other one has.
std::vector<LegendEntry> legend_of_two(const Scene& first, const Scene& other);

// Draws each of these arrows with its name, "sbo 1024 bytes" or "lbo 16 bytes (ignored)", after the legend of the
// cells: on its last line if there is room.
void stride_legend(const Scene& scene, const Style& style);

// Draws what the XOR of the swizzle does to this element, over the grid of memory: a dashed ring where the element
// would be without it, an arrow to where it is, and the sum on a plate: "chunk 3 xor 5 = 6". Draws nothing if the XOR
// does not move the element, or if the grid does not show both chunks.
void draw_xor_arrow(const Cells& memory, const SmemLayout& layout, Element element, const GridPlaces& places,
                    const Style& style);

// Returns the progress of a line from 0 to 1, `seconds` after the switch. Each line moves for 300 ms and starts 15 ms
// after the line above it, so that the user can follow the XOR.
float glide_of(int line, double seconds);

// Returns the column that a cell comes from, in the same line of 128 bytes. The XOR never leaves the line. The cell
// returns to the same column when the swizzle is switched back, because a second XOR undoes the first one.
int glide_column(const Cells& memory, std::size_t index, Swizzle swizzle);

// Draws the lines that still move, over the grid of memory. Returns false if nothing moves and no more frames are
// needed.
bool draw_glide(const Cells& memory, const GridPlaces& places, Swizzle swizzle, double seconds, const Style& style);

// Draws what the operand's layout is: its CuTe text, the meaning of its strides, what the picture assumes. The
// inspector shows it while nothing is pointed at. Draws nothing if the operand is not placed.
void draw_layout_sentences(const View& view);

// A chunk before the XOR, which changes only the chunk of a line: "Without the XOR at byte 0x5b0, banks 12 to 15; ...".
// `cells`: the left side of Before | After, or the banks below it.
std::string about_before(const Cells& cells, std::size_t index);

// Returns where a K step starts, and what is added to the low word of the descriptor: "start = 0x400   low word: +2 per
// step", "start = 0x440   low word: +4 from step 0".
std::string k_step_text(const OperandView& operand, unsigned step);

}  // namespace tilescope::ui
