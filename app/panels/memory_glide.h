// app/panels/memory_glide.h -- chunks on their way from the place without the XOR to the one with it, or back.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/widgets/cell_grid.h"

#include <tilescope/layout/swizzle.h>

namespace tilescope::ui {

// How far a line has come, from 0 to 1, so long after the switch. Each takes 300 ms and begins 15 ms after the one
// above it, so that the XOR can be followed with the eye.
float glide_of(int line, double seconds);

// The column of its line that a cell comes from. The same one it goes to when the swizzle is switched back: a XOR
// undoes itself, and it never leaves a line of 128 bytes.
int glide_column(const Cells& memory, std::size_t index, Swizzle swizzle);

// Draws the lines that still move over the grid of memory. No more frames are needed once it answers false.
bool draw_glide(const Cells& memory, const GridPlaces& places, Swizzle swizzle, double seconds, const Style& style);

}  // namespace tilescope::ui
