// app/io/amount.cpp -- reads and writes numbers with a fraction, such as 1.5.
// SPDX-License-Identifier: MIT
#include "app/io/amount.h"

#include <tilescope/base/say.h>

#include <array>
#include <charconv>

namespace tilescope::io {

std::string amount_text(double number) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return {text.data(), end};
}

Answer<double> read_amount(std::string_view text, double least, double most) {
    double out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (whole && out >= least && out <= most) return out;  // also false for nan
    return Answer<double>::refuse(
        say("'", text.substr(0, 40), "' is not a number from ", amount_text(least), " to ", amount_text(most)));
}

}  // namespace tilescope::io
