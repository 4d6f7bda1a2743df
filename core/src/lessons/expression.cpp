// core/src/lessons/expression.cpp -- the value of an expression of a lesson, and its text.
// SPDX-License-Identifier: MIT
#include "functions.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/emulator/element_terms.h>

#include <algorithm>
#include <limits>

namespace tilescope {
namespace {

using ValueAnswer = Answer<LessonValue>;
using Operator = LessonExpression::Op;
using ExpressionNode = LessonExpression::Node;

LessonValue truth_of(bool b) { return std::int64_t{b ? 1 : 0}; }

std::string quoted(const LessonValue& v) {
    return std::holds_alternative<std::string>(v) ? say("the text \"", excerpt(text_of(v)), '"')
                                                  : say("the number ", text_of(v));
}

double real_of(const LessonValue& v) {
    const auto* whole = std::get_if<std::int64_t>(&v);
    return whole ? static_cast<double>(*whole) : std::get<double>(v);
}

template <class T>
std::optional<bool> compared(Operator op, const T& left, const T& right) {
    switch (op) {
    case Operator::equal: return left == right;
    case Operator::differ: return left != right;
    case Operator::less: return left < right;
    case Operator::at_most: return left <= right;
    case Operator::more: return left > right;
    case Operator::at_least: return left >= right;
    default: return std::nullopt;
    }
}

ValueAnswer of_texts(Operator op, const LessonValue& left, const LessonValue& right) {
    const auto *a = std::get_if<std::string>(&left), *b = std::get_if<std::string>(&right);
    if (a == nullptr || b == nullptr)
        return ValueAnswer::refuse(say(quoted(left), " and ", quoted(right),
                                       " have no common operator; use two "
                                       "numbers or two texts"));
    if (op == Operator::equal || op == Operator::differ)
        return truth_of((lower(*a) == lower(*b)) == (op == Operator::equal));
    return ValueAnswer::refuse(say(quoted(left), " and ", quoted(right), " can only be compared with == and !="));
}

ValueAnswer of_reals(Operator op, const LessonValue& left, const LessonValue& right) {
    const double a = real_of(left), b = real_of(right);
    if (const auto truth = compared(op, a, b)) return truth_of(*truth);
    switch (op) {
    case Operator::add: return LessonValue(a + b);
    case Operator::subtract: return LessonValue(a - b);
    case Operator::multiply: return LessonValue(a * b);
    case Operator::divide:
        if (b == 0) return ValueAnswer::refuse(say(text_of(left), " is divided by 0"));
        return LessonValue(a / b);
    default:
        return ValueAnswer::refuse(
            say("the operator needs whole numbers, not ", text_of(left), " and ", text_of(right)));
    }
}

// Arithmetic of 64 bits that wraps, as in a register.
ValueAnswer of_numbers(Operator op, std::int64_t left, std::int64_t right) {
    if (const auto truth = compared(op, left, right)) return truth_of(*truth);
    const auto a = static_cast<std::uint64_t>(left), b = static_cast<std::uint64_t>(right);
    const auto out = [](std::uint64_t n) { return LessonValue(static_cast<std::int64_t>(n)); };
    const bool divides = op == Operator::divide || op == Operator::remainder;
    if (divides && right == 0) return ValueAnswer::refuse(say(left, " is divided by 0"));
    if (divides && right == -1) return out(op == Operator::divide ? 0 - a : 0);
    switch (op) {
    case Operator::bit_or: return out(a | b);
    case Operator::bit_xor: return out(a ^ b);
    case Operator::bit_and: return out(a & b);
    case Operator::left: return out(b < 64 ? a << b : 0);
    case Operator::right: return out(b < 64 ? a >> b : 0);
    case Operator::add: return out(a + b);
    case Operator::subtract: return out(a - b);
    case Operator::multiply: return out(a * b);
    case Operator::divide: return LessonValue(left / right);
    default: return LessonValue(left % right);
    }
}

ValueAnswer of_two(Operator op, const LessonValue& left, const LessonValue& right) {
    if (std::holds_alternative<std::string>(left) || std::holds_alternative<std::string>(right))
        return of_texts(op, left, right);
    const auto *a = std::get_if<std::int64_t>(&left), *b = std::get_if<std::int64_t>(&right);
    return a && b ? of_numbers(op, *a, *b) : of_reals(op, left, right);
}

Answer<std::int64_t> truth_in(const LessonValue& v) {
    if (const auto* n = std::get_if<std::int64_t>(&v)) return *n;
    if (const auto* r = std::get_if<double>(&v)) return std::int64_t{*r != 0 ? 1 : 0};
    return Answer<std::int64_t>::refuse(say(quoted(v), " is neither true nor false; compare it with =="));
}

class Evaluation {
public:
    Evaluation(const std::vector<ExpressionNode>& nodes, const LessonMoment& moment) : nodes_(nodes), moment_(moment) {}

    ValueAnswer of(std::size_t index) const {
        const ExpressionNode& node = nodes_[index];
        switch (node.op) {
        case Operator::constant: return node.value;
        case Operator::call: return call(node);
        case Operator::negative: return negative(node);
        case Operator::logical_not:
        case Operator::logical_or:
        case Operator::logical_and: return logic(node);
        default: break;
        }
        const ValueAnswer left = of(node.parts[0]);
        if (!left) return left;
        const ValueAnswer right = of(node.parts[1]);
        return right ? of_two(node.op, *left, *right) : right;
    }

private:
    const std::vector<ExpressionNode>& nodes_;
    const LessonMoment& moment_;

    ValueAnswer negative(const ExpressionNode& node) const {
        const ValueAnswer v = of(node.parts[0]);
        return v ? of_two(Operator::subtract, LessonValue(std::int64_t{0}), *v) : v;
    }
    ValueAnswer logic(const ExpressionNode& node) const {
        const ValueAnswer left = of(node.parts[0]);
        if (!left) return left;
        const auto a = truth_in(*left);
        if (!a) return ValueAnswer::refuse(a.why);
        if (node.op == Operator::logical_not) return truth_of(*a == 0);
        if ((*a != 0) == (node.op == Operator::logical_or)) return truth_of(*a != 0);
        const ValueAnswer right = of(node.parts[1]);
        if (!right) return right;
        const auto b = truth_in(*right);
        return b ? ValueAnswer(truth_of(*b != 0)) : ValueAnswer::refuse(b.why);
    }
    ValueAnswer call(const ExpressionNode& node) const {
        std::vector<LessonValue> values;
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
            ValueAnswer v = of(node.parts[i]);
            if (!v) return v;
            const bool number = node.function->takes[i] == 'n';
            if (number != std::holds_alternative<std::int64_t>(*v))
                return ValueAnswer::refuse(say(node.function->name, '(', node.function->parameters, ") needs a ",
                                               number ? "whole number" : "text", ", not ", quoted(*v)));
            values.push_back(std::move(*v));
        }
        return node.function->call(moment_, LessonArguments(values));
    }
};

}  // namespace

Answer<LessonValue> LessonExpression::value(const LessonMoment& moment) const {
    auto v = Evaluation(nodes_, moment).of(nodes_.size() - 1);
    if (!v) return Answer<LessonValue>::refuse(say("'", excerpt(text_, 80), "' has no value: ", v.why));
    return v;
}

bool LessonExpression::holds(const LessonMoment& moment) const {
    const auto v = value(moment);
    if (!v) return false;
    const auto truth = truth_in(*v);
    return truth && *truth != 0;
}

bool LessonExpression::needs_emulation() const {
    return std::ranges::any_of(nodes_, [](const Node& n) { return n.function && n.function->emulation; });
}

Answer<LessonFormat> lesson_format(std::string_view text) {
    constexpr unsigned most_digits = 64;
    if (text == "hex") return LessonFormat{LessonFormat::Base::hex};
    if (text == "kib") return LessonFormat{LessonFormat::Base::kib};
    if (text == "bin") return LessonFormat{LessonFormat::Base::binary};
    for (const auto& [name, base] : {std::pair{"hex", LessonFormat::Base::hex}, {"bin", LessonFormat::Base::binary}}) {
        if (!text.starts_with(name)) continue;
        if (const auto n = parse_number(text.substr(3)); n && *n >= 1 && *n <= most_digits)
            return LessonFormat{base, static_cast<unsigned>(*n)};
    }
    return Answer<LessonFormat>::refuse(say("'", excerpt(text), "' is not a format; use hex, hex16, bin, bin8 or kib"));
}

std::string text_of(const LessonValue& value, const LessonFormat& format) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* real = std::get_if<double>(&value)) return text_of_sum(*real);
    const std::int64_t n = std::get<std::int64_t>(value);
    const auto bits = static_cast<std::uint64_t>(n);
    switch (format.base) {
    case LessonFormat::Base::hex: return hex(bits, std::max(format.digits, 1u));
    case LessonFormat::Base::kib: return say(text_of_sum(static_cast<double>(n) / 1024), " KiB");
    case LessonFormat::Base::binary: {
        std::string digits;
        for (std::uint64_t rest = bits; rest != 0; rest >>= 1) digits.insert(digits.begin(), rest & 1 ? '1' : '0');
        const std::size_t least = std::max(format.digits, 1u);
        if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
        return say("0b", digits);
    }
    case LessonFormat::Base::decimal: break;
    }
    return say(n);
}

Answer<LessonReply> judged(const LessonValue& expected, std::string_view reply) {
    reply = trimmed(reply);
    if (const auto* text = std::get_if<std::string>(&expected)) return LessonReply{lower(*text) == lower(reply)};
    const auto number = read_number(reply);
    const auto* whole = std::get_if<std::int64_t>(&expected);
    if (!number)
        return Answer<LessonReply>::refuse(
            say("'", excerpt(reply), "' is not a number; write one such as 1408 or 0x580"));
    const std::uint64_t value = in_width(*number, 64);
    if (whole) return LessonReply{value == static_cast<std::uint64_t>(*whole)};
    return LessonReply{static_cast<double>(static_cast<std::int64_t>(value)) == std::get<double>(expected)};
}

}  // namespace tilescope
