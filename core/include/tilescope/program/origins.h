// core/include/tilescope/program/origins.h -- the statements of a program that give the bits of a word.
// SPDX-License-Identifier: MIT
//
// Follows each bit back through the statements that only pass it on: moves, conversions, shifts, masks, and OR or
// addition with values that are 0 at this bit. It ends at the statement that states, computes or loads the bit.
//
//     shl.b64 %rd2, %rd1, 16;           passes on: bit 16 of %rd2 is bit 0 of %rd1
//     mul.wide.u32 %rd1, %r1, 24;       an origin; a factor such as 16 only moves bits
//
// A 0 that a shift or a mask makes has no origin. Nor has a bit that cannot be followed.
#pragma once

#include <tilescope/program/program.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tilescope::program {

struct Origin {
    enum class Kind : std::uint8_t { constant, computed, input };
    std::uint64_t mask = 0;  // bits of the observed operand
    Kind kind = Kind::computed;
    TextSpan span;        // of the statement
    NameId name = kNone;  // of an input: the name that the program never sets, or kNone
};

struct Origins {
    std::vector<Origin> list;  // in no order; several of one bit: each can be the one, in a branch or a loop
    bool cut = false;          // more than kMostOriginsOfValue, or more steps than allowed
};
inline constexpr std::size_t kMostOriginsOfValue = 64;

// Operand `operand` of an observation, and the bits of it that are asked for.
struct AskedBits {
    std::uint32_t observation = 0;
    unsigned operand = 0;
    std::uint64_t mask = ~std::uint64_t{0};
};

// Returns the origins of each asked value.
// Errors: none. The time is bounded: see Origins::cut.
std::vector<Origins> origins_of(const Program& program, std::span<const AskedBits> asked);

}  // namespace tilescope::program
