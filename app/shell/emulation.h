// app/shell/emulation.h -- the emulated D from the job thread into App: asked for when a panel shows it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

namespace tilescope::ui {

// The job thread of the program, with a pool of threads for the rows of large jobs.
std::unique_ptr<EmulationJobs> emulation_jobs(std::function<void()> wake);

// Takes an answer, if there is one, and how far the present request is.
void take_result(App& app);

// Asks for the result of the present revision, unless that was done before.
void want_result(App& app);

// Asks for it in any case: after a stop, and where a file may have changed.
void emulate_now(App& app);
void stop_emulation(App& app);

// The job thread has something to say that no frame has shown.
bool has_news(const App& app);

}  // namespace tilescope::ui
