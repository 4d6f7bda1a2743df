// core/src/rules/word_forms.cpp -- the instruction forms that are possible for a descriptor and its context.
// SPDX-License-Identifier: MIT
#include "word_forms.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope {
namespace {

// The shape query for one form, with what the word and its context contain.
ShapeQuery query(const WordFacts& w, unsigned cta_group, bool ws) {
    return {.kind = w.kind(),
            .cta_group = cta_group,
            .ws = ws,
            .sparse = sparse(w),
            .b_mn_major = b_mn_major(w),
            .k96 = k96(w),
            .family = family_of(w),
            .m = static_cast<unsigned>(w.value("m"))};
}

constexpr std::string_view kTypeFields[] = {"d_type", "a_type", "b_type", "scale_type"};

bool has_meaning(const Format& format, std::uint64_t word, std::string_view id) {
    const Field* f = find_field(format, id);
    return !f || f->encoding != Encoding::one_of || !name_in(f->names, get_field(*f, word)).empty();
}

std::string name_of_form(const ShapeQuery& q) { return q.ws ? std::string(".ws") : say("cta_group ", q.cta_group); }

}  // namespace

std::string says_range_of_n(const WordFacts& w) {
    return say("The size N is ", w.value("n"), ", but N must be 8 to 256.");
}

std::string says_undefined(const WordFacts& w, std::string_view operand, std::string_view field) {
    return say("The type code ", w.raw(field), " of ", operand, " is not defined for kind ", w.kind(), ".");
}

std::vector<ShapeQuery> open_forms(const WordFacts& w) {
    std::vector<ShapeQuery> out;
    for (const unsigned cta_group : {1u, 2u}) {
        if (w.context().cta_group != 0 && w.context().cta_group != cta_group) continue;
        for (const bool ws : {false, true})
            if (!w.context().ws || *w.context().ws == ws) out.push_back(query(w, cta_group, ws));
    }
    if (is_in_name(w)) out.resize(1);
    return out;
}

bool types_have_meaning(const Format& format, std::uint64_t word) {
    return std::ranges::all_of(kTypeFields, [&](std::string_view id) { return has_meaning(format, word, id); });
}

Answer<void> takes_this_m(const WordFacts& w) {
    const auto m = static_cast<unsigned>(w.value("m"));
    const std::vector<ShapeQuery> forms = open_forms(w);
    if (forms.empty()) return {};  // no such instruction exists, so M is not the problem
    if (std::ranges::any_of(forms, [&](const ShapeQuery& q) { return is_legal_m(q, m); })) return {};
    std::string all;
    for (const ShapeQuery& q : forms)
        if (const auto legal = legal_m(q); !legal.empty())
            all += say(all.empty() ? "" : "; ", name_of_form(q), ": ", list_sizes(legal));
    if (all.find(';') == all.npos) return takes_m(forms.front(), m);
    return Refusal("M ", m, " is not legal for kind ", w.kind(), sparse(w) ? " .sp" : "", ". Legal: ", all, ".");
}

Answer<void> takes_this_n(const WordFacts& w) {
    if (is_in_name(w)) return {};
    const auto m = static_cast<unsigned>(w.value("m")), n = static_cast<unsigned>(w.value("n"));
    const std::vector<ShapeQuery> forms = open_forms(w);
    if (forms.empty()) return {};
    const auto of_m = [&](const ShapeQuery& q) { return is_legal_m(q, m); };
    const auto of_n = [&](const ShapeQuery& q) { return is_legal_n(q, n); };
    if (std::ranges::any_of(forms, [&](const ShapeQuery& q) { return of_m(q) && of_n(q); })) return {};
    const auto form = std::ranges::find_if(forms, of_m);
    if (form != forms.end()) return takes_n(*form, n);
    if (std::ranges::any_of(forms, of_n)) return {};  // only M is wrong
    return takes_n(forms.front(), n);
}

Answer<void> wgmma_takes_this_n(const WordFacts& w) {
    if (!is_in_name(w)) return {};
    return takes_n(open_forms(w).front(), static_cast<unsigned>(w.value("n")));
}

bool eight_bit_step_broken(const WordFacts& w) {
    const KindRow* kind = find_kind(w.kind());
    return !is_in_name(w) && kind && kind->eight_bit_b && b_mn_major(w) && w.value("n") % 16 != 0;
}

}  // namespace tilescope
