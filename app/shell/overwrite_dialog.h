// app/shell/overwrite_dialog.h -- the question before a file is written over that this window has not seen.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

namespace tilescope::ui {

// Save as ..., Overwrite, Cancel, while app.overwrite has a question. Esc cancels, Enter takes the first.
void draw_overwrite(App& app, float scale);

}  // namespace tilescope::ui
