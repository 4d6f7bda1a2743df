// app/window/frame/region_commands.h -- the commands that open, fold and select the regions of the window.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

// Opens a screen with this panel (unless the current screen has it), its tab and its folded region.
void go_to_panel(Context c, const Panel& panel);

// Gives the keyboard to the next region that is shown (step 1) or to the previous one (step -1).
void go_to_region(Context c, int step);

// Pins the rail open, or makes it tiles again.
void pin_rail(Regions& regions, Prefs& prefs);

// Closes the topmost thing that is open, or clears the selection: what Escape does.
void release(Context c);

// Hides the bits of the active word, or shows them again.
void fold_strip(Regions& regions, Prefs& prefs);

}  // namespace tilescope::ui
