// app/panels/memory_tools.h -- the controls and notes above the pictures of shared memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Draws the choices: operand, cell size, colouring, swizzle in the picture, copies, K step.
// Requests: view state, copy; SetWord with another start.
void draw_memory_tools(const View& view, MemoryPanelState& state, Requests& requests);

// Draws one sentence each for the strides, overlaps, phase, address wrap and assumptions. A note that does not apply is
// left out.
void draw_memory_notes(const View& view);

}  // namespace tilescope::ui
