// core/src/program/source_parts.h -- parts of source code: tokens of an expression, macros, functions, arguments.
// SPDX-License-Identifier: MIT
#pragma once

#include "source_values.h"

#include <tilescope/base/text_span.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::program::source {

inline constexpr unsigned kDeepestNesting = 64;
inline constexpr Token kNothing{};

// Tokens [at, end) of a list. Token::match counts in the same list.
struct Cursor {
    const std::vector<Token>* tokens = nullptr;
    std::uint32_t at = 0, end = 0;
    bool failed = false;
    unsigned depth = 0;

    bool done() const { return at >= end; }
    const Token& peek(std::uint32_t n = 0) const { return at + n < end ? (*tokens)[at + n] : kNothing; }
    const Token& operator[](std::uint32_t i) const { return i < tokens->size() ? (*tokens)[i] : kNothing; }
    bool is(std::string_view s) const { return peek().is(s); }
    bool take(std::string_view s) {
        if (!is(s)) return false;
        ++at;
        return true;
    }
    std::uint32_t close() const {  // the index of the bracket that closes the current one; kNoToken: none before `end`
        const std::uint32_t m = peek().match;
        return m < end ? m : kNoToken;
    }
    Cursor part(std::uint32_t begin, std::uint32_t last) const { return {tokens, begin, last, false, depth + 1}; }
};

struct Parameter {
    std::string name;
    Type type;
    bool stated = false, by_reference = false, quiet = false;
    std::optional<std::uint64_t> initial;
};

struct Function {
    std::string name;
    std::uint32_t unit = 0;
    std::vector<Parameter> parameters;
    Type result;
    bool stated = false;      // the text states the type of the result
    bool ambiguous = false;   // several functions have this name
    bool nested = false;      // inside another function, whose variables it can use
    unsigned depth = 0;       // the number of functions around it
    bool expression = false;  // a lambda: the body is the result
    Language language = Language::plain;
    std::uint32_t begin = 0, end = 0;  // the body
    std::string made;                  // the type of the object that it returns
    struct Member {
        std::string name;
        std::uint32_t unit = 0;  // its result is the value
        bool bit_field = false;  // of a descriptor
    };
    std::vector<Member> members;      // of the object
    std::vector<Member> words;        // descriptors of a function without a result: each call can have other values
    std::vector<Parameter> generics;  // parameters of templates
};

// Whether the text ends inside a bracket: what follows can be the arguments of a call, which keep their values.
bool is_cut(const Cursor& c);

// At the start of a lambda of C: the index of the brace of its body. kNoToken: no lambda begins here.
std::uint32_t lambda_body(const Cursor& c);

// The index of the next of these symbols outside of brackets; kNoToken: none.
std::uint32_t find_symbol(const Cursor& c, std::string_view symbol);

// One argument of a call.
struct Argument {
    std::uint32_t begin = 0, end = 0;  // tokens, without the keyword
    std::string_view keyword;
    TextSpan span;
    std::string text;
};

// A loop or a switch, and the jumps that leave it.
struct Loop {
    std::uint32_t next = kNoToken;  // the statement to which `continue` jumps, if it is known already
    std::vector<std::uint32_t> breaks, continues;
    bool is_switch = false;
    std::string label;
};

// Jumps of a unit whose targets come later.
struct PendingJumps {
    std::map<std::string, std::uint32_t, std::less<>> labels;
    std::vector<std::pair<std::string, std::uint32_t>> gotos;
    std::vector<std::uint32_t> returns;  // to the end of a part of a function
};

// A call that is observed when its statement is read.
struct PendingCall {
    std::string name;
    TextSpan span;
    std::vector<Operand> operands;
    std::string comment = {};
};

// An object with members that a function returns.
struct ReturnedObject {
    std::string made;
    std::vector<std::uint32_t> members;  // variables
    std::uint32_t end = 0;               // the statement
};

// A name and what follows it.
struct Chain {
    Value value;
    bool read = false;  // `value` is the value, not only its path
    bool has_generic = false;
    Cursor generic = {};
    std::uint32_t begin = 0;
};

// The operands of inline assembly.
struct AssemblyOperands {
    std::map<std::string, Value, std::less<>> inputs;
    std::map<std::string, std::pair<std::string, Type>, std::less<>> outputs;  // the name and its type
};

// The type of a declaration.
struct Declared {
    std::optional<Type> type;
    bool pointer, constant;
    bool deduced;      // auto
    std::string made;  // a type that is not a number, as written
};

}  // namespace tilescope::program::source
