// app/shell/live_checks.h -- the checks before a launch, for the current session.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

namespace tilescope::ui {

// Computes app.live.view.checks. The emulation may still run; the checks that need it then say so.
void update_checks(App& app);

}  // namespace tilescope::ui
