// app/publish/export_targets.h -- all targets of exported texts: those of core, and those that need files or JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/session_file.h"

#include <tilescope/base/answer.h>
#include <tilescope/code/code.h>

namespace tilescope::io {

// Returns the targets of core, then those that need files or JSON.
std::vector<CodeTarget> export_targets();

// Returns the target with this id.
// Errors: no target has it. The reason lists all.
Answer<CodeTarget> export_target(std::string_view id);

// ---- a session as one CUDA file that runs its MMA on a GPU and stores D
//
// The file needs neither CUTLASS nor tilescope. It has the live kernel (kernel/live_kernel.h) as PTX text, the numbers
// of the instruction with their names, the bytes of memory in packed form with a check sum, and a host program of a
// page. `tilescope emulate JOB --against D.npy` compares what it stores.

// `folder` is where the names of files in recipes count from.
// Errors: the session cannot be emulated, no live kernel exists for it, or one launch cannot run its K steps.
Answer<std::string> reproducer(const SessionFile& file, const std::string& folder);

}  // namespace tilescope::io
