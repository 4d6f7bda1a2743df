// core/src/program/ir_evaluate.h -- the value of an operation of MLIR or LLVM IR.
// SPDX-License-Identifier: MIT
#pragma once

#include "ir_action.h"

namespace tilescope::program::ir {

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
    const Value& operand(std::size_t i) const { return i < operands_.size() ? operands_[i] : unknown_; }
    unsigned common_width(const Type& type, std::size_t first) const;
    ExprId compute(Operation operation, unsigned width, ExprId a, ExprId b = kNone, ExprId c = kNone,
                   std::uint64_t value = 0);
    Value integer(ExprId expr, unsigned width, bool telling) const;

    Value binary(Operation operation);
    Value compare();
    Value select();
    Value resize(Form form, Operation operation);
    Value bitcast();
    Value to_pointer();
    Value from_pointer();
    Value constant() const;
    Value number() const;
    Value dense(std::size_t at) const;
    Value phi();
    Value insert(std::size_t base, std::size_t inserted, const std::optional<std::uint64_t>& lane) const;
    Value extract(const std::optional<std::uint64_t>& lane) const;
    Value vectors(Form form);
    Value packed(const Value& value, unsigned lane_width, unsigned count);
    Value unpacked(const Value& value, unsigned lane_width, unsigned count);
    std::optional<std::uint64_t> position() const;
    bool has_bracket() const { return action_.is_mlir() && !action_.generic; }

    Program& out_;
    const Scope& scope_;
    const Action& action_;
    const Value unknown_;
    std::vector<Value> operands_;
    std::vector<std::size_t> brackets_;  // numbers and values in [ ]
    std::vector<Type> types_;            // of operands and results, as far as they are written
};

}  // namespace tilescope::program::ir
