// app/cli/cute_args.h -- a CuTe layout on the command line, with a unit and values for its names: cute, solve.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"

#include <tilescope/base/answer.h>
#include <tilescope/notation/cute.h>

#include <string>
#include <vector>

namespace tilescope::cli {

struct CuteArgs {
    std::string text = "-", type;
    std::vector<std::string> names;  // NAME=VALUE
};
void declare_names(CLI::App& app, CuteArgs& args);

// The text in its unit, with the values of its names and T. Refused with parse_cute()'s sentence, and for a value of a
// name that the text does not have.
Answer<CuteText> cute_text_from(const CuteArgs& args);

}  // namespace tilescope::cli
