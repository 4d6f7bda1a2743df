// core/src/program/ptx_body.cpp -- collects the statements of a PTX function.
// SPDX-License-Identifier: MIT
#include "ptx_body.h"

#include <algorithm>
#include <utility>

namespace tilescope::program::ptx_reading {
namespace {

// %0, $1, %[name], %name
bool is_operand_name(std::string_view name) { return name.size() > 1 && (name[0] == '%' || name[0] == '$'); }

}  // namespace

TextSpan Body::span_of(std::string_view part) const {
    const auto begin = static_cast<std::size_t>(part.data() - text_.data());
    return source_.span(begin, begin + part.size());
}

// An operand of inline assembly gets a name of its own, because the text can write it.
Register& Body::find(std::string_view name) {
    if (bind_ == nullptr || !is_operand_name(name) || name[1] == '%') return registers.find(name);
    const auto [asked, fresh] = asked_.try_emplace(name, false);
    if (fresh) {
        if (const std::optional<ExprId> value = (*bind_)(name)) {
            const unsigned width = *value < out_.exprs.size() ? out_.exprs[*value].width : 64;
            Register& bound = registers.bind(name, width == 0 ? 64 : width);
            first_statements_.push_back({Statement::Type::assign, bound.name, *value, 0, span_of(name)});
            asked->second = true;
        }
    }
    return registers.find(name);
}

ExprId Body::read(std::string_view name, unsigned width) {
    const Register& source = find(name);
    use(source.name);
    return source.opaque ? out_.unknown(width) : out_.read(source.name, width);
}

// A word stays the last one that the text tells until an operation makes another one of it.
void Body::use(NameId name) {
    const auto used = unread_.find(name);
    if (used == unread_.end()) return;
    if (passed_on_)
        unread_.erase(used);
    else
        used->second.lost = true;
}

void Body::touch(std::string_view text) {
    each_name(text, [&](std::string_view name) {
        if (!unread_.empty()) use(find(name).name);
    });
}

ExprId Body::guard_value(std::string_view guard) {
    if (guard.empty()) return kNone;
    const bool negated = guard[0] == '!';
    const ExprId value = read(negated ? without_blanks(guard.substr(1)) : guard, 1);
    return negated ? out_.add(Operation::bit_not, 1, {value, kNone, kNone, kNone}) : value;
}

void Body::push(const Statement& statement) {
    if (left_) entries_.push_back(static_cast<std::uint32_t>(statements_.size()));
    left_ = false;
    statements_.push_back(statement);
}

// A guarded write keeps the old value in part, so the old value is used.
void Body::forget(Register& written, bool guarded) {
    const auto old = unread_.find(written.name);
    if (old == unread_.end()) return;
    if (!guarded) dead_.push_back(old->second);
    unread_.erase(old);
}

void Body::write(std::vector<Write>& writes, std::string_view guard, TextSpan span) {
    const auto assign = [&](NameId name, ExprId value) { push({Statement::Type::assign, name, value, 0, span}); };
    const auto copied = [&](ExprId value) {
        const NameId copy = registers.fresh();
        assign(copy, value);
        return out_.read(copy, out_.exprs[value].width);
    };
    ExprId condition = guard_value(guard);
    if (writes.size() > 1) {
        for (Write& one : writes)
            if (one.value != kNone) one.value = copied(one.value);
        if (condition != kNone) condition = copied(condition);
    }
    for (std::size_t i = 0; i < writes.size(); ++i) {
        Register& target = find(writes[i].register_name);
        const unsigned wide = target.declared && target.width != 0 ? target.width : 64;
        ExprId value = writes[i].value;
        if (value == kNone || target.opaque) value = writes[i].forgotten ? out_.forgotten(wide) : out_.unknown(wide);
        if (condition != kNone)
            value = out_.add(Operation::select, wide, {condition, value, out_.read(target.name, wide), kNone});
        forget(target, condition != kNone);
        assign(target.name, value);
        if (!target.declared) {
            target.width = writes[i].value == kNone ? 0 : writes[i].width;
            target.predicate = target.width == 1;
        }
        const bool seen = writes[i].value != kNone && !writes[i].dull && !target.opaque;
        if (seen && (writes[i].width == 32 || writes[i].width == 64))
            unread_[target.name] = {static_cast<std::uint32_t>(statements_.size() - 1), target.name, target.text,
                                    writes[i].width, span};
    }
}

void Body::observe(const Observation& observation, const std::vector<Operand>& operands) {
    has_observed_ = true;
    out_.observe(observation, operands);
    push(out_.statements.back());
    out_.statements.pop_back();
}

void Body::label(std::string_view text) {
    last_label_ = text;
    labels.define(text, registers.scope(), static_cast<std::uint32_t>(statements_.size()));
    if (!is_mark(text)) left_ = false;
}

void Body::branch_targets(const std::vector<std::string_view>& targets) {
    std::vector<std::string_view>& list = lists_[last_label_];
    list.insert(list.end(), targets.begin(), targets.end());
}

void Body::push_jump(std::string_view guard, TextSpan span, Jump jump) {
    const ExprId condition = guard_value(guard);
    jump.statement = static_cast<std::uint32_t>(statements_.size());
    push({Statement::Type::jump, kNone, condition, kOutside, span});
    jumps_.push_back(jump);
    left_ = condition == kNone;
}

void Body::jump(std::string_view label, std::string_view guard, TextSpan span) {
    push_jump(guard, span, {0, registers.scope(), label, false});
}

void Body::jump_to_one_of(std::string_view list, std::string_view guard, TextSpan span) {
    push_jump(guard, span, {0, registers.scope(), list, true});
}

void Body::leave(std::string_view guard, TextSpan span) {
    const ExprId condition = guard_value(guard);
    const bool always = condition == kNone;
    push({always ? Statement::Type::end : Statement::Type::jump, kNone, condition, always ? 0 : kOutside, span});
    left_ = always;
}

}  // namespace tilescope::program::ptx_reading
