// tests/fuzz/read_ptx_fuzz.cpp -- PTX programs: the statements and values that they give.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/programs.h"

namespace tilescope::fuzz {

std::string check_read_ptx(std::string_view bytes) {
    return wrong_program(bytes, [](const auto& source, program::Program& out) { read_ptx(source, out); });
}

}  // namespace tilescope::fuzz
