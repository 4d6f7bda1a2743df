// core/src/notation/expression.cpp -- evaluates integer expressions of C, C++ and Python; some bits can be unknown.
// SPDX-License-Identifier: MIT
#include "text_parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/notation/expression.h>
#include <tilescope/program/known_bits.h>
#include <tilescope/word/field.h>

#include <bit>
#include <utility>

namespace tilescope {
namespace {

constexpr unsigned kDeepestExpression = 64;  // nesting depth of parentheses
constexpr unsigned kWordBits = 64;

bool is_expression_name_char(char c) { return notation::is_word_char(c) || c == '.' || c == '%' || c == '$'; }

Bits all_unknown() { return {0, ~0ull, 0}; }

program::KnownBits known(const Bits& x) { return {x.value, ~x.unknown}; }
Bits with_width(const program::KnownBits& x, unsigned width) { return {x.value, ~x.known, width}; }

class Parser {
public:
    Parser(std::string_view text, const NameLookup& lookup) : text_(text), lookup_(lookup) {}

    Answer<Evaluated> whole() {
        const Bits bits = expression(0);
        skip();
        if (why_.empty() && at_ < text_.size())
            fail(say("found '", excerpt(text_.substr(at_, 1)), "'; expected an operator or the end of the expression"));
        if (!why_.empty()) return Refusal(why_);
        out_.bits = bits;
        return out_;
    }

    std::size_t failed_at() const { return failed_at_; }

private:
    std::string_view text_;
    const NameLookup& lookup_;
    std::size_t at_ = 0, failed_at_ = 0;
    unsigned depth_ = 0;
    std::string why_;
    Evaluated out_;

    Bits fail(std::string why) {
        if (why_.empty()) why_ = std::move(why), failed_at_ = at_;
        return {};
    }
    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(std::string_view token) {
        skip();
        if (!text_.substr(at_).starts_with(token)) return false;
        at_ += token.size();
        return true;
    }

    struct Operator {
        std::string_view text;
        int level;
    };
    // C's order of precedence, loosest first; longest spelling first within a level.
    static constexpr Operator kOperators[] = {{"|", 1}, {"^", 2}, {"&", 3},  {"<<", 4}, {">>", 4}, {"+", 5},
                                              {"-", 5}, {"*", 6}, {"//", 6}, {"/", 6},  {"%", 6}};

    const Operator* peek_operator(int least) {
        skip();
        for (const Operator& op : kOperators)
            if (op.level >= least && text_.substr(at_).starts_with(op.text)) return &op;
        return nullptr;
    }

    Bits expression(int least) {
        Bits left = unary();
        for (const Operator* op; why_.empty() && (op = peek_operator(std::max(least, 1)));) {
            at_ += op->text.size();
            ++out_.operators;
            left = apply(op->text, left, expression(op->level + 1));
        }
        return left;
    }

    Bits apply(std::string_view op, Bits a, Bits b) {
        const unsigned width = std::max(a.width, b.width);
        const program::KnownBits x = known(a), y = known(b);
        if (op == "|") return with_width(bit_or(x, y), width);
        if (op == "&") return with_width(bit_and(x, y), width);
        if (op == "^") return with_width(bit_xor(x, y), width);
        if (op == "<<" || op == ">>") return shifted(op == "<<", a, b);
        if (op == "+") return with_width(added(x, y, kWordBits), width);
        if (op == "-") return with_width(subtracted(x, y, kWordBits), width);
        if (op == "*") return with_width(multiplied(x, y, kWordBits), width);
        if (a.unknown | b.unknown) return all_unknown();
        if (b.value == 0) return fail("division by zero");
        return {op == "%" ? a.value % b.value : a.value / b.value, 0, width};
    }

    Bits shifted(bool left, Bits a, Bits b) {
        if (b.unknown) return all_unknown();
        if (b.value >= 64) {
            const bool negative = b.value >> 63 != 0;
            return fail(say("the shift is ", negative ? "-" : "", negative ? 0 - b.value : b.value,
                            " bits; it must be 0 to 63"));
        }
        const auto n = static_cast<unsigned>(b.value);
        if (!left) return {a.value >> n, a.unknown >> n, a.width};
        const bool grows = a.value != 0 && static_cast<unsigned>(std::bit_width(a.value)) + n > 32;
        return {a.value << n, a.unknown << n, grows || a.unknown ? 64 : a.width};
    }

    Bits unary() {
        if (++depth_ > kDeepestExpression) return fail("the parentheses are nested deeper than 64");
        const bool inverts = take("~"), negates = !inverts && take("-");
        // *p has the same name as p here.
        Bits out = inverts || negates || take("+") || take("*") ? unary() : primary();
        if (inverts) out = with_width(bit_not(known(out)), out.width), ++out_.operators;
        if (negates) out = with_width(subtracted(program::constant(0), known(out), kWordBits), out.width);
        --depth_;
        return out;
    }

    Bits primary() {
        skip();
        if (!why_.empty()) return {};
        if (at_ >= text_.size()) return fail("the expression ends here; expected a number");
        if (take("(")) return in_parentheses();
        const char c = text_[at_];
        if (is_digit(c)) return literal();
        if (is_expression_name_char(c)) return named();
        return fail(say("found '", excerpt(text_.substr(at_, 1)), "'; expected a number or a name"));
    }

    // Reads (expression), or a cast (uint64_t)x.
    Bits in_parentheses() {
        const std::size_t begin = at_;
        const std::size_t close = text_.find(')', at_);
        if (close != text_.npos) {
            std::string_view inside = text_.substr(at_, close - at_);
            while (!inside.empty() && inside.front() == ' ') inside.remove_prefix(1);
            while (!inside.empty() && (inside.back() == ' ' || inside.back() == '*')) inside.remove_suffix(1);
            if (const auto bits = notation::bits_of_type(inside)) {
                at_ = close + 1;
                return widened(unary(), *bits);
            }
        }
        at_ = begin;
        return to_parenthesis();
    }
    Bits to_parenthesis() {
        Bits out = expression(1);
        if (!take(")")) fail("a '(' has no matching ')'");
        return out;
    }

    static Bits widened(Bits bits, unsigned width) {
        if (width == 0 || width == 1) return bits;
        bits.value &= bit_mask(width), bits.unknown &= bit_mask(width);
        if (width >= 32) bits.width = width;
        return bits;
    }

    // Reads a literal with its digits, separators, suffix and type, as in "5 : i32".
    Bits literal() {
        std::size_t end = at_;
        while (end < text_.size() && (is_expression_name_char(text_[end]) || text_[end] == '\'')) ++end;
        std::string_view token = text_.substr(at_, end - at_);
        std::size_t typed = end;
        while (typed < text_.size() && text_[typed] == ' ') ++typed;
        if (text_.substr(typed).starts_with(":")) {
            std::size_t stop = typed + 1;
            while (stop < text_.size() && text_[stop] == ' ') ++stop;
            while (stop < text_.size() && is_expression_name_char(text_[stop])) ++stop;
            const std::string_view with_type = text_.substr(at_, stop - at_);
            if (read_number(with_type)) token = with_type, end = stop;
        }
        const Answer<Number> number = read_number(token);
        if (!number) return fail(number.why);
        at_ = end;
        ++out_.literals;
        // A decimal number states no width. A Verilog literal of 8 bits is in a word of 32 bits.
        const unsigned word = number->bits == 0 ? 0 : number->bits <= 32 ? 32 : 64;
        return {number->value, 0, number->decimal && number->value <= 0xffffffffull ? 0 : word};
    }

    Bits named() {
        std::size_t end = at_;
        while (end < text_.size() && (is_expression_name_char(text_[end]) || text_.substr(end).starts_with("::")))
            end += text_[end] == ':' ? 2 : 1;
        const std::string_view name = text_.substr(at_, end - at_);
        at_ = end;
        if (name == "static_cast" || name == "reinterpret_cast") return cast_in_brackets();
        if (take("(")) {
            const auto bits = notation::bits_of_type(name);
            if (!bits) return fail(say("'", name, "' is an unknown function; expected a type or a number"));
            return widened(to_parenthesis(), *bits);
        }
        ++out_.names;
        const std::optional<Bits> known = lookup_ ? lookup_(name) : std::nullopt;
        return known ? *known : all_unknown();
    }

    Bits cast_in_brackets() {
        const std::size_t close = text_.find('>', at_);
        if (close == text_.npos || !take("<")) return fail("a cast has no <type>; write static_cast<uint64_t>(value)");
        const auto bits = notation::bits_of_type(text_.substr(at_, close - at_));
        at_ = close + 1;
        if (!take("(")) fail("a cast has no (value); write static_cast<uint64_t>(value)");
        return widened(to_parenthesis(), bits.value_or(0));
    }
};

}  // namespace

Answer<Evaluated> evaluate(std::string_view text, const NameLookup& lookup, std::size_t* where) {
    Parser parser(text, lookup);
    Answer<Evaluated> value = parser.whole();
    if (!value && where != nullptr) *where = std::min(parser.failed_at(), text.size());
    return value;
}

}  // namespace tilescope
