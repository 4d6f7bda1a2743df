// core/src/document/derive_problems.cpp -- all problems of a session: the instruction, its words, their locations.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/rules/read_paste.h>

#include <algorithm>

namespace tilescope {
namespace {

std::optional<MmaPart> part_of(WordId id) {
    switch (id) {
    case WordId::a_desc: return MmaPart::a_desc;
    case WordId::b_desc: return MmaPart::b_desc;
    case WordId::idesc: return MmaPart::idesc;
    case WordId::zcm: return MmaPart::zcm;
    }
    return {};
}

// Returns the words that the instruction reads. Omits a mask that is drawn for a custom M, because it does not belong
// to the M of the instruction.
MmaWords words_of(const Derived& d) {
    const auto used = [&](WordId id) {
        const WordView& w = d.of(id);
        return w.used ? std::optional(w.decoded.word) : std::nullopt;
    };
    MmaWords words{.a_desc = used(WordId::a_desc), .b_desc = used(WordId::b_desc), .idesc = {}, .zcm = {}};
    if (family_of(d.session).idesc) words.idesc = used(WordId::idesc);
    if (d.session.mask.follow && (d.session.word(WordId::zcm) | d.session.unknown_bits(WordId::zcm)) != 0)
        words.zcm = used(WordId::zcm);
    return words;
}

MmaWords unknown_of(const Session& s) {
    return {.a_desc = s.unknown_bits(WordId::a_desc),
            .b_desc = s.unknown_bits(WordId::b_desc),
            .idesc = s.unknown_bits(WordId::idesc),
            .zcm = s.unknown_bits(WordId::zcm)};
}

bool is_checked(const MmaWords& words, WordId id) {
    switch (id) {
    case WordId::a_desc: return words.a_desc.has_value();
    case WordId::b_desc: return words.b_desc.has_value();
    case WordId::idesc: return words.idesc.has_value();
    case WordId::zcm: return words.zcm.has_value();
    }
    return false;
}

// Returns the context for the check of a word that the instruction does not read.
WordContext context_of(const Derived& d, WordId id) {
    const Variant& v = d.session.variant;
    WordContext c{
        .arch = d.session.arch, .cta_group = v.cta_group, .ws = v.ws, .sparse = v.sparse, .a_in_tmem = v.a_in_tmem};
    // Without an instruction descriptor, the session keeps the shape and types as one, and .sp in the form.
    if (!family_of(d.session).idesc) c.sparse.reset();
    if (id == WordId::a_desc || id == WordId::b_desc) {
        const OperandView& o = id == WordId::a_desc ? d.a : d.b;
        if (!o.in_smem) return c;
        c.major = o.layout.major;
        c.type = o.layout.type;
        c.rows = o.layout.rows;
        c.columns = static_cast<int>(o.mma_k);
    }
    if (id == WordId::zcm) {
        c.mask_m = d.mask_m;
        c.idesc = d.session.word(WordId::idesc);
    }
    return c;
}

// Drops the problems of the type fields for b1: no field encodes b1, so any value of these fields is valid.
void forget_types(const Derived& d, WordView& w) {
    if (w.id != WordId::idesc || !multiplies_bits(d.session.variant, d.session.arch)) return;
    std::erase_if(w.problems, [](const Problem& p) { return p.field == "a_type" || p.field == "b_type"; });
}

void add_places(const Derived& d, WordView& w) {
    if (w.id != WordId::a_desc && w.id != WordId::b_desc) return;
    const Operand operand = w.id == WordId::a_desc ? Operand::a : Operand::b;
    for (Problem& p : place_problems(d.of(operand), d.session.arch, w.problems)) w.problems.push_back(std::move(p));
    for (Problem& p : tma_problems(d, operand)) w.problems.push_back(std::move(p));
    // The rules already report one instruction that reads the same bytes as A and as B.
    const bool shared = std::ranges::find(w.problems, Effect::shared_bytes, &Problem::effect) != w.problems.end();
    if (operand == Operand::b && !shared)
        if (std::optional<Problem> p = shared_tile_problem(d)) w.problems.push_back(std::move(*p));
}

}  // namespace

void find_problems(Derived& d) {
    // wgmma with undefined types has no valid PTX line. The words are checked anyway.
    const Answer<MmaLine> line = parse_mma_line(instruction_text(d, true));
    const MmaWords words = line ? words_of(d) : MmaWords{};
    MmaReport report;
    if (line) report = check_mma_for_sure(*line, {words, unknown_of(d.session)}, d.session.arch, d.session.edition);
    d.rules_checked = report.rules;
    for (WordView& w : d.words) {
        if (is_checked(words, w.id)) {
            for (const MmaProblem& p : report.problems)
                if (p.part == part_of(w.id)) w.problems.push_back(p.problem);
        } else {
            w.problems = problems_for_sure(w.decoded, context_of(d, w.id), w.unknown);
            d.rules_checked += rules_for(*w.format);
        }
        forget_types(d, w);
        add_places(d, w);
        std::ranges::stable_sort(w.problems, {}, &Problem::severity);
        if (!w.used) continue;
        for (const Problem& p : w.problems) d.problems.push_back({w.id, p});
    }
    for (MmaProblem& p : report.problems)
        if (p.part == MmaPart::line) d.problems.push_back({WordId::idesc, std::move(p.problem), true});
    if (const auto can = can_have_mask(d.session, d.session.word(WordId::zcm)); !can)
        d.problems.push_back({WordId::zcm, problem_of(kMaskWithoutWs, can.why)});
    for (Problem& p : tmem_problems(d)) d.problems.push_back({WordId::idesc, std::move(p)});
    std::ranges::stable_sort(d.problems, {}, [](const PlacedProblem& p) { return p.problem.severity; });
}

}  // namespace tilescope
