// app/worker/worker.h -- the process that uses the GPU: tilescope --live-worker.
// SPDX-License-Identifier: MIT
//
// A wrong descriptor can make the GPU poison the whole process, or never answer. So all work for the GPU happens in
// this process, which may die, and never in the window or in the command line.
#pragma once

#include <string_view>

namespace tilescope::live {

// The only argument of the worker process. --help does not list it, because only the client uses it.
inline constexpr std::string_view kWorkerOption = "--live-worker";

// Speaks the protocol on standard input and output until standard input closes, and returns the exit status.
// Standard output of all other code in this process, also of the driver, goes to standard error.
// The caller must end the process with _exit(): the exit handlers of the driver can wait for a GPU that hangs.
int run_worker();

}  // namespace tilescope::live
