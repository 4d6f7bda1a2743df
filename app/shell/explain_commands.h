// app/shell/explain_commands.h -- what F1 explains.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

#include <string>

namespace tilescope::ui {

// What is pointed at, else the current problem's rule, else the selected field with the value it holds. Empty: nothing
// of it has a name.
std::string topic_at_hand(const App& app);

// Opens the help panel on it; without a topic the list of keys and panels is shown, or put away.
void explain_this(App& app);

}  // namespace tilescope::ui
