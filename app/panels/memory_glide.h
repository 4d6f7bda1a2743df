// app/panels/memory_glide.h -- animates chunks between their positions without and with the XOR.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/widgets/cell_grid.h"

#include <tilescope/layout/swizzle.h>

namespace tilescope::ui {

// Returns the progress of a line from 0 to 1, `seconds` after the switch. Each line moves for 300 ms and starts 15 ms
// after the line above it, so that the user can follow the XOR.
float glide_of(int line, double seconds);

// Returns the column that a cell comes from, in the same line of 128 bytes. The XOR never leaves the line. The cell
// returns to the same column when the swizzle is switched back, because a second XOR undoes the first one.
int glide_column(const Cells& memory, std::size_t index, Swizzle swizzle);

// Draws the lines that still move, over the grid of memory. Returns false if nothing moves and no more frames are
// needed.
bool draw_glide(const Cells& memory, const GridPlaces& places, Swizzle swizzle, double seconds, const Style& style);

}  // namespace tilescope::ui
