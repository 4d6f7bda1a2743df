// app/window/result/emulation.h -- brings the emulated D from the job thread into the document when a panel shows it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

// Returns the job thread of the program, with a pool of threads for the rows of large jobs. Returns null if the system
// cannot start the thread.
std::unique_ptr<EmulationJobs> emulation_jobs(std::function<void()> wake);

// Requests the result in any case. This is needed after a stop, or if a file may have changed.
void emulate_now(Document& doc, Jobs& jobs, Regions& regions);

// Compares D of the document with the D of a kernel in this file from now on, and shows the MMA screen. A file that
// does not fit stays named, with the reason.
void compare_with_d(Context c, const std::string& path);

// The edit that repairs the selected wrong element of D, else the one that repairs most. Null: there is none for the
// words as they are now.
const Repair* current_repair(const Document& doc);

// Whether the current problem, or else the worst one, has a fix, or D has a repair.
bool has_fix(const Document& doc);

}  // namespace tilescope::ui
