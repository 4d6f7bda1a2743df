// core/src/program/source_expression.cpp -- parses the expressions of source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>
#include <iterator>

namespace tilescope::program::source {
namespace {

constexpr int kUnaryLevel = 12, kLowestLevel = 1, kNotLevel = 3;

struct BinaryOperator {
    std::string_view text;
    int c, python, julia;  // how tightly it binds; 0: it is not one. Rust has the order of Python
};
constexpr BinaryOperator kOperators[] = {
    {"||", 1, 1, 1}, {"or", 1, 1, 0},   {"&&", 2, 2, 2},   {"and", 2, 2, 0}, {"|", 3, 5, 9},    {"^", 4, 6, 0},
    {"&", 5, 7, 10}, {"==", 6, 4, 4},   {"!=", 6, 4, 4},   {"===", 0, 0, 4}, {"!==", 0, 0, 4},  {"<", 7, 4, 4},
    {">", 7, 4, 4},  {"<=", 7, 4, 4},   {">=", 7, 4, 4},   {"<<", 8, 8, 11}, {">>", 8, 8, 11},  {"+", 9, 9, 9},
    {"-", 9, 9, 9},  {"*", 10, 10, 10}, {"/", 10, 10, 10}, {"//", 0, 10, 0}, {"%", 10, 10, 10}, {"@", 0, 10, 0},
    {"in", 0, 4, 4}, {"is", 0, 4, 0},   {"not", 0, 4, 0},
};

const BinaryOperator* operator_at(const Token& token) {
    if (token.type != TokenType::symbol && token.type != TokenType::name) return nullptr;
    const auto* const found = std::ranges::find(kOperators, token.text, &BinaryOperator::text);
    return found == std::end(kOperators) ? nullptr : found;
}

int level_of(const BinaryOperator& op, Language language) {
    if (language == Language::python || language == Language::rust) return op.python;
    return language == Language::julia ? op.julia : op.c;
}

constexpr std::string_view kAssignments[] = {
    "=", "|=", "+=", "^=", "&=", "-=", "<<=", ">>=", "*=", "/=", "%=", "//=", ":=", "**="};

}  // namespace

bool is_cut(const Cursor& c) {
    for (std::uint32_t i = c.at; i < c.end; ++i)
        if (c[i].is("(") && c[i].match == kNoToken) return true;
    return false;
}

std::uint32_t lambda_body(const Cursor& c) {
    if (!c.is("[") || c.close() == kNoToken) return kNoToken;
    Cursor body = c;
    body.at = c.close() + 1;
    if (body.is("(") && body.close() != kNoToken) body.at = body.close() + 1;
    while (!body.done() && !body.is("{") && !body.is(";") && !body.is(",") && !body.is("(")) ++body.at;
    return body.is("{") && body.close() != kNoToken ? body.at : kNoToken;
}

// All tokens are one expression. If not, nothing is known about it and about its names. `a #if X | b #endif` is one of
// two values.
Value Reader::whole(Cursor c) {
    const Cursor all = c;
    const auto read = [&](Cursor part) {
        const Value out = expression(part);
        if (!part.failed && part.done()) return out;
        forget_names(all, all.at, all.end, !is_cut(all));
        return math_.unknown();
    };
    const auto listed = [&](std::vector<Token>& tokens) {
        match_brackets(tokens);
        return Cursor{&tokens, 0, static_cast<std::uint32_t>(tokens.size()), false, c.depth};
    };
    const bool written = c.tokens == &lexed_.tokens && !c.done();
    std::vector<std::vector<Token>> branches;
    if (written) branches = macros_.branches_of(c);
    std::vector<Value> values;
    for (std::vector<Token>& branch : branches) {
        std::vector<Token> expanded;
        const Cursor part = listed(branch);
        values.push_back(read(macros_.expand(part, expanded) ? listed(expanded) : part));
    }
    if (values.size() == 2) return math_.choose(math_.unknown(kBoolean), values[0], values[1]);
    std::vector<Token> expanded;
    const bool replaced = written && macros_.used_in(c.at, c.end) && macros_.expand(c, expanded);
    return read(replaced ? listed(expanded) : c);
}

Value Reader::expression(Cursor& c, int level) {
    if (++c.depth > kDeepestNesting) c.failed = true;
    if (c.failed || c.done()) {
        c.failed = true;
        return math_.unknown();
    }
    Value left;
    if (level <= kNotLevel && language_ == Language::python && c.take("not"))
        left = math_.negated(expression(c, kNotLevel));
    else
        left = unary(c);
    if (left.id == kNone) left = math_.unknown();  // it was not understood
    while (!c.failed && !c.done()) {
        const BinaryOperator* const op = operator_at(c.peek());
        const int binds = op == nullptr ? 0 : level_of(*op, language_);
        if (binds == 0 || binds < std::max(level, kLowestLevel)) break;
        ++c.at;
        const bool is_not = op->text == "is" || op->text == "not";
        if (is_not && (c.is("not") || c.is("in"))) ++c.at;
        const std::uint32_t operand = c.at;
        const Value right = expression(c, binds + 1);
        const bool chained = binds == 4 && language_ == Language::python && operator_at(c.peek()) != nullptr &&
                             level_of(*operator_at(c.peek()), language_) == 4;
        const std::string_view text = op->text;
        if (op->text == "is" || op->text == "in" || op->text == "not" || op->text == "@" || chained)
            left = math_.unknown(op->text == "@" ? kOpaque : kBoolean);
        else if (text == "&&" || text == "||")
            left = math_.binary(text == "&&" ? "&" : "|", math_.truth(left), math_.truth(right)),
            left = math_.truth(left);
        else if (text == "and" || text == "or") {
            const Value first = math_.once(left);
            left = text == "or" ? math_.choose(first, first, right) : math_.choose(first, right, first);
            left.choices.clear();
        } else {
            left = math_.binary(text, left, right);
        }
        if (operand == c.at) c.failed = true;
    }
    if (level == 0) left = conditional(c, std::move(left));
    --c.depth;
    return left;
}

// a ? b : c, or a if b else c.
Value Reader::conditional(Cursor& c, Value value) {
    if (c.failed || c.done()) return value;
    if (language_ != Language::python && language_ != Language::rust && c.take("?")) {
        const Value yes = expression(c);
        if (!c.take(":")) c.failed = true;
        const Value no = expression(c);
        return math_.choose(value, yes, no);
    }
    if (language_ != Language::python && language_ != Language::plain) return value;
    if (!c.take("if")) return value;
    const Value test = expression(c, 1);
    if (!c.take("else")) c.failed = true;
    const Value no = expression(c);
    return math_.choose(test, value, no);
}

Value Reader::unary(Cursor& c) {
    if (++c.depth > kDeepestNesting || c.done()) {
        c.failed = true;
        return math_.unknown();
    }
    constexpr std::string_view kPrefixes[] = {"-", "+", "~", "!", "*", "&", "++", "--", "&&", "**", "await"};
    const Token& t = c.peek();
    const bool prefix = (t.type == TokenType::symbol || t.text == "await") &&
                        std::ranges::find(kPrefixes, t.text) != std::end(kPrefixes);
    Value out;
    if (!prefix) {
        out = postfix(c);
    } else {
        ++c.at;
        const bool changes = t.text == "&" && (language_ != Language::rust || c.take("mut"));
        const Value x = unary(c);
        if (t.text == "-")
            out = math_.minus(x);
        else if (t.text == "+")
            out = x;
        else if (t.text == "~" || (t.text == "!" && language_ == Language::rust))
            out = math_.inverted(x);
        else if (t.text == "!")
            out = math_.negated(x);
        else if (t.text == "*" && !x.path.empty() && language_ != Language::python)
            out = read_path("*" + x.path);
        else {
            if (!x.path.empty() && (changes || t.text == "++" || t.text == "--" || t.text == "&&"))
                touched_.push_back(x.path);
            out = math_.unknown(t.text == "&" ? kOpaque : kAny);
        }
    }
    if (language_ == Language::python && c.is("**")) {
        ++c.at;
        out = math_.binary("**", out, unary(c));
    }
    while (language_ == Language::rust && c.take("as")) {
        bool pointer = false;
        const std::optional<Type> type = type_at(c, pointer);
        if (!type) ++c.at;
        out = type && !pointer ? math_.converted(out, *type) : math_.unknown();
    }
    --c.depth;
    return out;
}

Value Reader::primary(Cursor& c) {
    const Token& t = c.peek();
    if (t.type == TokenType::number) {
        ++c.at;
        // "desc = 0x40004040 (start 0x400)": no language calls a number, so this is a remark.
        if (c.is("(") && c.close() != kNoToken) c.at = c.close() + 1;
        return math_.literal(t);
    }
    if (t.type == TokenType::text) {
        for (; c.peek().type == TokenType::text; ++c.at) observe_format(c.peek());
        return math_.unknown(kOpaque);
    }
    if (t.is("(")) return parenthesized(c);
    if (t.is("[") || t.is("{")) return bracketed(c);
    c.failed = true;
    return math_.unknown();
}

Value Reader::parenthesized(Cursor& c) {
    const std::uint32_t close = c.close();
    if (close == kNoToken) {
        c.failed = true;
        return math_.unknown();
    }
    Cursor inside = c.part(c.at + 1, close);
    c.at = close + 1;
    if (language_ == Language::c || language_ == Language::plain) {
        Cursor typed = inside;
        bool pointer = false;
        const std::optional<Type> type = type_at(typed, pointer);
        const bool operand = !c.done() && (c.peek().type != TokenType::symbol || c.is("(") || c.is("-") || c.is("~") ||
                                           c.is("*") || c.is("&") || c.is("!") || c.is("{"));
        if (type && typed.done() && operand) {
            const Value x = unary(c);
            return pointer ? math_.unknown(kOpaque) : math_.converted(x, *type);
        }
    }
    if (inside.done()) return math_.unknown(kOpaque);
    const Cursor all = inside;
    Value out = expression(inside);
    bool tuple = false;
    while (!inside.failed && inside.take(",")) {
        tuple = true;
        if (!inside.done()) static_cast<void>(expression(inside));
    }
    if (!inside.failed && std::ranges::find(kAssignments, inside.peek().text) != std::end(kAssignments)) {
        if (!out.path.empty()) touched_.push_back(out.path);
        ++inside.at;
        static_cast<void>(expression(inside));
        out = math_.unknown();
    }
    if (inside.failed || !inside.done()) {
        forget_names(all, all.at, all.end, true);
        return math_.unknown();
    }
    return tuple ? math_.unknown(kOpaque) : out;
}

// A list, a table or a set. The body of a lambda is not read: what it assigns can change at any time.
Value Reader::bracketed(Cursor& c) {
    if (skip_lambda(c)) return math_.unknown(kOpaque);
    const std::uint32_t close = c.close();
    if (close == kNoToken) {
        c.failed = true;
        return math_.unknown();
    }
    forget_names(c, c.at + 1, close, false);
    c.at = close + 1;
    return math_.unknown(kOpaque);
}

bool Reader::skip_lambda(Cursor& c) {
    const std::uint32_t open = language_ == Language::c ? lambda_body(c) : kNoToken;
    if (open == kNoToken) return false;
    const std::uint32_t close = c[open].match;
    const std::size_t before = touched_.size();
    forget_names(c, open + 1, close, false);
    for (std::size_t i = before; i < touched_.size(); ++i) scopes_.escape(touched_[i]);
    c.at = close + 1;
    return true;
}

// `if a { b } else { c }` and `unsafe { a }` of Rust.
Value Reader::rust_block(Cursor& c) {
    const bool tests = c.take("if");
    const std::uint32_t from = c.at;
    while (!c.done() && !c.is("{")) c.at = c.is("(") && c.close() != kNoToken ? c.close() + 1 : c.at + 1;
    const std::uint32_t close = c.done() ? kNoToken : c.close();
    if (close == kNoToken) {
        c.failed = true;
        return math_.unknown();
    }
    const Value test = tests ? whole(c.part(from, c.at)) : math_.unknown();
    const Value yes = whole(c.part(c.at + 1, close));
    c.at = close + 1;
    if (!tests) return yes;
    if (!c.take("else")) return math_.unknown();
    return math_.choose(test, yes, rust_block(c));
}

Value Reader::keyword(Cursor& c, bool& found) {
    const std::string_view word = c.peek().text;
    found = true;
    if (word == "true" || word == "True") return ++c.at, math_.number(1, kBoolean);
    if (word == "false" || word == "False") return ++c.at, math_.number(0, kBoolean);
    if (word == "nullptr" || word == "None" || word == "NULL") return ++c.at, math_.unknown(kOpaque);
    const bool rust = language_ == Language::rust;
    if (rust && (word == "if" || word == "unsafe")) return rust_block(c);
    if (word == "lambda" && language_ == Language::python) {
        while (!c.done() && !c.is(",")) c.at = c.close() != kNoToken && c.close() > c.at ? c.close() + 1 : c.at + 1;
        return math_.unknown(kOpaque);
    }
    if (word == "sizeof" || word == "alignof" || word == "decltype" || word == "typeid" || (rust && word == "match")) {
        while (!c.done() && !c.is("(") && !c.is("{")) ++c.at;
        if (word == "sizeof" && c.is("(") && c.close() != kNoToken)
            if (const Value size = size_of(c.part(c.at + 1, c.close()), false); size.constant) {
                c.at = c.close() + 1;
                return size;
            }
        if (c.done() || c.close() == kNoToken)
            c.failed = true;
        else {
            forget_names(c, c.at, c.close(), false);
            c.at = c.close() + 1;
        }
        return math_.unknown();
    }
    found = false;
    return {};
}

}  // namespace tilescope::program::source
