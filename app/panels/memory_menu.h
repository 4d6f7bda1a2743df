// app/panels/memory_menu.h -- the context menu of a cell (right button).
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Opens the menu if state.menu_opens is set. The menu is about the cell state.menu.
// Requests: selection, copies, SetField of start.
void draw_cell_menu(const View& view, MemoryPanelState& state, Requests& requests);

}  // namespace tilescope::ui
