// core/include/tilescope/program/accumulators.h -- which MMAs of a program add to one accumulator.
// SPDX-License-Identifier: MIT
//
//     wgmma... {%r1, ...}, a, b, 0, ...      chain 0: it does not read the old value
//     wgmma... {%r1, ...}, a, b, 1, ...      chain 0: its accumulator is what the first one wrote
//     wgmma... {%r9, ...}, a, b, 0, ...      chain 1
//
// An accumulator in registers is followed through moves and around loops. One in Tensor Memory is an address: the value
// that the program computes or loads, and a distance from it.
#pragma once

#include <tilescope/program/program.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope::program {

struct Accumulator {
    std::uint32_t observation = 0;
    unsigned operand = 0;  // D: a list of registers with parts, or an address with a value
    bool fresh = false;    // it never reads the old value, so it begins a chain
};

// Returns the number of the chain of each MMA; the chains are numbered in the order of their first MMAs.
// Errors: none. The time is bounded: in a very large program, the later MMAs are chains of their own.
std::vector<std::uint32_t> chains_of(const Program& program, std::span<const Accumulator> mmas);

}  // namespace tilescope::program
