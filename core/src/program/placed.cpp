// core/src/program/placed.cpp -- the values that a program shifts to their places in a word.
// SPDX-License-Identifier: MIT
#include "flow.h"

#include <tilescope/program/placed.h>

#include <algorithm>
#include <bit>

namespace tilescope::program {
namespace {

constexpr unsigned kDeepestPlace = 128, kWholeWord = 64, kHalfWord = 32;
constexpr std::size_t kMostPlaceSteps = 1'000'000;

std::optional<std::uint64_t> number_in(const Program& program, ExprId id) {
    if (id == kNone || program.exprs[id].operation != Operation::constant) return std::nullopt;
    return program.exprs[id].value;
}

// The number of low bits that a mask lets through; no value: it is not a mask of low bits.
std::optional<unsigned> low_bits(std::uint64_t mask) {
    if (mask == 0 || (mask & (mask + 1)) != 0) return std::nullopt;
    return static_cast<unsigned>(std::popcount(mask));
}

// The operand that a mask or a cast of `e` keeps, and the number of its low bits.
struct Kept {
    ExprId value;
    unsigned bits;
};
std::optional<Kept> kept_by(const Program& program, const Expr& e) {
    if (e.operation == Operation::sign_extend) return Kept{e.args[0], kWholeWord};
    if (e.operation != Operation::bit_and) return std::nullopt;
    for (const unsigned i : {0u, 1u}) {
        if (is_open_mask(program, e.args[i])) return Kept{e.args[1 - i], kWholeWord};
        if (const auto bits = low_bits(number_in(program, e.args[i]).value_or(0))) return Kept{e.args[1 - i], *bits};
    }
    return std::nullopt;
}

// The number of bits by which `e` moves its operand down.
std::optional<unsigned> division_of(const Program& program, const Expr& e) {
    const auto by = number_in(program, e.args[1]);
    if (!by || *by == 0) return std::nullopt;
    if (e.operation == Operation::divide && std::has_single_bit(*by))
        return static_cast<unsigned>(std::countr_zero(*by));
    const bool shift = e.operation == Operation::shift_right || e.operation == Operation::shift_right_signed;
    return shift && *by < kWholeWord ? std::optional(static_cast<unsigned>(*by)) : std::nullopt;
}

class PlacedWalk {
public:
    explicit PlacedWalk(const Program& program) : program_(program), reaching_(program) {}

    std::vector<PlacedValue> of(std::uint32_t observation, const Operand& operand) {
        out_.clear();
        const ReachingAssignments::Place at = reaching_.observed(observation);
        if (at.unit != kNone) parts(operand.value, {at.unit, at.statement, false}, {0, kWholeWord}, 0);
        return std::move(out_);
    }

private:
    struct At {  // where an expression is read
        std::uint32_t unit, statement;
        bool in_call;
    };
    struct Into {  // where its value goes
        unsigned bit, end;
    };
    using Definition = std::optional<std::pair<ExprId, At>>;

    // The only assignment that reaches the place, or that of a constant outside of all functions, which one statement
    // sets.
    Definition definition(NameId name, const At& at) {
        const Reaching found = reaching_.of(name, at.unit, at.statement);
        if (found.statements.size() == 1 && !found.from_start) {
            const std::uint32_t set = found.statements.front();
            return std::pair(program_.statements[set].value, At{at.unit, set, at.in_call});
        }
        const std::vector<NameId>& parameters = program_.units[at.unit].parameters;
        if (!found.statements.empty() || at.unit == 0 || std::ranges::find(parameters, name) != parameters.end())
            return std::nullopt;
        const auto set = reaching_.global(name);
        return set ? Definition({program_.statements[*set].value, {0, *set, false}}) : std::nullopt;
    }

    // The result of a function that ends at one place.
    Definition result(const Expr& call) {
        Definition out;
        const auto index = static_cast<std::uint32_t>(call.value);
        if (index >= program_.units.size()) return out;
        const Unit& unit = program_.units[index];
        steps_ += unit.last - unit.first;
        for (std::uint32_t i = unit.first; i < unit.last; ++i) {
            const Statement& s = program_.statements[i];
            if (s.type != Statement::Type::end || s.value == kNone) continue;
            if (out) return std::nullopt;
            out = {s.value, {index, i, true}};
        }
        return out;
    }

    void parts(ExprId id, const At& at, Into into, unsigned depth) {
        if (id == kNone || depth > kDeepestPlace || ++steps_ + reaching_.steps > kMostPlaceSteps ||
            into.bit >= into.end)
            return;
        const Expr& e = program_.exprs[id];
        if (e.width != 0) into.end = std::min(into.end, into.bit + e.width);
        const auto follow = [&](ExprId next, const At& place, Into to) { parts(next, place, to, depth + 1); };
        switch (e.operation) {
        case Operation::bit_or:
        case Operation::add:
            follow(e.args[0], at, into);
            follow(e.args[1], at, into);
            return;
        case Operation::shift_left:
            if (const auto by = number_in(program_, e.args[1]); by && *by < kWholeWord)
                follow(e.args[0], at, {into.bit + static_cast<unsigned>(*by), into.end});
            return;
        case Operation::join:
            follow(e.args[0], at, {into.bit, std::min(into.end, into.bit + kHalfWord)});
            follow(e.args[1], at, {into.bit + kHalfWord, into.end});
            return;
        case Operation::name:
            if (const auto set = definition(static_cast<NameId>(e.value), at)) follow(set->first, set->second, into);
            return;
        case Operation::call:
            if (const auto end = result(e)) follow(end->first, end->second, into);
            return;
        default: break;
        }
        const auto kept = kept_by(program_, e);
        if (kept && kept->bits >= kHalfWord)
            return follow(kept->value, at, {into.bit, std::min(into.end, into.bit + kept->bits)});
        part(id, at, into);
    }

    // Reads the masks and the divisions of one value, from the outside to the inside.
    void part(ExprId id, const At& at, Into into) {
        PlacedValue found{.value = id, .bit = into.bit, .end = into.end, .mask_bits = {}, .in_call = at.in_call};
        At place = at;
        for (unsigned depth = 0; id != kNone && depth < kDeepestPlace; ++depth) {
            const Expr& e = program_.exprs[id];
            if (const auto kept = kept_by(program_, e)) {
                if (kept->bits < kHalfWord && kept->bits > found.divided) {
                    const unsigned bits = kept->bits - found.divided;
                    found.mask_bits = std::min(found.mask_bits.value_or(bits), bits);
                }
                id = kept->value;
            } else if (const auto divided = division_of(program_, e)) {
                found.divided += *divided;
                id = e.args[0];
            } else if (const auto set = e.operation == Operation::name ? definition(static_cast<NameId>(e.value), place)
                                                                       : std::nullopt) {
                id = set->first;
                place = set->second;
            } else {
                break;
            }
        }
        if (found.divided != 0 || found.mask_bits) out_.push_back(found);
    }

    const Program& program_;
    ReachingAssignments reaching_;
    std::vector<PlacedValue> out_;
    std::size_t steps_ = 0;
};

}  // namespace

std::vector<std::vector<PlacedValue>> placed_values(const Program& program) {
    std::vector<std::vector<PlacedValue>> out(program.operands.size());
    PlacedWalk walk(program);
    for (std::uint32_t o = 0; o < program.observations.size(); ++o) {
        const Observation& seen = program.observations[o];
        for (std::uint32_t i = seen.first; i < seen.first + seen.count; ++i) out[i] = walk.of(o, program.operands[i]);
    }
    return out;
}

}  // namespace tilescope::program
