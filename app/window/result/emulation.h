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

}  // namespace tilescope::ui
