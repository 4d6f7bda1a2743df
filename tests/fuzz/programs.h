// tests/fuzz/programs.h -- the guarantees of the readers of programs, and of the values that a program determines.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/program/readers.h>

#include <string>
#include <string_view>

namespace tilescope::fuzz {

// Reads `text` with the reader and checks the statements:
//   - every index is inside its list, and an expression uses only earlier ones
//   - every span is inside the text; a text that is a part of a longer one gives the same program with moved spans
//   - the number of statements has a limit
// and the values:
//   - an unknown bit has no value
//   - if some unknown values become numbers, no known bit changes
//   - bits that are likely (OrRule) agree with bits that are known
// Returns one sentence about the guarantee that is broken, or an empty text.
//
//     wrong_program(bytes, [](const program::Source& source, program::Program& out) { read_sass(source, out); })
using ReadProgram = void (*)(const program::Source& source, program::Program& out);
std::string wrong_program(std::string_view text, ReadProgram read);

}  // namespace tilescope::fuzz
