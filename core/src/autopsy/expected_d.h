// core/src/autopsy/expected_d.h -- D as seen, compared with the D that the user expects.
// SPDX-License-Identifier: MIT
//
// The expected D comes from elsewhere: another order of sums, another precision. So numbers that are close are equal.
// Where the block of the chain is in the matrix is found: the place with the most equal numbers.
#pragma once

#include "reads.h"

#include <optional>
#include <string>

namespace tilescope::autopsy {

struct DComparison {
    std::size_t row = 0, column = 0;  // of the matrix, at D(0, 0) of the chain
    std::size_t different = 0, count = 0;
    std::string text;  // "D is the expected one." "8 of 4096 numbers of D are not near from the expected ones"
};
// No value: D was not read or not given, or the sizes do not fit.
std::optional<DComparison> compared_d(const ChainReads& chain, const ExpectedArray& expected);

}  // namespace tilescope::autopsy
