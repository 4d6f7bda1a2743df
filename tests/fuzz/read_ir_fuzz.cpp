// tests/fuzz/read_ir_fuzz.cpp -- MLIR and LLVM IR: the statements and values that they give.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/programs.h"

namespace tilescope::fuzz {

std::string check_read_ir(std::string_view bytes) {
    return wrong_program(bytes, [](const auto& source, program::Program& out) { read_ir(source, out); });
}

}  // namespace tilescope::fuzz
