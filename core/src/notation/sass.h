// core/src/notation/sass.h -- one line of machine code as disassemblers and debuggers write it.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tilescope::notation {

struct Instruction {
    bool guarded = false;                    // @P0: it may not happen
    std::string_view opcode;                 // UTCQMMA.2CTA
    std::vector<std::string_view> operands;  // as they stand
};

// The instruction of a line, without its address, its encoding and what a profiler writes behind it. Nothing where the
// line is no machine code: a word in capitals is an opcode where an offset stands before it or a register behind it.
std::optional<Instruction> sass_instruction(const Work& work, const Line& line);

// Lines of a listing that are no instructions: directives, data, what cuobjdump says of the file.
bool is_listing_line(const Work& work, const Line& line);

// "UR44", "R7.reuse" -> its place in Work::listed; nothing for URZ, P0 and the like.
std::optional<unsigned> sass_register(std::string_view operand);

// The register that the instruction writes first and how many it writes; nothing where it writes none.
struct Written {
    unsigned first, count;
};
std::optional<Written> written_by(const Instruction& instruction);

// What LOP3 computes of three operands, bit by bit, whatever the bits are that nobody told.
Bits looked_up(unsigned table, const Bits& a, const Bits& b, const Bits& c);

}  // namespace tilescope::notation
