// core/src/program/ir_evaluate.cpp -- arithmetic of MLIR and LLVM IR.
// SPDX-License-Identifier: MIT
#include "ir_evaluate.h"

#include <algorithm>
#include <utility>

namespace tilescope::program::ir {
namespace {

constexpr unsigned kPointerWidth = 64;

struct Predicate {
    std::string_view name;
    Operation operation;
    bool swapped, negated;
};
// b < a is a > b, and !(b < a) is a <= b.
constexpr Predicate kPredicates[] = {
    {"eq", Operation::equal, false, false},        {"ne", Operation::equal, false, true},
    {"ult", Operation::less, false, false},        {"ugt", Operation::less, true, false},
    {"ule", Operation::less, true, true},          {"uge", Operation::less, false, true},
    {"slt", Operation::less_signed, false, false}, {"sgt", Operation::less_signed, true, false},
    {"sle", Operation::less_signed, true, true},   {"sge", Operation::less_signed, false, true},
};

// Operations of which the result has known bits if one operand is a constant and the other one is unknown.
bool tells_bits(Operation operation) {
    return operation == Operation::bit_and || operation == Operation::bit_or || operation == Operation::shift_left ||
           operation == Operation::shift_right || operation == Operation::divide || operation == Operation::remainder;
}

}  // namespace

ExprId Evaluator::compute(Operation operation, unsigned width, ExprId a, ExprId b, ExprId c, std::uint64_t value) {
    return out_.add(operation, width, {a, b, c, kNone}, value);
}

Value Evaluator::integer(ExprId expr, unsigned width, bool telling) const {
    Value out;
    out.expr = expr;
    out.width = width;
    out.telling = telling;
    return out;
}

ExprId Evaluator::word(const Value& value, unsigned width) {
    const bool fits = value.width == 0 || value.width == width;
    if (value.constant && fits) {
        const std::uint64_t mask = mask_of(width), above = *value.constant & ~mask;
        return above == 0 || above == ~mask ? out_.constant(*value.constant & mask, width) : out_.unknown(width);
    }
    if (value.expr == kNone) return out_.unknown(width);
    if (value.pointer && width < kPointerWidth)
        return compute(Operation::bit_and, width, value.expr, out_.constant(mask_of(width)));
    return fits && value.width != 0 ? value.expr : out_.unknown(width);
}

// The width of the operands from `first` on. 0: they have no type, or several.
unsigned Evaluator::common_width(const Type& type, std::size_t first) const {
    if (type.is_integer()) return type.width;
    if (type.kind != Type::Kind::none) return 0;
    unsigned out = 0;
    for (std::size_t i = first; i < operands_.size(); ++i) {
        const unsigned width = operands_[i].width;
        if (width == 0 || operands_[i].pointer) continue;
        if (out != 0 && out != width) return 0;
        out = width;
    }
    return out;
}

Value Evaluator::binary(Operation operation) {
    const unsigned width = common_width(out_type(), 0);
    if (width == 0 || operands_.size() != 2) return {};
    const Value &a = operands_[0], &b = operands_[1];
    const bool telling =
        a.telling || b.telling || (tells_bits(operation) && (a.constant || b.constant)) || (a.constant && b.constant);
    return integer(compute(operation, width, word(a, width), word(b, width)), width, telling);
}

Value Evaluator::compare() {
    const unsigned width = common_width(in_type(), 0);
    std::string_view name;
    for (std::size_t i = action_.first; i < action_.end && name.empty(); ++i) {
        std::string_view text = action_.tokens[i].text;
        if (text.size() > 2 && text.front() == '"') text = text.substr(1, text.size() - 2);
        if (text != "samesign") name = text;
    }
    const auto* known = std::ranges::find(kPredicates, name, &Predicate::name);
    if (width == 0 || operands_.size() != 2 || known == std::end(kPredicates)) return {};
    const ExprId a = word(operands_[known->swapped ? 1 : 0], width), b = word(operands_[known->swapped ? 0 : 1], width);
    ExprId out = compute(known->operation, 1, a, b, kNone, known->operation == Operation::less_signed ? width : 0);
    if (known->negated) out = compute(Operation::bit_xor, 1, out, out_.constant(1, 1));
    return integer(out, 1, false);
}

Value Evaluator::select() {
    const unsigned width = common_width(out_type(), 1);
    if (width == 0 || operands_.size() != 3) return {};
    const bool telling = operands_[1].telling || operands_[2].telling;
    return integer(
        compute(Operation::select, width, word(operands_[0], 1), word(operands_[1], width), word(operands_[2], width)),
        width, telling);
}

Value Evaluator::resize(Form form, Operation operation) {
    const Type in = in_type(), out = out_type();
    if (types_.size() < 2 || !in.is_integer() || !out.is_integer() || operands_.size() != 1) return {};
    const bool wider = out.width > in.width;
    if (form == Form::index_cast) form = !wider ? Form::truncate : Form::zero_extend;
    if (operation == Operation::sign_extend && wider) form = Form::sign_extend;
    if (out.width == in.width && action_.name.find("index_cast") == action_.name.npos) return {};
    if (out.width != in.width && (form == Form::truncate) == wider) return {};
    const bool telling = operands_[0].telling;
    const ExprId x = word(operands_[0], in.width);
    if (form == Form::sign_extend)
        return integer(compute(Operation::sign_extend, out.width, x, kNone, kNone, in.width), out.width, telling);
    if (form == Form::zero_extend) return integer(x, out.width, telling);
    return integer(compute(Operation::bit_and, out.width, x, out_.constant(mask_of(out.width))), out.width, telling);
}

// Pointers to shared memory can have 32 bits.
Value Evaluator::to_pointer() {
    const Type in = in_type(), out = out_type();
    if (types_.size() < 2 || !in.is_integer() || out.kind != Type::Kind::pointer || operands_.size() != 1) return {};
    ExprId x = word(operands_[0], in.width);
    if (!out.generic && in.width > 32) x = compute(Operation::join, 64, x, out_.unknown(32));
    Value value = integer(x, kPointerWidth, operands_[0].telling);
    value.pointer = true;
    return value;
}

Value Evaluator::from_pointer() {
    const Type in = in_type(), out = out_type();
    if (types_.size() < 2 || in.kind != Type::Kind::pointer || !out.is_integer() || operands_.size() != 1) return {};
    const Value& p = operands_[0];
    if (!p.pointer || p.expr == kNone) return {};
    return integer(word(p, out.width), out.width, p.telling);
}

// llvm.mlir.constant(1 : i32) : i32, arith.constant true, "arith.constant"() {value = 1 : i64} : () -> i64
Value Evaluator::constant() const {
    const std::vector<Token>& tokens = action_.tokens;
    std::size_t at = action_.first;
    if (tokens[at].is("{") && !action_.generic) at = std::min(action_.end, closing(tokens, at, action_.end) + 1);
    if (tokens[at].is("(")) ++at;
    if (action_.generic)
        for (; at < action_.end; ++at)
            if (tokens[at].is("value") && tokens[at + 1].is("=")) {
                at += 2;
                break;
            }
    if (at >= action_.end) return {};
    const Token& literal = tokens[at];
    if (literal.is("dense") && tokens[at + 1].is("<") && out_type().kind == Type::Kind::vector) return dense(at + 2);
    Value out;
    if (literal.is("true") || literal.is("false")) {
        const bool boolean = types_.empty() || (out_type().is_integer() && out_type().width == 1);
        if (boolean) out = value_at(at);
        return out;
    }
    if (literal.type != Token::Type::number) return out;
    Type inner, outer = out_type();
    std::size_t behind = at + 2;
    if (tokens[at + 1].is(":")) inner = read_type(tokens, behind, action_.end);
    if (!tokens[at + 1].is(":") && !tokens[at + 1].is(")") && at + 1 != action_.types && at + 1 < action_.end)
        return out;
    if (outer.kind == Type::Kind::none) outer = inner;
    if (inner.kind == Type::Kind::none) inner = outer;
    const bool index = tokens[at + 2 < action_.end ? at + 2 : at].is("index");
    if (outer.kind == Type::Kind::none) return value_at(at);
    if (!outer.is_integer() || !inner.is_integer() || (inner.width != outer.width && !index)) return out;
    out.constant = integer_in(literal.text, outer.width);
    out.width = outer.width;
    out.telling = is_large(out.constant, out.width == 0 ? 64 : out.width);
    return out;
}

// The inside of dense<[1, 2]> or dense<1>.
Value Evaluator::dense(std::size_t at) const {
    const Type type = out_type();
    std::vector<Value> lanes;
    bool list = false;
    for (; at < action_.end && !action_.tokens[at].is(">") && lanes.size() <= kMostLanes; ++at) {
        const Token& t = action_.tokens[at];
        list |= t.is("[");
        if (t.is("[") || t.is("]") || t.is(",")) continue;
        if (t.type != Token::Type::number) return {};
        Value lane;
        lane.constant = integer_in(t.text, type.width);
        lane.width = type.width;
        lanes.push_back(lane);
    }
    if (!list && lanes.size() == 1) lanes.resize(std::min<std::size_t>(type.count, kMostLanes), Value(lanes[0]));
    if (lanes.size() != type.count) return {};
    Value out;
    for (const Value& lane : lanes) out.telling |= is_large(lane.constant, lane.width);
    out.lanes = std::move(lanes);
    return out;
}

// phi i64 [ %a, %block ], [ 5, %other ]
Value Evaluator::phi() {
    const Type type = in_type();
    if (!type.is_integer()) return {};
    Value out;
    for (std::size_t i = action_.first; i < action_.end; ++i) {
        if (!action_.tokens[i].is("[")) continue;
        const Value next = value_at(i + 1);
        if (!action_.tokens[i + 2 < action_.end ? i + 2 : i].is(",") || (!next.constant && next.expr == kNone))
            return {};
        const ExprId x = word(next, type.width);
        const bool first = out.expr == kNone;
        const ExprId both = first ? x : compute(Operation::select, type.width, out_.unknown(1), out.expr, x);
        out = integer(both, type.width, out.telling || next.telling);
    }
    return out;
}

// "%x = 0x40004040", as people write it
Value Evaluator::number() const {
    std::size_t behind = action_.first + 2;
    const Token& next = action_.tokens[action_.first + 1];
    if (next.type != Token::Type::end && !next.is(":")) return {};
    Value out = value_at(action_.first);
    const Type type = next.is(":") ? read_type(action_.tokens, behind, action_.end) : Type{};
    if (next.is(":")) {
        out.constant = type.is_integer() ? integer_in(action_.tokens[action_.first].text, type.width) : std::nullopt;
        out.width = type.width;
    }
    out.telling = out.constant.has_value();
    return out;
}

Value Evaluator::run(const Known& known) {
    switch (known.form) {
    case Form::binary: return binary(known.operation);
    case Form::compare: return compare();
    case Form::select: return select();
    case Form::zero_extend:
    case Form::sign_extend:
    case Form::truncate:
    case Form::index_cast: return resize(known.form, known.operation);
    case Form::same:
        if (types_.size() == 2 && in_type().width != out_type().width) return {};
        return common_width(in_type(), 0) != 0 && common_width(out_type(), 0) != 0 ? operand(0) : Value{};
    case Form::bitcast: return bitcast();
    case Form::to_pointer: return to_pointer();
    case Form::from_pointer: return from_pointer();
    case Form::constant: return constant();
    case Form::zero: {
        Value zero;
        if (out_type().is_integer()) zero.constant = 0, zero.width = out_type().width;
        return zero;
    }
    case Form::number: return number();
    case Form::phi: return phi();
    default: return vectors(known.form);
    }
}

}  // namespace tilescope::program::ir
