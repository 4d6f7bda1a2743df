// app/io/amount.h -- reads a number with a fraction, such as 1.5, from a command-line option, and writes it.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <string>
#include <string_view>

namespace tilescope::io {

// Returns the whole text as a number from `least` to `most`, such as 1.5 or 1e-3. Refuses all other texts, also inf and
// nan.
Answer<double> read_amount(std::string_view text, double least, double most);

// Returns the shortest text that reads back as the same number, independent of the locale: "0.1", "1e+300".
std::string amount_text(double number);

}  // namespace tilescope::io
