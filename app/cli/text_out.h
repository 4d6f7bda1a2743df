// app/cli/text_out.h -- text output: columns, wrapped sentences, colour, and what a terminal can show.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"
#include "app/publish/report.h"

#include <tilescope/word/field.h>
#include <tilescope/word/problem.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::cli {

// Returns the text, filled with blanks to `width`.
std::string padded(std::string_view text, std::size_t width);

// Returns the text in lines of less than 100 columns. All lines but the first start with `indent` blanks. Ends with a
// newline.
std::string wrapped(std::string_view text, std::size_t indent);

// Prints the report as JSON, CSV or text. Text has the first `most` rows and the number of all rows. Returns kDone.
int print_report(const io::Report& report, const Globals& g, std::size_t most = 40);

// Prints each problem: severity, rule, field, what is wrong and what to do. Uses colour on a terminal unless NO_COLOR
// is set.
void print_problems(std::span<const Problem> problems);

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
