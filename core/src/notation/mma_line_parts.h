// core/src/notation/mma_line_parts.h -- parts of reading an instruction: finding it, naming its operands.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/mma_line.h>

namespace tilescope::notation {

struct Statement {
    std::string text;  // blanks and comments are one blank each; ends in ';'; empty: there is none
    Opcode opcode = Opcode::mma;
    bool guarded = false;
    std::string strange;  // where there is none: an instruction of the same groups that is not known here
};

// The first instruction that MmaLine can hold, without what stands around it.
Statement find_statement(std::string_view text);

// What each operand is, by its place and its form. Operands that the form does not have stay unknown.
void give_roles(MmaLine& line);

}  // namespace tilescope::notation
