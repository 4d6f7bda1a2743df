// core/src/program/ir_text.h -- MLIR and LLVM IR as text: operations, tokens and types.
// SPDX-License-Identifier: MIT
#pragma once

#include "words.h"

#include <tilescope/program/readers.h>

namespace tilescope::program::ir {

struct Token {
    enum class Type : std::uint8_t {
        value,   // %x, %x#1, %"x y", %[[X:.+]], [[X]], %{{.+}}
        wild,    // {{.*}}, [[#N]]: any text
        number,  // also with a fraction
        word,    // llvm.or, i32
        symbol,  // @f
        other,   // !llvm.ptr, #attribute, ^block
        text,    // a string, with its quotes
        mark,    // one character, or ->
        end
    };
    Type type = Type::end;
    std::uint32_t begin = 0, end = 0;  // offsets into Line::text
    std::string_view text;

    bool is(std::string_view s) const { return text == s && (type == Type::mark || type == Type::word); }
};

// One operation, label or bracket, of one or more lines.
struct Line {
    struct Piece {
        std::uint32_t at;    // offset into `text`
        std::size_t offset;  // into the source
    };
    std::string text;           // without comments and without the prefix of FileCheck
    std::vector<Piece> pieces;  // where the parts of `text` come from
    std::string prefix;         // CHECK, SM100; empty: no line of FileCheck
    bool fresh = false;         // what follows does not belong to what is before
    bool in_string = false;     // begins inside of a string
    int lowest = 0, depth = 0;  // of open braces, during the line and at its end, compared to its begin

    std::size_t offset_of(std::size_t at) const;
};

std::vector<Line> lines_of(std::string_view text);

// The tokens refer to `line.text`. The last one is Token::Type::end.
std::vector<Token> tokens_of(const Line& line);

// The name under which a value is known: %[[X]] for %[[X:.+]]. Empty: a pattern that matches any value.
std::string key_of(const Token& value);

inline bool opens(const Token& t, bool angles = true) {
    return t.is("(") || t.is("[") || t.is("{") || (angles && t.is("<"));
}
inline bool closes(const Token& t, bool angles = true) {
    return t.is(")") || t.is("]") || t.is("}") || (angles && t.is(">"));
}

// The index of the bracket that closes the one at `open`, or the end. Angles count only for an angle.
std::size_t closing(const std::vector<Token>& tokens, std::size_t open, std::size_t end);

std::optional<std::uint64_t> integer_in(std::string_view text);  // signed or not, decimal or hexadecimal
std::optional<std::uint64_t> integer_in(std::string_view text, unsigned width);  // none: it needs more bits

struct Type {
    enum class Kind : std::uint8_t { none, integer, pointer, vector, other };
    Kind kind = Kind::none;
    unsigned width = 0;    // of an integer, or of the elements of a vector
    unsigned count = 0;    // of elements
    bool generic = false;  // a pointer to the generic or to global memory

    bool is_integer() const { return kind == Kind::integer; }
};

// Reads a type of either language from token `at` on and moves `at` after it. Kind::none: there is no type.
Type read_type(const std::vector<Token>& tokens, std::size_t& at, std::size_t end);

}  // namespace tilescope::program::ir
