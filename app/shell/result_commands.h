// app/shell/result_commands.h -- the commands that go to wrong elements and odd words, and the one that applies a fix.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

namespace tilescope::ui {

// The edit that repairs the selected wrong element of D, else the one that repairs most. Null: there is none for the
// words as they are now.
const Repair* current_repair(const App& app);

// Whether the current problem, or else the worst one, has a fix, or D has a repair.
bool has_fix(const App& app);
// Applies that fix; without one, the repair.
void apply_fix(App& app);

// Selects the next wrong element of D (by 1) or the previous one (by -1), row by row. Shows the MMA screen unless D is
// shown. Without one, the status line says why.
void next_wrong(App& app, int by);

// Shows the table of the pasted words, and closes the panel of the paste.
void show_batch(App& app);

// Shows the next word of the batch that differs from its group.
void next_odd(App& app);
bool has_odd(const App& app);

}  // namespace tilescope::ui
