// core/src/emulator/meant_product.h -- what was meant, in types that one exact product takes.
// SPDX-License-Identifier: MIT
//
// Memory has types of its own. An instruction that reads s8 as e4m3 has a product of floats; what was meant are
// integers, and they are floats too:
//
//     A written as s8, 0xff = -1        in f16: 0xbc00        A x B in floats of D's type
//     A written as f16, D is s32        A x B in f32, then the nearest integer
#pragma once

#include <tilescope/emulator/emulation.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

// Words that had to become others; empty: those of the operand stay.
struct MeantProduct {
    DotRule rule;
    std::vector<std::uint32_t> a, b, c;
    bool to_integer = false;  // the product is a float, D an integer
};

// `columns` are meant_columns() of the job.
MeantProduct meant_product(const EmulatorJob& job, const MmaShape& shape, const MeantOperands& columns);

// f32 words as the integers of D, in place.
void make_integers(std::span<ExactWord> words);

}  // namespace tilescope
