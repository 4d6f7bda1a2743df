// app/gui/shots.h -- pictures of every screen, to be looked at: --shots FOLDER.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/options.h"

namespace tilescope::ui {

// Every screen, both themes, three sizes, something selected on each. Returns the exit status.
int take_all_pictures(const WindowSystem& windows, const Options& options);

}  // namespace tilescope::ui
