// app/panels/memory_tools.h -- the controls and notes above the pictures of shared memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <string>
#include <string_view>

namespace tilescope::ui {

// Draws the choices: operand, cell size, colouring, swizzle in the picture, copies, K step.
// Requests: view state, copy; SetWord with another start.
void draw_memory_tools(const View& view, MemoryPanelState& state, Requests& requests);

// Draws one sentence each for what is unusual: an assumed start, overlaps, the phase, bytes outside of shared memory, a
// type. A note that does not apply is left out.
void draw_memory_notes(const View& view);

// Draws what the operand's layout is: its CuTe text, the meaning of its strides, what the picture assumes. The
// inspector shows it while nothing is pointed at. Draws nothing if the operand is not placed.
void draw_layout_sentences(const View& view);

// Draws the title of a tile with its size, and after it what the shown K step means, if there is room: "start = 0x400
// low word: +2 per step". A click on the title opens a box for the K of the tiles.
// Requests: SetTileK.
struct TileTitle {
    Operand operand;
    std::string_view text;
    float room;
};
void draw_tile_title(const View& view, MemoryPanelState& state, Requests& requests, const TileTitle& title);

// Returns where a K step starts, and what is added to the low word of the descriptor: "start = 0x400   low word: +2 per
// step", "start = 0x440   low word: +4 from step 0".
std::string k_step_text(const OperandView& operand, unsigned step);

}  // namespace tilescope::ui
