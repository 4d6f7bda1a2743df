// core/src/program/accumulators.cpp -- which MMAs of a program add to one accumulator.
// SPDX-License-Identifier: MIT
#include "flow.h"

#include <tilescope/program/accumulators.h>

#include <numeric>
#include <set>

namespace tilescope::program {
namespace {

constexpr std::size_t kMostChainSteps = 1'000'000, kMostChainStepsOfStatement = 20;
constexpr unsigned kDeepestRoot = 64;

// What an address counts from: an expression, or a name that the program never sets or sets at several places.
struct AddressRoot {
    std::uint32_t expr = kNone, name = kNone, statement = kNone;
    std::uint64_t distance = 0;

    friend auto operator<=>(const AddressRoot&, const AddressRoot&) = default;
};

// Follows an address back to what it counts from.
class Roots {
public:
    explicit Roots(const Program& program) : program_(program), reaching_(program) {}

    ReachingAssignments& reaching() { return reaching_; }
    bool is_spent() const {
        return reaching_.steps > kMostChainSteps + kMostChainStepsOfStatement * program_.statements.size();
    }

    AddressRoot root_of(ExprId id, std::uint32_t unit, std::uint32_t before) {
        AddressRoot out;
        for (unsigned depth = 0; depth < kDeepestRoot; ++depth) {
            const Expr& e = program_.exprs[id];
            out.expr = id;
            if (e.operation == Operation::constant) return {.distance = out.distance + e.value};
            if (e.operation == Operation::name) {
                const auto name = static_cast<NameId>(e.value);
                const Reaching set = is_spent() ? Reaching{} : reaching_.of(name, unit, before);
                if (set.statements.size() != 1 || set.from_start)
                    return {.name = name,
                            .statement = set.statements.empty() ? kNone : set.statements.front(),
                            .distance = out.distance};
                before = set.statements.front();
                id = program_.statements[before].value;
                if (id == kNone) return {.name = name, .statement = before, .distance = out.distance};
                continue;
            }
            const bool sum = e.operation == Operation::add;
            const int number = !sum ? -1 : is_number(e.args[1]) ? 1 : is_number(e.args[0]) ? 0 : -1;
            if (number < 0) return out;
            out.distance += program_.exprs[e.args[static_cast<std::size_t>(number)]].value;
            id = e.args[static_cast<std::size_t>(1 - number)];
        }
        return out;
    }

private:
    bool is_number(ExprId id) const { return program_.exprs[id].operation == Operation::constant; }

    const Program& program_;
    ReachingAssignments reaching_;
};

class Chains {
public:
    Chains(const Program& program, std::span<const Accumulator> mmas)
        : program_(program), mmas_(mmas), roots_(program), reaching_(roots_.reaching()), parent_(mmas.size()) {
        std::iota(parent_.begin(), parent_.end(), 0u);
        for (std::uint32_t i = 0; i < mmas.size(); ++i) {
            const TextSpan& span = program.observations[mmas[i].observation].span;
            at_[{span.begin, span.end}] = i;
        }
    }

    std::vector<std::uint32_t> run() {
        for (std::uint32_t i = 0; i < mmas_.size(); ++i) {
            if (program_.is_stopped()) break;
            if (mmas_[i].operand >= program_.observations[mmas_[i].observation].count) continue;
            const Operand& d = operand_of(i);
            if (!d.parts.empty())
                join_writers(i, d.parts.front());
            else if (d.value != kNone)
                join_address(i, d.value);
        }
        std::vector<std::uint32_t> out;
        std::map<std::uint32_t, std::uint32_t> numbers;
        for (std::uint32_t i = 0; i < mmas_.size(); ++i)
            out.push_back(numbers.try_emplace(top(i), static_cast<std::uint32_t>(numbers.size())).first->second);
        return out;
    }

private:
    const Operand& operand_of(std::uint32_t mma) const {
        return program_.operands[program_.observations[mmas_[mma].observation].first + mmas_[mma].operand];
    }

    std::uint32_t top(std::uint32_t mma) {
        while (parent_[mma] != mma) mma = parent_[mma] = parent_[parent_[mma]];
        return mma;
    }

    // The MMAs that wrote this register last, on any path, directly or with a move after them.
    void join_writers(std::uint32_t mma, ExprId part) {
        const Expr& first = program_.exprs[part];
        if (mmas_[mma].fresh || first.operation != Operation::name) return;
        const auto place = reaching_.observed(mmas_[mma].observation);
        std::vector<std::pair<NameId, std::uint32_t>> open = {{static_cast<NameId>(first.value), place.statement}};
        std::set<std::pair<NameId, std::uint32_t>> seen(open.begin(), open.end());
        while (!open.empty() && place.unit != kNone && !roots_.is_spent()) {
            const auto [name, before] = open.back();
            open.pop_back();
            for (const std::uint32_t set : reaching_.of(name, place.unit, before).statements) {
                const Statement& s = program_.statements[set];
                if (const auto writer = at_.find({s.span.begin, s.span.end}); writer != at_.end())
                    parent_[top(mma)] = top(writer->second);
                else if (const Expr& e = program_.exprs[s.value]; e.operation == Operation::name)
                    if (const std::pair next(static_cast<NameId>(e.value), set); seen.insert(next).second)
                        open.push_back(next);
            }
        }
    }

    void join_address(std::uint32_t mma, ExprId value) {
        const auto place = reaching_.observed(mmas_[mma].observation);
        if (place.unit == kNone) return;
        const auto [at, first] =
            open_.try_emplace({place.unit, roots_.root_of(value, place.unit, place.statement)}, mma);
        if (!first && !mmas_[mma].fresh) parent_[top(mma)] = top(at->second);
        at->second = mma;
    }

    const Program& program_;
    std::span<const Accumulator> mmas_;
    Roots roots_;
    ReachingAssignments& reaching_;
    std::vector<std::uint32_t> parent_;
    std::map<std::pair<std::size_t, std::size_t>, std::uint32_t> at_;      // the MMA whose text this is
    std::map<std::pair<std::uint32_t, AddressRoot>, std::uint32_t> open_;  // the last MMA into each address of a unit
};

}  // namespace

std::vector<std::uint32_t> chains_of(const Program& program, std::span<const Accumulator> mmas) {
    return Chains(program, mmas).run();
}

std::vector<Distances> distances_of(const Program& program, std::span<const Addresses> addresses) {
    std::vector<Distances> out;
    Roots roots(program);
    for (const Addresses& one : addresses) {
        Distances& distances = out.emplace_back(one.operands.size());
        const auto place = roots.reaching().observed(one.observation);
        std::optional<AddressRoot> first;
        for (std::size_t i = 0; i < one.operands.size() && place.unit != kNone && !roots.is_spent(); ++i) {
            const ExprId value = program.operands[one.operands[i]].value;
            if (value == kNone) continue;
            AddressRoot root = roots.root_of(value, place.unit, place.statement);
            const std::uint64_t distance = std::exchange(root.distance, 0);
            if (i == 0) first = root;
            if (first == root) distances[i] = distance;
        }
    }
    return out;
}

}  // namespace tilescope::program
