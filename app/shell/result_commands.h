// app/shell/result_commands.h -- the commands that emulate, go to wrong elements and odd words, or apply a fix.
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

bool can_emulate(const App& app);
bool is_emulating(const App& app);
bool has_k_steps(const App& app);  // more than one instruction along K can be emulated
// Emulates the instruction, or all of the tile, and shows the result: on the MMA screen in its picture, from any other
// screen as numbers.
void emulate_and_show(App& app);
void emulate_all_k_steps(App& app);

// Selects the next wrong element of D (by 1) or the previous one (by -1), row by row. Shows the MMA screen unless D is
// shown. Without one, the status line says why.
void next_wrong(App& app, int by);

// Shows the table of the pasted words, and closes the panel of the paste.
void show_batch(App& app);

// Shows the next word of the batch that differs from its group.
void next_odd(App& app);
bool has_odd(const App& app);

}  // namespace tilescope::ui
