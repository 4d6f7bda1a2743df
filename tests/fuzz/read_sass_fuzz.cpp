// tests/fuzz/read_sass_fuzz.cpp -- listings of machine code: the statements and values that they give.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/programs.h"

namespace tilescope::fuzz {

std::string check_read_sass(std::string_view bytes) {
    return wrong_program(bytes, [](const auto& source, program::Program& out) { read_sass(source, out); });
}

}  // namespace tilescope::fuzz
