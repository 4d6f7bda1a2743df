// app/window/result/result_commands.h -- the commands that emulate, go to wrong elements, or apply a fix.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

// The edit that repairs the selected wrong element of D, else the one that repairs most. Null: there is none for the
// words as they are now.
const Repair* current_repair(const Document& doc);

// Whether the current problem, or else the worst one, has a fix, or D has a repair.
bool has_fix(const Document& doc);
// Applies that fix; without one, the repair.
void apply_fix(Context c);

// Selects the next wrong element of D (by 1) or the previous one (by -1), row by row. Shows the MMA screen unless D is
// shown. Without one, the status line says why.
void next_wrong(Document& doc, int by);

// Shows the table of the pasted words, and closes the panel of the paste.
void show_batch(Document& doc, Regions& regions);

// Shows the next word of the batch that differs from its group.
void next_odd(Document& doc, Regions& regions);
bool has_odd(const Document& doc);

}  // namespace tilescope::ui
