// core/src/program/ir_operands.cpp -- the operands of operations of MLIR and LLVM IR.
// SPDX-License-Identifier: MIT
#include "ir_evaluate.h"

#include <algorithm>
#include <utility>

namespace tilescope::program::ir {
namespace {

constexpr std::size_t kMostTypes = 64;

bool opens(const Token& t) { return t.is("(") || t.is("[") || t.is("{") || t.is("<"); }
bool closes(const Token& t) { return t.is(")") || t.is("]") || t.is("}") || t.is(">"); }

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
    if (action.is_mlir())
        read_operands();
    else
        read_llvm_operands();
}

Value Evaluator::value_at(std::size_t token) const {
    const Token& t = action_.tokens[token];
    Value out;
    if (t.is("true") || t.is("false")) {
        out.constant = t.is("true") ? 1 : 0;
        out.width = 1;
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
        Value zero;
        zero.constant = 0;
        zero.width = type.width;
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

}  // namespace tilescope::program::ir
