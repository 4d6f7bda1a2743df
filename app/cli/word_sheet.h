// app/cli/word_sheet.h -- prints many words as tables.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/rules/word_table.h>

namespace tilescope::cli {

// Prints a table for each format: the fields that all words share, the rows, the odd ones, the problems. At most about
// a screen for each format, however many words there are.
void print_sheets(const WordTable& table);

}  // namespace tilescope::cli
