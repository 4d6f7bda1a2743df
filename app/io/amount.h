// app/io/amount.h -- numbers with a fraction, as options take them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <string_view>

namespace tilescope::io {

// The whole text as a number from `least` to `most`: 1.5, 1e-3. Anything else is refused, also inf and nan.
Answer<double> read_amount(std::string_view text, double least, double most);

}  // namespace tilescope::io
