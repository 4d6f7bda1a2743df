// app/cli/text_out.h -- text for people: columns, wrapped sentences, colour on a terminal.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"
#include "app/io/report.h"

#include <tilescope/word/problem.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::cli {

// The text, filled with blanks to a width.
std::string padded(std::string_view text, std::size_t width);

// The text in lines of less than 100 columns, all but the first behind `indent` blanks; ends with a newline.
std::string wrapped(std::string_view text, std::size_t indent);

// As --json, --csv or neither ask for. Text shows the first `most` rows and says how many there are. Returns kDone.
int print_report(const io::Report& report, const Globals& g, std::size_t most = 40);

// A line a problem: severity, rule, field, what is wrong and what to do. Coloured on a terminal unless NO_COLOR is set.
void print_problems(std::span<const Problem> problems);

}  // namespace tilescope::cli
