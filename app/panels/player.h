// app/panels/player.h -- plays an animation on the stage: pictures, cells on their way, the sentence, the bar.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Draws the player into the region that is open; without its sentence and its bar if the view is presented.
// Requires: states.player.id.
void draw_player(const View& view, PanelStates& states, Requests& requests);

// Draws the slim bar with the controls.
void draw_player_bar(const View& view, PlayerState& state, Requests& requests);

// The size of the slim bar, in window pixels.
float player_bar_height();

}  // namespace tilescope::ui
