// core/src/lessons/expression.cpp -- reads an expression of a lesson, and computes its value.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/emulator/element_terms.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace tilescope {
namespace {

using Op = LessonExpression::Op;
using Node = LessonExpression::Node;

constexpr unsigned kDeepest = 40;  // nested parentheses, signs and `not`

// A binary operator. `level` 0 binds loosest. An operator that begins with another one is before it.
struct OperatorRow {
    std::string_view text;
    unsigned level;
    Op op;
};
constexpr OperatorRow kOperators[] = {
    {"or", 0, Op::logical_or}, {"and", 1, Op::logical_and}, {"==", 2, Op::equal},   {"!=", 2, Op::differ},
    {"<<", 6, Op::left},       {">>", 6, Op::right},        {"<=", 2, Op::at_most}, {">=", 2, Op::at_least},
    {"<", 2, Op::less},        {">", 2, Op::more},          {"|", 3, Op::bit_or},   {"^", 4, Op::bit_xor},
    {"&", 5, Op::bit_and},     {"+", 7, Op::add},           {"-", 7, Op::subtract}, {"*", 8, Op::multiply},
    {"/", 8, Op::divide},      {"%", 8, Op::remainder},
};
constexpr unsigned kLevels = 9;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Reads from left to right. After the first error, `why` is set and nothing more is read.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::vector<Node> nodes;
    std::string why;

    void read_all() {
        read(0);
        skip();
        if (why.empty() && at_ < text_.size()) refuse("an operator or the end");
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    unsigned depth_ = 0;

    std::size_t refuse(std::string_view expected) {
        const std::string_view rest = text_.substr(std::min(at_, text_.size()));
        const std::string there = rest.empty() ? "at its end" : say("at '", excerpt(rest, 20), "'");
        if (why.empty()) why = say("the expression '", excerpt(text_, 80), "' needs ", expected, ' ', there);
        return 0;
    }
    std::size_t refuse_because(std::string_view sentence) {
        if (why.empty()) why = say("the expression '", excerpt(text_, 80), "': ", sentence);
        return 0;
    }
    std::size_t add(Node node) {
        nodes.push_back(std::move(node));
        return nodes.size() - 1;
    }
    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(char c) {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    // The name at the current place: "byte", "a.sbo"; empty if there is none.
    std::string_view name_here() {
        skip();
        std::size_t end = at_;
        if (end >= text_.size() || !is_letter(text_[end])) return {};
        while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.')) ++end;
        return text_.substr(at_, end - at_);
    }
    const OperatorRow* operator_here() {
        const std::string_view name = name_here();
        for (const OperatorRow& row : kOperators)
            if (name.empty() ? !is_letter(row.text[0]) && text_.substr(at_).starts_with(row.text) : name == row.text)
                return &row;
        return nullptr;
    }

    // Reads an operand and all operators that bind at least as tightly as `level`.
    std::size_t read(unsigned level) {
        if (level == kLevels) return read_one();
        std::size_t left = read(level + 1);
        while (why.empty()) {
            const OperatorRow* row = operator_here();
            if (row == nullptr || row->level != level) break;
            at_ += row->text.size();
            const std::size_t right = read(level + 1);
            left = add({.op = row->op, .parts = {left, right}});
        }
        return left;
    }

    std::size_t read_one() {
        if (depth_ >= kDeepest) return refuse_because(say("it nests deeper than ", kDeepest, " levels"));
        ++depth_;
        const std::size_t node = read_nested();
        --depth_;
        return node;
    }
    std::size_t read_nested() {
        if (!why.empty()) return 0;
        if (take('(')) {
            const std::size_t inside = read(0);
            if (why.empty() && !take(')')) refuse("')'");
            return inside;
        }
        if (take('-')) return add_after(Op::negative);
        if (name_here() == "not") {
            at_ += 3;
            // `not` binds looser than a comparison: not a == b is not (a == b).
            const std::size_t part = read(2);
            return add({.op = Op::logical_not, .parts = {part}});
        }
        if (take('"')) return read_text();
        if (at_ < text_.size() && is_digit(text_[at_])) return read_constant();
        const std::string_view name = name_here();
        if (name.empty()) return refuse("a number, a string, a name or '('");
        return read_name(name);
    }
    std::size_t add_after(Op op) {
        const std::size_t part = read_one();
        return add({.op = op, .parts = {part}});
    }
    std::size_t read_text() {
        const std::size_t end = text_.find('"', at_);
        if (end == text_.npos) return refuse("a '\"' that ends the text");
        const std::string_view inside = text_.substr(at_, end - at_);
        at_ = end + 1;
        return add({.value = std::string(inside)});
    }
    std::size_t read_constant() {
        std::size_t end = at_;
        while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
        const auto number = parse_number(text_.substr(at_, end - at_));
        if (!number) return refuse_because(number.why);
        at_ = end;
        return add({.value = static_cast<std::int64_t>(*number)});
    }

    std::size_t read_name(std::string_view name) {
        if (name.find('.') != name.npos) {
            if (const auto field = lesson_field(name); !field) return refuse_because(field.why);
            at_ += name.size();
            const std::size_t which = add({.value = std::string(name)});
            return add({.op = Op::call, .function = &kFieldValue, .parts = {which}});
        }
        const std::size_t begin = at_;
        at_ += name.size();
        const bool called = take('(');
        bool known = false;
        for (const LessonFunction& row : lesson_functions()) {
            if (row.name != name) continue;
            known = true;
            if (row.takes.empty() != called) return called ? read_call(row) : add_call(row);
        }
        at_ = begin;
        if (known) return refuse_because(say("'", name, called ? "' takes no parentheses" : "' needs its parentheses"));
        return refuse_because(
            say("'", excerpt(name), "' is not a name or a function; use a field such as a.sbo", like(name)));
    }
    std::size_t add_call(const LessonFunction& row) { return add({.op = Op::call, .function = &row}); }
    // The functions that begin with the same letter, as they are written.
    static std::string like(std::string_view name) {
        std::string out;
        for (const LessonFunction& row : lesson_functions())
            if (row.name[0] == name[0])
                out += say(", ", row.name, row.takes.empty() ? "" : say('(', row.parameters, ')'));
        return out;
    }

    // After '('.
    std::size_t read_call(const LessonFunction& row) {
        Node call{.op = Op::call, .function = &row};
        for (std::size_t i = 0; i < row.takes.size() && why.empty(); ++i) {
            if (i > 0 && !take(',')) return refuse(say("',': ", row.name, '(', row.parameters, ')'));
            call.parts.push_back(read_argument(row, row.takes[i]));
        }
        if (why.empty() && !take(')')) return refuse(say("')': ", row.name, '(', row.parameters, ')'));
        return add(std::move(call));
    }
    std::size_t read_argument(const LessonFunction& row, char type) {
        if (type == 'n' || type == 't') return read(0);
        const std::string_view name = name_here();
        const bool operand = name == "A" || name == "B";
        const bool fits = type == 'o'   ? operand
                          : type == 'p' ? operand || name == "D" || name == "SFA" || name == "SFB"
                          : type == 'w' ? lesson_word(name).has_value()
                                        : name.find('.') != name.npos;
        if (!fits)
            return refuse(say(type == 'o'   ? "A or B"
                              : type == 'p' ? "D, A, SFA or SFB"
                              : type == 'w' ? "a word: a, b, i or z"
                                            : "a field: a.sbo",
                              " for ", row.name, '(', row.parameters, ')'));
        if (type == 'f')
            if (const auto field = lesson_field(name); !field) return refuse_because(field.why);
        at_ += name.size();
        return add({.value = std::string(name)});
    }
};

// ---- the value ----

using ValueAnswer = Answer<LessonValue>;

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
std::optional<bool> compared(Op op, const T& left, const T& right) {
    switch (op) {
    case Op::equal: return left == right;
    case Op::differ: return left != right;
    case Op::less: return left < right;
    case Op::at_most: return left <= right;
    case Op::more: return left > right;
    case Op::at_least: return left >= right;
    default: return std::nullopt;
    }
}

ValueAnswer of_texts(Op op, const LessonValue& left, const LessonValue& right) {
    const auto *a = std::get_if<std::string>(&left), *b = std::get_if<std::string>(&right);
    if (a == nullptr || b == nullptr)
        return Refusal(quoted(left), " and ", quoted(right),
                       " have no common operator; use two "
                       "numbers or two texts");
    if (op == Op::equal || op == Op::differ) return truth_of((lower(*a) == lower(*b)) == (op == Op::equal));
    return Refusal(quoted(left), " and ", quoted(right), " can only be compared with == and !=");
}

ValueAnswer of_reals(Op op, const LessonValue& left, const LessonValue& right) {
    const double a = real_of(left), b = real_of(right);
    if (const auto truth = compared(op, a, b)) return truth_of(*truth);
    switch (op) {
    case Op::add: return LessonValue(a + b);
    case Op::subtract: return LessonValue(a - b);
    case Op::multiply: return LessonValue(a * b);
    case Op::divide:
        if (b == 0) return Refusal(text_of(left), " is divided by 0");
        return LessonValue(a / b);
    default: return Refusal("the operator needs whole numbers, not ", text_of(left), " and ", text_of(right));
    }
}

// Arithmetic of 64 bits that wraps, as in a register.
ValueAnswer of_numbers(Op op, std::int64_t left, std::int64_t right) {
    if (const auto truth = compared(op, left, right)) return truth_of(*truth);
    const auto a = static_cast<std::uint64_t>(left), b = static_cast<std::uint64_t>(right);
    const auto out = [](std::uint64_t n) { return LessonValue(static_cast<std::int64_t>(n)); };
    const bool divides = op == Op::divide || op == Op::remainder;
    if (divides && right == 0) return Refusal(left, " is divided by 0");
    if (divides && right == -1) return out(op == Op::divide ? 0 - a : 0);
    switch (op) {
    case Op::bit_or: return out(a | b);
    case Op::bit_xor: return out(a ^ b);
    case Op::bit_and: return out(a & b);
    case Op::left: return out(b < 64 ? a << b : 0);
    case Op::right: return out(b < 64 ? a >> b : 0);
    case Op::add: return out(a + b);
    case Op::subtract: return out(a - b);
    case Op::multiply: return out(a * b);
    case Op::divide: return LessonValue(left / right);
    default: return LessonValue(left % right);
    }
}

ValueAnswer of_two(Op op, const LessonValue& left, const LessonValue& right) {
    if (std::holds_alternative<std::string>(left) || std::holds_alternative<std::string>(right))
        return of_texts(op, left, right);
    const auto *a = std::get_if<std::int64_t>(&left), *b = std::get_if<std::int64_t>(&right);
    return a && b ? of_numbers(op, *a, *b) : of_reals(op, left, right);
}

Answer<std::int64_t> truth_in(const LessonValue& v) {
    if (const auto* n = std::get_if<std::int64_t>(&v)) return *n;
    if (const auto* r = std::get_if<double>(&v)) return std::int64_t{*r != 0 ? 1 : 0};
    return Refusal(quoted(v), " is neither true nor false; compare it with ==");
}

class Evaluation {
public:
    Evaluation(const std::vector<Node>& nodes, const LessonMoment& moment) : nodes_(nodes), moment_(moment) {}

    ValueAnswer of(std::size_t index) const {
        const Node& node = nodes_[index];
        switch (node.op) {
        case Op::constant: return node.value;
        case Op::call: return call(node);
        case Op::negative: return negative(node);
        case Op::logical_not:
        case Op::logical_or:
        case Op::logical_and: return logic(node);
        default: break;
        }
        const ValueAnswer left = of(node.parts[0]);
        if (!left) return left;
        const ValueAnswer right = of(node.parts[1]);
        return right ? of_two(node.op, *left, *right) : right;
    }

private:
    const std::vector<Node>& nodes_;
    const LessonMoment& moment_;

    ValueAnswer negative(const Node& node) const {
        const ValueAnswer v = of(node.parts[0]);
        return v ? of_two(Op::subtract, LessonValue(std::int64_t{0}), *v) : v;
    }
    ValueAnswer logic(const Node& node) const {
        const ValueAnswer left = of(node.parts[0]);
        if (!left) return left;
        const auto a = truth_in(*left);
        if (!a) return Refusal(a.why);
        if (node.op == Op::logical_not) return truth_of(*a == 0);
        if ((*a != 0) == (node.op == Op::logical_or)) return truth_of(*a != 0);
        const ValueAnswer right = of(node.parts[1]);
        if (!right) return right;
        const auto b = truth_in(*right);
        return b ? ValueAnswer(truth_of(*b != 0)) : Refusal(b.why);
    }
    ValueAnswer call(const Node& node) const {
        std::vector<LessonValue> values;
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
            ValueAnswer v = of(node.parts[i]);
            if (!v) return v;
            const bool number = node.function->takes[i] == 'n';
            if (number != std::holds_alternative<std::int64_t>(*v))
                return Refusal(node.function->name, '(', node.function->parameters, ") needs a ",
                               number ? "whole number" : "text", ", not ", quoted(*v));
            values.push_back(std::move(*v));
        }
        return node.function->call(moment_, LessonArguments(values));
    }
};

}  // namespace

Answer<LessonExpression> LessonExpression::parse(std::string_view text) {
    constexpr std::size_t longest = 2000;
    LessonExpression out;
    out.text_ = std::string(trimmed(text));
    if (out.text_.size() > longest)
        return Refusal("an expression has at most ", longest, " characters, not ", out.text_.size());
    Reader reader(out.text_);
    reader.read_all();
    if (!reader.why.empty()) return Refusal(reader.why);
    out.nodes_ = std::move(reader.nodes);
    return out;
}

Answer<LessonValue> LessonExpression::value(const LessonMoment& moment) const {
    auto v = Evaluation(nodes_, moment).of(nodes_.size() - 1);
    if (!v) return Refusal("'", excerpt(text_, 80), "' has no value: ", v.why);
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
    return Refusal("'", excerpt(text), "' is not a format; use hex, hex16, bin, bin8 or kib");
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

}  // namespace tilescope
