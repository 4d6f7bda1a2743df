// core/src/program/origin_walk.cpp -- the walk: names, calls, and which operation passes which bits on.
// SPDX-License-Identifier: MIT
#include "origin_walk.h"

#include <algorithm>
#include <bit>

namespace tilescope::program {
namespace {

constexpr std::size_t kMostStepsOfOrigins = 20'000, kMostStepsOfAll = 1'000'000;
constexpr unsigned kDeepestOriginCall = 8, kDeepestLiteral = 64;
constexpr unsigned kAndTable = 0xc0, kOrTableOfTwo = 0xfc, kXorTable = 0x3c;  // of LOP3, without the third operand

}  // namespace

Origins OriginWalk::of(const AskedBits& asked) {
    out_ = {};
    seen_.clear(), calls_.clear(), call_at_.clear(), open_.clear();
    const ReachingAssignments::Place place = reaching_.observed(asked.observation);
    const Observation& seen = program_.observations[asked.observation];
    if (place.unit == kNone || asked.operand >= seen.count) return out_;
    const ExprId value = program_.operands[seen.first + asked.operand].value;
    open_.push_back({value, {place.unit, place.statement, kNone, seen.span}, asked.mask, 0});
    steps_ = reaching_.steps = 0;
    while (!open_.empty()) {
        const Task t = open_.back();
        open_.pop_back();
        if (++steps_ + reaching_.steps > kMostStepsOfOrigins || all_steps_ > kMostStepsOfAll) {
            out_.cut = true;
            break;
        }
        if (t.expr == kNone) continue;
        const Expr& e = program_.exprs[t.expr];
        std::uint64_t& done = seen_[{t.expr, t.at.statement, t.at.call, t.shift}];
        Task fresh = t;
        fresh.mask &= ones(width_of(e)) & ~done;
        done |= fresh.mask;
        if (fresh.mask != 0) step(fresh, e);
    }
    all_steps_ += steps_ + reaching_.steps;
    return std::move(out_);
}

void OriginWalk::emit(const Task& t, std::uint64_t mask, Kind kind, NameId name) {
    mask &= t.mask;
    if (mask == 0 || t.at.span.end == 0) return;
    const std::uint64_t bits = t.shift >= 0 ? mask << t.shift : mask >> -t.shift;
    const auto same = std::ranges::find_if(
        out_.list, [&](const Origin& o) { return o.span == t.at.span && o.kind == kind && o.name == name; });
    if (same != out_.list.end())
        same->mask |= bits;
    else if (out_.list.size() >= kMostOriginsOfValue)
        out_.cut = true;
    else
        out_.list.push_back({bits, kind, t.at.span, name});
}

// Bits that are 0 for all values of the operands are not a result.
void OriginWalk::computed(const Task& t, std::uint64_t mask) {
    emit(t, mask & possible_ones(known(t.expr, t.at)), Kind::computed);
}

void OriginWalk::follow(const Task& t, unsigned arg, std::uint64_t mask, int shift) {
    if (mask != 0) open_.push_back({program_.exprs[t.expr].args[arg], t.at, mask, t.shift + shift});
}

void OriginWalk::follow_name(const Task& t, NameId name) {
    const Reaching found = reaching_.of(name, t.at.unit, t.at.statement);
    for (const std::uint32_t i : found.statements) {
        const Statement& s = program_.statements[i];
        if (!is_executed(s.value, t.at)) continue;
        // The reader made a statement without a span, for example to exchange two names.
        open_.push_back({s.value, {t.at.unit, i, t.at.call, s.span.end == 0 ? t.at.span : s.span}, t.mask, t.shift});
    }
    if (found.from_start) follow_start(t, name);
}

// The value that the name has when its unit starts.
void OriginWalk::follow_start(const Task& t, NameId name) {
    const std::vector<NameId>& parameters = program_.units[t.at.unit].parameters;
    const auto at = std::ranges::find(parameters, name);
    if (at != parameters.end() && t.at.call != kNone) {
        const Call& call = calls_[t.at.call];
        const Expr& e = program_.exprs[call.expr];
        const auto i = static_cast<ExprId>(at - parameters.begin());
        if (e.args[0] + i < e.args[1]) open_.push_back({program_.arguments[e.args[0] + i], call.at, t.mask, t.shift});
        return;
    }
    if (at != parameters.end()) return emit(t, t.mask, Kind::input, name);
    if (const auto set = t.at.unit == 0 ? std::nullopt : reaching_.global(name)) {
        const Statement& s = program_.statements[*set];
        open_.push_back({s.value, {0, *set, kNone, s.span}, t.mask, t.shift});
    } else if (!reaching_.is_set_outside(name, t.at.unit)) {
        emit(t, t.mask, Kind::input, name);
    }
}

void OriginWalk::follow_call(const Task& t, const Expr& e) {
    const auto unit = static_cast<std::uint32_t>(e.value);
    const unsigned depth = t.at.call == kNone ? 1 : calls_[t.at.call].depth + 1;
    if (unit >= program_.units.size() || depth > kDeepestOriginCall) return emit(t, t.mask, Kind::input);
    const auto [at, is_new] =
        call_at_.try_emplace({t.expr, t.at.statement, t.at.call}, static_cast<std::uint32_t>(calls_.size()));
    if (is_new) calls_.push_back({t.expr, t.at, depth});
    const Unit& called = program_.units[unit];
    steps_ += (called.last - called.first) / 8;
    bool any = false;
    for (std::uint32_t i = called.first; i < called.last; ++i) {
        const Statement& s = program_.statements[i];
        if (s.type != Statement::Type::end || s.value == kNone) continue;
        any = true;
        const Task result{s.value, {unit, i, at->second, s.span.end == 0 ? t.at.span : s.span}, t.mask, t.shift};
        if (is_executed(s.value, result.at)) open_.push_back(result);
    }
    if (!any) emit(t, t.mask, Kind::input);
}

KnownBits OriginWalk::known(ExprId id, const At& at) const {
    if (id == kNone) return unknown_bits();
    const Expr& e = program_.exprs[id];
    if (e.operation == Operation::constant) return truncated(constant(e.value), width_of(e));
    const auto& all = at.call == kNone ? values_.watched : values_.watched_in_calls;
    const auto found = all.find(id);
    return found == all.end() ? truncated(unknown_bits(), width_of(e)) : found->second;
}

std::optional<std::uint64_t> OriginWalk::number(ExprId id, const At& at) const {
    const KnownBits x = known(id, at);
    return x.is_known() ? std::optional(x.value) : std::nullopt;
}

// The exponent, if the value is a power of two.
std::optional<unsigned> OriginWalk::power(ExprId id, const At& at) const {
    const auto n = number(id, at);
    return n && std::has_single_bit(*n) ? std::optional(static_cast<unsigned>(std::countr_zero(*n))) : std::nullopt;
}

bool OriginWalk::is_executed(ExprId id, const At& at) const {
    return id != kNone && (at.call == kNone ? values_.watched : values_.watched_in_calls).contains(id);
}

// An expression of numbers only, such as 2 << 61.
bool OriginWalk::is_literal(ExprId id, unsigned depth) const {
    if (id == kNone || depth > kDeepestLiteral) return false;
    const Expr& e = program_.exprs[id];
    if (e.operation == Operation::constant) return true;
    if (e.operation == Operation::unknown || e.operation == Operation::name || e.operation == Operation::call)
        return false;
    return std::ranges::all_of(e.args, [&](ExprId arg) { return arg == kNone || is_literal(arg, depth + 1); });
}

// Source code without types: the bits above bit 31 may be lost.
bool OriginWalk::is_open_mask(ExprId id) const {
    const Expr& mask = program_.exprs[id];
    if (mask.operation != Operation::join) return false;
    const Expr& low = program_.exprs[mask.args[0]];
    return low.operation == Operation::constant && low.value == ones(32);
}

void OriginWalk::step(const Task& t, const Expr& e) {
    if (is_literal(t.expr)) return emit(t, t.mask, Kind::constant);
    const auto by = [&](unsigned arg) { return number(e.args[arg], t.at); };
    const auto exponent = [&](unsigned arg) { return power(e.args[arg], t.at); };
    switch (e.operation) {
    case Operation::unknown: return e.value == kForgotten ? void() : emit(t, t.mask, Kind::input);
    case Operation::name: return follow_name(t, static_cast<NameId>(e.value));
    case Operation::call: return follow_call(t, e);
    case Operation::bit_and: return follow_masked(t, e) ? void() : bitwise(t, e, kAndTable);
    case Operation::bit_or: return bitwise(t, e, kOrTableOfTwo);
    case Operation::bit_xor: return bitwise(t, e, kXorTable);
    case Operation::lookup: return bitwise(t, e, static_cast<unsigned>(e.value));
    case Operation::add: return sum(t, e);
    case Operation::subtract: return difference(t, e);
    case Operation::shift_left: return moved(t, e, by(1), true);
    case Operation::shift_right:
    case Operation::shift_right_signed: return moved(t, e, by(1), false);
    case Operation::divide: return moved(t, e, exponent(1), false);
    case Operation::multiply: {
        const unsigned factor = exponent(1) ? 1 : 0;
        if (const auto power_of_two = exponent(factor); factor == 0 && power_of_two) {
            const Task other{e.args[1], t.at, t.mask >> *power_of_two, t.shift + static_cast<int>(*power_of_two)};
            return open_.push_back(other);
        }
        return moved(t, e, exponent(1), true);
    }
    case Operation::remainder:
        if (const auto bits = exponent(1)) return follow(t, 0, t.mask & ones(*bits));
        return computed(t, t.mask);
    case Operation::select: {
        const KnownBits which = known(e.args[0], t.at);
        if (possible_ones(which) != 0) follow(t, 1, t.mask);
        if (which.value == 0) follow(t, 2, t.mask);
        return;
    }
    case Operation::sign_extend: {
        const auto bits = static_cast<unsigned>(e.value);
        follow(t, 0, t.mask & ones(bits));
        return sign_copies(t, 0, bits - 1, t.mask & ~ones(bits));
    }
    case Operation::join: follow(t, 0, t.mask & ones(32)); return follow(t, 1, t.mask >> 32, 32);
    case Operation::extract: return part_of_word(t, e);
    case Operation::insert: return inserted_part(t, e);
    case Operation::permute: return permuted_bytes(t, e);
    default: return computed(t, t.mask);
    }
}

}  // namespace tilescope::program
