// core/src/program/sass_effect.h -- the values that an instruction of machine code writes.
// SPDX-License-Identifier: MIT
#pragma once

#include "sass_text.h"

#include <tilescope/program/program.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope::program::sass {

// An instruction, divided: P0, P1 -> R4 <- R5, R6, P2.
struct Parts {
    const Instruction* instruction = nullptr;
    std::vector<const Operand*> predicates;  // that it can write
    const Operand* target = nullptr;         // the first register
    std::span<const Operand> sources;        // the operands after the target and its predicates
};

// Names of registers, and expressions of their values.
class Values {
public:
    explicit Values(Program& out) : out_(&out) {}

    // A value that a guard decides has a second name, which is valid while the guard is true. A value that the same
    // guard reads later is that one.
    struct Guarded {
        std::string_view guard;
        NameId name = kNone;
    };

    NameId name_of(const Operand& operand, unsigned behind = 0);
    ExprId read(NameId name, unsigned width);
    ExprId word(const Operand& operand);       // 32 bits, or kNone
    ExprId pair(const Operand& operand);       // 64 bits of two registers without their sign, or kNone
    ExprId predicate(const Operand& operand);  // 1 bit, or kNone
    ExprId operation(Operation what, unsigned width, std::vector<ExprId> args, std::uint64_t value = 0);
    ExprId thread_index() { return out_->read(out_->name(kThreadIndex), 32); }
    ExprId constant(std::uint64_t value, unsigned width) { return out_->constant(value, width); }

    std::unordered_map<NameId, Guarded> guarded;
    std::string_view guard;  // of the instruction

private:
    Program* out_;
    std::unordered_map<std::uint32_t, NameId> names_;
};

// What an instruction writes. kNone: an unknown value.
struct Effect {
    ExprId low = kNone, high = kNone;  // of the target and the register after it
    ExprId predicate = kNone;          // of the first predicate
};

struct Written {
    bool registers = true;  // it writes the target; if not, it writes predicates only or nothing
    bool predicates = true;
    unsigned count = 1;       // of registers, from the target on
    bool second = false;      // it can also write so many registers from the first source on
    bool everything = false;  // registers that the text does not tell
    bool all_predicates = false;
};

Written written_by(const Parts& parts);
// The registers of a thread that the accumulator of a *GMMA has.
unsigned accumulator_registers(const Instruction& instruction);
Parts divided(const Instruction& instruction);

// The values, if the table knows the instruction with all its modifiers.
Effect effect_of(const Parts& parts, Values& values);

// Semantic functions. They return kNone for values that they do not know exactly.
using Meaning = Effect (*)(const Parts& parts, Values& values);
Effect move(const Parts& parts, Values& values);
Effect shuffle(const Parts& parts, Values& values);
Effect special_register(const Parts& parts, Values& values);
Effect move_pair(const Parts& parts, Values& values);
Effect zero_pair(const Parts& parts, Values& values);
Effect half_constants(const Parts& parts, Values& values);
Effect select_value(const Parts& parts, Values& values);
Effect either(const Parts& parts, Values& values);
Effect lookup(const Parts& parts, Values& values);
Effect lookup_predicates(const Parts& parts, Values& values);
Effect bitwise(const Parts& parts, Values& values);
Effect extend(const Parts& parts, Values& values);
Effect permute(const Parts& parts, Values& values);
Effect count_ones(const Parts& parts, Values& values);
Effect compare(const Parts& parts, Values& values);
Effect add(const Parts& parts, Values& values);
Effect add_carry(const Parts& parts, Values& values);
Effect add_pair(const Parts& parts, Values& values);
Effect multiply_add(const Parts& parts, Values& values);
Effect multiply_high(const Parts& parts, Values& values);
Effect multiply_wide(const Parts& parts, Values& values);
Effect shift_add(const Parts& parts, Values& values);
Effect shift_add_high(const Parts& parts, Values& values);
Effect funnel(const Parts& parts, Values& values);
Effect shift(const Parts& parts, Values& values);

}  // namespace tilescope::program::sass
