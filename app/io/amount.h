// app/io/amount.h -- reads a number with a fraction, such as 1.5, from a command-line option.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <string_view>

namespace tilescope::io {

// Returns the whole text as a number from `least` to `most`, such as 1.5 or 1e-3. Refuses all other texts, also inf and
// nan.
Answer<double> read_amount(std::string_view text, double least, double most);

}  // namespace tilescope::io
