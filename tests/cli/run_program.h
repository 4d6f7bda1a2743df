// tests/cli/run_program.h -- the real command line, with arguments, standard input, and everything it says.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace tilescope::cli_test {

struct Ran {
    int status = -1;
    std::string out, err;
};

// `arguments` as a shell would take them.
Ran run(const std::string& arguments, std::string_view input = {});

}  // namespace tilescope::cli_test
