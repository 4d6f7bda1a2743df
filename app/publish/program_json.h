// app/publish/program_json.h -- the MMAs of a program and their chains as JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/json_text.h"

#include <tilescope/session/program_chains.h>

#include <span>
#include <string>

namespace tilescope::io {

// What `check --ptx --json` has of an MMA beside its words: shape, types, majors, scale-d, chain, starts as base +
// offset. null: the program does not determine it.
Json mma_json(const ProgramMma& mma);

// The list of `session --json`. `first` is the number of the first one of `chains`.
std::string chains_json(const ProgramReport& report, std::span<const ProgramChain> chains, std::size_t first);

}  // namespace tilescope::io
