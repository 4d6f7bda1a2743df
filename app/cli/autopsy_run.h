// app/cli/autopsy_run.h -- autopsy of a running program: the options of the debugger, and the run itself.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/autopsy/debugger.h"
#include "app/cli/verb.h"

#include <stop_token>

namespace tilescope::cli {

// What the user gives for the debugger. The numbers are texts, so that a refusal can say what is right.
struct DebuggerArgs {
    std::string debugger, kernel, launch, block, mma, core;
    std::uint32_t pid = 0, steps = 0, seconds = autopsy::DebuggerOrder{}.seconds;
    std::vector<std::string> program;

    bool starts() const { return !program.empty() || pid != 0 || !core.empty(); }
};
void add_debugger_options(Verb& verb, DebuggerArgs& args);

// Checks the options, and says what to run: without a debugger on this machine, throws Refused with kLacking.
autopsy::DebuggerOrder order_of(const DebuggerArgs& args);

// Runs the debugger. Passes the output of the program on: to standard output, or to standard error if the verb prints
// JSON. Prints on standard error why a recording is not complete.
// Throws Refused if nothing can have been recorded.
autopsy::DebuggerRan record(const autopsy::DebuggerOrder& order, const autopsy::DebuggerFolders& folders,
                            bool prints_json, const std::stop_token& stop);

// Why a recording without an MMA has none, and the exit status that belongs to it.
Refused nothing_observed(const autopsy::DebuggerRan& ran, const DebuggerArgs& args);

}  // namespace tilescope::cli
