// tests/fuzz/read_source_fuzz.cpp -- source code: the statements and values that it gives, also in inline assembly.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/programs.h"

namespace tilescope::fuzz {

std::string check_read_source(std::string_view bytes) {
    return wrong_program(bytes, [](const auto& source, program::Program& out) { read_source(source, out); });
}

}  // namespace tilescope::fuzz
