// core/src/program/ir_reader.h -- translates operations of MLIR and LLVM IR to statements.
// SPDX-License-Identifier: MIT
#pragma once

#include "ir_evaluate.h"

#include <map>

namespace tilescope::program::ir {

// The operations of one function, or of the text outside of all functions.
class Reader {
public:
    // `unit_begin`: the index of the first statement of the unit. `copies`: of the names of all units.
    Reader(const Source& source, Program& out, std::string function, std::uint32_t unit_begin,
           std::unordered_map<std::string, unsigned>& copies)
        : source_(source), out_(out), function_(std::move(function)), unit_begin_(unit_begin), copies_(copies) {}

    void prepare(const Line& line);  // first for all lines
    void read(const Line& line);     // then for all lines
    void forget();                   // a function begins
    void finish();

private:
    // A pair of braces of which the end is not reached yet.
    struct Region {
        std::optional<Action> choice;  // scf.if with a result
        ExprId condition = kNone;
        std::vector<Value> yields;  // the results of its regions
    };

    Scope& scope_of(const std::string& prefix);
    void run(const Action& action);
    void mark_uses(const Action& action, const Known& known);
    void define_names_inside(const Action& action);
    void define_results(const Action& action, const Value& value);
    void define(const Action& action, const Result& result, std::string key, Value value);
    void open_regions(const Action& action);
    void close_regions(const Action& action);
    void observe_return(const Action& action, const Value& value);
    void observe_call(const Action& action, const Evaluator& evaluator);
    void observe(Observation::Type type, std::string text, TextSpan span, const std::vector<Operand>& operands,
                 unsigned width, bool lost = false);
    Value read_asm(const Action& action, Evaluator& evaluator);
    NameId fresh_name(const std::string& key);
    ExprId word(const Value& value);
    TextSpan span_of(const Action& action, std::size_t first, std::size_t last) const;

    const Source& source_;
    Program& out_;
    std::string function_;
    std::uint32_t unit_begin_;
    std::unordered_map<std::string, unsigned>& copies_;
    std::vector<DeadEnd> dead_ends_;
    std::map<std::string, Scope> scopes_;           // by prefix
    std::map<std::string, std::string> functions_;  // by prefix: that of the last label
    std::unordered_set<std::string> labelled_;      // prefixes with a label for the next function
    std::vector<Region> regions_;
    Region closed_;  // the last one
};

}  // namespace tilescope::program::ir
