// core/src/notation/mma_statement.h -- finds instructions of PTX in other text.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/mma_line.h>

namespace tilescope::notation {

struct Statement {
    std::string text;  // one blank for blanks and comments; ends with ';'; empty: no instruction
    Opcode opcode = Opcode::mma;
    bool guarded = false;
    std::string unknown = {};  // if `text` is empty: the name of an unknown instruction of the same groups
};

// Finds the first instruction that MmaLine supports, without the text around it.
Statement find_statement(std::string_view text);

// Finds all of them.
std::vector<Statement> all_statements(std::string_view text);

// The names of other instructions of the same groups, each once.
std::vector<std::string> unknown_names(std::string_view text);

}  // namespace tilescope::notation
