// app/shell/palette.h -- the command palette: the keyboard reaches everything that the mouse can reach.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/context.h"

namespace tilescope::ui {

// Draws the palette over the window if the palette is set.
void draw_palette(Context c, float scale);

}  // namespace tilescope::ui
