// core/src/program/or_parts.cpp -- the places at which a program puts values into a word, and the values.
// SPDX-License-Identifier: MIT
#include "flow.h"
#include "words.h"

#include <tilescope/program/evaluate.h>
#include <tilescope/program/or_parts.h>

#include <bit>

namespace tilescope::program {
namespace {

constexpr unsigned kDeepestPart = 64, kMostPartSteps = 4000;
constexpr OrParts kWholeValue{.places = 1};

constexpr unsigned kWidestField = 14;  // no field of a word in which places matter has more bits

OrParts united(const OrParts& a, const OrParts& b) {
    return {a.places | b.places, a.ones | b.ones, a.zeros | b.zeros, a.sums | b.sums, a.shifted | b.shifted};
}

// A constant, or an operation whose result is one value, not the parts of a word.
bool is_number(Operation operation) {
    using enum Operation;
    return is_one_of(operation, {constant, shift_right, shift_right_signed, multiply, divide, subtract});
}

// The places of `a` that have a bit of `b` in the same field.
std::uint64_t shared_places(const OrParts& a, const OrParts& b) {
    std::uint64_t out = 0;
    for (std::uint64_t left = a.places; left != 0; left &= left - 1) {
        const auto place = static_cast<unsigned>(std::countr_zero(left));
        const std::uint64_t field = ((std::uint64_t{1} << kWidestField) - 1) << place;
        if (((b.places | b.ones) & field) != 0) out |= std::uint64_t{1} << place;
    }
    return out;
}

// Whether a value has parts of several fields.
bool is_word(const OrParts& x) {
    const std::uint64_t all = x.places | x.ones;
    return all != 0 &&
           static_cast<unsigned>(std::bit_width(all)) > static_cast<unsigned>(std::countr_zero(all)) + kWidestField;
}

// "desc + offset". The sum of "(64 + offset) | 1 << 16" is only the value of a field.
OrParts summed(const OrParts& a, const OrParts& b) {
    OrParts out = united(a, b);
    if (is_word(a) || is_word(b)) out.sums |= shared_places(a, b) | shared_places(b, a);
    return out;
}

OrParts moved(const OrParts& a, unsigned count) {
    if (count >= 64) return {};
    return {a.places << count, a.ones << count, a.zeros << count, a.sums << count,
            a.shifted << count | std::uint64_t{1} << count};
}

}  // namespace

OrPartsOf::OrPartsOf(const Program& program) : program_(program) {
    for (const Statement& s : program.statements)
        if (s.type == Statement::Type::assign && s.name != kNone) assigned_[s.name].push_back(s.value);
}

OrParts OrPartsOf::of(ExprId value) {
    open_.clear();
    steps_ = 0;
    const OrParts out = of_expr(value, 0);
    all_steps_ += steps_;
    return out;
}

// The value of an expression of numbers, such as 256 >> 3.
std::optional<std::uint64_t> OrPartsOf::number(ExprId id, unsigned depth) const {
    constexpr unsigned kDeepestNumber = 8;
    if (id == kNone || depth > kDeepestNumber) return std::nullopt;
    const Expr& e = program_.exprs[id];
    if (e.operation == Operation::constant) return e.value;
    if (!is_number(e.operation) && !is_one_of(e.operation, {Operation::shift_left, Operation::bit_and, Operation::add}))
        return std::nullopt;
    const auto a = number(e.args[0], depth + 1), b = number(e.args[1], depth + 1);
    if (!a || !b) return std::nullopt;
    const KnownBits x = truncated(constant(*a), e.width), y = truncated(constant(*b), e.width);
    KnownBits out = unknown_bits();
    switch (e.operation) {
    case Operation::shift_right: out = shifted_right(x, y, e.width); break;
    case Operation::shift_right_signed: out = shifted_right_signed(x, y, e.width); break;
    case Operation::shift_left: out = shifted_left(x, y, e.width); break;
    case Operation::multiply: out = multiplied(x, y, e.width); break;
    case Operation::divide: out = divided(x, y, e.width); break;
    case Operation::subtract: out = subtracted(x, y, e.width); break;
    case Operation::bit_and: out = bit_and(x, y); break;
    default: out = added(x, y, e.width); break;
    }
    return out.is_known() ? std::optional(out.value) : std::nullopt;
}

// "w += x" adds x to all parts of w.
std::uint64_t OrPartsOf::sums_with_itself(ExprId value, NameId name, const OrParts& parts, unsigned depth) {
    if (value == kNone || program_.exprs[value].operation != Operation::add) return 0;
    const Expr& e = program_.exprs[value];
    for (const unsigned i : {0u, 1u}) {
        const Expr& arg = program_.exprs[e.args[i]];
        if (arg.operation == Operation::name && static_cast<NameId>(arg.value) == name)
            return summed(parts, of_expr(e.args[1 - i], depth + 1)).sums;
    }
    return 0;
}

// A name has the parts of all values that the program gives it. Its own value in `w |= x` adds nothing.
OrParts OrPartsOf::of_name(NameId name, unsigned depth) {
    if (std::ranges::find(open_, name) != open_.end()) return {};
    const auto found = assigned_.find(name);
    if (found == assigned_.end()) return kWholeValue;
    // A listing can set one register thousands of times and use it as often. Without open names, the result depends
    // only on these numbers.
    const std::tuple key{name, depth, steps_};
    const bool first = open_.empty();
    if (const auto known = first ? of_names_.find(key) : of_names_.end(); known != of_names_.end()) {
        steps_ = known->second.steps;
        return known->second.parts;
    }
    open_.push_back(name);
    OrParts out;
    for (const ExprId value : found->second) out = united(out, of_expr(value, depth));
    for (const ExprId value : found->second) out.sums |= sums_with_itself(value, name, out, depth);
    open_.pop_back();
    if (first) of_names_.emplace(key, PartsOfName{out, steps_});
    return out;
}

// A mask keeps the parts inside it.
OrParts OrPartsOf::of_mask(const Expr& e, unsigned depth) {
    for (const unsigned i : {0u, 1u}) {
        const Expr& mask = program_.exprs[e.args[i]];
        if (is_open_mask(program_, e.args[i])) return of_expr(e.args[1 - i], depth);
        if (mask.operation != Operation::constant) continue;
        OrParts out = of_expr(e.args[1 - i], depth);
        const bool lost = (out.places & ~mask.value) != 0;
        out = {out.places & mask.value, out.ones & mask.value, out.zeros & mask.value, out.sums & mask.value,
               out.shifted & mask.value};
        if (lost && out.places == 0 && mask.value != 0) out.places = std::uint64_t{1} << std::countr_zero(mask.value);
        return out;
    }
    return kWholeValue;
}

// The parts of what the function returns, whatever its arguments are.
OrParts OrPartsOf::of_call(const Expr& e, unsigned depth) {
    if (e.value >= program_.units.size()) return kWholeValue;
    const Unit& unit = program_.units[e.value];
    OrParts out;
    bool returns = false;
    for (std::uint32_t i = unit.first; i < unit.last && steps_ <= kMostPartSteps; ++i, ++steps_) {
        const Statement& s = program_.statements[i];
        if (s.type != Statement::Type::end || s.value == kNone) continue;
        out = united(out, of_expr(s.value, depth));
        returns = true;
    }
    return returns && steps_ <= kMostPartSteps ? out : kWholeValue;
}

OrParts OrPartsOf::of_expr(ExprId id, unsigned depth) {
    if (id == kNone || depth > kDeepestPart || ++steps_ > kMostPartSteps) return kWholeValue;
    const Expr& e = program_.exprs[id];
    const auto arg = [&](unsigned i) { return of_expr(e.args[i], depth + 1); };
    const auto count_of = [&](unsigned i) -> std::optional<unsigned> {
        const auto n = number(e.args[i], 0);
        return n && *n < 64 ? std::optional(static_cast<unsigned>(*n)) : std::nullopt;
    };
    if (const auto whole = is_number(e.operation) ? number(id, 0) : std::nullopt)
        return *whole != 0 ? OrParts{.ones = *whole} : OrParts{.zeros = 1};
    switch (e.operation) {
    case Operation::name: return of_name(static_cast<NameId>(e.value), depth + 1);
    case Operation::bit_and: return of_mask(e, depth + 1);
    case Operation::bit_or: return united(arg(0), arg(1));
    case Operation::add: return summed(arg(0), arg(1));
    case Operation::lookup:
        if (e.value == kOrTable) return united(arg(0), arg(1));
        return kWholeValue;
    case Operation::select: return united(arg(1), arg(2));
    case Operation::shift_left:
        if (const auto count = count_of(1)) return moved(arg(0), *count);
        return kWholeValue;
    case Operation::insert:
        if (const auto at = count_of(2)) return united(arg(1), moved(arg(0), *at));
        return kWholeValue;
    case Operation::sign_extend: return arg(0);
    case Operation::join: return united(arg(0), moved(arg(1), 32));
    case Operation::call: return of_call(e, depth + 1);
    default: return kWholeValue;
    }
}

namespace {

// Whether the expression is a part above bit 31, as written.
bool is_high_part(const Program& program, ExprId id) {
    const Expr& e = program.exprs[id];
    if (e.operation == Operation::constant) return e.value >> 32 != 0;
    if (e.operation == Operation::join) return true;
    const Expr* count = e.operation == Operation::shift_left ? &program.exprs[e.args[1]] : nullptr;
    return count != nullptr && count->operation == Operation::constant && count->value >= 32;
}

}  // namespace

std::vector<ExprId> OrPartsOf::fields_added(ExprId sum) {
    constexpr std::size_t kMostFields = 16, kMostSteps = 4'000'000;  // of all additions
    if (all_steps_ > kMostSteps) return {};
    std::vector<ExprId> sums, fields, open = {sum};
    while (!open.empty() && fields.size() + open.size() <= kMostFields) {
        const ExprId id = open.back();
        const Expr& e = program_.exprs[id];
        open.pop_back();
        const bool low = e.operation == Operation::bit_and && is_open_mask(program_, e.args[1]);
        if (e.operation == Operation::add) sums.push_back(id);
        if (low || e.operation == Operation::add || e.operation == Operation::bit_or) open.push_back(e.args[0]);
        if (e.operation == Operation::add || e.operation == Operation::bit_or)
            open.push_back(e.args[1]);
        else if (!low)
            fields.push_back(id);
    }
    const auto high = [&](ExprId id) { return is_high_part(program_, id); };
    if (!open.empty() || std::ranges::none_of(fields, high)) return {};
    OrParts all;
    for (const ExprId id : fields) {
        const OrParts one = of(id);
        if ((one.ones & all.ones) != 0 || shared_places(one, all) != 0 || shared_places(all, one) != 0) return {};
        all = united(all, one);
    }
    return sums;
}

std::vector<KnownBits> join_added_fields(Program& program) {
    std::vector<ExprId> found;
    OrPartsOf parts(program);
    std::vector<bool> seen(program.exprs.size());
    for (std::size_t id = program.exprs.size(); id-- > 0;) {
        if (program.exprs[id].operation != Operation::add || seen[id]) continue;
        for (const ExprId sum : parts.fields_added(static_cast<ExprId>(id))) {
            seen[sum] = true;
            found.push_back(sum);
        }
    }
    if (found.empty()) return {};
    std::vector<KnownBits> before = evaluate(program).operands;
    for (const ExprId id : found) program.exprs[id].operation = Operation::bit_or;
    return before;
}

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
