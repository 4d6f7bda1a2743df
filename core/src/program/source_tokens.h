// core/src/program/source_tokens.h -- tokens of source code in several languages.
// SPDX-License-Identifier: MIT
#pragma once

#include "words.h"

namespace tilescope::program::source {

inline constexpr std::uint32_t kNoToken = ~std::uint32_t{0};

enum class Language : std::uint8_t {
    plain,  // nothing in the text tells it
    c,      // C, C++, CUDA, and everything else with types and semicolons
    rust,
    python,  // also Mojo: blocks by indentation
    julia    // blocks end with `end`
};

// Whether lines and their indentation can be statements and blocks.
constexpr bool is_indented(Language l) { return l == Language::python || l == Language::plain; }

enum class TokenType : std::uint8_t {
    name,
    number,
    text,  // a string, with its prefix and quotes
    symbol,
    cut,  // some text is missing here, or unrelated text begins
    end
};

struct Token {
    TokenType type = TokenType::end;
    Language language = Language::plain;
    bool first = false;                  // the first token of its line
    std::uint32_t begin = 0, end = 0;    // offsets into Source::text
    std::uint32_t line = 0, indent = 0;  // a line that ends with a backslash continues
    std::uint32_t match = kNoToken;      // of a bracket: the index of the other bracket
    std::uint32_t branch = kNoToken;     // of the '#' of #if, #elif and #else: the index of the next one, or of #endif
    std::string_view text;

    bool is(std::string_view s) const { return text == s && (type == TokenType::symbol || type == TokenType::name); }
};

// Whether the token is one of the names in a list: see has_word().
inline bool is_word(const Token& t, std::string_view words) {
    return t.type == TokenType::name && has_word(words, t.text);
}

struct Comment {
    std::uint32_t begin = 0, end = 0, line = 0;
};

// The tokens refer to `text`, which has the same length as the pasted text: only what is not code is blank.
struct Lexed {
    std::string text;
    std::vector<Token> tokens;      // the last one is TokenType::end
    std::vector<Comment> comments;  // in order
    bool opened = false;            // the text is that of comments: prose can be between the statements

    Lexed() = default;
    Lexed(const Lexed&) = delete;
    Lexed& operator=(const Lexed&) = delete;
    Lexed(Lexed&&) = default;
    Lexed& operator=(Lexed&&) = default;
};

// Removes the marks of diffs, Markdown and prompts. Where lines are missing, a cut is put.
struct Cleaned {
    std::string text;
    std::vector<std::uint32_t> cuts;    // offsets, in order
    std::vector<std::uint32_t> fences;  // offsets of cuts between which the language can change, in order
};
Cleaned clean(std::string_view text);

Language language_of(std::string_view text);

// Whether the text after `//` can be a divisor: a number, or words of which no two are beside each other.
bool is_divisor(std::string_view text);

// Reads all tokens. If the text consists of comments only, reads the text of the comments.
Lexed lex(std::string_view text);

// Sets Token::match. A bracket without a partner has kNoToken; an open brace ends at the next cut or at the end.
void match_brackets(std::vector<Token>& tokens);

// A number as source code writes it.
struct Literal {
    std::uint64_t value = 0;
    unsigned bits = 0;         // 32 or 64 from the suffix; 0: none
    bool is_unsigned = false;  // by the suffix
    bool decimal = false;
    unsigned digits = 0;
};
std::optional<Literal> read_literal(const Token& token);  // none: a number with a fraction, or more than 64 bits

void decode_string(const Token& token, Decoded& out);

}  // namespace tilescope::program::source
