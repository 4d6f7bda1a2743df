// core/src/program/ir_tokens.cpp -- tokens, numbers and types of MLIR and LLVM IR.
// SPDX-License-Identifier: MIT
#include "ir_text.h"

#include <algorithm>

namespace tilescope::program::ir {
namespace {

constexpr unsigned kIndexWidth = 64;

bool is_ir_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ir_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_ir_word_char(char c) { return is_ir_letter(c) || is_ir_digit(c) || c == '.' || c == '$'; }

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::vector<Token> run(bool in_string) {
        if (in_string) finish_string(0, 0);
        while (at_ < text_.size()) {
            if (std::string_view(" \t\r`").find(text_[at_]) != text_.npos)  // a text in Markdown can have backquotes
                ++at_;
            else
                take();
        }
        push(Token::Type::end, at_);
        return std::move(out_);
    }

private:
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    bool sees(std::string_view s) const { return text_.substr(std::min(at_, text_.size())).starts_with(s); }

    void push(Token::Type type, std::size_t begin) {
        at_ = std::min(at_, text_.size());
        out_.push_back({type, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_),
                        text_.substr(begin, at_ - begin)});
    }

    void skip_word() {
        while (is_ir_word_char(peek())) ++at_;
    }

    void finish_string(std::size_t begin, std::size_t from) {
        at_ = from;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        ++at_;
        push(Token::Type::text, begin);
    }

    // Moves after a pattern of FileCheck: [[NAME:regex]] or {{regex}}.
    void skip_pattern() {
        const char open = peek(), close = open == '[' ? ']' : '}';
        int depth = 0;
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == '\\')
                ++at_;
            else if (text_[at_] == open)
                ++depth;
            else if (text_[at_] == close && --depth == 0)
                break;
        }
        ++at_;
    }

    void take();
    void take_value(std::size_t begin);
    void take_number(std::size_t begin);

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Token> out_;
};

void Lexer::take_value(std::size_t begin) {
    if (sees("[[") || sees("{{")) {
        skip_pattern();
    } else if (peek() == '"') {
        const std::size_t quote = text_.find('"', at_ + 1);
        at_ = quote == text_.npos ? text_.size() : quote + 1;
    } else {
        while (is_ir_word_char(peek()) || (peek() == '-' && peek(1) != '>')) ++at_;
    }
    while (sees("{{")) skip_pattern();
    if (peek() == '#' && is_ir_digit(peek(1))) {
        ++at_;
        while (is_ir_digit(peek())) ++at_;
    }
    push(Token::Type::value, begin);
}

// 12, -1, 0x40, 1.5e-3. In "2xi32", the number is 2.
void Lexer::take_number(std::size_t begin) {
    if (peek() == '-') ++at_;
    if (peek() == '0' && peek(1) == 'x' && std::string_view("0123456789abcdefABCDEF").find(peek(2)) != text_.npos) {
        at_ += 2;
        skip_word();
    } else {
        while (is_ir_digit(peek())) ++at_;
        if (peek() == '.') {
            ++at_;
            while (is_ir_digit(peek())) ++at_;
            if (peek() == 'e' || peek() == 'E') at_ += peek(1) == '+' || peek(1) == '-' ? 2 : 1;
            while (is_ir_digit(peek())) ++at_;
        }
    }
    push(Token::Type::number, begin);
}

void Lexer::take() {
    const std::size_t begin = at_;
    const char c = peek();
    if (c == '%') {
        ++at_;
        return take_value(begin);
    }
    if (sees("[[#")) {
        skip_pattern();
        return push(Token::Type::wild, begin);
    }
    // A list of lists, such as [[0, 1]], is not a capture.
    if (sees("[[") && is_ir_letter(peek(2))) return take_value(begin);
    if (sees("{{%")) return take_value(begin);
    if (sees("{{")) {
        skip_pattern();
        return push(Token::Type::wild, begin);
    }
    if (c == '"') return finish_string(begin, begin + 1);
    if (is_ir_digit(c) || (c == '-' && is_ir_digit(peek(1)))) return take_number(begin);
    if (is_ir_letter(c)) {
        skip_word();
        return push(Token::Type::word, begin);
    }
    if ((c == '@' || c == '!' || c == '#' || c == '^') && peek(1) == '"') {
        finish_string(begin, begin + 2);
        out_.back().type = c == '@' ? Token::Type::symbol : Token::Type::other;
        return;
    }
    ++at_;
    if (c == '@' || c == '!' || c == '#' || c == '^') {
        skip_word();
        return push(c == '@' ? Token::Type::symbol : Token::Type::other, begin);
    }
    if (c == '-' && peek() == '>') ++at_;
    push(Token::Type::mark, begin);
}

Type integer_of(std::string_view word) {
    if (word == "index") return {Type::Kind::integer, kIndexWidth, 0, false};
    if (word.starts_with("si") || word.starts_with("ui")) word.remove_prefix(1);
    if (word.size() < 2 || word.size() > 4 || word[0] != 'i') return {Type::Kind::other, 0, 0, false};
    unsigned width = 0;
    for (const char c : word.substr(1)) {
        if (!is_ir_digit(c)) return {Type::Kind::other, 0, 0, false};
        width = width * 10 + static_cast<unsigned>(c - '0');
    }
    return {width >= 1 && width <= 64 ? Type::Kind::integer : Type::Kind::other, width, 0, false};
}

// The inside of vector<2xi32> and <2 x i32>.
Type vector_in(const std::vector<Token>& tokens, std::size_t at, std::size_t end) {
    constexpr Type kOther{Type::Kind::other, 0, 0, false};
    if (at >= end || tokens[at].type != Token::Type::number) return kOther;
    const std::optional<std::uint64_t> count = integer_in(tokens[at++].text);
    if (at >= end || tokens[at].type != Token::Type::word || !tokens[at].text.starts_with('x')) return kOther;
    std::string_view word = tokens[at++].text.substr(1);
    if (word.empty() && at < end) word = tokens[at++].text;
    const Type element = integer_of(word);
    if (at != end || !element.is_integer() || !count || *count == 0 || *count > 64) return kOther;
    return {Type::Kind::vector, element.width, static_cast<unsigned>(*count), false};
}

std::size_t closing_angle(const std::vector<Token>& tokens, std::size_t open, std::size_t end) {
    int depth = 0;
    for (std::size_t i = open; i < end; ++i) {
        if (tokens[i].is("<")) ++depth;
        if (tokens[i].is(">") && --depth == 0) return i;
    }
    return end;
}

bool is_type_name(std::string_view word) {
    constexpr std::string_view kNames[] = {"ptr",   "half",    "bfloat", "float", "double",  "void",   "label",
                                           "token", "f16",     "bf16",   "f32",   "f64",     "tensor", "memref",
                                           "none",  "complex", "tuple",  "fp128", "metadata"};
    return std::ranges::find(kNames, word) != std::end(kNames);
}

}  // namespace

std::vector<Token> tokens_of(const Line& line) { return Lexer(line.text).run(line.in_string); }

std::string key_of(const Token& value) {
    const std::string_view text = value.text;
    const std::size_t open = text.find("[[");
    if (open > 1) return text.find("{{") == text.npos ? std::string(text) : std::string();
    const std::size_t end = text.find_first_of(":]", open);
    const std::size_t close = text.rfind("]]");
    if (end == text.npos || close == text.npos || end > close) return {};
    std::string out(text.substr(0, end));
    return out + std::string(text.substr(close));
}

std::size_t closing(const std::vector<Token>& tokens, std::size_t open, std::size_t end) {
    int depth = 0;
    for (std::size_t i = open; i < end; ++i) {
        const Token& t = tokens[i];
        if (t.is("(") || t.is("[") || t.is("{")) ++depth;
        if ((t.is(")") || t.is("]") || t.is("}")) && --depth == 0) return i;
    }
    return end;
}

std::uint64_t mask_of(unsigned width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

std::optional<std::uint64_t> integer_in(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const bool hexadecimal = text.starts_with("0x");
    if (hexadecimal) text.remove_prefix(2);
    if (text.empty()) return std::nullopt;
    const std::uint64_t base = hexadecimal ? 16 : 10;
    std::uint64_t out = 0;
    for (const char c : text) {
        const auto at = std::string_view("0123456789abcdefABCDEF").find(c);
        if (at == std::string_view::npos) return std::nullopt;
        const std::uint64_t digit = at < 16 ? at : at - 6;
        if (digit >= base || out > (~std::uint64_t{0} - digit) / base) return std::nullopt;
        out = out * base + digit;
    }
    if (negative && out > std::uint64_t{1} << 63) return std::nullopt;
    return negative ? ~out + 1 : out;
}

std::optional<std::uint64_t> integer_in(std::string_view text, unsigned width) {
    const std::optional<std::uint64_t> value = integer_in(text);
    if (!value) return std::nullopt;
    const std::uint64_t mask = mask_of(width), above = text.starts_with('-') && *value != 0 ? ~mask : 0;
    return (*value & ~mask) == above ? std::optional(*value & mask) : std::nullopt;
}

Type read_type(const std::vector<Token>& tokens, std::size_t& at, std::size_t end) {
    if (at >= end) return {};
    const Token& t = tokens[at];
    Type out{Type::Kind::other, 0, 0, false};
    if (t.type == Token::Type::other && t.text.starts_with('!')) {
        out.kind = t.text == "!llvm.ptr" ? Type::Kind::pointer : Type::Kind::other;
        out.generic = true;
        if (++at < end && tokens[at].is("<")) {
            const std::size_t close = closing_angle(tokens, at, end);
            out.generic = close == at + 2 && tokens[at + 1].text == "1";
            at = std::min(end, close + 1);
        }
        return out;
    }
    if (t.is("<") || t.is("{") || t.is("[") || t.is("(")) {
        const std::size_t close = t.is("<") ? closing_angle(tokens, at, end) : closing(tokens, at, end);
        if (t.is("<")) out = vector_in(tokens, at + 1, close);
        at = std::min(end, close + 1);
        return out;
    }
    if (t.type != Token::Type::word) return {};
    if (t.text == "vector" && at + 1 < end && tokens[at + 1].is("<")) {
        const std::size_t close = closing_angle(tokens, at + 1, end);
        out = vector_in(tokens, at + 2, close);
        at = std::min(end, close + 1);
        return out;
    }
    const Type integer = integer_of(t.text);
    if (integer.is_integer() || integer.width != 0) return ++at, integer;
    if (!is_type_name(t.text)) return {};
    out.kind = t.text == "ptr" ? Type::Kind::pointer : Type::Kind::other;
    out.generic = true;
    if (++at < end && tokens[at].is("<")) at = std::min(end, closing_angle(tokens, at, end) + 1);
    if (at + 1 < end && tokens[at].is("addrspace") && tokens[at + 1].is("(")) {
        out.generic = at + 2 < end && tokens[at + 2].text == "1";
        at = std::min(end, closing(tokens, at + 1, end) + 1);
    }
    while (at < end && tokens[at].is("*")) out = {Type::Kind::pointer, 0, 0, false}, ++at;
    return out;
}

}  // namespace tilescope::program::ir
