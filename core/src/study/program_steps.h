// core/src/study/program_steps.h -- which MMAs of a chain are the K steps of one tile.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/study/program_chains.h>

#include <cstddef>
#include <optional>
#include <string>

namespace tilescope {

// The first MMA that is not the next K step of the tile.
struct OtherStep {
    std::size_t step = 0;
    std::string why;  // a sentence
};

// Compares the MMAs of the chain with the K steps of the session's tile: their form, their words, and their addresses
// in Tensor Memory. What the program does not determine is not compared. No value: all chain.steps of them are.
std::optional<OtherStep> first_other_step(const Session& session, const ProgramReport& report,
                                          const ProgramChain& chain);

}  // namespace tilescope
