// core/src/program/sass_program.cpp -- translates machine code to statements, with observations of MMAs and of results.
// SPDX-License-Identifier: MIT
#include "sass.h"

#include <tilescope/program/readers.h>

#include <unordered_set>

namespace tilescope::program {
namespace sass {
namespace {

using OperandOut = tilescope::program::Operand;

bool is_wgmma(const Instruction& instruction) { return instruction.base.ends_with("GMMA"); }

// The register in "gdesc[UR4]" or "tmem[UR9+0x10]".
const sass::Operand* only_register(const std::vector<sass::Operand>& found) {
    return found.size() == 1 && !found[0].zero ? &found[0] : nullptr;
}

// "tmem[UR9+0x10]": the register and a constant. kNone if there is more.
ExprId address_in(Values& values, std::string_view operand, const sass::Operand& base) {
    const std::size_t begin = operand.find('['), end = operand.find(']');
    if (begin == operand.npos || end == operand.npos || end < begin) return kNone;
    const std::string_view inside = operand.substr(begin + 1, end - begin - 1);
    const ExprId value = values.register_at(base);
    const std::size_t plus = inside.find('+');
    if (plus == inside.npos) return read_operand(inside).is_register() ? value : kNone;
    const sass::Operand offset = read_operand(inside.substr(plus + 1));
    if (!read_operand(inside.substr(0, plus)).is_register()) return kNone;
    return values.operation(Operation::add, 32, {value, values.word(offset)});
}

ExprId value_of(const Instruction& instruction, const sass::Operand& operand, Values& values) {
    if (operand.is_register()) {
        // The mask of zero columns has 64 bits. The vectors of *GMMA have no value.
        if (is_wgmma(instruction)) return kNone;
        const bool mask = instruction.has("WS") && operand.uniform && !operand.zero && operand.plain;
        return mask ? values.pair(operand) : values.word(operand);
    }
    if (operand.type != sass::Operand::Type::other) return kNone;
    const auto found = registers_in(operand.text);
    const sass::Operand* base = only_register(found);
    if (base == nullptr) return kNone;
    if (operand.text.starts_with("gdesc[")) return values.two_at(*base);
    return address_in(values, operand.text, *base);
}

// All registers of the accumulator of *GMMA, the first one of its other vectors, or a predicate.
std::vector<ExprId> parts_of(const Instruction& instruction, const sass::Operand& operand, Values& values) {
    if (operand.is_predicate()) {
        const ExprId truth = values.predicate(operand);
        return truth == kNone ? std::vector<ExprId>() : std::vector{truth};
    }
    if (!is_wgmma(instruction) || !operand.is_register() || operand.zero) return {};
    const auto at = static_cast<std::size_t>(&operand - instruction.operands.data());
    const bool accumulator = at == 0 || instruction.operands[at - 1].text.starts_with("gdesc[");
    std::vector<ExprId> out;
    for (unsigned i = 0; i < (accumulator ? accumulator_registers(instruction) : 1u); ++i)
        out.push_back(values.register_at(operand, i));
    return out;
}

// The register of a key.
sass::Operand register_of(std::uint32_t key) {
    return {.type = sass::Operand::Type::reg, .uniform = key % 4 != 0, .index = key / 4};
}

std::string text_of(std::uint32_t key) { return (key % 4 != 0 ? "UR" : "R") + std::to_string(key / 4); }

// Some operands name the registers of two values. gdesc of *GMMA is the descriptor of A, then that of B, also where A
// is in registers. tmem after idesc of UTC*MMA is the address of the scale factors of A, then that of those of B.
// Source: machine code of ptxas 13.0, beside its PTX.
std::optional<OperandOut> second_value(const Instruction& instruction, const sass::Operand& operand, Values& values) {
    const auto found = registers_in(operand.text);
    const sass::Operand* base = only_register(found);
    if (base == nullptr) return std::nullopt;
    const std::string text = "[" + text_of(key_of(*base)) + "]";
    if (is_wgmma(instruction))
        return operand.text.starts_with("gdesc[")
                   ? std::optional(OperandOut{values.two_at(*base, 2), "gdesc+2" + text, {}, {}})
                   : std::nullopt;
    const auto idesc =
        std::ranges::find_if(instruction.operands, [](const sass::Operand& o) { return o.text.starts_with("idesc["); });
    const bool behind = idesc != instruction.operands.end() && &operand > &*idesc;
    if (!behind || !operand.text.starts_with("tmem[")) return std::nullopt;
    return OperandOut{values.register_at(*base, 1), "tmem+1" + text, {}, {}};
}

// Whether the instruction reads matrix descriptors: an MMA, or a copy to tensor memory.
bool is_observed(const Instruction& instruction) {
    const std::string_view base = instruction.base;
    return (base.starts_with("UTC") && base.ends_with("MMA")) || is_wgmma(instruction) || base == "UTCCP";
}

TextSpan span_in(const Source& source, std::string_view part) {
    const auto begin = static_cast<std::size_t>(part.data() - source.text.data());
    return source.span(begin, begin + part.size());
}

// Adds the observation of such an instruction.
void observe(const Source& source, const Instruction& instruction, Values& values, Program& out) {
    std::vector<OperandOut> operands;
    for (const sass::Operand& operand : instruction.operands)
        operands.push_back({value_of(instruction, operand, values), std::string(operand.text),
                            span_in(source, operand.text), parts_of(instruction, operand, values)});
    for (const sass::Operand& operand : instruction.operands)
        if (auto second = second_value(instruction, operand, values)) {
            second->span = span_in(source, operand.text);
            operands.push_back(std::move(*second));
        }
    out.observe({.type = Observation::Type::instruction,
                 .text = std::string(instruction.text),
                 .span = span_in(source, instruction.text),
                 .conditional = instruction.guard.has_value(),
                 .comment = std::string(instruction.comment)},
                operands);
}

// Finds the registers that a fragment writes and does not use.
class Usage {
public:
    // `at` is the number of the instruction, from 1 on; 0 for a register that it may write.
    void read(std::size_t at, const Instruction& instruction, const sass::Operand* target) {
        for (const sass::Operand& operand : instruction.operands) {
            if (&operand == target || operand.type == sass::Operand::Type::number) continue;
            const bool wide = operand.text.find('[') != operand.text.npos || operand.text.ends_with(".64") ||
                              instruction.has("64") || instruction.has("WIDE");
            for (const sass::Operand& found : registers_in(operand.text))
                for (unsigned behind = 0; behind < (wide ? 2u : 1u); ++behind) uses_[key_of(found, behind)].read = at;
        }
    }

    void write(std::size_t at, const sass::Operand& operand, unsigned behind, TextSpan span) {
        Use& use = uses_[key_of(operand, behind)];
        use.written = at;
        use.span = span;
    }

    // Adds an observation for each, or one for two that are a pair.
    void observe(Values& values, Program& out) const {
        std::vector<std::uint32_t> results;
        for (const auto& [key, use] : uses_)
            if (is_result(key)) results.push_back(key);
        std::ranges::sort(results, {}, [&](std::uint32_t key) { return std::pair(uses_.at(key).written, key); });
        for (const std::uint32_t key : results) {
            const bool even = key / 4 % 2 == 0;
            const std::uint32_t other = even ? key + 4 : key - 4;
            const bool pair = is_result(other);
            const std::size_t mine = uses_.at(key).written, others = pair ? uses_.at(other).written : 0;
            if (pair && (mine < others || (mine == others && even))) continue;  // the later one is observed
            const std::uint32_t low = pair && !even ? other : key;
            const sass::Operand base = register_of(low);
            const std::string text = pair ? text_of(low) + "/" + text_of(low + 4) : text_of(key);
            const TextSpan span = uses_.at(key).span;
            const ExprId value = pair ? values.two_at(base) : values.register_at(base);
            out.observe({.text = text, .span = span, .width = pair ? 64u : 32u}, {{value, text, span}});
        }
    }

private:
    struct Use {
        std::size_t read = 0, written = 0;  // the number of the last instruction that does it
        TextSpan span;
    };

    bool is_result(std::uint32_t key) const {
        const auto found = uses_.find(key);
        return found != uses_.end() && found->second.written > 0 && found->second.read <= found->second.written;
    }

    std::unordered_map<std::uint32_t, Use> uses_;  // by key_of()
};

// The most changes of registers by instructions that write many.
constexpr std::size_t kMostChanged = 200'000;

class CodeWriter {
public:
    CodeWriter(const Source& source, Program& out, const Code& code)
        : source_(source), out_(out), code_(code), flow_(find_flow(code)), values_(out) {}

    // Each place that unseen code can jump to is reached from the start of the unit, where no register is known.
    void run(std::uint32_t unit, bool observe_registers) {
        first_ = out_.units[unit].first;
        open_ = out_.unknown(1);
        list_registers();
        limit_changes();
        write_entries(unit != 0);
        for (at_ = 0; at_ < code_.instructions.size(); ++at_) {
            if (out_.is_stopped()) return;
            write_instruction();
        }
        places_.push_back(here());
        values_.guard = {};
        if (observe_registers) usage_.observe(values_, out_);
        if (!flow_.scattered.empty()) write_scatter();
        for (const auto& [statement, index] : jumps_) out_.statements[statement].index = place(index);
        out_.units[unit].last = first_ + here();
    }

private:
    std::uint32_t here() const { return static_cast<std::uint32_t>(out_.statements.size()) - first_; }
    static constexpr std::uint32_t kEnd = kNone, kScatter = kNone - 1, kBody = kNone - 2;

    std::uint32_t place(std::uint32_t index) const {
        if (index == kEnd) return here();
        if (index == kScatter) return scatter_;
        return index == kBody ? body_ : places_[index];
    }

    void jump(std::uint32_t index, ExprId condition, TextSpan span = {}) {
        jumps_.emplace_back(out_.statements.size(), index);
        out_.statements.push_back({Statement::Type::jump, kNone, condition, 0, span});
    }

    // All registers that the code names, so that they can become unknown.
    void list_registers() {
        std::vector<Operand> found;
        const auto add = [&](const Operand& operand) {
            if (!operand.zero && listed_.insert(key_of(operand)).second) registers_.push_back(operand);
        };
        for (const Instruction& instruction : code_.instructions)
            for (const Operand& operand : instruction.operands) {
                if (operand.is_register() || operand.is_predicate())
                    add(operand);
                else if (operand.type == Operand::Type::other)
                    std::ranges::for_each(registers_in(operand.text), add);
            }
        // An instruction can write the register after the one that it names.
        const std::vector<Operand> named = registers_;
        for (Operand operand : named) {
            if (operand.is_predicate()) continue;
            for (unsigned behind = 1; behind < 4; ++behind) ++operand.index, add(operand);
        }
    }

    // After many instructions that write unknown registers, the code continues as after a call.
    void limit_changes() {
        std::size_t changed = 0;
        for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
            written_.push_back(written_by(divided(code_.instructions[i])));
            Written& written = written_.back();
            const bool many = written.everything || written.all_predicates || written.count > 8;
            if (!many || (changed += registers_.size()) < kMostChanged) continue;
            flow_.entered[i + 1] = flow_.joins[i + 1] = true;
            written = {.registers = false, .predicates = false, .count = 0};
        }
    }

    void write_entries(bool is_function) {
        const bool entered = std::ranges::find(flow_.entered, true) != flow_.entered.end();
        if (!entered && !is_function) return;
        if (!is_function) jump(kBody, open_);
        for (const Operand& operand : registers_) out_.assign(values_.name_of(operand), out_.unknown(32), {});
        for (std::uint32_t i = 0; i < flow_.entered.size(); ++i)
            if (flow_.entered[i]) jump(i, open_);
        if (!is_function) jump(kEnd, kNone);
        body_ = here();
    }

    void write_scatter() {
        jump(kEnd, kNone);
        scatter_ = here();
        for (const std::uint32_t index : flow_.scattered) jump(index, open_);
    }

    void write_instruction() {
        const Instruction& in = code_.instructions[at_];
        places_.push_back(here());
        if (flow_.joins[at_] || in.gap) values_.guarded.clear();
        const bool never = in.guard && in.guard->is_predicate() && in.guard->zero && in.guard->inverted;
        if (in.base.empty() || never) return;
        read_guard(in);
        if (is_observed(in)) observe(source_, in, values_, out_);
        span_ = span_in(source_, in.text);
        write_values(in);
        write_jumps(flow_.steps[at_]);
    }

    void read_guard(const Instruction& in) {
        condition_ = kNone;
        values_.guard = {};
        if (!in.guard || (in.guard->is_predicate() && in.guard->zero)) return;
        condition_ = values_.predicate(*in.guard);
        if (condition_ != kNone)
            values_.guard = in.guard->text;
        else
            condition_ = open_;
    }

    void write_jumps(const Step& step) {
        if (step.ends == Ends::never || step.ends == Ends::forgets) return;
        ExprId condition = condition_;
        if (step.condition != nullptr) {
            const ExprId decided = values_.predicate(*step.condition);
            condition =
                condition == kNone ? decided : out_.add(Operation::bit_and, 1, {condition, decided, kNone, kNone});
        }
        if (!step.exact && !step.always) condition = open_;
        if (step.ends == Ends::indirectly) jump(kScatter, condition, span_);
        if (step.ends == Ends::leaves) jump(kEnd, condition, span_);
        if (step.ends != Ends::jumps) return;
        if (step.count == 0) jump(kEnd, condition, span_);
        for (std::uint32_t i = 0; i < step.count; ++i) {
            const bool last = i + 1 == step.count;
            jump(flow_.targets[step.first + i], last ? condition : open_, span_);
        }
    }

    struct Change {
        NameId name;
        ExprId value;
        const Operand* operand;
        unsigned behind;

        unsigned width() const { return operand->is_predicate() ? 1 : 32; }
    };

    void write_values(const Instruction& in) {
        const Parts parts = divided(in);
        const Written& written = written_[at_];
        usage_.read(at_ + 1, in, written.registers ? parts.target : nullptr);
        changes_.clear();
        target_ = parts.target;
        const bool known = !written.everything && !written.second;
        const Effect effect = known ? effect_of(parts, values_) : Effect{};
        if (written.predicates) change_predicates(parts, written, effect);
        if (written.registers && parts.target != nullptr) {
            change(*parts.target, 0, effect.low);
            for (unsigned i = 1; i < written.count; ++i) change(*parts.target, i, i == 1 ? effect.high : kNone);
        }
        if (written.second) change_hidden(parts, written);
        if (written.everything || written.all_predicates) change_all(parts, written.all_predicates);
        commit();
    }

    void change_predicates(const Parts& parts, const Written& written, const Effect& effect) {
        // An instruction that writes only predicates writes at most two. More are its sources.
        const std::size_t count =
            written.registers ? parts.predicates.size() : std::min<std::size_t>(parts.predicates.size(), 2);
        for (std::size_t i = 0; i < count; ++i) change(*parts.predicates[i], 0, i == 0 ? effect.predicate : kNone);
    }

    // The opcode is not known well: it can also write the first register among its other operands.
    void change_hidden(const Parts& parts, const Written& written) {
        for (const Operand& operand : parts.sources) {
            if (!operand.is_register()) continue;
            for (unsigned i = 0; i < written.count; ++i) change(operand, i, kNone);
            return;
        }
    }

    void change_all(const Parts& parts, bool predicates) {
        const bool vector = parts.target != nullptr && !parts.target->uniform;
        for (const Operand& operand : registers_)
            if (operand.is_predicate() == predicates && !(vector && operand.uniform)) change(operand, 0, kNone);
    }

    void change(const Operand& operand, unsigned behind, ExprId value) {
        if (operand.zero || operand.index + behind > 255) return;
        if (behind > 0 && !listed_.contains(key_of(operand, behind))) return;  // no instruction reads it
        changes_.push_back({values_.name_of(operand, behind), value, &operand, behind});
    }

    // Every value and the guard are computed before a register changes.
    void commit() {
        const bool several = changes_.size() > 1;
        for (std::size_t i = 0; several && i < changes_.size(); ++i)
            if (changes_[i].value != kNone)
                changes_[i].value = keep("sass value " + std::to_string(i), changes_[i].value, changes_[i].width());
        const ExprId guard = several && condition_ != kNone ? keep("sass guard", condition_, 1) : condition_;
        for (const Change& change : changes_) {
            const unsigned width = change.width();
            write(change, change.value == kNone ? out_.unknown(width) : change.value, guard);
        }
        for (const Change& change : changes_)
            if (change.operand->is_predicate()) forget_guard(out_.names[change.name]);
    }

    ExprId keep(const std::string& name, ExprId value, unsigned width) {
        const NameId kept = out_.name(name);
        out_.assign(kept, value, span_);
        return out_.read(kept, width);
    }

    void write(const Change& change, ExprId value, ExprId guard) {
        // The text tells of the target that it is written, and of the second half of a pair.
        const bool told = change.operand == target_ && (change.behind == 0 || written_[at_].count == 2);
        if (!change.operand->is_predicate()) usage_.write(told ? at_ + 1 : 0, *change.operand, change.behind, span_);
        if (guard == kNone) {
            values_.guarded.erase(change.name);
            out_.assign(change.name, value, span_);
            return;
        }
        if (values_.guard.empty())
            values_.guarded.erase(change.name);
        else {
            const NameId second = out_.name(out_.names[change.name] + " if " + std::string(values_.guard));
            out_.assign(second, value, span_);
            values_.guarded[change.name] = {values_.guard, second};
            value = out_.read(second, change.width());
        }
        const ExprId old = out_.read(change.name, change.width());
        out_.assign(change.name, out_.add(Operation::select, change.width(), {guard, value, old, kNone}), span_);
    }

    void forget_guard(std::string_view predicate) {
        std::erase_if(values_.guarded, [&](const auto& entry) { return entry.second.guard.ends_with(predicate); });
    }

    const Source& source_;
    Program& out_;
    const Code& code_;
    Flow flow_;
    Values values_;
    Usage usage_;
    std::uint32_t first_ = 0, scatter_ = 0, body_ = 0;
    std::size_t at_ = 0;
    ExprId open_ = kNone;       // a condition that nothing decides
    ExprId condition_ = kNone;  // the guard of the instruction
    const Operand* target_ = nullptr;
    TextSpan span_;
    std::vector<Operand> registers_;
    std::unordered_set<std::uint32_t> listed_;
    std::vector<std::uint32_t> places_;                         // of instructions: the first statement
    std::vector<std::pair<std::size_t, std::uint32_t>> jumps_;  // statements, and the place that they go to
    std::vector<Written> written_;                              // by instructions
    std::vector<Change> changes_;
};

}  // namespace
}  // namespace sass

void read_sass(const Source& source, Program& out) {
    const sass::Listing listing = sass::read_listing(source.text);
    if (out.units.empty()) out.units.emplace_back();
    if (out.target.empty()) out.target = listing.target;
    const auto observes = [](const sass::Code& code) {
        return std::ranges::any_of(code.instructions, sass::is_observed);
    };
    const bool observed = std::ranges::any_of(listing.parts, observes);
    for (const sass::Code& code : listing.parts) {
        if (code.instructions.empty()) continue;
        const bool fragment = code.name.empty();
        std::uint32_t unit = 0;
        Unit& global = out.units[0];
        const auto end = static_cast<std::uint32_t>(out.statements.size());
        if (global.first == global.last) global.first = global.last = end;
        if (!fragment || global.last != end) {
            unit = static_cast<std::uint32_t>(out.units.size());
            out.units.push_back({std::string(code.name), end, end, {}});
        }
        sass::CodeWriter(source, out, code).run(unit, fragment && !observed);
    }
}

}  // namespace tilescope::program
