// core/src/program/sass_values.cpp -- names and expressions of the registers of machine code.
// SPDX-License-Identifier: MIT
#include "sass_effect.h"

#include <string>

namespace tilescope::program::sass {

NameId Values::name_of(const Operand& operand, unsigned behind) {
    const std::uint32_t index = operand.index + behind;
    const std::uint32_t file = (operand.uniform ? 2u : 0u) + (operand.is_predicate() ? 1u : 0u);
    const auto [at, fresh] = names_.try_emplace(index << 2 | file, kNone);
    if (fresh) {
        const char* prefix = operand.is_predicate() ? "P" : "R";
        at->second = out_->name((operand.uniform ? "U" : "") + (prefix + std::to_string(index)));
    }
    return at->second;
}

ExprId Values::read(NameId name, unsigned width) {
    if (const auto found = guarded.find(name); found != guarded.end() && !guard.empty() && found->second.guard == guard)
        return out_->read(found->second.name, width);
    return out_->read(name, width);
}

ExprId Values::word(const Operand& operand) {
    if (operand.type == Operand::Type::number) return operand.value >> 32 ? kNone : out_->constant(operand.value, 32);
    if (!operand.is_register() || !operand.plain) return kNone;
    const ExprId value = operand.zero ? out_->constant(0, 32) : read(name_of(operand), 32);
    if (operand.negative) return operation(Operation::subtract, 32, {out_->constant(0, 32), value});
    return operand.inverted ? operation(Operation::bit_not, 32, {value}) : value;
}

ExprId Values::pair(const Operand& operand) {
    // A constant of 32 bits with a sign can be extended in two ways.
    if (operand.type == Operand::Type::number) return operand.value >> 31 ? kNone : out_->constant(operand.value, 64);
    if (!operand.is_register() || operand.inverted) return kNone;
    if (operand.zero) return operand.plain ? out_->constant(0, 64) : kNone;
    if (!operand.plain && !operand.text.ends_with(".64")) return kNone;
    return operation(Operation::join, 64, {read(name_of(operand), 32), read(name_of(operand, 1), 32)});
}

ExprId Values::predicate(const Operand& operand) {
    if (!operand.is_predicate() || !operand.plain || operand.negative) return kNone;
    if (operand.zero) return out_->constant(operand.inverted ? 0 : 1, 1);
    const ExprId value = read(name_of(operand), 1);
    return operand.inverted ? operation(Operation::bit_not, 1, {value}) : value;
}

ExprId Values::operation(Operation what, unsigned width, std::vector<ExprId> args, std::uint64_t value) {
    std::array<ExprId, 4> all = {kNone, kNone, kNone, kNone};
    for (std::size_t i = 0; i < args.size() && i < all.size(); ++i) {
        if (args[i] == kNone) return kNone;
        all[i] = args[i];
    }
    return out_->add(what, width, all, value);
}

}  // namespace tilescope::program::sass
