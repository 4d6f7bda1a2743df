// core/include/tilescope/program/evaluate.h -- computes which bits of the observed values a program determines.
// SPDX-License-Identifier: MIT
//
// Follows all paths through branches and loops. At a place that several paths reach, a bit is known if it has the same
// value on all of them. At the start of a unit, every name is unknown, except the names that unit 0 assigns once: they
// have this value.
//
//     evaluate(program).operands[program.observations[0].first]   ->   the first operand of the first observation
//     evaluate(program, {.names = {{smem, 0x400}}, .first_pass = true})   the same for a given address of a variable,
//                                                                         and for the first round of each loop
#pragma once

#include <tilescope/program/known_bits.h>
#include <tilescope/program/program.h>

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tilescope::program {

struct Evaluation {
    std::vector<KnownBits> operands;            // of Program::operands; a place that no path reaches has unknown bits
    std::vector<std::vector<KnownBits>> parts;  // of Program::operands: their parts
    std::vector<bool> reached;                  // of Program::observations: some path reaches it
    std::vector<KnownBits> results;             // of Program::units, for unknown arguments
    std::vector<bool> unfinished;  // of Program::units: the time was not enough, so only single blocks have values
    std::vector<bool> called;      // of Program::units: the program calls the unit, so its result is used elsewhere

    // The values of the watched expressions that some path computes: the bits that are the same each time. `watched` is
    // for unknown arguments of their function, `watched_in_calls` for the arguments of all calls.
    std::unordered_map<ExprId, KnownBits> watched, watched_in_calls;
};

// How an OR with unknown bits is computed. A kernel ORs fields together, which gives hints about the unknown bits. The
// results of the last two rules are likely, not certain.
//   separate: the operands are integers in fields that do not overlap. In "x << 16 | y << 32", x ends below bit 32.
//   disjoint: the unknown bits of one operand are 0 if every bit of the other one is known. In "x | 0x40004040", x is 0
//             in the fields of the constant.
enum class OrRule : std::uint8_t { exact, separate, disjoint };

// What is taken as true beside the program. `names`: values of names that nothing assigns. `first_pass`: no jump back
// to the start of a loop is taken, so that a value in a loop is that of its first round. A jump back is one to a place
// that every path to the jump goes through.
struct Assumed {
    std::vector<std::pair<NameId, std::uint64_t>> names = {};
    bool first_pass = false;
};

// Errors: none. The time is bounded: after kMostRounds rounds of a loop, a value that a loop carries and that still
// changes loses its changing bits and all bits above them. The number of steps has a limit that grows with the program,
// and so has each call; what needs more steps is unknown.
inline constexpr unsigned kMostRounds = 8;
Evaluation evaluate(const Program& program, OrRule rule = OrRule::exact, const std::vector<ExprId>& watched = {},
                    const Assumed& assumed = {});
inline Evaluation evaluate(const Program& program, const Assumed& assumed) {
    return evaluate(program, OrRule::exact, {}, assumed);
}

}  // namespace tilescope::program
