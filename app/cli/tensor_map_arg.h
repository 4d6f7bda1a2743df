// app/cli/tensor_map_arg.h -- the option that gives a tensor map: solve, compare.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/verb.h"

#include <tilescope/base/answer.h>
#include <tilescope/layout/tma_tile.h>

#include <string>
#include <string_view>

namespace tilescope::cli {

inline constexpr const char* kTensorMapHelp = "JSON file with a tensor map. Use - to read standard input.";

// Describes the JSON of a tensor map below the options of --help.
void add_tensor_map_footer(Verb& verb);

// Reads a tensor map from a file, or from standard input if `path` is "-". A refusal starts with the name of the file.
Answer<TmaCopy> tensor_map_named(const std::string& path);

// Prints the verb's name and what the driver would refuse to standard error.
void note_refusals(std::string_view verb, const TmaTile& tile);

}  // namespace tilescope::cli
