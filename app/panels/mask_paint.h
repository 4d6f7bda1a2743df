// app/panels/mask_paint.h -- a mask painted by hand, and the word that produces it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Draws the button [Paint a mask].
void draw_paint_button(const View& view, Requests& requests);

// While painting is on, draws the requested columns and the solver's answer below. Clicks and drags paint columns.
void draw_mask_paint(const View& view, PanelStates& states, Requests& requests);

}  // namespace tilescope::ui
