// core/src/program/sass_observe.cpp -- observes the operands of MMAs, and the results of fragments without one.
// SPDX-License-Identifier: MIT
#include "sass_observe.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace tilescope::program::sass {
namespace {

using OperandOut = tilescope::program::Operand;

bool is_wgmma(const Instruction& instruction) { return instruction.base.ends_with("GMMA"); }

// The register in "gdesc[UR4]" or "tmem[UR9+0x10]".
const sass::Operand* only_register(const std::vector<sass::Operand>& found) {
    return found.size() == 1 && !found[0].zero ? &found[0] : nullptr;
}

ExprId pair_at(Values& values, const sass::Operand& operand, unsigned behind) {
    return values.operation(
        Operation::join, 64,
        {values.read(values.name_of(operand, behind), 32), values.read(values.name_of(operand, behind + 1), 32)});
}

// "tmem[UR9+0x10]": the register and a constant. kNone if there is more.
ExprId address_in(Values& values, std::string_view operand, const sass::Operand& base) {
    const std::size_t begin = operand.find('['), end = operand.find(']');
    if (begin == operand.npos || end == operand.npos || end < begin) return kNone;
    const std::string_view inside = operand.substr(begin + 1, end - begin - 1);
    const ExprId value = values.read(values.name_of(base), 32);
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
    if (operand.text.starts_with("gdesc[")) return pair_at(values, *base, 0);
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
        out.push_back(values.read(values.name_of(operand, i), 32));
    return out;
}

unsigned key_of(const sass::Operand& operand, unsigned behind) {
    return (operand.index + behind) * 2 + (operand.uniform ? 1 : 0);
}

sass::Operand register_of(unsigned key) {
    sass::Operand out;
    out.type = sass::Operand::Type::reg;
    out.index = key / 2;
    out.uniform = key % 2 != 0;
    return out;
}

std::string text_of(unsigned key) { return (key % 2 != 0 ? "UR" : "R") + std::to_string(key / 2); }

// Some operands name the registers of two values. gdesc of *GMMA is the descriptor of A, then that of B, also where A
// is in registers. tmem after idesc of UTC*MMA is the address of the scale factors of A, then that of those of B.
// Source: machine code of ptxas 13.0, beside its PTX.
std::optional<OperandOut> second_value(const Instruction& instruction, const sass::Operand& operand, Values& values) {
    const auto found = registers_in(operand.text);
    const sass::Operand* base = only_register(found);
    if (base == nullptr) return std::nullopt;
    const std::string text = "[" + text_of(key_of(*base, 0)) + "]";
    if (is_wgmma(instruction))
        return operand.text.starts_with("gdesc[")
                   ? std::optional(OperandOut{pair_at(values, *base, 2), "gdesc+2" + text, {}, {}})
                   : std::nullopt;
    const auto idesc =
        std::ranges::find_if(instruction.operands, [](const sass::Operand& o) { return o.text.starts_with("idesc["); });
    const bool behind = idesc != instruction.operands.end() && &operand > &*idesc;
    if (!behind || !operand.text.starts_with("tmem[")) return std::nullopt;
    return OperandOut{values.read(values.name_of(*base, 1), 32), "tmem+1" + text, {}, {}};
}

}  // namespace

bool is_observed(const Instruction& instruction) {
    const std::string_view base = instruction.base;
    return (base.starts_with("UTC") && base.ends_with("MMA")) || is_wgmma(instruction) || base == "UTCCP";
}

void observe(const Source& source, const Instruction& instruction, Values& values, Program& out) {
    const auto span_of = [&](std::string_view part) {
        const auto begin = static_cast<std::size_t>(part.data() - source.text.data());
        return source.span(begin, begin + part.size());
    };
    std::vector<OperandOut> operands;
    for (const sass::Operand& operand : instruction.operands)
        operands.push_back({value_of(instruction, operand, values), std::string(operand.text), span_of(operand.text),
                            parts_of(instruction, operand, values)});
    for (const sass::Operand& operand : instruction.operands)
        if (auto second = second_value(instruction, operand, values)) {
            second->span = span_of(operand.text);
            operands.push_back(std::move(*second));
        }
    Observation seen;
    seen.type = Observation::Type::instruction;
    seen.text = instruction.text;
    seen.span = span_of(instruction.text);
    seen.conditional = instruction.guard.has_value();
    seen.comment = instruction.comment;
    out.observe(std::move(seen), operands);
}

void Usage::read(std::size_t at, const Instruction& instruction, const sass::Operand* target) {
    for (const sass::Operand& operand : instruction.operands) {
        if (&operand == target || operand.type == sass::Operand::Type::number) continue;
        const bool wide = operand.text.find('[') != operand.text.npos || operand.text.ends_with(".64") ||
                          instruction.has("64") || instruction.has("WIDE");
        for (const sass::Operand& found : registers_in(operand.text))
            for (unsigned behind = 0; behind < (wide ? 2u : 1u); ++behind) uses_[key_of(found, behind)].read = at;
    }
}

void Usage::write(std::size_t at, const sass::Operand& operand, unsigned behind, TextSpan span) {
    Use& use = uses_[key_of(operand, behind)];
    use.written = at;
    use.span = span;
}

bool Usage::is_result(unsigned key) const {
    const auto found = uses_.find(key);
    return found != uses_.end() && found->second.written > 0 && found->second.read <= found->second.written;
}

void Usage::observe(Values& values, Program& out) const {
    std::vector<unsigned> results;
    for (const auto& [key, use] : uses_)
        if (is_result(key)) results.push_back(key);
    std::ranges::sort(results, {}, [&](unsigned key) { return std::pair(uses_.at(key).written, key); });
    for (const unsigned key : results) {
        const bool even = key / 2 % 2 == 0;
        const unsigned other = even ? key + 2 : key - 2;
        const bool pair = is_result(other);
        const std::size_t mine = uses_.at(key).written, others = pair ? uses_.at(other).written : 0;
        if (pair && (mine < others || (mine == others && even))) continue;  // the later one is observed
        const unsigned low = pair && !even ? other : key;
        const sass::Operand base = register_of(low);
        Observation seen;
        seen.text = pair ? text_of(low) + "/" + text_of(low + 2) : text_of(key);
        seen.span = uses_.at(key).span;
        seen.width = pair ? 64 : 32;
        const ExprId value = pair ? pair_at(values, base, 0) : values.read(values.name_of(base), 32);
        out.observe(seen, {{value, seen.text, seen.span}});
    }
}

}  // namespace tilescope::program::sass
