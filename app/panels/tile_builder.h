// app/panels/tile_builder.h -- a whole operand tile of atoms, and the descriptor of every slice as a list to copy.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// A popup that stays until it is left. Asks: SetTileK, SetAtomOrder, SetWord; copy.
void draw_tile_builder(const View& view, PanelStates& states, Asks& asks);

}  // namespace tilescope::ui
