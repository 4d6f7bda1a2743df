// core/src/notation/program_finds.h -- finds the words that a pasted program computes.
// SPDX-License-Identifier: MIT
#pragma once

#include "passages.h"

namespace tilescope::notation {

struct ProgramLines {
    unsigned understood = 0;            // the number of lines that have a statement
    bool any = false;                   // the text is a program
    std::vector<unsigned> others = {};  // the lines with text that have none
};

// Reads a passage that is a program. Adds its words, instructions and K steps to `work`.
ProgramLines read_program(Work& work, const Passage& passage);

}  // namespace tilescope::notation
