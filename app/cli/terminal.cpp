// app/cli/terminal.cpp -- what standard output can show.
// SPDX-License-Identifier: MIT
#include "app/cli/terminal.h"

#include <tilescope/base/number.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace tilescope::cli {
namespace {

constexpr int kLeastColumns = 20, kMostColumns = 1000;

}  // namespace

Terminal terminal_of_output() {
    Terminal out;
    out.is_one = isatty(STDOUT_FILENO) == 1;
    const char* no_colour = std::getenv("NO_COLOR");
    out.colour = no_colour == nullptr || *no_colour == '\0';
    winsize size{};
    const char* columns = std::getenv("COLUMNS");
    if (out.is_one && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        out.columns = size.ws_col;
    else if (const auto said = parse_number(columns == nullptr ? "" : columns); said && *said <= kMostColumns)
        out.columns = static_cast<int>(*said);
    if (out.columns < kLeastColumns) out.columns = kLeastColumns;
    return out;
}

}  // namespace tilescope::cli
