// core/src/program/ptx_text.h -- splits PTX into instructions, labels, directives and braces.
// SPDX-License-Identifier: MIT
#pragma once

#include "words.h"

#include <functional>

namespace tilescope::program::ptx_reading {

// One statement of the text. All views are parts of the text.
struct Piece {
    enum class Type : std::uint8_t { instruction, label, directive, open, close };
    Type type = Type::instruction;
    std::string_view guard;                  // "%p1" or "!%p1"; empty: none
    std::string_view word;                   // the opcode, the name of the label, the first word of the directive
    std::vector<std::string_view> operands;  // of an instruction, without blanks around
    std::string_view whole;                  // from the word to the last operand
    bool closed = false;                     // a semicolon ends it
};

// Comments, and strings of directives, become blanks, so that all offsets stay the same.
std::string without_comments(std::string_view text);

// Reads the next statement and moves `at` after it. Lines that are not PTX are skipped. A line end ends a statement if
// the next line starts another one. False: the text ends here.
bool next_piece(std::string_view text, std::size_t& at, Piece& piece);

bool is_name_start(char c);                                        // of a register, a label or a symbol
std::size_t name_end(std::string_view text, std::size_t begin);    // "%r1", "%%p", "%tid.x", "%[x]"
std::vector<std::string_view> split_list(std::string_view inner);  // at commas outside of brackets
std::string one_line(std::string_view text);                       // each run of blanks becomes one blank

// Calls `see` with every name in a text that is not understood.
void each_name(std::string_view text, const std::function<void(std::string_view)>& see);

// Whether an operand has a form that PTX knows. "a b" does not: something is missing between the names.
bool is_sound(std::string_view operand);

}  // namespace tilescope::program::ptx_reading
