// core/src/program/origins.cpp -- follows the bits of a value back to the statements that give them.
// SPDX-License-Identifier: MIT
#include "origin_walk.h"

#include <tilescope/program/evaluate.h>
#include <tilescope/program/origins.h>

#include <unordered_map>

namespace tilescope::program {
namespace {

// Every expression on which the asked values can depend.
std::vector<ExprId> reachable_from(const Program& program, std::span<const AskedBits> asked) {
    std::unordered_map<NameId, std::vector<ExprId>> assigned;
    for (const Statement& s : program.statements)
        if (s.type == Statement::Type::assign && s.value != kNone) assigned[s.name].push_back(s.value);
    std::vector<bool> seen(program.exprs.size()), named(program.names.size()), called(program.units.size());
    std::vector<ExprId> out;
    const auto add = [&](ExprId id) {
        if (id == kNone || seen[id]) return;
        seen[id] = true;
        out.push_back(id);
    };
    for (const AskedBits& one : asked)
        add(program.operands[program.observations[one.observation].first + one.operand].value);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const Expr& e = program.exprs[out[i]];
        if (e.operation == Operation::name && !named[e.value]) {
            named[e.value] = true;
            if (const auto all = assigned.find(static_cast<NameId>(e.value)); all != assigned.end())
                for (const ExprId value : all->second) add(value);
        }
        if (e.operation != Operation::call) {
            for (const ExprId arg : e.args) add(arg);
            continue;
        }
        for (ExprId a = e.args[0]; a < e.args[1]; ++a) add(program.arguments[a]);
        if (e.value >= program.units.size() || called[e.value]) continue;
        called[e.value] = true;
        for (std::uint32_t s = program.units[e.value].first; s < program.units[e.value].last; ++s)
            if (program.statements[s].type == Statement::Type::end) add(program.statements[s].value);
    }
    return out;
}

}  // namespace

std::vector<Origins> origins_of(const Program& program, std::span<const AskedBits> asked) {
    std::vector<Origins> out(asked.size());
    if (asked.empty()) return out;
    const Evaluation values = evaluate(program, OrRule::exact, reachable_from(program, asked));
    const bool finished = !values.watched.empty() || !values.watched_in_calls.empty();
    OriginWalk walk(program, values);
    for (std::size_t i = 0; i < asked.size(); ++i)
        if (finished)
            out[i] = walk.of(asked[i]);
        else
            out[i].cut = true;
    return out;
}

}  // namespace tilescope::program
