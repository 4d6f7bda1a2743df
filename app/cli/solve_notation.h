// app/cli/solve_notation.h -- solve: texts that are not CuTe layouts of elements.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"

#include <tilescope/hw/types.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace tilescope::cli {

struct NotationRequest {
    std::string_view text;
    const ElementType* type;
    const Format* format;
    std::uint32_t start = 0;
    unsigned mma_rows = 0;  // 0: all rows
};

// Prints the answer for layouts of Triton's IR and for CuTe's fragments of descriptors, and returns the exit status.
// Returns nothing if the text is another notation.
std::optional<int> solve_notation(const NotationRequest& request, const Globals& g);

// Whether solve_notation() reads such a text.
bool is_other_notation(std::string_view text);

}  // namespace tilescope::cli
