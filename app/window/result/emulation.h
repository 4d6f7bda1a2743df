// app/window/result/emulation.h -- brings the emulated D from the job thread into the document when a panel shows it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

// Returns the job thread of the program, with a pool of threads for the rows of large jobs. Returns null if the system
// cannot start the thread.
std::unique_ptr<EmulationJobs> emulation_jobs(std::function<void()> wake);

// Requests the result in any case. This is needed after a stop, or if a file may have changed.
void emulate_now(Context c);
void stop_emulation(Context c);

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
