// core/src/program/ir.h -- MLIR and LLVM IR: tokens, types, operations, the values by name, and what is computed.
// SPDX-License-Identifier: MIT
#pragma once

#include "words.h"

#include <tilescope/program/readers.h>

#include <unordered_set>

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

struct Value {
    ExprId expr = kNone;                    // kNone: unknown
    unsigned width = 0;                     // 0: the text does not say
    std::optional<std::uint64_t> constant;  // if the text states it
    bool pointer = false;
    bool telling = false;      // the text determines some bits, and not only those of a small number
    std::vector<Value> lanes;  // of a vector or a structure; lanes that are missing here are unknown
};

inline constexpr std::size_t kMostLanes = 16;

// Small numbers, also negative ones, are sizes, counts and shifts.
constexpr bool is_large(const std::optional<std::uint64_t>& value, unsigned width) {
    constexpr std::uint64_t kSmall = 0x10000;
    const std::uint64_t above = width >= 64 ? 0 : ~std::uint64_t{0} << width;
    return value && *value >= kSmall && (*value | above) < ~kSmall;
}

// "%c16_i32", "%c16_i32_4", "%true": the printers of MLIR give constants such names. `index`: also "%c16".
std::optional<Value> stated_by_name(std::string_view key, bool index);

// A value that no other operation reads, or whose bits none passes on.
struct DeadEnd {
    Value value;
    std::string text;
    TextSpan span, name_span;
    bool lost = false;  // see Observation
};

// The names of one function, or of the lines of one FileCheck prefix. A name can be defined again where its first
// definition is not visible, or in text that is put together from several functions.
class Scope {
public:
    explicit Scope(std::vector<DeadEnd>& dead_ends) : dead_ends_(dead_ends) {}

    void define(const std::string& key, DeadEnd definition);
    void mark_used(const std::string& key, bool passed_on);
    const Value* find(const std::string& key) const;

    void enter() { ++depth_; }
    void leave();
    void clear();

    std::unordered_set<std::string> defined_anywhere;

private:
    struct Entry {
        DeadEnd definition;
        bool used = false;
    };
    struct Change {
        unsigned depth;
        std::string key;
        std::optional<Entry> before;
    };
    void finish(Entry& entry);

    std::vector<DeadEnd>& dead_ends_;
    std::unordered_map<std::string, Entry> entries_;
    std::unordered_set<std::string> early_uses_;
    std::vector<Change> changes_;  // inside of regions
    unsigned depth_ = 0;
};

struct Result {
    Token name;
    std::size_t count = 1;
    bool many = false;  // %x:2 defines %x#0 and %x#1
};

// "%a, %b = name operands : types", "%a = \"name\"(operands) <{...}> : (types) -> types", "%a = name type operands".
struct Action {
    const Line* line = nullptr;
    std::vector<Token> tokens;
    std::vector<Result> results;
    std::string_view name;           // of the operation, without quotes
    bool generic = false;            // the name is in quotes
    std::size_t first = 0;           // the token after the name
    std::size_t types = 0, end = 0;  // the colon before the types, or `end`; the token after the last one

    bool is_mlir() const { return generic || name.find('.') != name.npos; }
};
Action read_action(const Line& line);

enum class Form : std::uint8_t {
    unknown,
    binary,
    compare,
    select,
    zero_extend,
    sign_extend,
    truncate,
    index_cast,
    same,
    bitcast,
    to_pointer,
    from_pointer,
    constant,
    zero,
    number,  // "%x = 0x4000"
    phi,
    insert_element,
    extract_element,
    from_elements,
    insert_value,
    extract_value,
    inline_asm,
    call,
    leave,  // a return
    yield
};

struct Known {
    Form form = Form::unknown;
    Operation operation = Operation::unknown;
};
Known known_operation(std::string_view name);

// Whether an operation or intrinsic reads matrix descriptors.
bool reads_descriptors(std::string_view name);

// An operand of a call.
struct Argument {
    Value value;
    std::size_t first = 0, last = 0;  // its tokens
};

class Evaluator {
public:
    Evaluator(Program& out, const Scope& scope, const Action& action);

    Value run(const Known& known);

    // The operands in the brackets at token `open`, or of an operation of MLIR: all that come before the types. Behind
    // a pattern of FileCheck that matches any text, all are unknown.
    std::vector<Argument> arguments() const;
    std::vector<Argument> arguments_in(std::size_t open) const;

    // The value as a word of `width` bits.
    ExprId word(const Value& value, unsigned width);
    Value value_at(std::size_t token) const;
    const std::vector<Value>& operands() const { return operands_; }

private:
    void read_operands();
    void read_llvm_operands();
    void read_llvm_operand(std::size_t first, std::size_t last);
    Value vector_literal(std::size_t first, std::size_t last) const;

    Type in_type() const { return types_.empty() ? Type{} : types_.front(); }
    Type out_type() const { return types_.empty() ? Type{} : types_.back(); }
    unsigned common_width(const Type& type, std::size_t first) const;

    Value binary(Operation operation);
    Value compare(), select(), bitcast(), to_pointer(), from_pointer(), phi();
    Value resize(Form form, Operation operation);
    Value constant() const, number() const, extract() const;
    Value dense(std::size_t at) const;
    Value insert(std::size_t base) const;
    Value packed(const Value& value, unsigned lane_width, unsigned count);
    Value unpacked(const Value& value, unsigned lane_width, unsigned count);
    std::optional<std::uint64_t> position() const;
    bool has_bracket() const { return action_.is_mlir() && !action_.generic; }

    Program& out_;
    const Scope& scope_;
    const Action& action_;
    std::vector<Value> operands_;
    std::vector<std::size_t> brackets_;  // numbers and values in [ ]
    std::vector<Type> types_;            // of operands and results, as far as they are written
};

}  // namespace tilescope::program::ir
