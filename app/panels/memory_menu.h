// app/panels/memory_menu.h -- what can be done with a cell: the menu of the right button.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Opens where state.menu_opens was set, about state.menu. Asks: selection, copies, SetField start.
void draw_cell_menu(const View& view, MemoryPanelState& state, Asks& asks);

}  // namespace tilescope::ui
