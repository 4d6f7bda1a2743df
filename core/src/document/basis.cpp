// core/src/document/basis.cpp -- what of a session is given, assumed or unknown.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/ptx/mma_text.h>

#include <algorithm>

namespace tilescope {

std::vector<std::string> assumptions_of(const Derived& d) {
    std::vector<std::string> out;
    for (const WordView& w : d.words) {
        if (!w.used || w.assumed == 0) continue;
        const std::vector<FieldPlace> fields = fields_with(w, w.assumed);
        const auto all =
            std::ranges::count_if(w.format->fields, [](const Field& f) { return f.encoding != Encoding::fixed; });
        const bool whole = static_cast<std::ptrdiff_t>(fields.size()) == all;
        out.push_back(whole || fields.empty() ? std::string(row_of(w.id).title) : text_of(fields));
    }
    const Assumed& assumed = d.session.assumed;
    if (assumed.form) {
        const std::string text = mma_text(d.session.variant, false);
        out.push_back(family_of(d.session).names_kind ? say("the form (", text.substr(0, text.find(' ')), ')')
                                                      : std::string("the form"));
    }
    if (assumed.tile_k) out.push_back(say("K of the tile (", d.session.tile_k, ')'));
    if (assumed.scale_d)
        out.push_back(say("scale-d (D is ", d.session.run.enable_d ? "added to" : "written anew", ')'));
    return out;
}

Basis basis_of(const Derived& d, WordId word) {
    const WordView& w = d.of(word);
    if (!w.used) return Basis::given;
    return w.unknown != 0 ? Basis::unknown : w.assumed != 0 ? Basis::assumed : Basis::given;
}

Basis basis_of(const Derived& d) {
    Basis out = d.session.assumed.form ? Basis::assumed : Basis::given;
    for (const WordRow& row : kWords) out = std::max(out, basis_of(d, row.word));
    return out;
}

Basis basis_of_places(const Derived& d, Operand operand) {
    const OperandView& o = d.of(operand);
    if (!o.asks.empty()) return Basis::unknown;
    return d.session.assumed.form || !o.assumed.empty() ? Basis::assumed : Basis::given;
}

Basis basis_of_d(const Derived& d) {
    const WordView& idesc = d.of(WordId::idesc);
    Basis out = d.session.assumed.form ? Basis::assumed : Basis::given;
    for (const std::string_view id : {"m", "n", "d_type"}) {
        const Field* f = find_field(*idesc.format, id);
        if (f == nullptr) continue;
        if (idesc.unknown_in(*f) != 0) return Basis::unknown;
        if (idesc.assumed_in(*f) != 0) out = Basis::assumed;
    }
    return out;
}

std::string assumed_sentence(const Derived& d) {
    if (d.assumptions.empty()) return {};
    return say("Assumed, because nobody gave it: ", list_of(d.assumptions), '.');
}

std::string basis_sentence(const Derived& d) {
    const std::string unknown = list_of(
        kWords,
        [&](const WordRow& row) { return basis_of(d, row.word) == Basis::unknown ? row.title : std::string_view(); },
        ", ", " and ");
    const std::string assumed = assumed_sentence(d);
    if (unknown.empty()) return assumed;
    return say("Unknown bits: ", unknown, assumed.empty() ? "." : ". ", assumed);
}

}  // namespace tilescope
