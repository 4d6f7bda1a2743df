// app/shell/emulation.h -- brings the emulated D from the job thread into App when a panel shows it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

namespace tilescope::ui {

// Returns the job thread of the program, with a pool of threads for the rows of large jobs. Returns null if the system
// cannot start the thread.
std::unique_ptr<EmulationJobs> emulation_jobs(std::function<void()> wake);

// Updates app.results with the progress of the current request, and with the reply if there is one.
void take_result(App& app);

// Requests the result of the current revision, unless it was requested before.
void request_result(App& app);

// Requests the result in any case. This is needed after a stop, or if a file may have changed.
void emulate_now(App& app);
void stop_emulation(App& app);

// Returns true if the job thread has a reply or progress that no frame has shown yet.
bool has_new_output(const App& app);

}  // namespace tilescope::ui
