// app/gui/shots.h -- writes pictures of every screen for a person to check: --shots FOLDER.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/options.h"

namespace tilescope::ui {

// Writes every screen in both themes and three sizes. Most pictures have a selection. Returns the exit status.
int take_all_pictures(const WindowSystem& windows, const Options& options);

}  // namespace tilescope::ui
