// core/src/emulator/reference_product.h -- converts the reference operands to types that can be multiplied.
// SPDX-License-Identifier: MIT
//
// Memory can be written with other types than the instruction reads. An instruction that reads s8 as e4m3 computes a
// product of floats. The reference operands are integers then, so they are converted to floats:
//
//     A written as s8, 0xff = -1        in f16: 0xbc00        A x B in floats of D's type
//     A written as f16, D is s32        A x B in f32, then the nearest integer
#pragma once

#include <tilescope/emulator/emulation.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

// The converted words. An empty vector means that the words of that operand need no conversion.
struct ReferenceProduct {
    DotRule rule;
    std::vector<std::uint32_t> a, b, c;
    bool to_integer = false;  // the product is f32, and D is an integer
};

// `columns` is the result of reference_columns() for the job.
ReferenceProduct reference_product(const EmulatorJob& job, const MmaShape& shape, const ReferenceOperands& columns);

// Converts f32 words to the integers of D, in place.
void make_integers(std::span<ExactWord> words);

}  // namespace tilescope
