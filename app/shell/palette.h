// app/shell/palette.h -- the command palette: the keyboard's way to everything a mouse can reach.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

namespace tilescope::ui {

// Draws it over the window while app.palette.open.
void draw_palette(App& app, float scale);

}  // namespace tilescope::ui
