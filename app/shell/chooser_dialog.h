// app/shell/chooser_dialog.h -- draws the file chooser over the window.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/context.h"

namespace tilescope::ui {

// Draws nothing if the chooser is not open.
void draw_chooser(Context c, float scale);

}  // namespace tilescope::ui
