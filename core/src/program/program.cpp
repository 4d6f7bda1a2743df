// core/src/program/program.cpp -- builds the statements of a pasted program.
// SPDX-License-Identifier: MIT
#include <tilescope/program/program.h>

#include <utility>

namespace tilescope::program {

bool keeps_word(Operation operation) {
    using enum Operation;
    return is_one_of(operation, {bit_or, bit_xor, shift_left, select, lookup, permute, insert, join});
}

NameId Program::name(std::string_view text) {
    const auto [at, fresh] = ids_.try_emplace(std::string(text), static_cast<NameId>(names.size()));
    if (fresh) names.emplace_back(text);
    return at->second;
}

ExprId Program::add(Operation operation, unsigned width, std::initializer_list<ExprId> args, std::uint64_t value) {
    Expr& e =
        exprs.emplace_back(Expr{operation, static_cast<std::uint8_t>(width), {kNone, kNone, kNone, kNone}, value});
    std::ranges::copy(args, e.args.begin());
    return static_cast<ExprId>(exprs.size() - 1);
}

ExprId Program::call(std::uint32_t unit, const std::vector<ExprId>& args, unsigned width) {
    const auto first = static_cast<ExprId>(arguments.size());
    arguments.insert(arguments.end(), args.begin(), args.end());
    return add(Operation::call, width, {first, static_cast<ExprId>(arguments.size())}, unit);
}

Statement Program::observed(Observation observation, const std::vector<Operand>& added) {
    observation.first = static_cast<std::uint32_t>(operands.size());
    observation.count = static_cast<std::uint32_t>(added.size());
    operands.insert(operands.end(), added.begin(), added.end());
    const auto index = static_cast<std::uint32_t>(observations.size());
    observations.push_back(std::move(observation));
    return {.type = Statement::Type::observe, .index = index, .span = observations.back().span};
}

}  // namespace tilescope::program
