// core/src/notation/mma_line_parts.h -- the two steps of parse_mma_line().
// SPDX-License-Identifier: MIT
//
// They find the instruction and give roles to its operands.
#pragma once

#include <tilescope/notation/mma_line.h>

namespace tilescope::notation {

struct Statement {
    std::string text;  // one blank for blanks and comments; ends with ';'; empty: no instruction
    Opcode opcode = Opcode::mma;
    bool guarded = false;
    std::string unknown;  // if `text` is empty: the name of an unknown instruction of the same groups
};

// Finds the first instruction that MmaLine supports, without the text around it.
Statement find_statement(std::string_view text);

// Gives each operand its role, by its position and its syntax. The role of a surplus operand stays unknown.
void give_roles(MmaLine& line);

}  // namespace tilescope::notation
