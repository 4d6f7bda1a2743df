// app/runs/run_report.h -- prints a live run as JSON, and as a report in Markdown that fits into a bug report.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/runs/run.h"

#include <string>
#include <string_view>

namespace tilescope::live {

// {"outcome": "ok", "equal": true, "device": {...}, "d": [["0x3f800000", ...], ...], ...}. Ends with a newline. `d` is
// there if the run ended well; `differences` lists at most kMostListed elements.
inline constexpr std::size_t kMostListed = 1000;
std::string run_json(const RunOutcome& run);

// The log of the driver's assembler, line by line, for a terminal.
std::string printable_lines(std::string_view text);

// The GPU, the words, the difference, the session and the kernel.
std::string report_markdown(const RunOutcome& run);

}  // namespace tilescope::live
