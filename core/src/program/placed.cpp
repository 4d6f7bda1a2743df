// core/src/program/placed.cpp -- the values that a program shifts to their places in a word.
// SPDX-License-Identifier: MIT
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
        const Expr& mask = program.exprs[e.args[i]];
        // Source code without types: the bits above bit 31 may be lost.
        const bool open = mask.operation == Operation::join && number_in(program, mask.args[0]) == 0xffffffff;
        if (open) return Kept{e.args[1 - i], kWholeWord};
        if (mask.operation != Operation::constant) continue;
        if (const auto bits = low_bits(mask.value)) return Kept{e.args[1 - i], *bits};
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

}  // namespace

PlacedValues::PlacedValues(const Program& program) : program_(program), observed_(program.observations.size()) {
    for (const Unit& unit : program.units)
        for (std::uint32_t i = unit.first; i < unit.last; ++i) {
            const Statement& s = program.statements[i];
            if (s.type == Statement::Type::assign) assigned_[s.name].push_back(i);
            if (s.type == Statement::Type::jump) jumps_[&unit].push_back({i, unit.first + s.index});
            if (s.type == Statement::Type::observe) observed_[s.index] = {&unit, i, false};
        }
    for (auto& [name, statements] : assigned_) std::ranges::sort(statements);
}

std::vector<PlacedValue> PlacedValues::of(std::uint32_t observation, unsigned operand) {
    std::vector<PlacedValue> out;
    const Place& at = observed_[observation];
    const Observation& seen = program_.observations[observation];
    if (at.unit == nullptr || operand >= seen.count) return out;
    parts(program_.operands[seen.first + operand].value, at, {0, kWholeWord}, out, 0);
    return out;
}

// No jump goes around the assignment, and none brings the value of a later one.
bool PlacedValues::reaches_alone(std::uint32_t set, std::uint32_t last_set, const Place& at) const {
    const auto found = jumps_.find(at.unit);
    if (found == jumps_.end()) return true;
    return std::ranges::none_of(found->second, [&](const Jump& jump) {
        const bool between = jump.to > set && jump.to <= at.statement;
        return between && (jump.from < set || (jump.from >= at.statement && last_set >= at.statement));
    });
}

std::optional<std::pair<ExprId, PlacedValues::Place>> PlacedValues::definition(NameId name, const Place& at) {
    const auto found = assigned_.find(name);
    if (found == assigned_.end()) return std::nullopt;
    const std::vector<std::uint32_t>& all = found->second;
    const auto first = std::ranges::lower_bound(all, at.unit->first),
               last = std::ranges::lower_bound(all, at.unit->last);
    if (const auto* jumps = jumps_.contains(at.unit) ? &jumps_.at(at.unit) : nullptr) steps_ += jumps->size();
    if (first != last) {
        const auto next = std::lower_bound(first, last, at.statement);
        if (next == first || !reaches_alone(*(next - 1), *(last - 1), at)) return std::nullopt;
        return std::pair(program_.statements[*(next - 1)].value, Place{at.unit, *(next - 1), at.in_call});
    }
    // A constant outside of all functions, which one statement sets.
    const bool parameter = std::ranges::find(at.unit->parameters, name) != at.unit->parameters.end();
    const Unit& outside = program_.units.front();
    if (parameter || all.size() != 1 || all[0] < outside.first || all[0] >= outside.last) return std::nullopt;
    return std::pair(program_.statements[all[0]].value, Place{&outside, all[0], false});
}

// The result of a function that ends at one place.
std::optional<std::pair<ExprId, PlacedValues::Place>> PlacedValues::result(const Expr& call) {
    if (call.value >= program_.units.size()) return std::nullopt;
    const Unit& unit = program_.units[call.value];
    std::optional<std::uint32_t> end;
    for (std::uint32_t i = unit.first; i < unit.last; ++i) {
        const Statement& s = program_.statements[i];
        ++steps_;
        if (s.type != Statement::Type::end || s.value == kNone) continue;
        if (end) return std::nullopt;
        end = i;
    }
    if (!end) return std::nullopt;
    return std::pair(program_.statements[*end].value, Place{&unit, *end, true});
}

void PlacedValues::parts(ExprId id, const Place& at, Into into, std::vector<PlacedValue>& out, unsigned depth) {
    if (id == kNone || depth > kDeepestPlace || ++steps_ > kMostPlaceSteps || into.bit >= into.end) return;
    const Expr& e = program_.exprs[id];
    if (e.width != 0) into.end = std::min(into.end, into.bit + e.width);
    const auto follow = [&](ExprId next, const Place& place, Into to) { parts(next, place, to, out, depth + 1); };
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
    part(id, at, into, out);
}

// Reads the masks and the divisions of one value, from the outside to the inside.
void PlacedValues::part(ExprId id, const Place& at, Into into, std::vector<PlacedValue>& out) {
    PlacedValue found{.value = id, .bit = into.bit, .end = into.end, .mask_bits = {}, .in_call = at.in_call};
    Place place = at;
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
    if (found.divided != 0 || found.mask_bits) out.push_back(found);
}

}  // namespace tilescope::program
