// app/cli/cute_args.h -- the options that give a CuTe layout, its unit and the values of its names: cute, solve.
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
void declare_names(Verb& verb, CuteArgs& args);

// Returns the parsed text with its unit and with values for its names. --type gives the value of T: elements per chunk.
// Errors: the text is not a CuTe layout (parse_cute()), or --let gives a value to a name that is not in the text.
Answer<CuteText> cute_text_from(const CuteArgs& args);

}  // namespace tilescope::cli
