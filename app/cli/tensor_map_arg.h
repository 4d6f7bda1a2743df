// app/cli/tensor_map_arg.h -- the option that names a tensor map: solve, compare.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/tma_tile.h>

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace tilescope::cli {

inline constexpr const char* kTensorMapHelp = "A tensor map as JSON; - reads standard input";

// What a tensor map's JSON may hold, below the options in --help.
void add_tensor_map_footer(CLI::App& app);

// From a file, or from standard input for "-". A refusal has the file's name in front.
Answer<TmaCopy> tensor_map_named(const std::string& path);

// What the driver would refuse of the copy goes to standard error, in the verb's name.
void note_refusals(std::string_view verb, const TmaTile& tile);

}  // namespace tilescope::cli
