// core/src/program/ptx.h -- PTX: statements, registers, labels, operands, and what each opcode does to registers.
// SPDX-License-Identifier: MIT
#pragma once

#include "words.h"

#include <tilescope/program/readers.h>

#include <functional>
#include <map>
#include <unordered_set>

namespace tilescope::program::ptx_reading {

// One statement of the text. All views are parts of the text.
struct Piece {
    enum class Type : std::uint8_t { instruction, label, directive, open, close };
    Type type = Type::instruction;
    std::string_view guard;                  // "%p1" or "!%p1"; empty: none
    std::string_view word;                   // the opcode, the name of the label, the first word of the directive
    std::vector<std::string_view> operands;  // of an instruction, without blanks around
    std::string_view whole;                  // from the word to the last operand
    bool closed = false;                     // a semicolon ends it
};

// Comments, and strings of directives, become blanks, so that all offsets stay the same.
std::string without_comments(std::string_view text);

// Reads the next statement and moves `at` after it. Lines that are not PTX are skipped. A line end ends a statement if
// the next line starts another one. False: the text ends here.
bool next_piece(std::string_view text, std::size_t& at, Piece& piece);

bool is_name_start(char c);                                        // of a register, a label or a symbol
std::size_t name_end(std::string_view text, std::size_t begin);    // "%r1", "%%p", "%tid.x", "%[x]"
std::vector<std::string_view> split_list(std::string_view inner);  // at commas outside of brackets
std::string one_line(std::string_view text);                       // each run of blanks becomes one blank

// Calls `see` with every name in a text that is not understood.
void each_name(std::string_view text, const std::function<void(std::string_view)>& see);

// Whether an operand has a form that PTX knows. "a b" does not: something is missing between the names.
bool is_sound(std::string_view operand);

struct Register {
    NameId name = kNone;
    std::string_view text;   // as written, without the doubled % of inline assembly
    unsigned width = 0;      // 0: neither a declaration nor an instruction says it
    bool predicate = false;  // one bit
    bool opaque = false;     // a part of a vector, or a vector: its value is not followed
    bool declared = false;
};

// The registers of one function. A declaration in a nested scope hides the register of the same name outside of it.
class Registers {
public:
    // `prefix` makes the names different from those of other functions.
    Registers(Program& out, std::string prefix);

    void open();
    bool close();                                // false: only the outermost scope is open
    void declare(std::string_view declaration);  // ".reg .b32 %r<39>, id"
    Register& find(std::string_view text);
    NameId fresh();  // a name that the text cannot contain
    std::uint32_t scope() const { return open_.back(); }
    std::uint32_t parent(std::uint32_t scope) const { return parents_[scope]; }

private:
    struct Declaration {
        std::uint32_t scope, depth;
        std::uint64_t count;  // of numbered registers
        unsigned width;
        bool predicate, vector;
    };
    struct Cached {
        std::uint32_t generation = 0;
        Register* found = nullptr;
    };
    using Declarations = std::unordered_map<std::string_view, std::vector<Declaration>>;

    void add(Declarations& to, std::string_view name, const Declaration& declaration);
    const Declaration* declared(std::string_view text) const;

    Program& out_;
    std::string prefix_, nested_;
    Declarations exact_, numbered_;
    std::unordered_map<std::string_view, Cached> cache_;
    std::unordered_map<NameId, Register> registers_;
    std::vector<std::uint32_t> open_ = {0}, parents_ = {kNone};
    std::vector<std::vector<std::pair<Declarations*, std::string_view>>> undo_ = {{}};
    std::uint32_t generation_ = 1, ignored_ = 0, fresh_ = 0;
};

// A place in the text of a function to which it can jump: the index of a statement.
struct Target {
    std::vector<std::uint32_t> places;  // more than one if the text defines the label again in the same scope
    bool wanted = false;                // a jump names it
};

// Past the end of every unit, also when it is added to a position.
inline constexpr std::uint32_t kOutside = 0x7fffffff;

struct Write {
    std::string_view register_name;
    ExprId value = kNone;    // kNone: unknown
    unsigned width = 0;      // of the type of the instruction; 0: it does not say how wide the register is
    bool dull = false;       // not worth an observation
    bool forgotten = false;  // unknown, and perhaps not written
};

// Compilers mark places for debuggers with labels. Code seldom jumps to them.
bool is_mark(std::string_view label);

class Body {
public:
    Body(Program& out, const Source& source, std::string_view text, std::string prefix, const BindOperand* bind)
        : registers(out, std::move(prefix)), out_(out), source_(source), text_(text), bind_(bind) {}

    Registers registers;

    Program& out() { return out_; }
    TextSpan span_of(std::string_view part) const;

    // A register of the text, or an operand of inline assembly.
    Register& find(std::string_view name);
    ExprId read(std::string_view name, unsigned width);

    // An instruction that is not followed reads all names of this text.
    void touch(std::string_view text);

    // What becomes of the bits of registers that the next instruction reads. At first they are passed on.
    void pass_on(bool bits) { passed_on_ = bits; }

    // Writes of one instruction. All values are computed before the first is written. `guard`: see Piece.
    void write(std::vector<Write>& writes, std::string_view guard, TextSpan span);
    void observe(const Observation& observation, const std::vector<Operand>& operands);
    bool has_observed() const { return has_observed_; }
    void label(std::string_view text);
    // `list`: the label is that of a .branchtargets list, and the jump goes to one of its targets.
    void jump(std::string_view label, bool list, std::string_view guard, TextSpan span);
    void branch_targets(const std::vector<std::string_view>& targets);  // the list of the last label
    void leave(std::string_view guard, TextSpan span);

    // Returns the statements. `base` is the index of the first one in its unit. `partial`: the text is only a part of a
    // function, so code that is not in the text can jump to a label. `dead_ends`: observe registers whose bits
    // nobody reads, or nobody passes on.
    std::vector<Statement> finish(std::uint32_t base, bool partial, bool dead_ends);

private:
    struct Jump {
        std::uint32_t statement, scope;
        std::string_view label;
        bool list;
    };
    struct LastWrite {
        std::uint32_t statement = 0;
        NameId name = kNone;
        std::string_view text;
        unsigned width = 0;
        TextSpan span;
        bool lost = false;  // see Observation
    };
    friend class Finish;

    ExprId guard_value(std::string_view guard);
    void push(const Statement& statement);
    void forget(Register& written, bool guarded);
    void use(NameId name);

    Program& out_;
    const Source& source_;
    std::string_view text_;
    const BindOperand* bind_;
    std::vector<Statement> statements_, first_statements_;
    std::vector<Jump> jumps_;
    std::map<std::pair<std::uint32_t, std::string_view>, Target> labels_;  // by scope and text
    std::unordered_map<std::string_view, std::vector<std::string_view>> lists_;
    std::unordered_set<std::string_view> asked_;  // names that can be operands of inline assembly
    std::unordered_map<NameId, LastWrite> unread_;
    std::vector<LastWrite> dead_;
    std::vector<std::uint32_t> entries_;  // statements after a jump, without a label
    std::string_view last_label_;
    bool left_ = false;  // the last statement never goes on to the next one
    bool passed_on_ = true, has_observed_ = false;
};

// A number as PTX writes it: 16, -1, 0x4000, 0b101, 017 (octal), 12U, 0f3f800000.
struct Immediate {
    std::uint64_t value = 0;  // of 64 bits; negative numbers in two's complement
    unsigned float_bits = 0;  // the width of a floating-point number in hexadecimal; 0: an integer
};
std::optional<Immediate> read_immediate(std::string_view text);

// The value of a number, a register, or !predicate. kNone: the operand has another form.
ExprId scalar(Body& body, std::string_view operand, unsigned width);

// "%r1", "v.x", "%[x]": one name and nothing else.
bool is_name(std::string_view operand);

// The elements of "{a, b}". Empty: the operand is not a list.
std::vector<std::string_view> elements_of(std::string_view operand);

// The operand of an observed instruction. `written`: the instruction writes it. `has_parts`: see Operand::parts.
Operand observed(Body& body, std::string_view operand, bool written, bool has_parts);

// The variables of what stands after ".shared": ".align 16 .b8 smem[4096]".
std::vector<SharedVariable> shared_variables(std::string_view declaration);

struct Row;

struct ValueType {
    unsigned width = 0;
    char kind = 'b';  // b, u, s, f, p for predicates
};
std::optional<ValueType> type_of(std::string_view word);

// One instruction while its results are computed. kNone is a value that is not known to the reader: what is computed
// from it is kNone too.
struct Instruction {
    Body& body;
    const Piece& piece;
    std::vector<std::string_view>& words;  // of the opcode, after the name of the row
    std::vector<Write>& writes;
    const Row* row = nullptr;  // null: the opcode is not in the table
    ValueType type = {};       // of a row with Row::operands

    std::size_t count() const { return piece.operands.size(); }
    ExprId in(std::size_t operand, unsigned width) { return scalar(body, piece.operands[operand], width); }
    ExprId in(std::size_t operand) { return in(operand, type.width); }
    ExprId node(Operation operation, unsigned width, std::initializer_list<ExprId> args, std::uint64_t value = 0);
    ExprId node(Operation operation, std::initializer_list<ExprId> args) { return node(operation, type.width, args); }
    ExprId number(std::uint64_t value, unsigned width = 64) { return body.out().constant(value, width); }
    ExprId unknown(unsigned width) { return body.out().unknown(width); }

    // Writes a value to a register, or to the first operand. False: the value is kNone, or that is not a register.
    bool put(std::string_view name, ExprId value, unsigned width, bool dull = false);
    bool give(ExprId value, unsigned width) { return put(piece.operands[0], value, width); }
    bool give(ExprId value) { return give(value, type.width); }
};

// Computes the results. False: the instruction has a form that is not followed, so its results are unknown.
using Compute = bool (*)(Instruction& instruction);

enum class Effect : std::uint8_t {
    computes,        // Row::compute knows the results
    first,           // the first operand becomes unknown
    none,            // no register changes
    before_address,  // all operands before the first address become unknown
    call,            // the list of results becomes unknown
    jump,
    jump_list,
    leave
};

struct Row {
    std::string_view name;  // the first one or two words of the opcode
    Effect effect = Effect::first;
    Compute compute = nullptr;
    Operation operation = Operation::unknown;
    std::string_view kinds = {};  // the types that `compute` knows
    std::size_t operands = 0;  // that the instruction has, behind one type; 0: `compute` reads the words of the opcode
    bool carry_out = false;    // .cc can come before the type. The carry is not a register, and nothing reads it
};

// Finds the row and fills Instruction::words.
void look_up(Instruction& instruction);

// Computes the results of an instruction whose row says that they are known. False: see Compute.
bool compute(Instruction& instruction);

// Whether it only moves its source.
bool is_move(const Row& row);

}  // namespace tilescope::program::ptx_reading
