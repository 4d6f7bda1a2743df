// app/panels/mask_paint.h -- a mask wished for by hand, and the word that gives it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// A button, and while it is on: the wished columns, painted by clicks and drags, with the solver's answer below.
void draw_mask_paint(const View& view, PanelStates& states, Asks& asks);

}  // namespace tilescope::ui
