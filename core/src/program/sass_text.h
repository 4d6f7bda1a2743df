// core/src/program/sass_text.h -- machine code as text: lines, instructions and operands.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::program::sass {

struct Operand {
    enum class Type : std::uint8_t { reg, predicate, number, other };
    Type type = Type::other;
    bool uniform = false;     // UR4, UP0
    bool zero = false;        // RZ, URZ; PT and UPT are true
    bool negative = false;    // -R4
    bool inverted = false;    // ~R4, !P0
    bool plain = true;        // without a suffix that selects a part or a format
    unsigned index = 0;       // of the register
    std::uint64_t value = 0;  // of a number, with its sign applied in 32 bits
    std::string_view text;    // as written

    bool is_register() const { return type == Type::reg; }
    constexpr bool is_predicate() const { return type == Type::predicate; }
};

struct Instruction {
    std::optional<Operand> guard;             // @P0
    std::string_view opcode;                  // UTCQMMA.2CTA
    std::string_view base;                    // UTCQMMA
    std::vector<std::string_view> modifiers;  // 2CTA
    std::vector<Operand> operands;
    std::string_view text;                 // without address, guard and encoding
    std::string_view comment;              // after it
    std::optional<std::uint64_t> address;  // in memory or in the function
    std::optional<std::uint64_t> offset;   // in the function, if the line has a symbol too
    bool listed = false;                   // the address is a comment, as disassemblers write it
    bool gap = false;                      // instructions before it are missing or not understood

    bool has(std::string_view modifier) const;
};

// One function, or the code outside of all functions.
struct Code {
    std::string_view name;
    std::vector<Instruction> instructions;
    std::vector<std::pair<std::string_view, std::size_t>> labels;  // and the instruction after them
    bool ends_in_gap = false;
};

struct Listing {
    std::vector<Code> parts;  // the first has no name
    std::string_view target;  // sm_100a
};

Listing read_listing(std::string_view text);

Operand read_operand(std::string_view text);

// "R4" and "UR10" in a text such as "desc[UR4][R2.64]", in order.
std::vector<Operand> registers_in(std::string_view text);

// The name in "`(.L_x_3)", or nothing.
std::string_view label_in(std::string_view operand);

// The line without its comment marks, address and guard is an instruction. `line` is cut at its end.
std::optional<Instruction> read_instruction(std::string_view& line);

}  // namespace tilescope::program::sass
