// core/src/program/ptx_arithmetic.cpp -- the integer arithmetic of PTX.
// SPDX-License-Identifier: MIT
#include "ptx_table.h"

namespace tilescope::program::ptx_reading {
namespace {

ExprId high_bit(Instruction& op, ExprId x, unsigned width) {
    return op.node(Operation::shift_right, width, {x, op.number(width - 1), kNone, kNone});
}

ExprId widened(Instruction& op, ExprId x, const ValueType& from, unsigned width) {
    if (from.kind != 's' || x == kNone) return x;
    return op.node(Operation::sign_extend, width, {x, kNone, kNone, kNone}, from.width);
}

// A field that a signed bfe takes from the middle of a word, or from its end.
ExprId signed_field(Instruction& op, ExprId x, unsigned width) {
    const std::optional<Immediate> position = read_immediate(op.piece.operands[2]);
    const std::optional<Immediate> length = read_immediate(op.piece.operands[3]);
    if (!position || !length || position->float_bits + length->float_bits != 0) return kNone;
    const std::uint64_t first = position->value & 0xff, bits = length->value & 0xff;
    if (bits == 0) return op.number(0, width);
    if (first + bits >= width)
        return op.node(Operation::shift_right_signed, width, {x, op.number(first), kNone, kNone});
    const ExprId field = op.node(Operation::extract, width, {x, op.number(first), op.number(bits), kNone});
    return op.node(Operation::sign_extend, width, {field, kNone, kNone, kNone}, bits);
}

// Positions and lengths above 255 have no meaning in PTX. ptxas takes their low 8 bits in a word of 32 bits, but not in
// one of 64 bits.
ExprId in_range(Instruction& op, ExprId value, unsigned width, ExprId position, ExprId length) {
    if (width == 32) return value;
    const ExprId both = op.node(Operation::bit_or, 32, {position, length, kNone, kNone});
    const ExprId above = op.node(Operation::shift_right, 32, {both, op.number(8), kNone, kNone});
    return op.node(Operation::select, width, {above, op.body.out().unknown(width), value, kNone});
}

}  // namespace

bool unary(Instruction& op) {
    const auto type = only_type(op);
    if (!type || op.count() != 2) return false;
    const ExprId a = op.in(1, type->width);
    if (a == kNone) return false;
    return op.put(op.piece.operands[0], op.node(op.row->operation, type->width, {a, kNone, kNone, kNone}), type->width);
}

// The carry of .cc is not a register, and nothing that is followed reads it.
bool binary(Instruction& op) {
    const bool sum = op.row->operation == Operation::add || op.row->operation == Operation::subtract;
    const auto type = only_type(op, sum ? "cc" : "");
    if (!type || op.count() != 3) return false;
    const ExprId a = op.in(1, type->width), b = op.in(2, type->width);
    if (a == kNone || b == kNone) return false;
    return op.put(op.piece.operands[0], op.node(op.row->operation, type->width, {a, b, kNone, kNone}), type->width);
}

bool shift(Instruction& op) {
    const auto type = only_type(op);
    if (!type || op.count() != 3) return false;
    const ExprId a = op.in(1, type->width), by = op.in(2, 32);
    if (a == kNone || by == kNone) return false;
    const Operation operation = type->kind == 's' ? Operation::shift_right_signed : op.row->operation;
    return op.put(op.piece.operands[0], op.node(operation, type->width, {a, by, kNone, kNone}), type->width);
}

bool negate(Instruction& op) {
    const auto type = only_type(op);
    if (!type || op.count() != 2) return false;
    const unsigned width = type->width;
    const ExprId a = op.in(1, width);
    if (a == kNone) return false;
    ExprId value = op.node(Operation::subtract, width, {op.number(0), a, kNone, kNone});
    if (op.row->operation == Operation::select)
        value = op.node(Operation::select, width, {high_bit(op, a, width), value, a, kNone});
    return op.put(op.piece.operands[0], value, width);
}

bool multiply_add(Instruction& op) {
    const auto type = only_type(op, "cc");
    if (!type || op.count() != 4) return false;
    const unsigned width = type->width;
    const ExprId a = op.in(1, width), b = op.in(2, width), c = op.in(3, width);
    if (a == kNone || b == kNone || c == kNone) return false;
    const ExprId product = op.node(Operation::multiply, width, {a, b, kNone, kNone});
    return op.put(op.piece.operands[0], op.node(Operation::add, width, {product, c, kNone, kNone}), width);
}

bool multiply_wide(Instruction& op) {
    const auto type = only_type(op);
    const bool adds = op.row->name == "mad.wide";
    if (!type || type->width > 32 || op.count() != (adds ? 4u : 3u)) return false;
    const unsigned width = 2 * type->width;
    const ExprId a = widened(op, op.in(1, type->width), *type, width);
    const ExprId b = widened(op, op.in(2, type->width), *type, width);
    if (a == kNone || b == kNone) return false;
    ExprId value = op.node(Operation::multiply, width, {a, b, kNone, kNone});
    if (adds) {
        const ExprId c = op.in(3, width);
        if (c == kNone) return false;
        value = op.node(Operation::add, width, {value, c, kNone, kNone});
    }
    return op.put(op.piece.operands[0], value, width);
}

// Compilers divide by a constant with it: the stage of a pipeline is the round modulo the number of stages. The product
// of 64-bit values has four parts. Of signed 64-bit values, the result is unknown.
bool multiply_high(Instruction& op) {
    const auto type = only_type(op);
    if (!type || type->width < 32 || (type->width == 64 && type->kind == 's') || op.count() != 3) return false;
    const auto node = [&](Operation operation, ExprId a, ExprId b) {
        return op.node(operation, 64, {a, b, kNone, kNone});
    };
    const auto low = [&](ExprId a) { return node(Operation::bit_and, a, op.number(0xffffffff)); };
    const auto high = [&](ExprId a) { return node(Operation::shift_right, a, op.number(32)); };
    const ExprId a = widened(op, op.in(1, type->width), *type, 64), b = widened(op, op.in(2, type->width), *type, 64);
    if (a == kNone || b == kNone) return false;
    if (type->width == 32) return op.put(op.piece.operands[0], high(node(Operation::multiply, a, b)), 32);
    const ExprId cross = node(Operation::multiply, high(a), low(b)), other = node(Operation::multiply, low(a), high(b));
    const ExprId below = node(
        Operation::add, node(Operation::add, high(node(Operation::multiply, low(a), low(b))), low(cross)), low(other));
    const ExprId above = node(Operation::add, node(Operation::multiply, high(a), high(b)), high(cross));
    return op.put(op.piece.operands[0], node(Operation::add, node(Operation::add, above, high(other)), high(below)),
                  64);
}

// Signed division is unsigned division if no operand is negative. Otherwise the result is unknown.
bool divide(Instruction& op) {
    const auto type = only_type(op);
    if (!type || op.count() != 3) return false;
    const unsigned width = type->width;
    const ExprId a = op.in(1, width), b = op.in(2, width);
    if (a == kNone || b == kNone) return false;
    ExprId value = op.node(op.row->operation, width, {a, b, kNone, kNone});
    if (type->kind == 's') {
        const ExprId either = op.node(Operation::bit_or, width, {a, b, kNone, kNone});
        value = op.node(Operation::select, width,
                        {high_bit(op, either, width), op.body.out().unknown(width), value, kNone});
    }
    return op.put(op.piece.operands[0], value, width);
}

bool extreme(Instruction& op) {
    const auto type = only_type(op);
    if (!type || op.count() != 3) return false;
    const unsigned width = type->width;
    const ExprId a = op.in(1, width), b = op.in(2, width);
    if (a == kNone || b == kNone) return false;
    const bool is_signed = type->kind == 's', least = op.row->name == "min";
    const ExprId less = is_signed ? op.node(Operation::less_signed, 1, {a, b, kNone, kNone}, width)
                                  : op.node(Operation::less, 1, {a, b, kNone, kNone});
    const ExprId value = op.node(Operation::select, width, {less, least ? a : b, least ? b : a, kNone});
    return op.put(op.piece.operands[0], value, width);
}

bool extract(Instruction& op) {
    const auto type = only_type(op);
    if (!type || type->width < 32 || op.count() != 4) return false;
    const unsigned width = type->width;
    const ExprId a = op.in(1, width), position = op.in(2, 32), length = op.in(3, 32);
    if (a == kNone || position == kNone || length == kNone) return false;
    const ExprId value = type->kind == 's' ? signed_field(op, a, width)
                                           : op.node(Operation::extract, width, {a, position, length, kNone});
    if (value == kNone) return false;
    return op.put(op.piece.operands[0], in_range(op, value, width, position, length), width);
}

bool insert(Instruction& op) {
    const auto type = only_type(op);
    if (!type || type->width < 32 || op.count() != 5) return false;
    const unsigned width = type->width;
    const ExprId a = op.in(1, width), b = op.in(2, width), position = op.in(3, 32), length = op.in(4, 32);
    if (a == kNone || b == kNone || position == kNone || length == kNone) return false;
    const ExprId value = op.node(Operation::insert, width, {a, b, position, length});
    return op.put(op.piece.operands[0], in_range(op, value, width, position, length), width);
}

// shf.l gives the high word of (b, a) << n, shf.r the low word of (b, a) >> n.
bool funnel(Instruction& op) {
    if (op.words.size() != 2 || op.words[1] != "b32" || op.count() != 4) return false;
    const bool wraps = op.words[0] == "wrap";
    if (!wraps && op.words[0] != "clamp") return false;
    const ExprId a = op.in(1, 32), b = op.in(2, 32), n = op.in(3, 32);
    if (a == kNone || b == kNone || n == kNone) return false;
    const ExprId most = op.number(32), below = op.node(Operation::less, 1, {n, most, kNone, kNone});
    const ExprId count = wraps ? op.node(Operation::bit_and, 32, {n, op.number(31), kNone, kNone})
                               : op.node(Operation::select, 32, {below, n, most, kNone});
    const ExprId pair = op.node(Operation::join, 64, {a, b, kNone, kNone});
    const ExprId moved = op.node(op.row->operation, 64, {pair, count, kNone, kNone});
    const bool left = op.row->operation == Operation::shift_left;
    const ExprId word = left ? op.node(Operation::shift_right, 64, {moved, most, kNone, kNone}) : moved;
    return op.put(op.piece.operands[0], op.node(Operation::bit_and, 32, {word, op.number(0xffffffff), kNone, kNone}),
                  32);
}

}  // namespace tilescope::program::ptx_reading
