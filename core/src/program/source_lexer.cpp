// core/src/program/source_lexer.cpp -- splits source code into tokens, pairs brackets and decodes strings.
// SPDX-License-Identifier: MIT
#include "source_parts.h"

#include <tilescope/base/number.h>

namespace tilescope::program::source {
namespace {

// Longest first.
constexpr std::string_view kSymbols[] = {
    "===", "!==", "<<<", ">>>", "<<=", ">>=", "**=", "//=", "...", "->", "::", "<<", ">>", "<=", ">=", "==", "!=",
    "&&",  "||",  "+=",  "-=",  "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "++", "--", "**", "//", "..", ":=", "=>"};

bool is_name_start(char c) { return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool is_name_char(char c) { return is_name_start(c) || is_digit(c); }

constexpr std::string_view kDirectives[] = {"define", "if",      "ifdef",  "ifndef", "elif",  "else",
                                            "endif",  "include", "pragma", "undef",  "error", "line"};

class Lexer {
public:
    Lexer(std::string_view text, const Cleaned& cleaned, Lexed& out) : text_(text), cleaned_(cleaned), out_(out) {}

    void run() {
        next_language(0);
        while (at_ < text_.size()) step();
        put(TokenType::end, text_.size(), text_.size());
    }

private:
    char peek(std::size_t n = 0) const { return at_ + n < text_.size() ? text_[at_ + n] : '\0'; }
    bool has(std::string_view s) const { return text_.substr(at_).starts_with(s); }
    std::size_t line_end(std::size_t from) const { return std::min(text_.find('\n', from), text_.size()); }

    void next_language(std::size_t from) {
        const auto end = std::ranges::upper_bound(cleaned_.fences, static_cast<std::uint32_t>(from));
        const std::size_t to = end == cleaned_.fences.end() ? text_.size() : *end;
        language_ = language_of(text_.substr(from, to - from));
    }

    void put(TokenType type, std::size_t begin, std::size_t end) {
        Token t;
        t.type = type, t.language = language_, t.first = first_;
        t.begin = static_cast<std::uint32_t>(begin), t.end = static_cast<std::uint32_t>(end);
        t.line = line_, t.indent = indent_;
        t.text = text_.substr(begin, end - begin);
        out_.tokens.push_back(t);
        first_ = false;
        at_ = end;
    }

    void put_cuts() {
        for (; cut_ < cleaned_.cuts.size() && cleaned_.cuts[cut_] <= at_; ++cut_) {
            if (std::ranges::binary_search(cleaned_.fences, cleaned_.cuts[cut_])) next_language(at_);
            first_ = true;
            put(TokenType::cut, at_, at_);
            first_ = true;
        }
    }

    void step() {
        put_cuts();
        const char c = peek();
        if (c == '\n') return new_line();
        if (is_space(c)) {
            if (first_) indent_ += c == '\t' ? 8 - indent_ % 8 : 1;
            ++at_;
            return;
        }
        if (c == '\\') {
            const std::size_t rest = text_.find_first_not_of(" \t\r", at_ + 1);
            at_ = rest < text_.size() && text_[rest] == '\n' ? rest + 1 : at_ + 1;
            return;
        }
        if (is_comment()) return comment();
        if (string()) return;
        if (is_digit(c) || (c == '.' && is_digit(peek(1)) && !after_operand())) return number();
        if (is_name_start(c) || ((c == '%' || c == '$') && !after_operand() && is_name_char(peek(1)))) return name();
        for (const std::string_view s : kSymbols)
            if (s[0] == c && has(s)) return put(TokenType::symbol, at_, at_ + s.size());
        put(TokenType::symbol, at_, at_ + 1);
    }

    void new_line() {
        ++at_, ++line_;
        indent_ = 0;
        first_ = true;
    }

    bool after_operand() const {
        if (out_.tokens.empty() || first_) return false;
        const Token& t = out_.tokens.back();
        return t.type == TokenType::name || t.type == TokenType::number || t.is(")") || t.is("]");
    }

    // Nothing says whether `a // b` is a comment or a division.
    bool may_divide() const {
        if (language_ != Language::plain || !after_operand()) return false;
        constexpr std::size_t kMostDivisor = 256;  // bytes: a longer rest of a line is a comment
        const std::string_view rest = text_.substr(at_ + 2, kMostDivisor);
        const std::size_t end = rest.find('\n');
        return (end != rest.npos || rest.size() < kMostDivisor) && is_divisor(rest.substr(0, end));
    }

    bool is_comment() const {
        if (has("/*")) return language_ != Language::python;
        if (has("//")) return language_ != Language::python && language_ != Language::julia && !may_divide();
        if (has("--") && peek(2) == ' ' && first_) return language_ == Language::plain;
        if (peek() != '#') return false;
        if (language_ == Language::rust) return false;
        if (language_ != Language::c && language_ != Language::plain) return true;
        if (!first_) return language_ == Language::plain;
        std::size_t word = at_ + 1;
        while (word < text_.size() && (text_[word] == ' ' || text_[word] == '\t')) ++word;
        const std::string_view rest = text_.substr(word);
        return !std::ranges::any_of(kDirectives, [&](std::string_view d) {
            return rest.starts_with(d) && (rest.size() == d.size() || !is_name_char(rest[d.size()]));
        });
    }

    void comment() {
        std::size_t end = line_end(at_);
        if (has("/*")) end = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
        out_.comments.push_back({static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end), line_});
        const auto lines = static_cast<std::uint32_t>(std::count(
            text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        line_ += lines;
        if (lines != 0) first_ = true;
        at_ = end;
    }

    bool string() {
        std::size_t quote = at_;
        while (quote < text_.size() && quote - at_ < 3 && is_name_start(text_[quote])) ++quote;
        std::size_t hashes = 0;
        const bool raw = quote > at_ && (text_[quote - 1] == 'R' || text_[quote - 1] == 'r');
        if (raw && language_ == Language::rust)
            while (quote < text_.size() && text_[quote] == '#') ++quote, ++hashes;
        if (quote >= text_.size() || (text_[quote] != '"' && text_[quote] != '\'')) return false;
        const std::string_view prefix = text_.substr(at_, quote - at_);
        if (prefix.find_first_not_of("#rRbBfFuUtTLl8") != prefix.npos) return false;
        const std::size_t end = string_end(quote, raw, hashes);
        if (end == 0) {
            if (quote != at_) return false;
            ++at_;  // an apostrophe, or a quote that never ends
            return true;
        }
        const std::uint32_t line =
            line_ + static_cast<std::uint32_t>(std::ranges::count(text_.substr(at_, end - at_), '\n'));
        put(TokenType::text, at_, end);
        line_ = line;
        return true;
    }

    // A string of Rust can go over several lines. A quote that something lost its partner of does not hide the code
    // after it, unless this looks like PTX.
    bool holds_code(std::size_t begin) const {
        const std::size_t end = text_.find('"', begin);
        if (end == text_.npos) return false;
        const std::string_view inside = text_.substr(begin, end - begin);
        return inside.find('\n') != inside.npos && has_ptx_instruction(inside);
    }

    std::size_t raw_string_end(std::size_t quote, std::size_t hashes) const {
        constexpr std::size_t kMostName = 17, kMostRaw = std::size_t{1} << 16;  // bytes
        std::string close = "\"" + std::string(hashes, '#');
        if (language_ != Language::rust) {
            const std::size_t paren = text_.substr(quote, kMostName + 1).find('(');
            if (paren == text_.npos) return 0;
            close = ")" + std::string(text_.substr(quote + 1, paren - 1)) + "\"";
        }
        const std::size_t end = text_.substr(quote + 1, kMostRaw).find(close);
        return end == text_.npos ? 0 : quote + 1 + end + close.size();
    }

    // The offset after the string; 0: it is not a string.
    std::size_t string_end(std::size_t quote, bool raw, std::size_t hashes) {
        const char q = text_[quote];
        const std::string triple(3, q);
        if (text_.substr(quote).starts_with(triple) && language_ != Language::c && language_ != Language::rust) {
            const std::size_t end = text_.find(triple, quote + 3);
            return end == text_.npos ? text_.size() : end + 3;
        }
        if (raw && q == '"' && language_ != Language::python) return raw_string_end(quote, hashes);
        std::size_t i = quote + 1;
        const bool lines = language_ == Language::rust && q == '"' && holds_code(i);
        // A quote inside of an open string is escaped there: its own string would end where the open one should.
        std::size_t& open = open_until_[q == '"' ? 0 : 1];
        if (quote < open && (!lines || open == text_.size())) return 0;
        for (; i < text_.size() && text_[i] != q && (lines || text_[i] != '\n'); ++i)
            if (text_[i] == '\\') ++i;
        if (i >= text_.size() || text_[i] != q) {
            open = std::min(i, text_.size());
            return 0;
        }
        const bool character = q == '\'' && (language_ == Language::c || language_ == Language::rust);
        return character && i - quote > 4 && text_[quote + 1] != '\\' ? 0 : i + 1;
    }

    void number() {
        std::size_t i = at_;
        for (; i < text_.size(); ++i) {
            const char c = text_[i];
            const char after = i + 1 < text_.size() ? text_[i + 1] : '\0';
            const bool hex = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
            if (c == '\'' && (language_ == Language::python || !is_name_char(after))) break;
            if ((c == '+' || c == '-') && !hex && (text_[i - 1] == 'e' || text_[i - 1] == 'E') && is_digit(after))
                continue;
            if (c == '.' && (hex || (!is_digit(after) && after != 'e' && after != 'f'))) break;
            if (!is_name_char(c) && c != '\'' && c != '.') break;
        }
        put(TokenType::number, at_, i);
    }

    void name() {
        std::size_t i = at_ + 1;
        while (i < text_.size() && is_name_char(text_[i])) ++i;
        put(TokenType::name, at_, i);
    }

    std::string_view text_;
    const Cleaned& cleaned_;
    Lexed& out_;
    std::size_t at_ = 0, cut_ = 0;
    std::size_t open_until_[2] = {0, 0};  // no string with " or ' that begins before this offset ends before it
    std::uint32_t line_ = 0, indent_ = 0;
    bool first_ = true;
    Language language_ = Language::plain;
};

// "LLVM-SAME: 0x4000004000010000": the length of FileCheck's mark before the text. 0: there is none.
std::size_t mark_length(std::string_view line, bool& absent) {
    constexpr std::string_view kSuffixes[] = {"-NEXT", "-SAME", "-DAG", "-LABEL", "-NOT", "-COUNT-", "-EMPTY"};
    const std::size_t colon = line.find(':');
    if (colon == line.npos) return 0;
    const std::string_view mark = line.substr(0, colon);
    const bool upper =
        std::ranges::all_of(mark, [](char c) { return (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '-'; });
    const auto has = [&](std::string_view s) { return mark.find(s) != mark.npos; };
    if (!upper || !(mark == "CHECK" || std::ranges::any_of(kSuffixes, has))) return 0;
    absent = has("-NOT");
    return colon + 1;
}

// Blanks the marks of FileCheck, the lines of text that must not be there, and the = of a line such as "= 0x4000".
void blank_marks(std::string& text) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::size_t first = std::min(text.find_first_not_of(" \t", begin), end);
        const std::string_view line = std::string_view(text).substr(first, end - first);
        bool absent = false;
        std::size_t length = mark_length(line, absent);
        if (absent) length = line.size();
        if (line.starts_with("= 0x")) length = 1;
        std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(first), length, ' ');
        begin = end + 1;
    }
}

// Blanks the marks of the comments, so that their text can be read.
void open_comments(Lexed& lexed) {
    for (const Comment& c : lexed.comments) {
        bool start = true;
        for (std::size_t i = c.begin; i < c.end; ++i) {
            char& x = lexed.text[i];
            const bool closing = x == '*' && i + 1 < c.end && lexed.text[i + 1] == '/';
            if (closing) lexed.text[i + 1] = ' ';
            if (start && x != '/' && x != '*' && x != '#' && x != '!' && x != ' ' && x != '\t') start = false;
            if (x == '\n')
                start = true;
            else if (start || closing)
                x = ' ';
        }
    }
    blank_marks(lexed.text);
}

}  // namespace

Lexed lex(std::string_view text) {
    Lexed out;
    Cleaned cleaned = clean(text);
    out.text = std::move(cleaned.text);
    Lexer(out.text, cleaned, out).run();
    const bool code = std::ranges::any_of(out.tokens, [](const Token& t) { return t.type < TokenType::cut; });
    if (!code && !out.comments.empty()) {
        open_comments(out);
        out.opened = true;
        out.tokens.clear();
        out.comments.clear();
        Lexer(out.text, cleaned, out).run();
    }
    match_brackets(out.tokens);
    return out;
}

namespace {

// Removes the suffix of a literal: "ull", "u32", "usize".
void take_suffix_of(std::string_view& text, Literal& out) {
    struct Ending {
        std::string_view text;
        unsigned bits;
        bool is_unsigned;
    };
    constexpr Ending kEndings[] = {{"usize", 64, true}, {"isize", 64, false}, {"u32", 32, true}, {"u64", 64, true},
                                   {"i32", 32, false},  {"i64", 64, false},   {"u16", 32, true}, {"ull", 64, true},
                                   {"llu", 64, true},   {"ul", 64, true},     {"lu", 64, true},  {"uz", 64, true},
                                   {"ll", 64, false},   {"l", 64, false},     {"u", 0, true},    {"n", 64, true}};
    for (const Ending& e : kEndings) {
        if (!text.ends_with(e.text) || text.size() == e.text.size()) continue;
        text = text.substr(0, text.size() - e.text.size());
        out.bits = e.bits, out.is_unsigned = e.is_unsigned;
        if (text.ends_with("_")) text = text.substr(0, text.size() - 1);
        return;
    }
}

}  // namespace

std::optional<Literal> read_literal(const Token& token) {
    const std::string folded = lower(token.text);
    std::string_view text = folded;
    Literal out;
    const bool hex = text.starts_with("0x"), binary = text.starts_with("0b");
    if (!hex && !binary && text.find_first_of(".e") != text.npos && text.find('\'') == text.npos) return std::nullopt;
    take_suffix_of(text, out);
    out.decimal = !hex && !binary;
    for (const char c : text) out.digits += c != '_' && c != '\'' ? 1 : 0;
    if (!out.decimal) out.digits -= 2;
    const bool octal = text.starts_with("0o") ||
                       (token.language == Language::c && text.size() > 1 && text[0] == '0' && is_digit(text[1]));
    if (octal) {
        for (const char c : text.substr(text.starts_with("0o") ? 2 : 1)) {
            if (c == '_' || c == '\'') continue;
            if (c < '0' || c > '7' || out.value >> 61 != 0) return std::nullopt;
            out.value = out.value * 8 + static_cast<unsigned>(c - '0');
        }
        return out;
    }
    const Answer<Number> number = read_number(text);
    if (!number || number->negative) return std::nullopt;
    out.value = number->value;
    if (text.find("'h") != text.npos || text.find("'d") != text.npos) out.bits = number->bits;
    return out;
}

namespace {

char closer_of(char c) { return c == '(' ? ')' : c == '[' ? ']' : '}'; }

bool is_opener(std::string_view s) { return s == "(" || s == "[" || s == "{"; }
bool is_closer(std::string_view s) { return s == ")" || s == "]" || s == "}"; }

// Each branch of #if starts with the brackets that are open at the #if.
class Pairing {
public:
    explicit Pairing(std::vector<Token>& tokens) : tokens_(tokens) {}

    void run() {
        for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
            Token& t = tokens_[i];
            t.match = kNoToken;
            if (t.type == TokenType::cut || t.type == TokenType::end) end_blocks(i);
            if (t.type != TokenType::symbol) continue;
            if (t.first && t.text == "#" && i + 1 < tokens_.size()) directive(i);
            if (t.text == ";" && t.language != Language::julia) drop_parentheses();
            if (is_opener(t.text)) open_.push_back(i);
            if (is_closer(t.text)) close(i);
        }
    }

private:
    void pair(std::uint32_t a, std::uint32_t b) {
        tokens_[a].match = b;
        if (tokens_[b].type == TokenType::symbol) tokens_[b].match = a;
    }

    void end_blocks(std::uint32_t at) {
        for (const std::uint32_t i : open_)
            if (tokens_[i].text == "{") tokens_[i].match = at;
        open_.clear();
        branches_.clear();
        deeper_ = 0;
    }

    void close(std::uint32_t at) {
        const char c = tokens_[at].text.front();
        const auto opens = [&](std::uint32_t i) { return closer_of(tokens_[i].text.front()) == c; };
        for (std::size_t n = open_.size(); n-- > 0;) {
            if (opens(open_[n])) {
                pair(open_[n], at);
                open_.resize(n);
                return;
            }
            if (c != '}' && tokens_[open_[n]].text == "{") return;  // a stray bracket inside a block
        }
        if (c == '}') open_.clear();
    }

    // An unclosed parenthesis ends at the end of its statement, except that of `for`.
    void drop_parentheses() {
        while (!open_.empty()) {
            const std::uint32_t i = open_.back();
            if (tokens_[i].text == "{" || (tokens_[i].text == "[" && tokens_[i].language == Language::rust)) return;
            if (i > 0 && tokens_[i - 1].text == "for") return;
            open_.pop_back();
        }
    }

    // An #if inside of very many others has no branches, because each keeps the open brackets.
    void directive(std::uint32_t at) {
        constexpr std::size_t kDeepest = 64;
        const std::string_view word = tokens_[at + 1].text;
        const bool opens = opens_branch(word), ends = word == "endif";
        if (opens && branches_.size() == kDeepest) ++deeper_;
        if (deeper_ > 0) {
            if (ends) --deeper_;
            return;
        }
        if (opens) return branches_.push_back({at, open_, std::nullopt});
        if (branches_.empty() || (!ends && word != "else" && word != "elif")) return;
        Branch& b = branches_.back();
        tokens_[b.last].branch = at;
        b.last = at;
        if (ends) {
            if (b.first) open_ = *b.first;
            branches_.pop_back();
        } else {
            if (!b.first) b.first = open_;
            open_ = b.before;
        }
    }

    struct Branch {
        std::uint32_t last;
        std::vector<std::uint32_t> before;
        std::optional<std::vector<std::uint32_t>> first;
    };
    std::vector<Token>& tokens_;
    std::vector<std::uint32_t> open_;
    std::vector<Branch> branches_;
    std::size_t deeper_ = 0;
};

// One escape sequence at `at` (the backslash). Moves `at` after it.
void decode_escape(std::string_view text, std::size_t& at, std::string& out) {
    constexpr std::pair<char, char> kEscapes[] = {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'0', ' '}, {'a', ' '}};
    const char c = at + 1 < text.size() ? text[at + 1] : '\\';
    at += 2;
    if (c == '\n' || c == '\r') return;  // the string continues on the next line
    if (c == 'x') {
        out += '?';
        for (int i = 0; i < 2 && at < text.size(); ++i) ++at;
        return;
    }
    const auto* const found = std::ranges::find(kEscapes, c, &std::pair<char, char>::first);
    out += found == std::end(kEscapes) ? c : found->second;
}

}  // namespace

void match_brackets(std::vector<Token>& tokens) { Pairing(tokens).run(); }

void decode_string(const Token& token, Decoded& out) {
    const std::string_view text = token.text;
    const std::size_t quote = text.find_first_of("\"'");
    if (quote == text.npos) return;
    const std::string_view prefix = text.substr(0, quote);
    const bool raw = prefix.find_first_of("rR") != prefix.npos;
    std::size_t begin = quote + 1, end = text.size() - 1;
    if (text.size() >= quote + 6 && text[quote + 1] == text[quote] && text[quote + 2] == text[quote])
        begin += 2, end -= 2;
    if (raw && token.language != Language::python && token.language != Language::rust) {
        begin = std::min(text.find('(', quote), text.size() - 1) + 1;
        const std::size_t last = text.rfind(')');  // r'a' of a text that looks like C has no parentheses
        end = last == text.npos ? begin : std::clamp(last, begin, text.size());
    }
    if (raw && prefix.find('#') != prefix.npos) end -= prefix.size() - 1;
    end = std::min(end, text.size());
    for (std::size_t at = begin; at < end;) {
        const std::size_t from = at;
        if (text[at] == '\\' && !raw)
            decode_escape(text, at, out.text);
        else
            out.text += text[at++];
        // A token of a macro is at the place where the macro is used.
        const std::uint32_t last = std::max(token.begin + 1, token.end) - 1;
        const std::uint32_t position = std::min(token.begin + static_cast<std::uint32_t>(from), last);
        out.positions.resize(out.text.size(), position);
    }
}

}  // namespace tilescope::program::source
