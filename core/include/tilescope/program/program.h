// core/include/tilescope/program/program.h -- a pasted program as statements of one small language.
// SPDX-License-Identifier: MIT
//
// Readers translate PTX, machine code (SASS), MLIR, LLVM IR and source code (C++, CUDA, Python, Rust, Mojo) to these
// statements: assignments, jumps, and observations, which are the places whose values the user wants to know. One
// evaluator (evaluate.h) then computes which bits of the observed values the text determines.
//
//     or.b64 %rd1, %rd2, 64;          assign   %rd1 = bit_or(%rd2, 64)
//     @%p1 bra L;                     jump     to L if %p1
//     tcgen05.mma... [d], a, b, i, p; observe  a, b, i (by the caller)
//
// A name that is never assigned has only unknown bits. So has everything that a reader does not understand: it is
// never 0, and never an error.
#pragma once

#include <tilescope/base/text_span.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tilescope::program {

using NameId = std::uint32_t;
using ExprId = std::uint32_t;
inline constexpr std::uint32_t kNone = ~std::uint32_t{0};
inline constexpr std::uint64_t kForgotten = 1;
// The name of the generic address where the window of shared memory begins. Nothing assigns it, and no text has it.
inline constexpr std::string_view kSharedWindow = "window of shared memory:";
// The name of the index of the thread in its block, in PTX and in machine code. Nothing assigns it.
inline constexpr std::string_view kThreadIndex = "%tid.x";

enum class Operation : std::uint8_t {
    unknown,   // a value that the text does not determine; `value` kForgotten: and perhaps not of this statement
    constant,  // `value`
    name,      // the value of the name `value`
    bit_and,
    bit_or,
    bit_xor,
    bit_not,
    add,
    subtract,
    multiply,
    divide,  // unsigned
    remainder,
    shift_left,
    shift_right,
    shift_right_signed,
    equal,  // 1 or 0
    less,
    less_signed,  // of operands of `value` bits; `width` is that of the result
    select,       // (condition, if not 0, if 0)
    lookup,       // LOP3: (a, b, c), table `value`
    permute,      // PRMT: (a, b, selector)
    extract,      // (a, position, length)
    insert,       // (inserted, base, position, length)
    sign_extend,  // (a); the sign is bit `value` - 1
    join,         // (low, high): two words of 32 bits
    call          // the result of unit `value` for the arguments Program::arguments[args[0] .. args[1])
};

constexpr bool is_one_of(Operation operation, std::initializer_list<Operation> list) {
    return std::ranges::find(list, operation) != list.end();
}

// Whether the result has the bits of a word that is an operand, at least beside others: OR, but not AND and not +.
constexpr bool keeps_word(Operation operation) {
    using enum Operation;
    return is_one_of(operation, {bit_or, bit_xor, shift_left, select, lookup, permute, insert, join});
}

// One node of an expression. The result has `width` bits; a wider result is truncated.
struct Expr {
    Operation operation = Operation::unknown;
    std::uint8_t width = 64;
    std::array<ExprId, 4> args = {kNone, kNone, kNone, kNone};
    std::uint64_t value = 0;
};

struct Statement {
    enum class Type : std::uint8_t {
        assign,   // name = value
        observe,  // the observation `index`
        jump,     // to statement `index` of the unit, counted from Unit::first, if `value` is not 0 or kNone. An index
                  // past the end of the unit ends it
        end       // of the unit; `value` is its result, or kNone
    };
    Type type = Type::assign;
    NameId name = kNone;
    ExprId value = kNone;
    std::uint32_t index = 0;
    TextSpan span;  // in the pasted text
};

// A place in the program at which values are of interest: the operands of an instruction, the arguments of a call, the
// value of a variable before it is overwritten and at the end of its function.
struct Observation {
    enum class Type : std::uint8_t {
        instruction,  // of PTX or machine code; `text` is the instruction
        call,         // of a function that the text does not define; `text` is its name
        variable,     // `text` is its name
        returned,     // `text` is the name of the function
        value         // a value without a name: a row of a table, an expression alone in a line
    };
    Type type = Type::variable;
    std::string text;
    TextSpan span;
    std::uint32_t first = 0, count = 0;  // the operands: Program::operands[first .. first + count)
    unsigned width = 0;                  // that a type states; 0: none does. Below 32: a field, not a word
    bool conditional = false;            // it may not execute
    bool lost = false;                   // of a variable: operations read it, and their results do not have its bits
    std::string comment;                 // the comment beside it, without // or #
};

struct Operand {
    ExprId value = kNone;
    std::string text;  // as written: "%rd1", "gdesc[UR4]", "a_desc + 2"
    TextSpan span;
    std::vector<ExprId> parts = {};  // of an MMA: the registers of a list, before the instruction, or the predicate
};

// A variable in shared memory that PTX declares. Its address is the value of its name, which nothing assigns.
struct SharedVariable {
    std::string name;
    std::uint64_t bytes = 0;  // 0: its size is that of the launch (.extern)
    std::uint64_t align = 1;  // in bytes
};

// What is missing between an asynchronous MMA and the use of its registers.
enum class Missing : std::uint8_t {
    fence,         // wgmma.fence, before the MMA
    commit,        // wgmma.commit_group, between the MMA and a wait
    wait,          // wgmma.wait_group, between the MMA and the use
    mma_commit,    // tcgen05.commit, between the MMA and tcgen05.ld
    barrier_wait,  // a wait for the mbarrier of the tcgen05.commit, before tcgen05.ld
};

// A gap is proven: the text has one way from the first of the two instructions to the second, or no instruction of this
// kind in the whole kernel.
//
//     wgmma.mma_async... {%f1, ...}, a, b, 1, 1, 1;
//     wgmma.commit_group.sync.aligned;
//     st.global.f32 [%rd1], %f1;              a gap: wait; `use` is this line, and `name` is "%f1"
struct OrderGap {
    Missing missing = Missing::fence;
    TextSpan mma, use;  // use: what accesses the register; the MMA itself if it is the first one of its kernel
    std::string name;   // the register, as written; empty: none
};

// One function, or the text outside of all functions (unit 0). Its statements are [first, last). The units are in any
// order in Program::statements.
struct Unit {
    std::string name;
    std::uint32_t first = 0, last = 0;
    std::vector<NameId> parameters;
    unsigned threads = 0;  // of a block along x, as the function states or limits them; 0: it does not say
};

struct Program {
    std::vector<Expr> exprs;
    std::vector<ExprId> arguments;
    std::vector<Statement> statements;
    std::vector<Observation> observations;
    std::vector<Operand> operands;
    std::vector<Unit> units;
    std::vector<std::string> names;
    std::string target;   // ".target sm_100a" of PTX, or the target of a listing; else empty
    std::string version;  // ".version 8.6" of PTX; else empty
    std::vector<SharedVariable> shared;
    std::vector<OrderGap> gaps;     // of PTX
    std::vector<TextSpan> skipped;  // of source code: parts inside of more blocks than a reader reads
    std::stop_token stop;  // asked at each statement and each round of an evaluation; then the program is of no use

    bool is_stopped() const { return stop.stop_requested(); }
    NameId name(std::string_view text) {  // the same id for the same text
        const auto [at, fresh] = ids_.try_emplace(std::string(text), static_cast<NameId>(names.size()));
        if (fresh) names.emplace_back(text);
        return at->second;
    }
    ExprId add(Operation operation, unsigned width, std::initializer_list<ExprId> args, std::uint64_t value = 0) {
        Expr& e =
            exprs.emplace_back(Expr{operation, static_cast<std::uint8_t>(width), {kNone, kNone, kNone, kNone}, value});
        std::ranges::copy(args, e.args.begin());
        return static_cast<ExprId>(exprs.size() - 1);
    }
    ExprId constant(std::uint64_t value, unsigned width = 64) { return add(Operation::constant, width, {}, value); }
    ExprId unknown(unsigned width = 64) { return add(Operation::unknown, width, {}); }
    // Unknown: a statement that is not understood could have changed it.
    ExprId forgotten(unsigned width = 64) { return add(Operation::unknown, width, {}, kForgotten); }
    ExprId read(NameId name, unsigned width = 64) { return add(Operation::name, width, {}, name); }
    ExprId call(std::uint32_t unit, const std::vector<ExprId>& args, unsigned width = 64) {
        const auto first = static_cast<ExprId>(arguments.size());
        arguments.insert(arguments.end(), args.begin(), args.end());
        return add(Operation::call, width, {first, static_cast<ExprId>(arguments.size())}, unit);
    }

    void assign(NameId name, ExprId value, TextSpan span) {
        statements.push_back({Statement::Type::assign, name, value, 0, span});
    }
    // The statement that observes the operands. The caller adds it to `statements`.
    Statement observed(Observation observation, const std::vector<Operand>& added) {
        observation.first = static_cast<std::uint32_t>(operands.size());
        observation.count = static_cast<std::uint32_t>(added.size());
        operands.insert(operands.end(), added.begin(), added.end());
        const auto index = static_cast<std::uint32_t>(observations.size());
        observations.push_back(std::move(observation));
        return {.type = Statement::Type::observe, .index = index, .span = observations.back().span};
    }
    void observe(Observation observation, const std::vector<Operand>& added) {
        statements.push_back(observed(std::move(observation), added));
    }

private:
    std::unordered_map<std::string, NameId> ids_;
};

}  // namespace tilescope::program
