// app/gui/shots.h -- writes pictures of every screen for a person to check: --shots FOLDER.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/options.h"

namespace tilescope::ui {

// Writes every screen in both themes, in three sizes and at three scales. Most pictures have a selection. The name of a
// file is "memory-dark-1440x900-150.png". Returns the exit status.
int take_all_pictures(const WindowSystem& windows, const Options& options);

}  // namespace tilescope::ui
