// core/src/program/source_parts.h -- parts of source code: expressions, macros, functions, arguments, strings of code.
// SPDX-License-Identifier: MIT
//
//     #ifdef BF16
//     #define IDESC 0x08200490
//     #else
//     #define IDESC 0x08200010
//     #endif                        IDESC is replaced by (IDESC ? (0x08200490) : (0x08200010)), of which IDESC is
//     unknown
//
// f"or.b64 $0, d, {desc:#x};" has a hole. A hole with a known number becomes this number. Another hole becomes an
// operand with the name of the variable, "%desc". A hole inside a word becomes a part of this word.
#pragma once

#include "source_values.h"

#include <functional>
#include <span>

namespace tilescope::program::source {

inline constexpr unsigned kDeepestNesting = 64;
inline constexpr std::uint64_t kSmallestWord = 0x10000;  // smaller numbers are sizes, counts and shifts
inline constexpr Token kNothing{};

// Tokens [at, end) of a list. Token::match counts in the same list.
struct Cursor {
    const std::vector<Token>* tokens = nullptr;
    std::uint32_t at = 0, end = 0;
    bool failed = false;
    unsigned depth = 0;

    bool done() const { return at >= end; }
    bool is_one() const { return at + 1 == end; }  // a single token
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
    // Moves over a bracket with all that is in it, or over one token.
    void skip() { at = close() != kNoToken && close() > at ? close() + 1 : at + 1; }
    std::span<const Token> tokens_in(std::uint32_t begin, std::uint32_t last) const {
        return std::span(*tokens).subspan(begin, last > begin ? last - begin : 0);
    }
    std::span<const Token> all() const { return tokens_in(at, end); }
};

// A type as the text writes it.
struct TypeAt : Type {
    bool pointer = false;  // or a reference
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

    void state(const std::optional<Type>& type) {
        stated = stated || type.has_value();
        if (type) result = *type;
    }
};

// Whether the text ends inside a bracket: what follows can be the arguments of a call, which keep their values.
bool is_cut(const Cursor& c);

// "|=" and such.
inline bool is_compound(const Token& t) {
    return t.type == TokenType::symbol && has_word("|= += ^= &= -= <<= >>= *= /= %= //= **=", t.text);
}

// Whether it changes what stands before it, or behind it: also "=", ":=", "++" and "--".
inline bool assigns(const Token& t) { return is_compound(t) || t.is("=") || t.is(":=") || t.is("++") || t.is("--"); }

// How many more angle brackets are open after a token of a list of template arguments.
inline int angles_of(const Token& t) { return t.is("<") ? 1 : t.is(">") ? -1 : t.is(">>") ? -2 : 0; }

// At the start of a lambda of C: the index of the brace of its body. kNoToken: no lambda begins here.
std::uint32_t lambda_body(const Cursor& c);

// The index of the next of these symbols outside of brackets; kNoToken: none.
std::uint32_t find_symbol(const Cursor& c, std::string_view symbol);

// The parts between commas outside of brackets, also empty ones, but none after the last comma.
std::vector<Cursor> comma_parts(const Cursor& c);

// One argument of a call.
struct Argument {
    Cursor value;  // without the keyword
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
    bool read = false;                   // `value` is the value, not only its path
    std::optional<Cursor> generic = {};  // the arguments of a template
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

struct Macro {
    bool function = false;
    bool unclear = false;      // its parameters are not understood, or #undef ends it
    bool conditional = false;  // a condition that the text does not decide is around it
    std::vector<std::string_view> parameters;
    std::uint32_t begin = 0, end = 0;  // tokens
};
using Definitions = std::vector<Macro>;  // the different ones of a name, in the order of the text

// The end of the line of a directive.
std::uint32_t line_end(const std::vector<Token>& tokens, std::uint32_t at, std::uint32_t end);

bool opens_branch(std::string_view word);  // if, ifdef, ifndef

class Macros {
public:
    explicit Macros(const std::vector<Token>& tokens) : tokens_(tokens) {}  // `tokens` must outlive this object
    void collect();

    bool used_in(std::uint32_t begin, std::uint32_t end) const;

    // Replaces macros by their tokens, which get the position of the macro. A macro with several definitions that are
    // values is replaced by a choice between them. False: this is not possible.
    bool expand(const Cursor& c, std::vector<Token>& out) { return expand(c, out, 0, {}); }

    // The tokens of an expression with directives in it: with the first branch of each #if, and with the last one or
    // none. Empty: it has no directive.
    std::vector<std::vector<Token>> branches_of(const Cursor& c) const;

    // Whether the condition of the #if, #ifdef or #elif at this token holds. No value: the text does not say it.
    std::optional<bool> test_at(std::uint32_t directive) const;

    const std::map<std::string, Definitions, std::less<>>& all() const { return macros_; }

private:
    using Arguments = std::map<std::string_view, Cursor>;

    void add(std::uint32_t at, bool conditional);
    bool is_guard(std::uint32_t at) const;
    std::optional<bool> test_of(std::uint32_t at);
    std::optional<bool> is_defined(std::string_view name) const;
    bool is_value(const Macro& m) const;
    bool is_replaced(const Definitions& definitions, const Token& name, const Token& next) const;
    bool expand(const Cursor& c, std::vector<Token>& out, unsigned depth, const Arguments& args);
    bool replace(const Cursor& c, std::uint32_t& at, const Definitions& definitions, std::vector<Token>& out,
                 unsigned depth);
    bool add_body(const Macro& m, const std::vector<Cursor>& given, std::vector<Token>& out, unsigned depth);

    const std::vector<Token>& tokens_;
    std::map<std::string, Definitions, std::less<>> macros_;
    std::map<std::uint32_t, bool> tests_;  // by the token of the directive
    std::size_t expanded_ = 0;             // tokens that macros gave
};

// How a hole writes its value.
enum class HoleForm : std::uint8_t {
    plain,   // as PTX reads it: 64, 0x40
    hex,     // hexadecimal digits without 0x: a number only after "0x"
    unclear  // the text is not known
};

struct Hole {
    Value value;
    HoleForm form = HoleForm::unclear;
    std::string text;       // the expression; empty: it is not known
    std::uint32_t end = 0;  // the offset after the hole
};

// In a Template, the place of the next hole.
inline constexpr char kHole = '\x01';

struct Template {
    Decoded text;
    std::vector<Hole> holes;  // in the order of the text
};

// The strings of a text that were read.
struct KeptStrings {
    std::pair<std::uint32_t, std::uint32_t> read;            // tokens whose strings were read with those before them
    std::map<std::string, Template, std::less<>> templates;  // by the name of the variable

    // name = "...": a call can use the name. `begin`: the token of the string in its statement.
    void keep(const Cursor& statement, std::uint32_t begin, const Template& text);
};

// The value of an expression at an offset of the text. An empty expression: the next argument of format().
using EvaluateHole = std::function<Value(std::string_view expression, std::uint32_t position)>;

// Adds a string whose braces are holes: an f-string, or the string of format(). "{{" is one brace.
void add_braced(const Decoded& string, const EvaluateHole& evaluate, Template& out);

// Adds a string of Julia: $name and $(expression) are holes, "\$" is not one.
void add_dollars(const Decoded& string, std::string_view source, const EvaluateHole& evaluate, Template& out);

void add_plain(const Decoded& string, Template& out);
void add_hole(Hole hole, std::uint32_t position, Template& out);

// A text without holes. Where a hole stands for whole instructions, a new part begins: they can change any register.
struct FilledPart {
    Decoded text;
    AssemblyOperands operands;
};
std::vector<FilledPart> filled(const Template& in);

// Whether a text has a word that is frequent in PTX.
bool has_ptx(std::string_view text);

// Whether an instruction of PTX with a type begins somewhere, and a semicolon ends it: "and.b64 d, $1, 0x3FFFF;".
bool has_ptx_instruction(std::string_view text);

}  // namespace tilescope::program::source
