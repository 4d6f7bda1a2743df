// app/cli/terminal.h -- what standard output can show.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>

namespace tilescope::cli {

// The values of --show. terminal: refuse if standard output is no terminal.
enum class Show : std::uint8_t { terminal, always };
inline constexpr NamedValue kShowNames[] = {{0, "terminal"}, {1, "always"}};

struct Terminal {
    bool is_one = false;
    bool colour = false;  // NO_COLOR is not set
    int columns = 80;     // of the terminal, else of COLUMNS, else 80
};
Terminal terminal_of_output();

}  // namespace tilescope::cli
