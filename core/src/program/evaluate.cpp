// core/src/program/evaluate.cpp -- runs a program on values with unknown bits, along all paths.
// SPDX-License-Identifier: MIT
#include "flow.h"
#include "words.h"

#include <tilescope/program/evaluate.h>
#include <tilescope/program/or_parts.h>

#include <bit>

namespace tilescope::program {
namespace {

constexpr unsigned kDeepestExpr = 512, kDeepestCall = 8;
constexpr std::size_t kMostStates = 1u << 22;  // values of names, over all blocks of a unit

// Limits of the time. One step is one node of an expression, about 30 ns. Calls have limits of their own, so that a
// function that calls itself costs only its own result.
constexpr std::size_t kMostSteps = 500'000, kMostStepsOfExpr = 40, kMostStepsOfCall = 50'000;
constexpr std::size_t kStepsOfRun = 16, kValuesOfStep = 4, kTrialsOfStep = 16;

using State = std::vector<KnownBits>;        // by slot
using Values = std::map<NameId, KnownBits>;  // of parameters
using Arithmetic = KnownBits(const KnownBits&, const KnownBits&, unsigned width);

KnownBits bits_of(std::optional<bool> truth) {
    return truth ? constant(*truth ? 1 : 0) : KnownBits{0, ~std::uint64_t{1}};
}

std::optional<bool> truth_of(const KnownBits& x) {
    if (x.value != 0) return true;
    return possible_ones(x) == 0 ? std::optional(false) : std::nullopt;
}

// An integer that starts above bit 0 and below `bit` ends below it: the unknown bits from `bit` on, up to the next
// known bit or to the next of the `places` of integers in `x`, are 0.
template <class Places>
KnownBits below(KnownBits x, unsigned bit, Places places) {
    const std::uint64_t here = std::uint64_t{1} << bit;
    if (bit < 2 || (x.known & (here | here >> 1)) != 0) return x;
    unsigned start = bit;
    while (start > 0 && (x.known >> (start - 1) & 1) == 0) --start;
    if (start == 0) return x;
    const std::uint64_t others = places() & ~(here | (here - 1));
    const unsigned end = others == 0 ? 64 : static_cast<unsigned>(std::countr_zero(others));
    for (unsigned at = bit; at < end && (x.known >> at & 1) == 0; ++at) x.known |= std::uint64_t{1} << at;
    return x;
}

// A value that changes from round to round, such as a counter, loses its changing bits and all bits above them.
KnownBits settled(const KnownBits& before, const KnownBits& now) {
    const std::uint64_t lost = before.known & (~now.known | (before.value ^ now.value));
    if (lost == 0) return now;
    const std::uint64_t kept = (std::uint64_t{1} << std::countr_zero(lost)) - 1;
    return {now.value & now.known & kept, now.known & kept};
}

// Two paths meet: what is known on both. No value: the path was not taken yet.
bool meet(std::optional<KnownBits>& into, const KnownBits& x, bool give_up) {
    const KnownBits both = into ? common_bits(*into, x) : x;
    if (into == both) return false;
    into = into && give_up ? settled(*into, both) : both;
    return true;
}

// One execution of a unit, for given values of its parameters.
struct Frame {
    const Flow& flow;
    const Values& given;
    unsigned depth;
    bool record;
    State state = {};                                   // of the current block
    std::vector<std::optional<KnownBits>> single = {};  // by Place::index
    std::vector<std::optional<State>> entry = {};       // by block; no value: no path reaches it yet
    std::optional<KnownBits> result = {};
    bool changed = false, give_up = false, settle_all = false;
    bool alone = false;  // each block begins without a known value, wherever the program comes from
    std::vector<std::uint32_t> written = {};  // of a block alone: its slots
};

class Machine {
public:
    Machine(const Program& program, OrRule rule, const std::vector<ExprId>& watched, const Assumed& assumed)
        : program_(program), rule_(rule), first_pass_(assumed.first_pass), flows_(program.units.size()) {
        if (!watched.empty()) watched_.resize(program.exprs.size());
        for (const ExprId id : watched) watched_[id] = true;
        out.operands.resize(program.operands.size());
        out.parts.resize(program.operands.size());
        out.reached.resize(program.observations.size());
        out.results.resize(program.units.size());
        out.called.resize(program.units.size());
        out.unfinished.resize(program.units.size());
        globals_.resize(program.names.size());
        for (const auto& [name, value] : assumed.names) globals_[name] = constant(value);
    }

    // The first run computes the constants outside of functions, which the called functions need.
    void run_all() {
        if (program_.units.size() > 1) run(0, {}, 0, false);
        for (std::uint32_t unit = 0; unit < program_.units.size(); ++unit) out.results[unit] = run(unit, {}, 0, true);
        // If a program takes too long, some of its values could still change.
        if (steps_ > kMostSteps) out.watched.clear(), out.watched_in_calls.clear();
    }

    Evaluation out;

private:
    std::size_t& steps(unsigned depth) { return depth == 0 ? steps_ : call_steps_; }
    std::size_t most_steps(unsigned depth) const {
        return depth == 0 ? kMostSteps + kMostStepsOfExpr * program_.exprs.size() : kMostStepsOfCall;
    }

    KnownBits run(std::uint32_t index, const Values& given, unsigned depth, bool record) {
        const Unit& unit = program_.units[index];
        if (!flows_[index]) flows_[index] = flow_of(program_, unit, first_pass_);
        const Flow& flow = *flows_[index];
        if (flow.blocks.empty()) return unknown_bits();
        steps(depth) += kStepsOfRun + (flow.singles.size() + flow.blocks.size()) / kValuesOfStep;
        Frame frame{.flow = flow, .given = given, .depth = depth, .record = record};
        frame.single.resize(flow.singles.size());
        if (flow.blocks.size() * flow.slots.size() > kMostStates || steps(depth) > most_steps(depth))
            return unfinished(frame, index);
        frame.entry.resize(flow.blocks.size());
        State start(flow.slots.size());
        for (std::size_t slot = 0; slot < start.size(); ++slot) start[slot] = value_of_name(frame, flow.slots[slot]);
        frame.entry[0] = std::move(start);
        for (unsigned round = 0;; ++round) {
            frame.changed = false;
            frame.give_up = round >= kMostRounds;
            frame.settle_all = round >= 2 * kMostRounds;
            for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
                if (!frame.entry[b]) continue;
                frame.state = *frame.entry[b];
                run_block(frame, flow.blocks[b]);
            }
            if (!frame.changed || program_.is_stopped()) break;
            if (steps(depth) > most_steps(depth)) return unfinished(frame, index);  // some values could still change
        }
        // A function can run at any time, so it sees only names of unit 0 that have one value.
        for (std::size_t i = 0; index == 0 && depth == 0 && i < frame.single.size(); ++i)
            globals_[flow.singles[i]] = frame.single[i];
        return frame.result.value_or(unknown_bits());
    }

    KnownBits unfinished(Frame& frame, std::uint32_t index) {
        if (frame.record) run_blocks_alone(frame), out.unfinished[index] = true;
        return unknown_bits();
    }

    // What each block computes from its own constants holds whatever the other blocks do.
    void run_blocks_alone(Frame& frame) {
        frame.alone = true;
        std::ranges::fill(frame.single, std::nullopt);
        steps(frame.depth) =
            std::min(steps(frame.depth), most_steps(frame.depth));  // value_of() stops at twice as many
        frame.state.assign(frame.flow.slots.size(), unknown_bits());
        for (const Block& block : frame.flow.blocks) {
            run_block(frame, block);
            for (const std::uint32_t slot : frame.written) frame.state[slot] = unknown_bits();
            frame.written.clear();
        }
    }

    void run_block(Frame& frame, const Block& block) {
        steps(frame.depth) += block.last - block.first + (frame.alone ? 0 : frame.state.size() / kValuesOfStep);
        for (std::uint32_t i = block.first; i < block.last; ++i) {
            const Statement& s = program_.statements[i];
            switch (s.type) {
            case Statement::Type::assign: set(frame, s.name, value_of(frame, s.value)); break;
            case Statement::Type::observe: record(frame, s.index); break;
            case Statement::Type::end:
                if (s.value != kNone) frame.changed |= meet(frame.result, value_of(frame, s.value), frame.give_up);
                break;
            case Statement::Type::jump: {
                const std::optional<bool> taken = s.value == kNone ? true : truth_of(value_of(frame, s.value));
                if (block.jump && taken.value_or(true)) enter(frame, *block.jump);
                if (block.next && !taken.value_or(false)) enter(frame, *block.next);
                return;
            }
            }
        }
        if (block.next) enter(frame, *block.next);
    }

    void enter(Frame& frame, std::uint32_t block) {
        if (frame.alone) return;
        std::optional<State>& entry = frame.entry[block];
        if (!entry) {
            entry = frame.state;
            frame.changed = true;
            return;
        }
        for (std::size_t i = 0; i < entry->size(); ++i) {
            std::optional<KnownBits> both = (*entry)[i];
            if (!meet(both, frame.state[i], frame.give_up)) continue;
            (*entry)[i] = *both;
            frame.changed = true;
        }
    }

    void record(const Frame& frame, std::uint32_t observation) {
        if (!frame.record) return;
        const Observation& seen = program_.observations[observation];
        out.reached[observation] = true;
        for (std::uint32_t i = seen.first; i < seen.first + seen.count; ++i) {
            const Operand& operand = program_.operands[i];
            out.operands[i] = operand.value == kNone ? unknown_bits() : value_of(frame, operand.value);
            out.parts[i].clear();
            for (const ExprId part : operand.parts) out.parts[i].push_back(value_of(frame, part));
        }
    }

    void set(Frame& frame, NameId name, const KnownBits& x) {
        const Place place = frame.flow.place(name);
        if (place.kept == Place::Kept::by_block) {
            frame.state[place.index] = x;
            if (frame.alone) frame.written.push_back(place.index);
            return;
        }
        std::optional<KnownBits>& now = frame.single[place.index];
        // What is computed from a counter keeps its upper bits: it changes no more once the counter is settled.
        const KnownBits common = now && frame.give_up ? common_bits(*now, x) : x;
        const KnownBits next = now && frame.settle_all ? settled(*now, common) : common;
        if (now == next) return;
        frame.changed = true;
        now = next;
    }

    KnownBits value_of_name(const Frame& frame, NameId name) const {
        const Place place = frame.flow.place(name);
        const bool once = place.kept == Place::Kept::once;
        if (place.kept == Place::Kept::by_block && !frame.state.empty()) return frame.state[place.index];
        if (once && frame.single[place.index]) return *frame.single[place.index];
        if (place.parameter) {
            const auto given = frame.given.find(name);
            return given == frame.given.end() ? unknown_bits() : given->second;
        }
        return once ? unknown_bits() : globals_[name].value_or(unknown_bits());
    }

    KnownBits value_of(const Frame& frame, ExprId id, unsigned depth = 0) {
        if (id == kNone || depth > kDeepestExpr || ++steps(frame.depth) > 2 * most_steps(frame.depth))
            return unknown_bits();
        const Expr& e = program_.exprs[id];
        const KnownBits x = truncated(compute(frame, e, depth + 1), e.width == 0 ? 64 : e.width);
        if (!watched_.empty() && watched_[id]) watch(frame, id, x);
        return x;
    }

    KnownBits compute(const Frame& frame, const Expr& e, unsigned depth) {
        const auto arg = [&](unsigned i) { return value_of(frame, e.args[i], depth); };
        // The operations of a width have operands of this width.
        const auto cut = [&](unsigned i) { return truncated(arg(i), e.width); };
        switch (e.operation) {
        case Operation::unknown: return unknown_bits();
        case Operation::constant: return constant(e.value);
        case Operation::name: return value_of_name(frame, static_cast<NameId>(e.value));
        case Operation::bit_and: return bit_and(arg(0), arg(1));
        case Operation::bit_or:
            if (rule_ != OrRule::separate) return either(arg(0), arg(1), e.width);
            return bit_or(below(arg(0), first_bit(e.args[1]), [&] { return places_of(e.args[0]); }),
                          below(arg(1), first_bit(e.args[0]), [&] { return places_of(e.args[1]); }));
        case Operation::bit_xor: return bit_xor(arg(0), arg(1));
        case Operation::bit_not: return bit_not(arg(0));
        case Operation::add: return added(cut(0), cut(1), e.width);
        case Operation::subtract: return subtracted(cut(0), cut(1), e.width);
        case Operation::multiply: return tried(frame, multiplied, cut(0), cut(1), e.width);
        case Operation::divide: return tried(frame, divided, cut(0), cut(1), e.width);
        case Operation::remainder: return tried(frame, remainder, cut(0), cut(1), e.width);
        case Operation::shift_left: return shifted_left(cut(0), arg(1), e.width);
        case Operation::shift_right: return shifted_right(cut(0), arg(1), e.width);
        case Operation::shift_right_signed: return shifted_right_signed(cut(0), arg(1), e.width);
        case Operation::equal: return bits_of(is_equal(arg(0), arg(1)));
        case Operation::less: return bits_of(is_less(arg(0), arg(1)));
        case Operation::less_signed:
            return bits_of(is_less_signed(arg(0), arg(1), e.value == 0 ? 64 : static_cast<unsigned>(e.value)));
        case Operation::select:
            if (const std::optional<bool> which = truth_of(arg(0))) return *which ? arg(1) : arg(2);
            return common_bits(arg(1), arg(2));
        case Operation::lookup:
            if (rule_ == OrRule::disjoint && e.value == kOrTable && arg(2).known == ~std::uint64_t{0})
                return either(arg(0), arg(1), e.width);
            return looked_up(arg(0), arg(1), arg(2), static_cast<unsigned>(e.value));
        case Operation::permute: return permuted(arg(0), arg(1), arg(2));
        case Operation::extract: return extracted(cut(0), arg(1), arg(2), e.width);
        case Operation::insert: return inserted(cut(0), cut(1), arg(2), arg(3), e.width);
        case Operation::sign_extend: return sign_extended(arg(0), static_cast<unsigned>(e.value));
        case Operation::join: return joined(truncated(arg(0), 32), truncated(arg(1), 32));
        case Operation::call: return call(frame, e, depth);
        }
        return unknown_bits();
    }

    void watch(const Frame& frame, ExprId id, const KnownBits& x) {
        if (!frame.record && frame.depth == 0) return;
        const auto [at, fresh] = (frame.record ? out.watched : out.watched_in_calls).try_emplace(id, x);
        if (!fresh) at->second = common_bits(at->second, x);
    }

    KnownBits call(const Frame& frame, const Expr& e, unsigned depth) {
        const auto index = static_cast<std::uint32_t>(e.value);
        if (index >= program_.units.size()) return unknown_bits();
        out.called[index] = true;
        if (frame.depth >= kDeepestCall || all_call_steps_ > most_steps(0)) return unknown_bits();
        Values given;
        const std::vector<NameId>& parameters = program_.units[index].parameters;
        for (std::uint32_t i = 0; i < parameters.size() && e.args[0] + i < e.args[1]; ++i)
            given[parameters[i]] = value_of(frame, program_.arguments[e.args[0] + i], depth);
        if (frame.depth > 0) return run(index, given, frame.depth + 1, false);
        call_steps_ = 0;
        const KnownBits result = run(index, given, 1, false);
        all_call_steps_ += call_steps_;
        return result;
    }

    KnownBits either(const KnownBits& a, const KnownBits& b, unsigned width) const {
        const bool one = rule_ == OrRule::disjoint && a.is_known(low_ones(width)) != b.is_known(low_ones(width));
        return one ? constant(a.value | b.value) : bit_or(a, b);
    }

    // These operations try all values of the unknown bits if these are few.
    KnownBits tried(const Frame& frame, Arithmetic* operation, const KnownBits& a, const KnownBits& b, unsigned width) {
        const auto open = static_cast<unsigned>(std::popcount(~a.known) + std::popcount(~b.known));
        if (open <= kMostTried) steps(frame.depth) += (std::size_t{1} << open) / kTrialsOfStep;
        return operation(a, b, width);
    }

    // The lowest bit of a field that is shifted to its place by a constant; 0: not such a field.
    unsigned first_bit(ExprId id) const {
        const Expr& e = program_.exprs[id];
        if (e.operation == Operation::constant && e.value != 0) return static_cast<unsigned>(std::countr_zero(e.value));
        if (e.operation != Operation::shift_left) return 0;
        const Expr& count = program_.exprs[e.args[1]];
        return count.operation == Operation::constant && count.value < 64 ? static_cast<unsigned>(count.value) : 0;
    }

    std::uint64_t places_of(ExprId id) {
        if (!parts_) parts_.emplace(program_);
        const auto [at, fresh] = places_.try_emplace(id, 0);
        if (fresh) at->second = parts_->of(id).places;
        return at->second;
    }

    const Program& program_;
    const OrRule rule_;
    const bool first_pass_;
    std::vector<std::optional<Flow>> flows_;
    std::vector<std::optional<KnownBits>> globals_;                // by NameId: the names of unit 0 at its end
    std::size_t steps_ = 0, call_steps_ = 0, all_call_steps_ = 0;  // outside of calls; of this call; of all calls
    std::vector<bool> watched_;                                    // by ExprId; empty: none
    std::optional<OrPartsOf> parts_;                               // if a rule asks for them
    std::unordered_map<ExprId, std::uint64_t> places_;
};

}  // namespace

Evaluation evaluate(const Program& program, OrRule rule, const std::vector<ExprId>& watched, const Assumed& assumed) {
    Machine machine(program, rule, watched, assumed);
    machine.run_all();
    return std::move(machine.out);
}

}  // namespace tilescope::program
