// app/cli/check_program.h -- check --ptx: every instruction of a PTX file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"

namespace tilescope::cli {

// Checks the file and prints the report. "-": standard input. Returns the exit status.
int run_check_program(const std::string& file, const Globals& g);

}  // namespace tilescope::cli
