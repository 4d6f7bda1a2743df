// tests/cli/run_program.h -- runs the real command-line program with arguments and standard input.
// SPDX-License-Identifier: MIT
//
// Returns its output.
#pragma once

#include <string>
#include <string_view>

namespace tilescope::cli_test {

struct Ran {
    int status = -1;
    std::string out, err;
};

// Runs the program. A shell reads `arguments`.
Ran run(const std::string& arguments, std::string_view input = {});

}  // namespace tilescope::cli_test
