// app/publish/dot_line.h -- reads and prints dot products as JSON lines, for `tilescope dot`.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/dot.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

// One input line. Every word fits its type.
struct DotLine {
    DotRule rule;
    std::vector<std::uint32_t> a, b;
    std::vector<std::uint8_t> scale_a, scale_b, codes;
    std::uint32_t c = 0;
    bool has_c = false, negate_a = false, negate_b = false;
    unsigned c_shift = 0;
    std::vector<std::string> ignored;  // keys of scale factors that the form does not use

    DotInput input() const;
};
// Reads a line. Optional keys may be missing, null, "" or [].
// Errors: the line is not a JSON object; a key is missing, unknown, invalid or occurs twice; can_multiply() refuses the
// line. The reason has the number of the line and the key.
Answer<DotLine> dot_line_from_text(std::string_view text, std::size_t number = 1);

// Returns the answer without a newline: {"d":"0x3f800000"}. "uncertain" lists the ids of doubts (all_doubts()): those
// whose alternative rule gives another word, and those without such a rule that apply to the input. "ignored" lists the
// keys that were ignored.
std::string dot_line_to_text(const DotLine& line);

// Returns the list of all keys, for --help.
std::string_view dot_line_keys();

}  // namespace tilescope::io
