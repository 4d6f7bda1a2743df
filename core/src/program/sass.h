// core/src/program/sass.h -- machine code: operands, instructions, what they write, and where the code goes on.
// SPDX-License-Identifier: MIT
#pragma once

#include "words.h"

#include <span>

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

// An instruction, divided: P0, P1 -> R4 <- R5, R6, P2.
struct Parts {
    const Instruction* instruction = nullptr;
    std::vector<const Operand*> predicates;  // that it can write
    const Operand* target = nullptr;         // the first register
    std::span<const Operand> sources;        // the operands after the target and its predicates
};

// A register by its number and its file. `behind`: so many registers after that of the operand.
constexpr std::uint32_t key_of(const Operand& operand, unsigned behind = 0) {
    return (operand.index + behind) * 4 + (operand.uniform ? 2u : 0u) + (operand.is_predicate() ? 1u : 0u);
}

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
    ExprId register_at(const Operand& operand, unsigned behind = 0) { return read(name_of(operand, behind), 32); }
    ExprId two_at(const Operand& operand, unsigned behind = 0);  // 64 bits of two registers
    ExprId read(NameId name, unsigned width);
    ExprId word(const Operand& operand);       // 32 bits, or kNone
    ExprId pair(const Operand& operand);       // 64 bits of two registers without their sign, or kNone
    ExprId predicate(const Operand& operand);  // 1 bit, or kNone
    ExprId operation(Operation what, unsigned width, std::initializer_list<ExprId> args,
                     std::uint64_t value = 0);                                  // kNone if one is
    ExprId compared(const Relation& how, bool is_signed, ExprId a, ExprId b) {  // of words; kNone if one is
        return program::compared(*out_, how, is_signed, 32, a, b);
    }
    ExprId thread_index() { return out_->read(out_->name(kThreadIndex), 32); }
    ExprId constant(std::uint64_t value, unsigned width) { return out_->constant(value, width); }

    std::unordered_map<NameId, Guarded> guarded;
    std::string_view guard;  // of the instruction

private:
    Program* out_;
    std::unordered_map<std::uint32_t, NameId> names_;  // by key_of()
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

enum class Ends : std::uint8_t {
    never,      // the next instruction follows
    jumps,      // to `targets`
    leaves,     // the function
    forgets,    // the next instruction follows, but nothing is known there
    indirectly  // to an unknown place of the code
};

struct Step {
    Ends ends = Ends::never;
    bool always = false;                 // it has no guard and no condition
    bool exact = false;                  // the guard or `condition` decides; else it may or may not end
    const Operand* condition = nullptr;  // a predicate operand that decides beside the guard
    std::uint32_t first = 0, count = 0;  // Flow::targets; an index past the last instruction leaves the function
};

struct Flow {
    std::vector<Step> steps;  // of the instructions
    std::vector<std::uint32_t> targets;
    std::vector<bool> entered;             // of the instructions: from an unknown place, with unknown registers
    std::vector<bool> joins;               // several paths can meet there
    std::vector<std::uint32_t> scattered;  // places that an indirect jump can reach
};

Flow find_flow(const Code& code);

}  // namespace tilescope::program::sass
