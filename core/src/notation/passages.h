// core/src/notation/passages.h -- divides a pasted text into passages of one language.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tilescope::notation {

// `lines`: each line is read alone (numbers, logs, debuggers). The others are programs, which a reader of
// <tilescope/program/readers.h> translates as a whole.
enum class Language : std::uint8_t { lines, ptx, sass, ir, source };

struct Passage {
    std::size_t begin, end;  // whole lines of the text
    unsigned first_line;     // 1 is the first line of the text
    Language language;
};

// Whether a line without anything around it is source code.
bool looks_like_source(std::string_view line);

// The passages in the order of the text. They contain every line.
std::vector<Passage> passages_of(const Work& work);

struct ProgramLines {
    unsigned understood = 0;            // the number of lines that have a statement
    bool any = false;                   // the text is a program
    std::vector<unsigned> others = {};  // the lines with text that have none
};

// Reads a passage that is a program. Adds its words, instructions and K steps to `work`.
ProgramLines read_program(Work& work, const Passage& passage);

}  // namespace tilescope::notation
