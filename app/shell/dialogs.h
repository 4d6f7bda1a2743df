// app/shell/dialogs.h -- the two things that lie over the window: unsaved edits, and the list of keys.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

namespace tilescope::ui {

void draw_dialogs(App& app, float scale);

}  // namespace tilescope::ui
