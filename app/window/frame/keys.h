// app/window/frame/keys.h -- runs the commands whose keys went down in this frame.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

void run_pressed_keys(Context c);

// Moves the selection from cell to cell of the grid with the selection, or from column to column of the mask.
void move_cell(Document& doc, int down, int right);

}  // namespace tilescope::ui
