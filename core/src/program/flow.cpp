// core/src/program/flow.cpp -- splits a unit into blocks and finds the names that are assigned once.
// SPDX-License-Identifier: MIT
#include "flow.h"

#include <algorithm>

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
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
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

// For each block, the closest other block that every path to it goes through; by Cooper, Harvey and Kennedy, "A Simple,
// Fast Dominance Algorithm". The order of the text is used instead of a reverse postorder: the result is the same.
class Dominators {
public:
    explicit Dominators(const std::vector<Block>& blocks) : closest_(blocks.size(), kNone), before_(blocks.size()) {
        for (std::uint32_t b = 0; b < blocks.size(); ++b)
            for (const auto& to : {blocks[b].jump, blocks[b].next})
                if (to) before_[*to].push_back(b);
        order(blocks);
        if (!blocks.empty()) closest_[0] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (const std::uint32_t b : order_) changed |= b != 0 && update(b);
        }
    }

    // Whether every path to `b` goes through `a`.
    bool dominates(std::uint32_t a, std::uint32_t b) const {
        while (closest_[b] != kNone && rank_[b] > rank_[a]) b = closest_[b];
        return a == b;
    }

private:
    // Depth first from the first block; reversed, so that a block comes before its successors except in loops.
    void order(const std::vector<Block>& blocks) {
        rank_.assign(blocks.size(), kNone);
        std::vector<std::pair<std::uint32_t, int>> stack;
        std::vector<bool> seen(blocks.size());
        if (!blocks.empty()) stack.emplace_back(0, 0), seen[0] = true;
        while (!stack.empty()) {
            auto& [b, done] = stack.back();
            if (done == 2) {
                order_.push_back(b);
                stack.pop_back();
                continue;
            }
            const auto to = done++ == 0 ? blocks[b].jump : blocks[b].next;
            if (to && !seen[*to]) seen[*to] = true, stack.emplace_back(*to, 0);
        }
        std::ranges::reverse(order_);
        for (std::uint32_t i = 0; i < order_.size(); ++i) rank_[order_[i]] = i;
    }

    bool update(std::uint32_t b) {
        std::uint32_t now = kNone;
        for (const std::uint32_t from : before_[b]) {
            if (closest_[from] == kNone) continue;
            now = now == kNone ? from : meet(from, now);
        }
        if (now == closest_[b]) return false;
        closest_[b] = now;
        return true;
    }

    std::uint32_t meet(std::uint32_t a, std::uint32_t b) const {
        while (a != b) {
            while (rank_[a] > rank_[b]) a = closest_[a];
            while (rank_[b] > rank_[a]) b = closest_[b];
        }
        return a;
    }

    std::vector<std::uint32_t> closest_, rank_, order_;
    std::vector<std::vector<std::uint32_t>> before_;
};

// Where a unit assigns a name.
struct Definition {
    std::uint32_t count = 0, block = 0, statement = 0;  // the last one
};

// The assignments of a unit: by name, in the order of the first one of each.
struct Definitions {
    std::unordered_map<NameId, std::uint32_t> index;
    std::vector<NameId> names;
    std::vector<Definition> list;

    void add(NameId name, std::uint32_t block, std::uint32_t statement) {
        const auto [at, fresh] = index.try_emplace(name, static_cast<std::uint32_t>(list.size()));
        if (fresh) names.push_back(name), list.emplace_back();
        Definition& d = list[at->second];
        d = {d.count + 1, block, statement};
    }
};

Definitions definitions_of(const Program& program, const std::vector<Block>& blocks) {
    Definitions out;
    for (std::uint32_t b = 0; b < blocks.size(); ++b)
        for (std::uint32_t i = blocks[b].first; i < blocks[b].last; ++i)
            if (const Statement& s = program.statements[i]; s.type == Statement::Type::assign) out.add(s.name, b, i);
    return out;
}

}  // namespace

Flow flow_of(const Program& program, const Unit& unit) {
    Flow out{blocks_of(program, unit), {}, {}, {}};
    const Dominators dominators(out.blocks);
    Definitions defined = definitions_of(program, out.blocks);
    std::vector<ExprId> stack;
    for (std::uint32_t b = 0; b < out.blocks.size(); ++b)
        for (std::uint32_t i = out.blocks[b].first; i < out.blocks[b].last; ++i) {
            const auto use = [&](NameId name) {
                const auto at = defined.index.find(name);
                if (at == defined.index.end()) return;
                Definition& d = defined.list[at->second];
                const bool before = d.block == b ? d.statement < i : dominators.dominates(d.block, b);
                if (!before) d.count = 2;
            };
            const Statement& s = program.statements[i];
            each_name_in(program, s.value, stack, use);
            if (s.type != Statement::Type::observe) continue;
            const Observation& seen = program.observations[s.index];
            for (std::uint32_t k = 0; k < seen.count; ++k)
                each_name_in(program, program.operands[seen.first + k].value, stack, use);
        }
    for (std::size_t i = 0; i < defined.list.size(); ++i) {
        const bool once = defined.list[i].count == 1;
        std::vector<NameId>& list = once ? out.singles : out.slots;
        out.places[defined.names[i]] = {once ? Place::Kept::once : Place::Kept::by_block, false,
                                        static_cast<std::uint32_t>(list.size())};
        list.push_back(defined.names[i]);
    }
    for (const NameId name : unit.parameters) out.places[name].parameter = true;
    return out;
}

}  // namespace tilescope::program
