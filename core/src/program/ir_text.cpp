// core/src/program/ir_text.cpp -- operations, tokens, numbers and types of MLIR, LLVM IR and tests of FileCheck.
// SPDX-License-Identifier: MIT
#include "ir.h"

namespace tilescope::program::ir {
namespace {

constexpr std::size_t kMostJoinedLines = 200;

bool is_ir_name_char(char c) { return is_word_char(c) || c == '.' || c == '$' || c == '-'; }

// A line of FileCheck: "// CHECK-NEXT: text".
struct Directive {
    std::string_view prefix, suffix;
    std::size_t text = 0;  // where the text begins
};

std::optional<Directive> directive_in(std::string_view line) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == line.npos) return std::nullopt;
    const std::size_t marks = at;
    while (at < line.size() && (line[at] == '/' || line[at] == ';' || line[at] == '#')) ++at;
    if (at == marks || (line[marks] == '/' && at < marks + 2)) return std::nullopt;
    while (at < line.size() && is_blank(line[at])) ++at;
    const std::size_t begin = at;
    while (at < line.size() &&
           ((line[at] >= 'A' && line[at] <= 'Z') || is_digit(line[at]) || line[at] == '-' || line[at] == '_'))
        ++at;
    std::string_view word = line.substr(begin, at - begin);
    if (line.substr(at).starts_with("{LITERAL}")) at += 9;
    if (word.size() < 2 || word[0] < 'A' || word[0] > 'Z' || at >= line.size() || line[at] != ':') return std::nullopt;
    Directive out{word, "", at + 1};
    constexpr std::string_view kSuffixes[] = {"-NEXT", "-SAME", "-DAG", "-LABEL", "-NOT", "-EMPTY"};
    for (const std::string_view s : kSuffixes)
        if (word.size() > s.size() && word.ends_with(s)) out = {word.substr(0, word.size() - s.size()), s, at + 1};
    if (const std::size_t count = out.prefix.rfind("-COUNT"); count != word.npos && count > 0)
        out.prefix = out.prefix.substr(0, count);
    return out;
}

bool is_no_code(const Directive& d) {
    constexpr std::string_view kOthers =
        "RUN XFAIL REQUIRES UNSUPPORTED NOTE COM END ALLOW_RETRIES DEFINE REDEFINE WARNING BUG PERF";
    return d.suffix == "-NOT" || d.suffix == "-EMPTY" || has_word(kOthers, d.prefix);
}

// "%x = llvm.or", "%x:2 = ...", but not "%x = %y", which continues a list of loop values.
bool is_definition(std::string_view line) {
    if (!line.starts_with('%')) return false;
    std::size_t at = 1;
    while (at < line.size() && (is_ir_name_char(line[at]) || line[at] == ':')) ++at;
    while (at < line.size() && is_blank(line[at])) ++at;
    if (at >= line.size() || line[at] != '=') return false;
    do ++at;
    while (at < line.size() && is_blank(line[at]));
    return at < line.size() && line[at] != '%';
}

bool begins_operation(std::string_view line) {
    constexpr std::string_view kStarts[] = {"define ",  "declare ", "llvm.func",  "func.func", "tt.func",
                                            "gpu.func", "module ",  "gpu.module", "return",    "llvm.return"};
    return is_definition(line) || std::ranges::any_of(kStarts, [&](std::string_view s) { return line.starts_with(s); });
}

// A part of an operation with inline assembly, as tests contain it: @$5 tcgen05.mma [$0], $1;", "r,l" %a, %b
bool begins_in_string(std::string_view line) {
    const bool code =
        line.starts_with("@$") || line.starts_with("@!$") || line.starts_with("tcgen05.") || line.starts_with("wgmma.");
    const std::size_t quote = line.find('"');
    return code && quote != line.npos && line.find('"', quote + 1) != line.npos;
}

bool is_label_line(std::string_view line) {
    if (line.size() < 2 || line.back() != ':') return false;
    if (line[0] == '^') return true;
    return std::ranges::all_of(line.substr(0, line.size() - 1), is_ir_name_char);
}

// What brackets, strings and comments do to an operation.
struct Shape {
    std::string open;        // brackets
    bool in_string = false;  // a string is open
    int lowest = 0, depth = 0;

    // Reads one more line. Returns the offset of its comment, or its size.
    std::size_t read(std::string_view line) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            const char c = line[i];
            if (in_string) {
                if (c == '\\') ++i;
                if (c == '"') in_string = false;
                continue;
            }
            if (c == ';' || (c == '/' && line.substr(i).starts_with("//"))) return i;
            if (c == '"') in_string = true;
            if (c == '(' || c == '[' || c == '{') open += c;
            if (c == '{') ++depth;
            if (c == '}') lowest = std::min(lowest, --depth);
            if ((c == ')' || c == ']' || c == '}') && !open.empty()) open.pop_back();
        }
        return line.size();
    }

    bool in_bracket() const { return !open.empty() && open.back() != '{'; }
};

class Splitter {
public:
    explicit Splitter(std::string_view text) : text_(text) {}

    std::vector<Line> run() {
        while (at_ < text_.size()) take();
        return std::move(out_);
    }

private:
    std::string_view line_at(std::size_t begin) const {
        const std::size_t end = text_.find('\n', begin);
        return text_.substr(begin, end == text_.npos ? text_.npos : end - begin);
    }

    void take() {
        const std::size_t begin = at_;
        const std::string_view line = line_at(begin);
        at_ = begin + line.size() + 1;
        const std::string_view inside = without_blanks(line);
        if (inside.empty()) return;
        if (inside.starts_with("// -----")) {
            out_.emplace_back().fresh = true;
            return;
        }
        if (const std::optional<Directive> directive = directive_in(line)) {
            if (!is_no_code(*directive)) take_directive(*directive, line, begin);
            return;
        }
        take_operation(line, begin);
    }

    void take_directive(const Directive& directive, std::string_view line, std::size_t begin) {
        const std::string_view rest = line.substr(directive.text);
        if (directive.suffix == "-SAME" && last_check_ != 0 && out_[last_check_ - 1].prefix == directive.prefix) {
            append(out_[last_check_ - 1], rest, begin + directive.text);
            return;
        }
        Line& out = out_.emplace_back();
        last_check_ = out_.size();
        out.prefix = directive.prefix;
        out.fresh = directive.suffix == "-LABEL";
        append(out, rest, begin + directive.text);
        out.in_string = begins_in_string(out.text);
    }

    void take_operation(std::string_view line, std::size_t begin) {
        Line out;
        Shape shape;
        shape.in_string = out.in_string = begins_in_string(without_blanks(line));
        append(out, line.substr(0, shape.read(line)), begin);
        if (out.text.empty()) return;
        if (!out.in_string)
            for (std::size_t joined = 0; joined < kMostJoinedLines && join(out, shape);) ++joined;
        out.lowest = shape.lowest;
        out.depth = shape.depth;
        out_.push_back(std::move(out));
    }

    // Whether the next line of the text continues the operation; it is then taken.
    bool join(Line& into, Shape& shape) {
        if (at_ >= text_.size()) return false;
        const std::string_view line = line_at(at_), inside = without_blanks(line);
        if (directive_in(line) || inside.starts_with("// -----") || begins_operation(inside)) return false;
        if (inside.starts_with("}") && !shape.in_string) return false;
        const std::string_view sofar = into.text;
        const bool continues = sofar.ends_with(",") || sofar.ends_with("->") || sofar.ends_with(" =") ||
                               (sofar.ends_with(":") && !is_label_line(sofar));
        const bool continued = inside.starts_with(": ") || inside.starts_with("-> ") || inside.starts_with(", ");
        if (!shape.in_string && !shape.in_bracket() && !continues && !continued) return false;
        append(into, line.substr(0, shape.read(line)), at_);
        at_ += line.size() + 1;
        return true;
    }

    void append(Line& into, std::string_view part, std::size_t offset) {
        while (!part.empty() && is_blank(part.front())) part.remove_prefix(1), ++offset;
        while (!part.empty() && is_blank(part.back())) part.remove_suffix(1);
        if (part.empty()) return;
        if (!into.text.empty()) into.text += ' ';
        into.pieces.push_back({static_cast<std::uint32_t>(into.text.size()), offset});
        into.text += part;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Line> out_;
    std::size_t last_check_ = 0;  // 1 + the index of the last line of FileCheck
};

}  // namespace

std::size_t Line::offset_of(std::size_t at) const {
    const auto after = std::ranges::upper_bound(pieces, at, {}, &Piece::at);
    if (after == pieces.begin()) return 0;
    const Piece& piece = *(after - 1);
    return piece.offset + (at - piece.at);
}

std::vector<Line> lines_of(std::string_view text) { return Splitter(text).run(); }

namespace {

constexpr unsigned kIndexWidth = 64;

bool is_ir_letter(char c) { return is_letter(c) || c == '_'; }
bool is_ir_word_char(char c) { return is_word_char(c) || c == '.' || c == '$'; }

Type integer_of(std::string_view word) {
    if (word == "index") return {Type::Kind::integer, kIndexWidth, 0, false};
    if (word.starts_with("si") || word.starts_with("ui")) word.remove_prefix(1);
    if (word.size() < 2 || word.size() > 4 || word[0] != 'i') return {Type::Kind::other, 0, 0, false};
    const auto width = static_cast<unsigned>(whole_number(word.substr(1)).value_or(0));
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

bool is_type_name(std::string_view word) {
    constexpr std::string_view kNames =
        "ptr half bfloat float double void label token f16 bf16 f32 f64 tensor memref none complex tuple fp128 "
        "metadata";
    return has_word(kNames, word);
}

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

    void take() {
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
        if (is_digit(c) || (c == '-' && is_digit(peek(1)))) return take_number(begin);
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

    void take_value(std::size_t begin) {
        if (sees("[[") || sees("{{")) {
            skip_pattern();
        } else if (peek() == '"') {
            const std::size_t quote = text_.find('"', at_ + 1);
            at_ = quote == text_.npos ? text_.size() : quote + 1;
        } else {
            while (is_ir_word_char(peek()) || (peek() == '-' && peek(1) != '>')) ++at_;
        }
        while (sees("{{")) skip_pattern();
        if (peek() == '#' && is_digit(peek(1))) {
            ++at_;
            while (is_digit(peek())) ++at_;
        }
        push(Token::Type::value, begin);
    }

    // 12, -1, 0x40, 1.5e-3. In "2xi32", the number is 2.
    void take_number(std::size_t begin) {
        if (peek() == '-') ++at_;
        if (peek() == '0' && peek(1) == 'x' && std::string_view("0123456789abcdefABCDEF").find(peek(2)) != text_.npos) {
            at_ += 2;
            skip_word();
        } else {
            while (is_digit(peek())) ++at_;
            if (peek() == '.') {
                ++at_;
                while (is_digit(peek())) ++at_;
                if (peek() == 'e' || peek() == 'E') at_ += peek(1) == '+' || peek(1) == '-' ? 2 : 1;
                while (is_digit(peek())) ++at_;
            }
        }
        push(Token::Type::number, begin);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Token> out_;
};

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
    const bool angle = tokens[open].is("<");
    int depth = 0;
    for (std::size_t i = open; i < end; ++i) {
        if (angle ? tokens[i].is("<") : opens(tokens[i], false)) ++depth;
        if ((angle ? tokens[i].is(">") : closes(tokens[i], false)) && --depth == 0) return i;
    }
    return end;
}

std::optional<std::uint64_t> integer_in(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const bool hexadecimal = text.starts_with("0x");
    const auto out = hexadecimal ? whole_number(text.substr(2), 16) : whole_number(text);
    if (!out || (negative && *out > std::uint64_t{1} << 63)) return std::nullopt;
    return negative ? ~*out + 1 : *out;
}

std::optional<std::uint64_t> integer_in(std::string_view text, unsigned width) {
    const std::optional<std::uint64_t> value = integer_in(text);
    if (!value) return std::nullopt;
    const std::uint64_t mask = low_ones(width), above = text.starts_with('-') && *value != 0 ? ~mask : 0;
    return (*value & ~mask) == above ? std::optional(*value & mask) : std::nullopt;
}

Type read_type(const std::vector<Token>& tokens, std::size_t& at, std::size_t end) {
    if (at >= end) return {};
    const Token& t = tokens[at];
    Type out{Type::Kind::other, 0, 0, false};
    const auto skip_bracket = [&] {  // returns where it closes
        const std::size_t close = closing(tokens, at, end);
        at = std::min(end, close + 1);
        return close;
    };
    if (t.type == Token::Type::other && t.text.starts_with('!')) {
        out.kind = t.text == "!llvm.ptr" ? Type::Kind::pointer : Type::Kind::other;
        out.generic = true;
        if (++at < end && tokens[at].is("<")) {
            const std::size_t inside = at + 1, close = skip_bracket();
            out.generic = close == inside + 1 && tokens[inside].text == "1";
        }
        return out;
    }
    const bool vector = t.is("vector") && at + 1 < end && tokens[at + 1].is("<");
    if (vector || t.is("<") || t.is("{") || t.is("[") || t.is("(")) {
        if (vector) ++at;
        const std::size_t inside = at + 1, close = skip_bracket();
        return vector || t.is("<") ? vector_in(tokens, inside, close) : out;
    }
    if (t.type != Token::Type::word) return {};
    const Type integer = integer_of(t.text);
    if (integer.is_integer() || integer.width != 0) return ++at, integer;
    if (!is_type_name(t.text)) return {};
    out.kind = t.text == "ptr" ? Type::Kind::pointer : Type::Kind::other;
    out.generic = true;
    if (++at < end && tokens[at].is("<")) skip_bracket();
    if (at + 1 < end && tokens[at].is("addrspace") && tokens[at + 1].is("(")) {
        out.generic = at + 2 < end && tokens[at + 2].text == "1";
        ++at;
        skip_bracket();
    }
    while (at < end && tokens[at].is("*")) out = {Type::Kind::pointer, 0, 0, false}, ++at;
    return out;
}

}  // namespace tilescope::program::ir
