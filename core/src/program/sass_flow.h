// core/src/program/sass_flow.h -- where machine code can continue after each instruction.
// SPDX-License-Identifier: MIT
#pragma once

#include "sass_text.h"

#include <cstdint>
#include <vector>

namespace tilescope::program::sass {

enum class Ends : std::uint8_t {
    never,      // the next instruction follows
    jumps,      // to `targets`
    leaves,     // the function
    forgets,    // the next instruction follows, but nothing is known there
    indirectly  // to an unknown place of the code
};

struct Step {
    Ends ends = Ends::never;
    bool always = false;                 // it has no guard and no condition
    bool exact = false;                  // the guard or `condition` decides; else it may or may not end
    const Operand* condition = nullptr;  // a predicate operand that decides beside the guard
    std::uint32_t first = 0, count = 0;  // Flow::targets; an index past the last instruction leaves the function
};

struct Flow {
    std::vector<Step> steps;  // of the instructions
    std::vector<std::uint32_t> targets;
    std::vector<bool> entered;             // of the instructions: from an unknown place, with unknown registers
    std::vector<bool> joins;               // several paths can meet there
    std::vector<std::uint32_t> scattered;  // places that an indirect jump can reach
};

Flow find_flow(const Code& code);

}  // namespace tilescope::program::sass
