// app/io/program.h -- the start and the end of main() in both programs.
// SPDX-License-Identifier: MIT
//
// It reserves the numbers of closed standard streams, and prints one sentence if a resource is missing.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tilescope::io {

// The exit statuses of both programs; --help lists them.
inline constexpr int kDone = 0, kWrong = 1, kUnusable = 2, kLacking = 3, kRunFailed = 4;

// Runs the body of the program and returns its exit status. If a standard stream is closed at the start, its number
// stays reserved, and its reads and writes fail. Without this, the next opened file would get its number.
// Prints one sentence to standard error and returns kUnusable if there is not enough memory, or kLacking if the system
// refuses another resource.
int run_program(std::string_view name, const std::function<int()>& body);

// Prints to standard output. Throws OutputFailed if standard output is full or closed, because more output is useless.
// Any text can have words of the input, and a terminal must not execute them: bytes that are no printable character,
// blank, tab or line end are printed as "\x1b". Requires: the text does not end inside a character.
struct OutputFailed {
    int error;  // errno
};
void print(std::string_view text);
// The same for a text that has control codes of our own (colours), and in which no input is left unchecked.
void print_with_codes(std::string_view text);

// The same to standard error, which may be closed.
void print_error(std::string_view text);

// Returns the text as print() prints it.
std::string printable_lines(std::string_view text);

// Returns the sentence for the exception that is being handled: missing memory, missing threads or another reason.
// Requires: inside a catch block.
std::string shortage();

}  // namespace tilescope::io
