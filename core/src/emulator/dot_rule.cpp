// core/src/emulator/dot_rule.cpp -- finds the rule of a form; refuses forms that do not exist.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/emulator/dot.h>

#include <algorithm>

namespace tilescope {
namespace {

using Rows = std::vector<const Profile*>;

bool has(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// A list of different names, in the order of their first use.
class NameList {
public:
    void add(std::string_view name) {
        if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
    }
    void add(std::span<const std::string_view> names) {
        for (const std::string_view name : names) add(name);
    }
    std::string text(std::string_view last) const { return list_of(names_, std::identity(), ", ", last); }

private:
    std::vector<std::string_view> names_;
};

std::string refusal_of_kind(const DotForm& form) {
    const FamilyRow& family = family_summing(form.unit);
    if (!family.names_kind) return say(family.id, " has no kinds, but the kind is '", excerpt(form.kind), "'");
    NameList kinds;
    for (const Profile& p : all_profiles())
        if (p.unit == form.unit) kinds.add(p.kind);
    return say("kind: found '", excerpt(form.kind), "'; expected one of: ", kinds.text(", "));
}

std::string name_of(const DotForm& form) {
    const FamilyRow& family = family_summing(form.unit);
    return family.names_kind ? say("kind::", form.kind) : std::string(family.id);
}

std::string refusal_of_type(const DotForm& form, const Rows& rows, std::string_view operand, std::string_view have) {
    NameList types;
    for (const Profile* p : rows) types.add(p->types);
    return say(name_of(form), " accepts ", types.text(" or "), " as ", operand, ", not '", excerpt(have), "'");
}

std::string refusal_of_d(const DotForm& form, const Rows& rows) {
    NameList types;
    for (const Profile* p : rows) types.add(p->d_types);
    return say("D of ", name_of(form), " with ", excerpt(form.a_type), " inputs must be ", types.text(" or "),
               ", not '", excerpt(form.d_type), "'");
}

std::string refusal_of_scales(const DotForm& form, const Rows& rows) {
    if (rows.front()->scale_type.empty())
        return say(name_of(form), " has no scale factors, but ",
                   form.scale_type.empty() ? std::string("a scale block is given")
                                           : say("the scale type is '", excerpt(form.scale_type), "'"));
    const std::string want = list_of(
        rows, [](const Profile* p) { return say(p->scale_type, " for every ", p->scale_block, " elements"); }, " or ");
    if (form.scale_type.empty()) return say(name_of(form), " needs scale factors: ", want);
    return say(name_of(form), " has no scale factors of type '", excerpt(form.scale_type), "' for every ",
               form.scale_block, " elements; expected ", want);
}

// Returns the rows that accept both types. Refuses if no row accepts them together.
Answer<Rows> rows_with_types(const DotForm& form, const Rows& of_kind) {
    const std::string_view a = form.a_type, b = form.b_type;
    const auto takes = [&](std::string_view type) {
        return std::ranges::any_of(of_kind, [&](const Profile* p) { return has(p->types, type); });
    };
    if (!takes(a)) return Refusal(refusal_of_type(form, of_kind, "A", a));
    if (!takes(b)) return Refusal(refusal_of_type(form, of_kind, "B", b));
    Rows both;
    for (const Profile* p : of_kind)
        if (has(p->types, a) && has(p->types, b)) both.push_back(p);
    if (both.empty())
        return Refusal(name_of(form), " does not multiply ", a, " by ", b, ": both must be ", a, " or both must be ",
                       b);
    return both;
}

Answer<const Profile*> profile_of(const DotForm& form) {
    Rows of_kind;
    for (const Profile& p : all_profiles())
        if (p.unit == form.unit && p.kind == form.kind) of_kind.push_back(&p);
    if (of_kind.empty()) return Refusal(refusal_of_kind(form));
    const Answer<Rows> typed = rows_with_types(form, of_kind);
    if (!typed) return Refusal(typed.why);
    Rows rows = *typed;
    if (!has(rows.front()->d_types, form.d_type)) return Refusal(refusal_of_d(form, rows));
    for (const Profile* p : rows)
        if (p->scale_type == form.scale_type && p->scale_block == form.scale_block) return p;
    return Refusal(refusal_of_scales(form, rows));
}

// Outside the fp4 kinds, MMA-Sim does not decode 6-bit and 4-bit elements. It has no sparse forms. So its doubt does
// not apply to them.
DoubtSet doubts_of_form(const DotForm& form, const Profile& row) {
    if (form.sparse) return row.sparse_doubts;
    const FloatFormat *a = find_float(form.a_type), *b = find_float(form.b_type);
    const bool small = a != nullptr && b != nullptr && (a->bits < 8 || b->bits < 8);
    const DoubtSet unknown = small && row.adds.rule == SumRule::window ? set_of(Doubt::mmasim) : DoubtSet{0};
    return static_cast<DoubtSet>(row.dense_doubts & ~unknown);
}

}  // namespace

Answer<DotRule> rule_of(const DotForm& requested) {
    DotForm form = requested;
    for (std::string* type : {&form.a_type, &form.b_type})
        if (const FloatFormat* f = find_float(*type)) *type = f->id;  // e2m1x2
    const Answer<const Profile*> found = profile_of(form);
    if (!found) return Refusal(found.why);
    const Profile& row = **found;
    if (form.saturate && row.adds.rule != SumRule::integer)
        return Refusal("the option saturate needs 8-bit integer inputs; ", name_of(form), " with ", form.a_type,
                       " inputs cannot saturate");
    if (form.sparse && row.grain.empty()) return Refusal(name_of(form), " with ", form.a_type, " has no sparse form");
    DotRule rule;
    rule.profile = &row;
    rule.a = find_float(form.a_type);
    rule.b = find_float(form.b_type);
    rule.d = find_float(form.d_type);
    rule.scale = find_float(form.scale_type);
    rule.a_signed = is_signed_integer(form.a_type);
    rule.b_signed = is_signed_integer(form.b_type);
    rule.bits = row.adds.rule == SumRule::popcount;
    rule.saturate = form.saturate;
    rule.grain = form.sparse ? find_grain(row.grain) : nullptr;
    rule.scale_block = row.scale_block;
    rule.possible = doubts_of_form(form, row);
    return rule;
}

}  // namespace tilescope
