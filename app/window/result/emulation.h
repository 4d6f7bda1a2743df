// app/window/result/emulation.h -- brings the emulated D from the job thread into the document when a panel shows it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

// Returns the job thread of the program, with a pool of threads for the rows of large jobs. Returns null if the system
// cannot start the thread.
std::unique_ptr<EmulationJobs> emulation_jobs(std::function<void()> wake);

// Updates Document::results with the progress of the current request, and with the reply if there is one.
void take_result(Context c);

// Requests the result of the current revision, unless it was requested before.
void request_result(Context c);

// Requests the result in any case. This is needed after a stop, or if a file may have changed.
void emulate_now(Context c);
void stop_emulation(Context c);

// Stops the emulation of a document that is no longer shown: it is requested again when its result is shown again.
void leave_result(Document& doc, Jobs& jobs);
// Requests the result if a panel shows it or a lesson needs it.
void follow_result(Context c);

}  // namespace tilescope::ui
