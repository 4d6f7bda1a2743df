// app/shell/live_checks.h -- the checks before a launch, for the current session.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/context.h"

namespace tilescope::ui {

// Computes LiveDesk::view.checks. The emulation may still run; the checks that need it then say so.
void update_checks(Document& doc, Jobs& jobs);

}  // namespace tilescope::ui
