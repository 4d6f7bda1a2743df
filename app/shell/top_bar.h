// app/shell/top_bar.h -- menus, session name, edition, arch and the screens.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

namespace tilescope::ui {

// Two lines; one line of menus alone in the compact arrangement.
void draw_top_bar(App& app, float scale, bool compact);

}  // namespace tilescope::ui
