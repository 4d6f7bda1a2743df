// core/src/program/ir_evaluate.cpp -- operands and arithmetic of MLIR and LLVM IR.
// SPDX-License-Identifier: MIT
#include "ir.h"

namespace tilescope::program::ir {
namespace {

constexpr std::size_t kMostTypes = 64;

bool is_literal(const Token& t) { return t.type == Token::Type::number || t.is("true") || t.is("false"); }

// nuw, nsw, exact, disjoint: words between the name and the first type.
std::size_t behind_flags(const std::vector<Token>& tokens, std::size_t at, std::size_t end) {
    while (at < end && tokens[at].type == Token::Type::word) {
        std::size_t behind = at;
        if (read_type(tokens, behind, end).kind != Type::Kind::none) break;
        ++at;
    }
    return at;
}

// The comma at which the operand that begins at `at` ends, or `end`.
std::size_t behind_operand(const std::vector<Token>& tokens, std::size_t at, std::size_t end) {
    int depth = 0;
    for (; at < end; ++at) {
        if (opens(tokens[at])) ++depth;
        if (closes(tokens[at]) && --depth < 0) break;
        if (depth == 0 && tokens[at].is(",")) break;
    }
    return at;
}

std::vector<Type> types_behind(const Action& action) {
    std::vector<Type> out;
    const std::vector<Token>& tokens = action.tokens;
    for (std::size_t at = action.types + 1; at < action.end && out.size() < kMostTypes;) {
        const Token& t = tokens[at];
        if (t.is("(") || t.is(")") || t.is(",") || t.is("->") || t.is("to") || t.is("into") || t.is("from")) {
            ++at;
            continue;
        }
        if (t.is("{") || t.is("[") || t.is("<")) break;
        const Type type = read_type(tokens, at, action.end);
        if (type.kind == Type::Kind::none) break;
        out.push_back(type);
    }
    return out;
}

}  // namespace

Evaluator::Evaluator(Program& out, const Scope& scope, const Action& action)
    : out_(out), scope_(scope), action_(action) {
    action.is_mlir() ? read_operands() : read_llvm_operands();
}

Value Evaluator::value_at(std::size_t token) const {
    const Token& t = action_.tokens[token];
    Value out;
    if (t.is("true") || t.is("false")) {
        out = {.width = 1, .constant = t.is("true") ? 1 : 0};
    } else if (t.type == Token::Type::number) {
        out.constant = integer_in(t.text);
        out.telling = is_large(out.constant, out.width == 0 ? 64 : out.width);
    } else if (t.type == Token::Type::value) {
        const std::string key = key_of(t);
        if (const Value* known = scope_.find(key)) return *known;
        if (!scope_.defined_anywhere.contains(key)) return stated_by_name(key, action_.is_mlir()).value_or(out);
    }
    return out;
}

void Evaluator::read_operands() {
    const std::vector<Token>& tokens = action_.tokens;
    std::size_t begin = action_.first, end = action_.types;
    if (action_.generic) {
        end = std::min(closing(tokens, begin, action_.end), end);
        ++begin;
    }
    std::vector<bool> square;
    for (std::size_t i = begin; i < end; ++i) {
        if (opens(tokens[i])) square.push_back(tokens[i].is("["));
        if (closes(tokens[i]) && !square.empty()) square.pop_back();
        const bool operand = tokens[i].type == Token::Type::value || is_literal(tokens[i]);
        if (operand && square.empty()) operands_.push_back(value_at(i));
        if (operand && square.size() == 1 && square[0]) brackets_.push_back(i);
    }
    if (action_.types < action_.end) types_ = types_behind(action_);
}

void Evaluator::read_llvm_operands() {
    const std::vector<Token>& tokens = action_.tokens;
    std::size_t at = behind_flags(tokens, action_.first, action_.end);
    while (at < action_.end && operands_.size() < kMostTypes && tokens[at].type != Token::Type::other) {
        const std::size_t end = behind_operand(tokens, at, action_.end);
        read_llvm_operand(at, end);
        at = end + 1;
    }
}

// "i64 %x", "%x", "i32 %x to i64"
void Evaluator::read_llvm_operand(std::size_t first, std::size_t last) {
    const std::vector<Token>& tokens = action_.tokens;
    std::size_t at = first;
    const bool literal = tokens[first].is("<") && first + 1 < last && tokens[first + 1].type != Token::Type::number;
    const Type type = literal ? Type{} : read_type(tokens, at, last);
    if (type.kind != Type::Kind::none) types_.push_back(type);
    int depth = 0;
    for (std::size_t i = at; i < last; ++i) {
        if (opens(tokens[i])) ++depth;
        if (closes(tokens[i])) --depth;
        if (depth != 0 || !tokens[i].is("to")) continue;
        std::size_t behind = i + 1;
        types_.push_back(read_type(tokens, behind, last));
        last = i;
    }
    Value value;
    if (at < last && tokens[at].is("<"))
        value = vector_literal(at + 1, last);
    else if (at < last && (tokens[last - 1].type == Token::Type::value || at + 1 == last))
        value = value_at(last - 1);
    if (at + 1 == last && tokens[at].is("zeroinitializer") && type.kind == Type::Kind::vector) {
        const Value zero{.width = type.width, .constant = 0};
        value.lanes.assign(std::min<std::size_t>(type.count, kMostLanes), zero);
    }
    operands_.push_back(std::move(value));
}

// <i32 poison, i32 64>
Value Evaluator::vector_literal(std::size_t first, std::size_t last) const {
    const std::vector<Token>& tokens = action_.tokens;
    Value out;
    while (first < last && out.lanes.size() < kMostLanes) {
        const std::size_t end = behind_operand(tokens, first, last);
        std::size_t at = first;
        const Type type = read_type(tokens, at, end);
        Value lane;
        if (at + 1 == end && type.is_integer()) {
            lane = value_at(at);
            if (tokens[at].type == Token::Type::number) lane.constant = integer_in(tokens[at].text, type.width);
            lane.width = type.width;
        }
        out.telling |= lane.telling;
        out.lanes.push_back(std::move(lane));
        if (end >= last || !tokens[end].is(",")) break;
        first = end + 1;
    }
    return out;
}

std::vector<Argument> Evaluator::arguments_in(std::size_t open) const {
    const std::vector<Token>& tokens = action_.tokens;
    const std::size_t end = closing(tokens, open, action_.end);
    std::vector<Argument> out;
    bool certain = true;
    for (std::size_t at = open + 1; at < end;) {
        const std::size_t next = behind_operand(tokens, at, end);
        Argument argument{{}, at, next};
        for (std::size_t i = at; i < next; ++i) certain &= tokens[i].type != Token::Type::wild;
        if (next > at) {
            const Token& last = tokens[next - 1];
            std::size_t behind = at;
            const Type type = read_type(tokens, behind, next);
            const bool plain = last.type == Token::Type::value || (is_literal(last) && behind + 1 >= next);
            if (plain && certain) {
                argument.value = value_at(next - 1);
                argument.first = next - 1;
                if (argument.value.constant && argument.value.width == 0 && type.is_integer()) {
                    argument.value.constant = integer_in(last.text, type.width);
                    argument.value.width = type.width;
                }
            }
            out.push_back(std::move(argument));
        }
        at = next + 1;
    }
    return out;
}

std::vector<Argument> Evaluator::arguments() const {
    const std::vector<Token>& tokens = action_.tokens;
    std::vector<Argument> out;
    std::vector<bool> round;
    bool certain = true;
    for (std::size_t i = action_.first; i < action_.types; ++i) {
        const Token& t = tokens[i];
        if (opens(t)) round.push_back(t.is("("));
        if (closes(t) && !round.empty()) round.pop_back();
        certain &= t.type != Token::Type::wild;
        const bool listed = !round.empty() && round.back() && i > 0 && (tokens[i - 1].is("(") || tokens[i - 1].is(","));
        if (t.type == Token::Type::value || (listed && is_literal(t)))
            out.push_back({certain ? value_at(i) : Value{}, i, i + 1});
        if (action_.generic && round.empty() && !out.empty()) break;
    }
    return out;
}

namespace {

constexpr unsigned kPointerWidth = 64;

Value integer(ExprId expr, unsigned width, bool telling) { return {.expr = expr, .width = width, .telling = telling}; }

// Operations of which the result has known bits if one operand is a constant and the other one is unknown.
bool tells_bits(Operation operation) {
    using enum Operation;
    return is_one_of(operation, {bit_and, bit_or, shift_left, shift_right, divide, remainder});
}

}  // namespace

ExprId Evaluator::word(const Value& value, unsigned width) {
    const bool fits = value.width == 0 || value.width == width;
    if (value.constant && fits) {
        const std::uint64_t mask = low_ones(width), above = *value.constant & ~mask;
        return above == 0 || above == ~mask ? out_.constant(*value.constant & mask, width) : out_.unknown(width);
    }
    if (value.expr == kNone) return out_.unknown(width);
    if (value.pointer && width < kPointerWidth)
        return out_.add(Operation::bit_and, width, {value.expr, out_.constant(low_ones(width))});
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
    return integer(out_.add(operation, width, {word(a, width), word(b, width)}), width, telling);
}

Value Evaluator::compare() {
    const unsigned width = common_width(in_type(), 0);
    std::string_view name;
    for (std::size_t i = action_.first; i < action_.end && name.empty(); ++i) {
        std::string_view text = action_.tokens[i].text;
        if (text.size() > 2 && text.front() == '"') text = text.substr(1, text.size() - 2);
        if (text != "samesign") name = text;
    }
    const bool order = name.size() == 3 && (name[0] == 's' || name[0] == 'u');  // slt, ult
    const Relation* how = relation_named(order ? name.substr(1) : name);
    if (width == 0 || operands_.size() != 2 || how == nullptr || how->equal == order) return {};
    const ExprId a = word(operands_[0], width), b = word(operands_[1], width);
    return integer(compared(out_, *how, name[0] == 's', width, a, b), 1, false);
}

Value Evaluator::select() {
    const unsigned width = common_width(out_type(), 1);
    if (width == 0 || operands_.size() != 3) return {};
    const bool telling = operands_[1].telling || operands_[2].telling;
    return integer(out_.add(Operation::select, width,
                            {word(operands_[0], 1), word(operands_[1], width), word(operands_[2], width)}),
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
        return integer(out_.add(Operation::sign_extend, out.width, {x}, in.width), out.width, telling);
    if (form == Form::zero_extend) return integer(x, out.width, telling);
    return integer(out_.add(Operation::bit_and, out.width, {x, out_.constant(low_ones(out.width))}), out.width,
                   telling);
}

// Pointers to shared memory can have 32 bits.
Value Evaluator::to_pointer() {
    const Type in = in_type(), out = out_type();
    if (types_.size() < 2 || !in.is_integer() || out.kind != Type::Kind::pointer || operands_.size() != 1) return {};
    ExprId x = word(operands_[0], in.width);
    if (!out.generic && in.width > 32) x = out_.add(Operation::join, 64, {x, out_.unknown(32)});
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
        lanes.push_back({.width = type.width, .constant = integer_in(t.text, type.width)});
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
        const ExprId both = first ? x : out_.add(Operation::select, type.width, {out_.unknown(1), out.expr, x});
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

// In the generic form of MLIR, the position of an element is an attribute, and the inserted value is not before the
// vector.
Value Evaluator::run(const Known& known) {
    const std::size_t base = has_bracket() ? 1 : 0;
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
        if (common_width(in_type(), 0) == 0 || common_width(out_type(), 0) == 0 || operands_.empty()) return {};
        return operands_[0];
    case Form::bitcast: return bitcast();
    case Form::to_pointer: return to_pointer();
    case Form::from_pointer: return from_pointer();
    case Form::constant: return constant();
    case Form::zero: return out_type().is_integer() ? Value{.width = out_type().width, .constant = 0} : Value{};
    case Form::number: return number();
    case Form::phi: return phi();
    case Form::insert_element: return insert(base);
    case Form::insert_value: return action_.generic ? Value{} : insert(base);
    case Form::extract_element: return extract();
    case Form::extract_value: return action_.generic ? Value{} : extract();
    case Form::from_elements: {
        Value out;
        const Type type = out_type();
        if (type.kind != Type::Kind::vector || type.count != operands_.size() || type.count > kMostLanes) return out;
        for (const Value& x : operands_) out.telling |= x.telling;
        out.lanes = operands_;
        return out;
    }
    default: return {};
    }
}

// Operand `base` with the other one in one lane.
Value Evaluator::insert(std::size_t base) const {
    Value out;
    const std::optional<std::uint64_t> lane = position();
    if (!lane || operands_.size() != (has_bracket() ? 2 : 3)) return out;
    out.lanes = operands_[base].lanes;
    if (*lane < kMostLanes) {
        if (out.lanes.size() <= *lane) out.lanes.resize(*lane + 1);
        out.lanes[*lane] = operands_[1 - base];
        out.lanes[*lane].lanes.clear();
    }
    for (const Value& x : out.lanes) out.telling |= x.telling;
    return out;
}

Value Evaluator::extract() const {
    const std::optional<std::uint64_t> lane = position();
    if (!lane || operands_.size() != (has_bracket() ? 1 : 2) || *lane >= operands_[0].lanes.size()) return {};
    return operands_[0].lanes[*lane];
}

// The number in the brackets of MLIR, or the last operand of LLVM IR.
std::optional<std::uint64_t> Evaluator::position() const {
    if (has_bracket()) return brackets_.size() == 1 ? value_at(brackets_[0]).constant : std::nullopt;
    return operands_.empty() ? std::nullopt : operands_.back().constant;
}

Value Evaluator::packed(const Value& value, unsigned lane_width, unsigned count) {
    const unsigned width = lane_width * count;
    if (width > 64 || value.lanes.empty() || value.lanes.size() > count) return {};
    std::vector<ExprId> words;
    for (unsigned i = 0; i < count; ++i)
        words.push_back(i < value.lanes.size() ? word(value.lanes[i], lane_width) : out_.unknown(lane_width));
    if (lane_width == 32 && count == 2)
        return integer(out_.add(Operation::join, 64, {words[0], words[1]}), width, value.telling);
    ExprId sum = words[0];
    for (unsigned i = 1; i < count; ++i) {
        const ExprId moved = out_.add(Operation::shift_left, width, {words[i], out_.constant(i * lane_width)});
        sum = out_.add(Operation::bit_or, width, {sum, moved});
    }
    return integer(sum, width, value.telling);
}

Value Evaluator::unpacked(const Value& value, unsigned lane_width, unsigned count) {
    const unsigned width = lane_width * count;
    Value out;
    if (width > 64 || count > kMostLanes) return out;
    const ExprId whole = word(value, width);
    for (unsigned i = 0; i < count; ++i) {
        const ExprId moved = out_.add(Operation::shift_right, width, {whole, out_.constant(i * lane_width)});
        const ExprId mask = out_.constant(low_ones(lane_width));
        out.lanes.push_back(
            integer(out_.add(Operation::bit_and, lane_width, {moved, mask}), lane_width, value.telling));
    }
    out.telling = value.telling;
    return out;
}

Value Evaluator::bitcast() {
    const Type in = in_type(), out = out_type();
    if (types_.size() < 2 || operands_.size() != 1) return {};
    const Value& x = operands_[0];
    if (in.is_integer() && out.is_integer() && in.width == out.width) return x;
    if (in.kind == Type::Kind::vector && out.is_integer() && in.width * in.count == out.width)
        return packed(x, in.width, in.count);
    if (out.kind != Type::Kind::vector) return {};
    if (in.is_integer() && in.width == out.width * out.count) return unpacked(x, out.width, out.count);
    if (in.kind != Type::Kind::vector || in.width * in.count != out.width * out.count) return {};
    return in.width == out.width ? x : unpacked(packed(x, in.width, in.count), out.width, out.count);
}

}  // namespace tilescope::program::ir
