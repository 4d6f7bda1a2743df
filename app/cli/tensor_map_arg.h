// app/cli/tensor_map_arg.h -- the option that gives a tensor map: solve, compare.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"
#include "app/cli/verb.h"
#include "app/io/tensor_map_file.h"
#include "app/publish/report.h"

#include <tilescope/base/answer.h>
#include <tilescope/layout/tma_tile.h>

#include <string>
#include <string_view>

namespace tilescope::cli {

inline constexpr const char* kTensorMapHelp = "JSON file with a tensor map. Use - to read standard input.";

// Describes the JSON of a tensor map below the options of --help.
void add_tensor_map_footer(Verb& verb);

// Reads a tensor map from a file, or from standard input if `path` is "-". A refusal starts with the name of the file.
Answer<TmaCopy> tensor_map_named(const std::string& path, io::TmaNumbers numbers = io::TmaNumbers::usable);

// check --tensor-map: prints what the driver of the target says of the map. Returns the exit status.
int run_check_tensor_map(const std::string& path, const Globals& g);

// Puts what the driver of the target would refuse at the beginning of the report. Returns whether it refuses the copy.
bool add_refusals(io::Report& report, std::string_view verb, const TmaTile& tile, const Globals& g);

}  // namespace tilescope::cli
