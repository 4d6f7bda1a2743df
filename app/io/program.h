// app/io/program.h -- the frame of main() in both programs: streams, and one sentence where the machine gives no more.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tilescope::io {

// Exit statuses of both programs, as promised in --help.
inline constexpr int kDone = 0, kWrong = 1, kUnusable = 2, kLacking = 3;

// Runs the program's body and returns its exit status. Standard streams that the caller has closed refuse from then on:
// the first file that is opened would take their number otherwise. Where memory ends, one sentence on standard error
// and kUnusable; where the system refuses something else that is needed, kLacking.
int run_program(std::string_view name, const std::function<int()>& body);

// To standard output; throws OutputFailed where that is full or closed: what follows would be for nobody.
struct OutputFailed {
    int error;  // errno
};
void print(std::string_view text);

// What the exception that is being handled says about memory and threads.
// Requires: inside a catch block.
std::string shortage();

}  // namespace tilescope::io
