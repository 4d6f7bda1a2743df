// app/panels/memory_tools.h -- the lines above the pictures of shared memory: what is shown, and what to know about it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Operand, size of the cells, colouring, swizzle in the picture, copies, K step. Asks: look, copy; SetField start.
void draw_memory_tools(const View& view, MemoryPanelState& state, Asks& asks);

// Strides and what they do here, overlaps, phase, assumptions: a sentence each, only where there is something to say.
void draw_memory_notes(const View& view);

}  // namespace tilescope::ui
