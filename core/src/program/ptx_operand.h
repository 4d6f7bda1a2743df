// core/src/program/ptx_operand.h -- reads the operands of PTX instructions.
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx_body.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tilescope::program::ptx_reading {

// A number as PTX writes it: 16, -1, 0x4000, 0b101, 017 (octal), 12U, 0f3f800000.
struct Immediate {
    std::uint64_t value = 0;  // of 64 bits; negative numbers in two's complement
    unsigned float_bits = 0;  // the width of a floating-point number in hexadecimal; 0: an integer
};
std::optional<Immediate> read_immediate(std::string_view text);

// The value of a number, a register, or !predicate. kNone: the operand has another form.
ExprId scalar(Body& body, std::string_view operand, unsigned width);

// "%r1", "v.x", "%[x]": one name and nothing else.
bool is_name(std::string_view operand);

// The elements of "{a, b}". Empty: the operand is not a list.
std::vector<std::string_view> elements_of(std::string_view operand);

// The operand of an observed instruction. `written`: the instruction writes it. `has_parts`: see Operand::parts.
Operand observed(Body& body, std::string_view operand, bool written, bool has_parts);

// The variables of what stands after ".shared": ".align 16 .b8 smem[4096]".
std::vector<SharedVariable> shared_variables(std::string_view declaration);

}  // namespace tilescope::program::ptx_reading
