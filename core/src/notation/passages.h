// core/src/notation/passages.h -- divides a pasted text into passages of one language.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tilescope::notation {

// `lines`: each line is read alone (numbers, logs, debuggers). The others are programs, which a reader of
// <tilescope/program/readers.h> translates as a whole.
enum class Language : std::uint8_t { lines, ptx, sass, ir, source };

struct Passage {
    std::size_t begin, end;  // whole lines of the text
    unsigned first_line;     // 1 is the first line of the text
    Language language;
};

// Whether a line without anything around it is source code.
bool looks_like_source(std::string_view line);

// The passages in the order of the text. They contain every line.
std::vector<Passage> passages_of(const Work& work);

}  // namespace tilescope::notation
