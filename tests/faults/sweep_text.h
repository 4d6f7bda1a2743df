// tests/faults/sweep_text.h -- the file of a sweep, with lines that are damaged.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/faults/program.h"

#include <string>
#include <string_view>

namespace tilescope::faults {

// A line of a real sweep.
inline std::string sweep_line() {
    const std::string all = text_of(TILESCOPE_SOURCE_DIR "/tests/data/sweeps/swizzle.jsonl");
    return all.substr(0, all.find('\n') + 1);
}

// L: that line. D: the same, damaged. C: its beginning, without a line end.
inline std::string sweep_text(std::string_view lines) {
    const std::string line = sweep_line();
    std::string out;
    for (const char c : lines) out += c == 'L' ? line : c == 'D' ? "~" + line.substr(1) : line.substr(0, 60);
    return out;
}

}  // namespace tilescope::faults
