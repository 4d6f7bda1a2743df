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
#include <optional>
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

// Operands of one observation that are addresses, as indexes into Program::operands.
struct Addresses {
    std::uint32_t observation = 0;
    std::vector<std::size_t> operands;
};

// Returns the distance of each operand from the value that the first one of its observation counts from: a register
// that the program loads, for example. No value: it counts from another one, or that is not known. Errors: none. The
// time is bounded as that of chains_of().
//
//     ld.shared.u32 %r1, [p];  add.u32 %r2, %r1, 64;  tcgen05.mma... [%r1], ..., [%r2], [%r2+4], %p;     0, 64, 68
using Distances = std::vector<std::optional<std::uint64_t>>;
std::vector<Distances> distances_of(const Program& program, std::span<const Addresses> addresses);

}  // namespace tilescope::program
