// core/src/program/flow.cpp -- splits a unit into blocks; the assignments that reach a place.
// SPDX-License-Identifier: MIT
#include "flow.h"

#include "words.h"

namespace tilescope::program {
namespace {

// Returns the statements at which a block starts, in order.
std::vector<std::uint32_t> leaders_of(const Program& program, const Unit& unit) {
    std::vector<std::uint32_t> out = {unit.first};
    for (std::uint32_t i = unit.first; i < unit.last; ++i) {
        const Statement& s = program.statements[i];
        if (s.type == Statement::Type::jump && s.index < unit.last - unit.first) out.push_back(unit.first + s.index);
        const bool leaves = s.type == Statement::Type::jump || s.type == Statement::Type::end;
        if (leaves && i + 1 < unit.last) out.push_back(i + 1);
    }
    sort_unique(out);
    return out;
}

std::vector<Block> blocks_of(const Program& program, const Unit& unit) {
    std::vector<Block> out;
    if (unit.first >= unit.last) return out;
    const std::vector<std::uint32_t> leaders = leaders_of(program, unit);
    const auto block_at = [&](std::uint32_t statement) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(leaders, statement) - leaders.begin());
    };
    for (std::uint32_t i = 0; i < leaders.size(); ++i) {
        Block block{leaders[i], i + 1 < leaders.size() ? leaders[i + 1] : unit.last, {}, {}};
        const Statement& s = program.statements[block.last - 1];
        const bool jumps = s.type == Statement::Type::jump, always = jumps && s.value == kNone;
        if (jumps && s.index < unit.last - unit.first) block.jump = block_at(unit.first + s.index);
        if (!always && s.type != Statement::Type::end && i + 1 < leaders.size()) block.next = i + 1;
        out.push_back(block);
    }
    return out;
}

// Which blocks every path to a block goes through; by Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in
// a Flowgraph" (1979), the simple version. The time is nearly proportional to the number of blocks, also for a long
// chain of them. Blocks have the numbers of a depth-first search.
class Dominators {
public:
    explicit Dominators(const std::vector<Block>& blocks) : number_(blocks.size(), kNone) {
        visit(blocks);
        find_closest(blocks);
        lay_out();
    }

    // Whether every path to `b` goes through `a`.
    bool dominates(std::uint32_t a, std::uint32_t b) const {
        const std::uint32_t x = number_[a], y = number_[b];
        if (x == kNone || y == kNone) return a == b;
        return enter_[x] <= enter_[y] && enter_[y] < enter_[x] + size_[x];
    }

private:
    void visit(const std::vector<Block>& blocks) {
        std::vector<std::pair<std::uint32_t, int>> stack;
        const auto open = [&](std::uint32_t block, std::uint32_t parent) {
            number_[block] = static_cast<std::uint32_t>(order_.size());
            order_.push_back(block);
            parent_.push_back(parent);
            stack.emplace_back(block, 0);
        };
        if (!blocks.empty()) open(0, kNone);
        while (!stack.empty()) {
            const std::uint32_t b = stack.back().first;
            const int done = stack.back().second++;
            if (done == 2) stack.pop_back();
            if (done == 2) continue;
            const auto to = done == 0 ? blocks[b].jump : blocks[b].next;
            if (to && number_[*to] == kNone) open(*to, number_[b]);
        }
    }

    void find_closest(const std::vector<Block>& blocks) {
        const std::size_t count = order_.size();
        std::vector<std::vector<std::uint32_t>> before(count), waiting(count);
        for (std::uint32_t i = 0; i < count; ++i)
            for (const auto& to : {blocks[order_[i]].jump, blocks[order_[i]].next})
                if (to) before[number_[*to]].push_back(i);
        above_.assign(count, kNone);
        closest_.assign(count, 0);
        for (std::uint32_t i = 0; i < count; ++i) semi_.push_back(i), least_.push_back(i);
        for (auto i = static_cast<std::uint32_t>(count); i-- > 1;) {
            for (const std::uint32_t from : before[i]) semi_[i] = std::min(semi_[i], semi_[least_above(from)]);
            waiting[semi_[i]].push_back(i);
            above_[i] = parent_[i];
            for (const std::uint32_t v : waiting[parent_[i]]) {
                const std::uint32_t u = least_above(v);
                closest_[v] = semi_[u] < semi_[v] ? u : parent_[i];
            }
            waiting[parent_[i]].clear();
        }
        for (std::uint32_t i = 1; i < count; ++i)
            if (closest_[i] != semi_[i]) closest_[i] = closest_[closest_[i]];
    }

    // Returns the block with the least semi_ of those above `v` in the forest that `above_` links, without its root.
    // Shortens the path to the root.
    std::uint32_t least_above(std::uint32_t v) {
        path_.clear();
        for (std::uint32_t x = v; above_[x] != kNone && above_[above_[x]] != kNone; x = above_[x]) path_.push_back(x);
        while (!path_.empty()) {
            const std::uint32_t x = path_.back(), up = above_[x];
            path_.pop_back();
            if (semi_[least_[up]] < semi_[least_[x]]) least_[x] = least_[up];
            above_[x] = above_[up];
        }
        return least_[v];
    }

    // The blocks that `x` dominates have the positions enter_[x] to enter_[x] + size_[x] - 1.
    void lay_out() {
        const auto count = static_cast<std::uint32_t>(order_.size());
        size_.assign(count, 1);
        for (std::uint32_t i = count; i-- > 1;) size_[closest_[i]] += size_[i];
        enter_.assign(count, 0);
        std::vector<std::uint32_t> next(count, 1);
        for (std::uint32_t i = 1; i < count; ++i) {
            enter_[i] = next[closest_[i]];
            next[closest_[i]] += size_[i];
            next[i] = enter_[i] + 1;
        }
    }

    std::vector<std::uint32_t> number_;                                                  // by block; kNone: unreachable
    std::vector<std::uint32_t> order_, parent_, above_, semi_, least_, closest_, path_;  // by number
    std::vector<std::uint32_t> enter_, size_;
};

// Where a unit assigns a name.
struct Assigned {
    std::uint32_t count = 0, block = 0, statement = 0;  // the last one
};

// The last one of the sorted statements in [first, end).
std::optional<std::uint32_t> last_in(const std::vector<std::uint32_t>& all, std::uint32_t first, std::uint32_t end) {
    const auto next = std::ranges::lower_bound(all, end);
    return next == all.begin() || *(next - 1) < first ? std::nullopt : std::optional(*(next - 1));
}

}  // namespace

bool is_open_mask(const Program& program, ExprId mask) {
    const Expr& e = program.exprs[mask];
    if (e.operation != Operation::join) return false;
    const Expr& low = program.exprs[e.args[0]];
    return low.operation == Operation::constant && low.value == 0xffffffff &&
           program.exprs[e.args[1]].operation == Operation::unknown;
}

Flow flow_of(const Program& program, const Unit& unit, bool first_pass) {
    Flow out{blocks_of(program, unit), {}, {}, {}};
    const Dominators dominators(out.blocks);
    for (std::uint32_t b = 0; first_pass && b < out.blocks.size(); ++b)
        for (auto* to : {&out.blocks[b].jump, &out.blocks[b].next})
            if (*to && dominators.dominates(**to, b)) to->reset();
    std::unordered_map<NameId, Assigned> assigned;
    std::vector<NameId> names;  // in the order of their first assignments
    for (std::uint32_t b = 0; b < out.blocks.size(); ++b)
        for (std::uint32_t i = out.blocks[b].first; i < out.blocks[b].last; ++i) {
            const Statement& s = program.statements[i];
            if (s.type != Statement::Type::assign) continue;
            Assigned& a = assigned[s.name];
            if (a.count == 0) names.push_back(s.name);
            a = {a.count + 1, b, i};
        }
    std::vector<ExprId> stack;
    for (std::uint32_t b = 0; b < out.blocks.size(); ++b)
        for (std::uint32_t i = out.blocks[b].first; i < out.blocks[b].last; ++i) {
            const auto use = [&](NameId name) {
                const auto at = assigned.find(name);
                if (at == assigned.end()) return;
                Assigned& a = at->second;
                const bool before = a.block == b ? a.statement < i : dominators.dominates(a.block, b);
                if (!before) a.count = 2;
            };
            const Statement& s = program.statements[i];
            each_name_in(program, s.value, stack, use);
            if (s.type != Statement::Type::observe) continue;
            const Observation& seen = program.observations[s.index];
            for (std::uint32_t k = 0; k < seen.count; ++k) {
                const Operand& operand = program.operands[seen.first + k];
                each_name_in(program, operand.value, stack, use);
                for (const ExprId part : operand.parts) each_name_in(program, part, stack, use);
            }
        }
    for (const NameId name : names) {
        const bool once = assigned[name].count == 1;
        std::vector<NameId>& list = once ? out.singles : out.slots;
        out.places[name] = {once ? Place::Kept::once : Place::Kept::by_block, false,
                            static_cast<std::uint32_t>(list.size())};
        list.push_back(name);
    }
    for (const NameId name : unit.parameters) out.places[name].parameter = true;
    return out;
}

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

Reaching ReachingAssignments::of(NameId name, std::uint32_t unit, std::uint32_t before) {
    Reaching out;
    const auto assigned = assigned_.find(name);
    if (assigned == assigned_.end()) return {{}, true};
    const Graph& g = graph(unit);
    const std::vector<Block>& blocks = g.flow.blocks;
    const auto after = std::ranges::upper_bound(blocks, before, {}, &Block::first);
    if (after == blocks.begin()) return {{}, true};
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open = {
        // a block, and where in it to end
        {static_cast<std::uint32_t>(after - blocks.begin() - 1), before}};
    std::vector<bool> seen(blocks.size());  // from the end of the block
    while (!open.empty()) {
        const auto [block, end] = open.back();
        open.pop_back();
        ++steps;
        if (const auto last = last_in(assigned->second, blocks[block].first, end)) {
            out.statements.push_back(*last);
            continue;
        }
        out.from_start |= block == 0;
        for (const std::uint32_t from : g.before[block]) {
            if (seen[from]) continue;
            seen[from] = true;
            open.emplace_back(from, blocks[from].last);
        }
    }
    sort_unique(out.statements);
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
