// app/shell/region_commands.h -- the commands that open, fold and select the regions of the window.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

namespace tilescope::ui {

// Opens a screen with this panel (unless the current screen has it), its tab and its folded region.
void go_to_panel(App& app, const Panel& panel);

// Gives the keyboard to the next region that is shown (step 1) or to the previous one (step -1).
void go_to_region(App& app, int step);

// Pins the rail open, or makes it tiles again.
void pin_rail(App& app);

// Closes the topmost thing that is open, or clears the selection: what Escape does.
void release(App& app);

// Hides the bits of the active word, or shows them again.
void fold_strip(App& app);

}  // namespace tilescope::ui
