// core/src/program/origins.cpp -- follows the bits of a value back to the statements that give them.
// SPDX-License-Identifier: MIT
#include "flow.h"
#include "words.h"

#include <tilescope/program/evaluate.h>
#include <tilescope/program/origins.h>

#include <bit>
#include <tuple>

namespace tilescope::program {
namespace {

constexpr std::size_t kMostStepsOfOrigins = 20'000, kMostStepsOfAll = 1'000'000;
constexpr unsigned kDeepestOriginCall = 8, kDeepestLiteral = 64;

// One bit of an operation on three operands that are each 0, 1 or unknown.
struct OneBit {
    unsigned value = 0, known = 0, table = 0;  // operand k is bit 2 - k; the table is that of LOP3

    bool result(unsigned inputs) const { return (table >> inputs & 1) != 0; }
    bool is_possible(unsigned inputs, unsigned free) const { return ((inputs ^ value) & known & ~free) == 0; }

    // Whether another value of the operand can change the result.
    bool matters(unsigned operand) const {
        for (unsigned inputs = 0; inputs < 8; ++inputs)
            if (is_possible(inputs, operand) && result(inputs) != result(inputs ^ operand)) return true;
        return false;
    }
    bool ever_matters(unsigned operand) const { return OneBit{0, 0, table}.matters(operand); }
    bool is_copy_of(unsigned operand) const {
        for (unsigned inputs = 0; inputs < 8; ++inputs)
            if (is_possible(inputs, 0) && result(inputs) != ((inputs & operand) != 0)) return false;
        return true;
    }
    // The operands that give the bit. No operand and `made`: the operation makes it.
    struct Sources {
        unsigned operands = 0;
        bool made = false;
    };
    Sources sources() const {
        unsigned open = 0, set = 0, any_set = 0;
        for (const unsigned operand : {4u, 2u, 1u}) {
            if ((known & operand) == 0 && matters(operand)) open |= operand;
            const bool one = (known & value & operand) != 0;
            if (one && matters(operand)) set |= operand;
            if (one && ever_matters(operand)) any_set |= operand;
        }
        if (std::has_single_bit(open) && is_copy_of(open)) return {open, false};
        if (open != 0) return {0, true};
        if (!result(value & known)) return {};
        return {set != 0 ? set : any_set, set == 0 && any_set == 0};
    }
};

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

class OriginWalk {
public:
    OriginWalk(const Program& program, const Evaluation& values)
        : program_(program), values_(values), reaching_(program) {}

    Origins of(const AskedBits& asked) {
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
            fresh.mask &= low_ones(width_of(e)) & ~done;
            done |= fresh.mask;
            if (fresh.mask != 0) step(fresh, e);
        }
        all_steps_ += steps_ + reaching_.steps;
        return std::move(out_);
    }

private:
    struct At {  // where an expression is read
        std::uint32_t unit, statement;
        std::uint32_t call = kNone;  // index into calls_; kNone: the unit is followed alone
        TextSpan span = {};
    };
    // Bit i of the expression is bit i + shift of the word, for each bit of the mask.
    struct Task {
        ExprId expr;
        At at;
        std::uint64_t mask;
        int shift;
    };
    struct Call {
        ExprId expr;
        At at;
        unsigned depth;
    };
    using Kind = Origin::Kind;

    static constexpr unsigned width_of(const Expr& e) { return e.width == 0 ? 64 : e.width; }

    void step(const Task& t, const Expr& e) {
        if (is_literal(t.expr)) return emit(t, t.mask, Kind::constant);
        const auto by = [&](unsigned arg) { return number(e.args[arg], t.at); };
        const auto exponent = [&](unsigned arg) { return power(e.args[arg], t.at); };
        switch (e.operation) {
        case Operation::unknown: return e.value == kForgotten ? void() : emit(t, t.mask, Kind::input);
        case Operation::name: return follow_name(t, static_cast<NameId>(e.value));
        case Operation::call: return follow_call(t, e);
        case Operation::bit_and: return follow_masked(t, e) ? void() : bitwise(t, e, kAndTable);
        case Operation::bit_or: return bitwise(t, e, kOrTable);
        case Operation::bit_xor: return bitwise(t, e, kXorTable);
        case Operation::lookup: return bitwise(t, e, static_cast<unsigned>(e.value));
        case Operation::add: return sum(t, e);
        case Operation::subtract: return difference(t, e);
        case Operation::shift_left: return moved(t, e, by(1), true);
        case Operation::shift_right:
        case Operation::shift_right_signed: return moved(t, e, by(1), false);
        case Operation::divide: return moved(t, e, exponent(1), false);
        case Operation::multiply:
            if (const auto bits = exponent(1)) return moved(t, e, bits, true);
            return moved(t, e, exponent(0), true, 1);
        case Operation::remainder:
            if (const auto bits = exponent(1)) return follow(t, 0, t.mask & low_ones(*bits));
            return computed(t, t.mask);
        case Operation::select: {
            const KnownBits which = known(e.args[0], t.at);
            if (possible_ones(which) != 0) follow(t, 1, t.mask);
            if (which.value == 0) follow(t, 2, t.mask);
            return;
        }
        case Operation::sign_extend: {
            const auto bits = static_cast<unsigned>(e.value);
            follow(t, 0, t.mask & low_ones(bits));
            return sign_copies(t, 0, bits - 1, t.mask & ~low_ones(bits));
        }
        case Operation::join: follow(t, 0, t.mask & low_ones(32)); return follow(t, 1, t.mask >> 32, 32);
        case Operation::extract: return part_of_word(t, e);
        case Operation::insert: return inserted_part(t, e);
        case Operation::permute: return permuted_bytes(t, e);
        default: return computed(t, t.mask);
        }
    }

    void emit(const Task& t, std::uint64_t mask, Kind kind, NameId name = kNone) {
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
    void computed(const Task& t, std::uint64_t mask) {
        emit(t, mask & possible_ones(known(t.expr, t.at)), Kind::computed);
    }

    void follow(const Task& t, unsigned arg, std::uint64_t mask, int shift = 0) {
        if (mask != 0) open_.push_back({program_.exprs[t.expr].args[arg], t.at, mask, t.shift + shift});
    }

    void follow_name(const Task& t, NameId name) {
        const Reaching found = reaching_.of(name, t.at.unit, t.at.statement);
        for (const std::uint32_t i : found.statements) {
            const Statement& s = program_.statements[i];
            if (!is_executed(s.value, t.at)) continue;
            // The reader made a statement without a span, for example to exchange two names.
            open_.push_back(
                {s.value, {t.at.unit, i, t.at.call, s.span.end == 0 ? t.at.span : s.span}, t.mask, t.shift});
        }
        if (found.from_start) follow_start(t, name);
    }

    // The value that the name has when its unit starts.
    void follow_start(const Task& t, NameId name) {
        const std::vector<NameId>& parameters = program_.units[t.at.unit].parameters;
        const auto at = std::ranges::find(parameters, name);
        if (at != parameters.end() && t.at.call != kNone) {
            const Call& call = calls_[t.at.call];
            const Expr& e = program_.exprs[call.expr];
            const auto i = static_cast<ExprId>(at - parameters.begin());
            if (e.args[0] + i < e.args[1])
                open_.push_back({program_.arguments[e.args[0] + i], call.at, t.mask, t.shift});
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

    void follow_call(const Task& t, const Expr& e) {
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

    // A mask leaves the other operand as it is: also the bits that are 0.
    bool follow_masked(const Task& t, const Expr& e) {
        for (const unsigned i : {1u, 0u}) {
            const bool open = is_open_mask(program_, e.args[i]);
            if (!open && !is_literal(e.args[i])) continue;
            follow(t, 1 - i, open ? t.mask : t.mask & known(e.args[i], t.at).value);
            return true;
        }
        return false;
    }

    // Where both operands are 0, the result is 0 because of each one into which the statement puts something.
    void follow_zeros(const Task& t, const KnownBits& a, const KnownBits& b) {
        const Expr& e = program_.exprs[t.expr];
        const std::uint64_t zero = t.mask & ~(possible_ones(a) | possible_ones(b));
        if (zero == 0) return;
        follow(t, 0, zero & ~empty_bits(e.args[0], t.at));
        follow(t, 1, zero & ~empty_bits(e.args[1], t.at));
    }

    void bitwise(const Task& t, const Expr& e, unsigned table) {
        std::array<KnownBits, 3> in{constant(0), constant(0), constant(0)};
        std::array<std::uint64_t, 3> from{};
        std::array<bool, 3> literal{};
        const unsigned count = e.operation == Operation::lookup ? 3 : 2;
        for (unsigned k = 0; k < count; ++k) in[k] = known(e.args[k], t.at), literal[k] = is_literal(e.args[k]);
        std::uint64_t made = 0;
        if (table != kAndTable && count == 2) follow_zeros(t, in[0], in[1]);
        for (unsigned i = 0; i < 64; ++i) {
            const std::uint64_t bit = std::uint64_t{1} << i;
            if ((t.mask & bit) == 0) continue;
            OneBit one{.table = table};
            for (unsigned k = 0; k < 3; ++k) {
                if ((in[k].value & bit) != 0) one.value |= 4 >> k;
                if ((in[k].known & bit) != 0) one.known |= 4 >> k;
            }
            const OneBit::Sources sources = one.sources();
            if (sources.made) made |= bit;
            for (unsigned k = 0; k < count; ++k)
                if ((sources.operands & 4 >> k) != 0) from[k] |= bit;
        }
        // A mask of 1s lets the other operand through.
        if (table == kAndTable)
            for (unsigned k = 0; k < 2; ++k)
                if (literal[k]) from[k] &= ~from[1 - k];
        for (unsigned k = 0; k < count; ++k) follow(t, k, from[k]);
        computed(t, made);
    }

    // A bit of a sum is that of one operand if the other one is 0 there and no carry can arrive.
    void sum(const Task& t, const Expr& e) {
        const KnownBits left = known(e.args[0], t.at), right = known(e.args[1], t.at);
        const std::uint64_t a = possible_ones(left), b = possible_ones(right);
        std::array<std::uint64_t, 2> from{};
        std::uint64_t made = 0;
        bool carry = false;
        for (unsigned i = 0; i < 64; ++i) {
            const std::uint64_t bit = std::uint64_t{1} << i;
            const bool in_a = (a & bit) != 0, in_b = (b & bit) != 0;
            if (carry || (in_a && in_b))
                made |= bit;
            else if (in_a || in_b)
                from[in_a ? 0 : 1] |= bit;
            carry = (in_a && in_b) || (carry && (in_a || in_b));
        }
        follow(t, 0, t.mask & from[0]);
        follow(t, 1, t.mask & from[1]);
        computed(t, t.mask & made);
        Task rest = t;
        rest.mask &= ~made;
        follow_zeros(rest, left, right);
    }

    // The bits below the lowest 1 of what is subtracted stay as they are.
    void difference(const Task& t, const Expr& e) {
        const std::uint64_t less = possible_ones(known(e.args[1], t.at)) & low_ones(width_of(e));
        const std::uint64_t same = low_ones(static_cast<unsigned>(std::countr_zero(less)));
        follow(t, 0, t.mask & same);
        computed(t, t.mask & ~same);
    }

    void moved(const Task& t, const Expr& e, std::optional<std::uint64_t> by, bool left, unsigned arg = 0) {
        if (!by) return computed(t, t.mask);
        const unsigned width = width_of(e);
        const bool is_signed = e.operation == Operation::shift_right_signed;
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(*by, width));
        const std::uint64_t kept = low_ones(width - count);
        if (left) {
            if (count < 64) follow(t, arg, t.mask >> count & kept, static_cast<int>(count));
            return;
        }
        if (count < 64) follow(t, 0, (t.mask & kept) << count, -static_cast<int>(count));
        if (is_signed) sign_copies(t, 0, width - 1, t.mask & ~kept & low_ones(width));
    }

    // Copies of a sign that is 0 are not a result.
    void sign_copies(const Task& t, unsigned arg, unsigned sign, std::uint64_t copies) {
        const KnownBits x = known(program_.exprs[t.expr].args[arg], t.at);
        if ((possible_ones(x) >> std::min(sign, 63u) & 1) != 0) emit(t, copies, Kind::computed);
    }

    void part_of_word(const Task& t, const Expr& e) {
        const auto position = number(e.args[1], t.at), length = number(e.args[2], t.at);
        if (!position || !length) return computed(t, t.mask);
        const auto first = static_cast<unsigned>(*position & 0xff), bits = static_cast<unsigned>(*length & 0xff);
        const std::uint64_t word = low_ones(width_of(e));
        if (first < 64) follow(t, 0, (t.mask & low_ones(bits)) << first & word, -static_cast<int>(first));
    }

    void inserted_part(const Task& t, const Expr& e) {
        const auto position = number(e.args[2], t.at), length = number(e.args[3], t.at);
        if (!position || !length) return computed(t, t.mask);
        const auto first = static_cast<unsigned>(*position & 0xff), bits = static_cast<unsigned>(*length & 0xff);
        const std::uint64_t part = first < 64 ? low_ones(bits) << first : 0;
        follow(t, 1, t.mask & ~part);
        if (part != 0) follow(t, 0, (t.mask & part) >> first, static_cast<int>(first));
    }

    // PRMT: nibble i of the selector names the byte that becomes byte i.
    void permuted_bytes(const Task& t, const Expr& e) {
        const KnownBits selector = known(e.args[2], t.at);
        for (unsigned i = 0; i < 4; ++i) {
            const std::uint64_t here = t.mask & std::uint64_t{0xff} << (8 * i);
            const auto name = static_cast<unsigned>(selector.value >> (4 * i) & 0xf);
            const bool is_known = (selector.known >> (4 * i) & 0xf) == 0xf;
            if (!is_known || name > 7) {
                computed(t, here);
                continue;
            }
            const unsigned byte = name % 4;
            follow(t, name / 4, here >> (8 * i) << (8 * byte), 8 * (static_cast<int>(i) - static_cast<int>(byte)));
        }
    }

    KnownBits known(ExprId id, const At& at) const {
        if (id == kNone) return unknown_bits();
        const Expr& e = program_.exprs[id];
        if (e.operation == Operation::constant) return truncated(constant(e.value), width_of(e));
        const auto& all = at.call == kNone ? values_.watched : values_.watched_in_calls;
        const auto found = all.find(id);
        return found == all.end() ? truncated(unknown_bits(), width_of(e)) : found->second;
    }

    std::optional<std::uint64_t> number(ExprId id, const At& at) const {
        const KnownBits x = known(id, at);
        return x.is_known() ? std::optional(x.value) : std::nullopt;
    }

    // The exponent, if the value is a power of two.
    std::optional<unsigned> power(ExprId id, const At& at) const {
        const auto n = number(id, at);
        return n && std::has_single_bit(*n) ? std::optional(static_cast<unsigned>(std::countr_zero(*n))) : std::nullopt;
    }

    bool is_executed(ExprId id, const At& at) const {
        return id != kNone && (at.call == kNone ? values_.watched : values_.watched_in_calls).contains(id);
    }

    // An expression of numbers only, such as 2 << 61.
    bool is_literal(ExprId id, unsigned depth = 0) const {
        if (id == kNone || depth > kDeepestLiteral) return false;
        const Expr& e = program_.exprs[id];
        if (e.operation == Operation::constant) return true;
        if (is_one_of(e.operation, {Operation::unknown, Operation::name, Operation::call})) return false;
        return std::ranges::all_of(e.args, [&](ExprId arg) { return arg == kNone || is_literal(arg, depth + 1); });
    }

    // The bits into which the statement itself puts nothing: below and above a part that it shifts to its place, and
    // where a number has 0. A 0 there comes from the other operand of an OR.
    std::uint64_t empty_bits(ExprId id, const At& at, unsigned depth = 0) const {
        constexpr unsigned kDeepest = 16;
        const Expr& e = program_.exprs[id];
        const std::uint64_t above = ~low_ones(width_of(e));
        if (depth > kDeepest) return above;
        if (is_literal(id)) return above | ~possible_ones(known(id, at));
        const auto arg = [&](unsigned i) { return empty_bits(e.args[i], at, depth + 1); };
        switch (e.operation) {
        case Operation::bit_and: return above | arg(0) | arg(1);
        case Operation::bit_or: return above | (arg(0) & arg(1));
        case Operation::join: return (arg(0) & low_ones(32)) | arg(1) << 32;
        case Operation::shift_left:
        case Operation::shift_right: {
            const auto by = number(e.args[1], at);
            if (!by || *by >= width_of(e)) return above;
            const auto count = static_cast<unsigned>(*by);
            if (e.operation == Operation::shift_left) return above | arg(0) << count | low_ones(count);
            return above | arg(0) >> count | ~low_ones(64 - count);
        }
        default: return above;
        }
    }

    const Program& program_;
    const Evaluation& values_;
    ReachingAssignments reaching_;
    std::vector<Call> calls_;
    std::map<std::tuple<ExprId, std::uint32_t, std::uint32_t>, std::uint32_t> call_at_;  // indices into calls_
    std::map<std::tuple<ExprId, std::uint32_t, std::uint32_t, int>, std::uint64_t> seen_;
    std::vector<Task> open_;
    Origins out_;
    std::size_t steps_ = 0, all_steps_ = 0;
};

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
