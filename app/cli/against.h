// app/cli/against.h -- emulate --against: compares a D that a kernel left with the model.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"

#include <tilescope/session/repair.h>

#include <string>

namespace tilescope::cli {

// Prints the comparison. Returns kDone if all words are equal, kWrong if not, or the status of a refusal.
int compare_with_dump(const std::string& path, const Derived& derived, const EmulatorJob& job,
                      const Emulation& emulation, const RepairTools& tools, const Globals& globals);

}  // namespace tilescope::cli
