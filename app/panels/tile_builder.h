// app/panels/tile_builder.h -- builds an operand tile from atoms and lists the descriptor of each slice.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Draws the popup of the tile builder. It stays open until the user clicks outside.
// Requests: SetAtomOrder, SetWord, copy.
void draw_tile_builder(const View& view, PanelStates& states, Requests& requests);

}  // namespace tilescope::ui
