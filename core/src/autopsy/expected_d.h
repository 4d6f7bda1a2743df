// core/src/autopsy/expected_d.h -- D as seen, compared with the D that the user expects.
// SPDX-License-Identifier: MIT
//
// The expected D comes from elsewhere: another order of sums, another precision. So numbers that are close are equal.
// Where the block of the chain is in the matrix is found: the place with the most equal numbers.
#pragma once

#include "reads.h"

#include <tilescope/base/answer.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::autopsy {

struct DComparison {
    std::size_t row = 0, column = 0;  // of the matrix, at D(0, 0) of the chain
    std::size_t different = 0, count = 0;
    std::string text;  // "D is the expected one." "8 of 4096 numbers of D are not near the expected ones"
    // Not those of the instruction: with these types, the bytes that were read give the expected D. Null: no other
    // types do, or several.
    OperandPair<const ElementType*> types{nullptr, nullptr};
};
// `columns` of the expected matrix, where it does not say them itself; 0: those of the chain. Errors: D was not read,
// or the sizes do not fit.
Answer<DComparison> compared_d(const ChainReads& chain, const ExpectedArray& expected, std::size_t columns);

// The types of the same width that a wgmma can read instead.
std::vector<const ElementType*> other_types(const ElementType& type);

// D of the steps of a chain with these types, and with other operands if `change` changes those that were read. No
// value: a step was not read or has a mask, there is no such sum, or `change` returns false.
std::optional<std::vector<std::uint32_t>> product_of(const Chain& chain, OperandPair<const ElementType*> types,
                                                     const std::function<bool(std::size_t step, GatheredMma&)>& change);

}  // namespace tilescope::autopsy
