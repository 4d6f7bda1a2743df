// core/src/emulator/doubt_filter.h -- whether any word of a product could hang on a doubt, from the operands' ranges.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/matrix_product.h>

namespace tilescope {

// No: doubts_of() is empty for every element of D. Yes: perhaps not. Costs a look at each operand instead of one at
// each product.
bool may_doubt(const DotRule& rule, const MatrixInput& input);

}  // namespace tilescope
