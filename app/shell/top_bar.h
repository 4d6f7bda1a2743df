// app/shell/top_bar.h -- one line: menus, screens, session name, edition and arch.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/context.h"
#include "app/ui/theme.h"

namespace tilescope::ui {

// Draws the line. Without enough room, the name of the session is left out (the title of the window has it too), and
// the screens become a menu.
void draw_top_bar(Context c, const Theme& theme, float scale);

}  // namespace tilescope::ui
