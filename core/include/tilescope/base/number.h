// core/include/tilescope/base/number.h -- numbers as people, debuggers and compilers write them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// What a number's text says beyond its value.
struct Number {
    std::uint64_t value = 0;  // negative numbers in two's complement of `bits`, of 64 bits where that is 0
    unsigned bits = 0;        // 32 or 64 where digits, suffix or sign say so; as many as 8'h.. states; 0: not said
    bool decimal = false;     // written in base 10
    bool negative = false;
};

// Reads the whole text: 0x and 0X hexadecimal, 0b binary, decimal, negative decimal, Verilog 64'h..., with '_' or '\''
// between digits and C, Rust or PTX suffixes (u, l, ull, u32, i64, ": i32"). A refusal names the text.
//   read_number("64'h4000404000010000")->value == 0x4000404000010000
//   read_number("-1")->value == ~0ull
Answer<Number> read_number(std::string_view text);

// The value in a word of so many bits: the sign of a negative number fills it, what is too wide is cut off.
//   in_width(*read_number("-16"), 64) == 0xfffffffffffffff0
constexpr std::uint64_t in_width(const Number& number, unsigned bits) {
    const bool extend = number.negative && number.bits == 32;
    const std::uint64_t value = extend ? number.value | ~std::uint64_t{0xffffffff} : number.value;
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

// Only the value of it: what field=value, the number boxes and session files use.
Answer<std::uint64_t> parse_number(std::string_view text);

}  // namespace tilescope
