// core/include/tilescope/base/number.h -- reads numbers as engineers, debuggers and compilers write them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// A number, and how the text writes it.
struct Number {
    std::uint64_t value = 0;  // a negative number is in two's complement of `bits` bits (64 bits if `bits` is 0)
    unsigned bits = 0;        // the width that the text states by its digits, suffix, sign or 8'h..; 0: no width stated
    bool decimal = false;     // written in base 10
    bool negative = false;
};

// Reads a number. The number must be the whole text. Accepted spellings:
//
//     0x40  0X40               hexadecimal
//     0b0100                   binary
//     64  -16                  decimal
//     64'h4000404000010000     Verilog, with its width
//     0x4000'4040_0001'0000    ' and _ between digits
//     64u  64ull  64u32  64: i32    suffixes of C, Rust and PTX
//
//   read_number("64'h4000404000010000")->value == 0x4000404000010000
//   read_number("-1")->value == 0xffffffff, with 32 bits
// Errors: the text is not a number, or the number does not fit its width. The reason names the text.
Answer<Number> read_number(std::string_view text);

// Returns the value in a word of `bits` bits. Extends the sign of a negative number and drops the bits above the word.
//   in_width(*read_number("-16"), 64) == 0xfffffffffffffff0
constexpr std::uint64_t in_width(const Number& number, unsigned bits) {
    const bool extend = number.negative && number.bits == 32;
    const std::uint64_t value = extend ? number.value | ~std::uint64_t{0xffffffff} : number.value;
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

// Returns only the value of read_number(). Used for `field=value` arguments, number boxes and session files.
Answer<std::uint64_t> parse_number(std::string_view text);

}  // namespace tilescope
