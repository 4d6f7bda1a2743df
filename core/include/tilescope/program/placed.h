// core/include/tilescope/program/placed.h -- the values that a program shifts to their places in a word.
// SPDX-License-Identifier: MIT
//
//     desc |= (uint64_t)((addr & 0x3fffff) >> 4) << 16;      at bit 16, divided by 2^4, at most 18 bits
//
// A value that is wider than its field changes the next field too. Only values that were encoded for a field are
// listed: a program divided them by a power of two, or masked their low bits. A constant such as 0x40004040 << 32 can
// have several fields, so it is not listed.
#pragma once

#include <tilescope/program/program.h>

#include <optional>
#include <vector>

namespace tilescope::program {

struct PlacedValue {
    ExprId value = kNone;               // before the shift to its place
    unsigned bit = 0;                   // its place: the lowest bit in the word
    unsigned end = 64;                  // the bits of the word from here on do not receive the value
    unsigned divided = 0;               // it was shifted right by this number of bits
    std::optional<unsigned> mask_bits;  // a mask lets this number of its bits through
    bool in_call = false;               // the value is that of the calls of a function, not of the function alone
};

// Returns the values in each operand of the program (Program::operands). A name is followed to the only assignment that
// reaches the place where it is read. What several paths set is not listed.
// Errors: none. The time is bounded: in a very large program, the later operands have no values.
std::vector<std::vector<PlacedValue>> placed_values(const Program& program);

}  // namespace tilescope::program
