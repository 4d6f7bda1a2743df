// core/src/session/field_matters.cpp -- which fields of a word a reader needs now.
// SPDX-License-Identifier: MIT
#include <tilescope/session/derive.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope {
namespace {

// 0 says something here too: it names a type or a mode, or it is a size or an address.
bool always_says_something(const Field& f) {
    if (f.encoding == Encoding::one_of) return f.role == Role::type || f.role == Role::mode || f.role == Role::shape;
    return f.encoding == Encoding::number && (f.role == Role::shape || f.bias != 0 || is_byte_address(f));
}

}  // namespace

std::optional<StrideReport> stride_use(const Derived& d, WordId word, const Field& field) {
    for (const Operand o : kBothOperands) {
        const OperandView& operand = d.of(o);
        if (word_of(o) != word || !d.of(word).used || !operand.placed()) continue;
        if (field.id == "lbo") return use_of_lbo(operand.layout);
        if (field.id == "sbo") return use_of_sbo(operand.layout);
    }
    return std::nullopt;
}

bool field_matters(const Derived& d, WordId word, const Field& field) {
    const WordView& view = d.of(word);
    const auto blames = [&](const Problem& p) { return p.field == field.id && p.severity != Severity::info; };
    if (view.unknown_in(field) != 0 || std::ranges::any_of(view.problems, blames)) return true;
    if (const auto stride = stride_use(d, word, field)) return stride->use != StrideUse::ignored;
    const std::uint64_t raw = get_field(field, view.decoded.word);
    if (raw != get_field(field, blank_word(*view.format))) return field.encoding != Encoding::fixed;
    return always_says_something(field);
}

}  // namespace tilescope
