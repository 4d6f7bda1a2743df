// core/src/program/ptx_table.h -- what each PTX opcode does to registers.
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx_operand.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tilescope::program::ptx_reading {

struct Row;

// One instruction while its results are computed.
struct Instruction {
    Body& body;
    const Piece& piece;
    const Row* row = nullptr;                  // null: the opcode is not in the table
    std::vector<std::string_view> words = {};  // of the opcode, after the name of the row
    std::vector<Write> writes = {};

    std::size_t count() const { return piece.operands.size(); }
    ExprId in(std::size_t operand, unsigned width) { return scalar(body, piece.operands[operand], width); }
    ExprId node(Operation operation, unsigned width, std::array<ExprId, 4> args, std::uint64_t value = 0) {
        return body.out().add(operation, width, args, value);
    }
    ExprId number(std::uint64_t value, unsigned width = 64) { return body.out().constant(value, width); }
    bool put(std::string_view name, ExprId value, unsigned width, bool dull = false);
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
    std::string_view kinds = {};  // the types that `compute` knows: b, u, s, f, p for predicates
};

// Finds the row and fills Instruction::words.
void look_up(Instruction& instruction);

struct ValueType {
    unsigned width;
    char kind;
};
std::optional<ValueType> type_of(std::string_view word);

// The type, if the words of the opcode are one type of the row and nothing else but `skipped`.
std::optional<ValueType> only_type(const Instruction& instruction, std::string_view skipped = {});

bool move(Instruction& op);             // mov
bool convert(Instruction& op);          // cvt
bool generic_address(Instruction& op);  // cvta.shared, cvta.to.shared
bool choose(Instruction& op);           // selp
bool compare(Instruction& op);          // setp
bool unary(Instruction& op);            // not
bool binary(Instruction& op);           // and, or, xor, add, sub, mul.lo
bool shift(Instruction& op);            // shl, shr
bool negate(Instruction& op);           // neg, abs
bool multiply_add(Instruction& op);     // mad.lo
bool multiply_high(Instruction& op);    // mul.hi
bool multiply_wide(Instruction& op);    // mul.wide, mad.wide
bool divide(Instruction& op);           // div, rem
bool extreme(Instruction& op);          // min, max
bool extract(Instruction& op);          // bfe
bool insert(Instruction& op);           // bfi
bool look_up_bits(Instruction& op);     // lop3
bool permute(Instruction& op);          // prmt
bool funnel(Instruction& op);           // shf
bool shuffle(Instruction& op);          // shfl.sync

}  // namespace tilescope::program::ptx_reading
