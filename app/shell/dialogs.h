// app/shell/dialogs.h -- dialogs over the window: questions, and the list of keys.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/context.h"

namespace tilescope::ui {

void draw_dialogs(Context c, float scale);

}  // namespace tilescope::ui
