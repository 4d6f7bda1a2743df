// app/shell/top_bar.h -- menus, session name, edition, arch and the screens.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

namespace tilescope::ui {

// Draws two lines: the menus with the session name, and the screens. The compact arrangement leaves out the name of the
// program, the edition and the arch.
void draw_top_bar(App& app, float scale, bool compact);

}  // namespace tilescope::ui
