// core/src/program/ptx_table.h -- what each PTX opcode does to registers.
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx_body.h"

namespace tilescope::program::ptx_reading {

struct Row;

struct ValueType {
    unsigned width = 0;
    char kind = 'b';  // b, u, s, f, p for predicates
};
std::optional<ValueType> type_of(std::string_view word);

// One instruction while its results are computed. kNone is a value that is not known to the reader: what is computed
// from it is kNone too.
struct Instruction {
    Body& body;
    const Piece& piece;
    std::vector<std::string_view>& words;  // of the opcode, after the name of the row
    std::vector<Write>& writes;
    const Row* row = nullptr;  // null: the opcode is not in the table
    ValueType type = {};       // of a row with Row::operands

    std::size_t count() const { return piece.operands.size(); }
    ExprId in(std::size_t operand, unsigned width) { return scalar(body, piece.operands[operand], width); }
    ExprId in(std::size_t operand) { return in(operand, type.width); }
    ExprId node(Operation operation, unsigned width, std::initializer_list<ExprId> args, std::uint64_t value = 0);
    ExprId node(Operation operation, std::initializer_list<ExprId> args) { return node(operation, type.width, args); }
    ExprId number(std::uint64_t value, unsigned width = 64) { return body.out().constant(value, width); }
    ExprId unknown(unsigned width) { return body.out().unknown(width); }

    // Writes a value to a register, or to the first operand. False: the value is kNone, or that is not a register.
    bool put(std::string_view name, ExprId value, unsigned width, bool dull = false);
    bool give(ExprId value, unsigned width) { return put(piece.operands[0], value, width); }
    bool give(ExprId value) { return give(value, type.width); }
};

// Computes the results. False: the instruction has a form that is not followed, so its results are unknown.
using Compute = bool (*)(Instruction& instruction);

enum class Effect : std::uint8_t {
    computes,        // Row::compute knows the results
    first,           // the first operand becomes unknown
    none,            // no register changes
    before_address,  // all operands before the first address become unknown
    call,            // the list of results becomes unknown
    jump,
    jump_list,
    leave
};

struct Row {
    std::string_view name;  // the first one or two words of the opcode
    Effect effect = Effect::first;
    Compute compute = nullptr;
    Operation operation = Operation::unknown;
    std::string_view kinds = {};  // the types that `compute` knows
    std::size_t operands = 0;  // that the instruction has, behind one type; 0: `compute` reads the words of the opcode
    bool carry_out = false;    // .cc can come before the type. The carry is not a register, and nothing reads it
};

// Finds the row and fills Instruction::words.
void look_up(Instruction& instruction);

// Computes the results of an instruction whose row says that they are known. False: see Compute.
bool compute(Instruction& instruction);

// Whether it only moves its source.
bool is_move(const Row& row);

}  // namespace tilescope::program::ptx_reading
