// core/src/program/reaching.cpp -- the assignments whose value a name can have at a place of a program.
// SPDX-License-Identifier: MIT
#include "reaching.h"

#include <algorithm>

namespace tilescope::program {

ReachingAssignments::ReachingAssignments(const Program& program)
    : program_(program), observed_(program.observations.size()) {
    for (std::uint32_t u = 0; u < program.units.size(); ++u)
        for (std::uint32_t i = program.units[u].first; i < program.units[u].last; ++i) {
            const Statement& s = program.statements[i];
            if (s.type == Statement::Type::assign) assigned_[s.name].push_back(i);
            if (s.type == Statement::Type::observe) observed_[s.index] = {u, i};
        }
    for (auto& [name, statements] : assigned_) std::ranges::sort(statements);
}

const ReachingAssignments::Graph& ReachingAssignments::graph(std::uint32_t unit) {
    const auto [at, fresh] = graphs_.try_emplace(unit);
    Graph& out = at->second;
    if (!fresh) return out;
    out.flow = flow_of(program_, program_.units[unit]);
    out.before.resize(out.flow.blocks.size());
    for (std::uint32_t b = 0; b < out.flow.blocks.size(); ++b)
        for (const auto& to : {out.flow.blocks[b].jump, out.flow.blocks[b].next})
            if (to) out.before[*to].push_back(b);
    steps += out.flow.blocks.size();
    return out;
}

// The last one of the sorted statements in [first, end).
std::optional<std::uint32_t> ReachingAssignments::last_in(const std::vector<std::uint32_t>& all, std::uint32_t first,
                                                          std::uint32_t end) const {
    const auto next = std::ranges::lower_bound(all, end);
    if (next == all.begin() || *(next - 1) < first) return std::nullopt;
    return *(next - 1);
}

Reaching ReachingAssignments::of(NameId name, std::uint32_t unit, std::uint32_t before) {
    Reaching out;
    const auto assigned = assigned_.find(name);
    if (assigned == assigned_.end()) return {{}, true};
    const Graph& g = graph(unit);
    const std::vector<Block>& blocks = g.flow.blocks;
    const auto after = std::ranges::upper_bound(blocks, before, {}, &Block::first);
    if (after == blocks.begin()) return {{}, true};
    struct Visit {
        std::uint32_t block, end;
    };
    std::vector<Visit> open = {{static_cast<std::uint32_t>(after - blocks.begin() - 1), before}};
    std::vector<bool> seen(blocks.size());  // from the end of the block
    while (!open.empty()) {
        const Visit at = open.back();
        open.pop_back();
        ++steps;
        if (const auto last = last_in(assigned->second, blocks[at.block].first, at.end)) {
            out.statements.push_back(*last);
            continue;
        }
        out.from_start |= at.block == 0;
        for (const std::uint32_t from : g.before[at.block]) {
            if (seen[from]) continue;
            seen[from] = true;
            open.push_back({from, blocks[from].last});
        }
    }
    std::ranges::sort(out.statements);
    out.statements.erase(std::unique(out.statements.begin(), out.statements.end()), out.statements.end());
    return out;
}

bool ReachingAssignments::is_set_outside(NameId name, std::uint32_t unit) const {
    const auto assigned = assigned_.find(name);
    if (assigned == assigned_.end()) return false;
    const Unit& u = program_.units[unit];
    return assigned->second.front() < u.first || assigned->second.back() >= u.last;
}

std::optional<std::uint32_t> ReachingAssignments::global(NameId name) const {
    const auto assigned = assigned_.find(name);
    if (assigned == assigned_.end() || program_.units.empty()) return std::nullopt;
    const Unit& outside = program_.units.front();
    const std::vector<std::uint32_t>& all = assigned->second;
    if (all.size() != 1 || all[0] < outside.first || all[0] >= outside.last) return std::nullopt;
    return all[0];
}

}  // namespace tilescope::program
