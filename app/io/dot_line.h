// app/io/dot_line.h -- dot products as JSON lines: what `tilescope dot` reads and prints.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/dot.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

// One line, every word checked against its type.
struct DotLine {
    DotRule rule;
    std::vector<std::uint32_t> a, b;
    std::vector<std::uint8_t> scale_a, scale_b, codes;
    std::uint32_t c = 0;
    bool has_c = false, negate_a = false, negate_b = false;
    unsigned c_shift = 0;
    std::vector<std::string> ignored;  // keys of scale factors, where the form has none

    DotInput input() const;
};
// Refused with the number of the line and the key that is wrong, missing, unknown or there twice; also where
// can_multiply() has something to say. Keys that may be left out may be null, "" or [] as well.
Answer<DotLine> dot_line_from_text(std::string_view text, std::size_t number = 1);

// {"d":"0x3f800000"}, "uncertain" where another credible rule gives another word or the form is one that nobody has
// measured, "ignored" with the keys that were left alone. No newline.
std::string dot_line_to_text(const DotLine& line);

// The keys, for --help.
std::string_view dot_line_keys();

}  // namespace tilescope::io
