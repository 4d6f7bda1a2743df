// core/src/document/derive_form.cpp -- the parts of derive() that concern the instruction as a whole.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/ptx/mma_text.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/read_paste.h>

namespace tilescope {
namespace {

// "D f32  A f16  B f16  128 x 96  SFA id 1". Omits fields with undefined values.
std::string idesc_summary(const Format& format, std::uint64_t word, std::uint64_t unknown) {
    struct Part {
        std::string_view field, title;
    };
    std::string out;
    for (const Part& part :
         {Part{"d_type", "D "}, Part{"a_type", "A "}, Part{"b_type", "B "}, Part{"scale_type", "scales "}}) {
        const Field* f = find_field(format, part.field);
        const std::string_view name = !f                            ? std::string_view()
                                      : get_field(*f, unknown) != 0 ? "?"
                                                                    : name_in(f->names, get_field(*f, word));
        if (!name.empty()) out += say(part.title, name, "  ");
    }
    const Field &m = field_in(format, "m"), &n = field_in(format, "n");
    return say(out, text_of(m, get_field(m, word), get_field(m, unknown)), " x ",
               text_of(n, get_field(n, word), get_field(n, unknown)));
}

// Checks whether a target accepts the text of a form. The rules also refuse forms that the assembler cannot detect.
Answer<void> target_accepts(std::string_view arch, const MmaLine& line, Edition edition) {
    for (const MmaProblem& p : check_mma(line, {}, arch, edition).problems)
        if (p.problem.severity == Severity::error) return Refusal(p.problem.text);
    return {};
}

// Checks whether any target of the edition accepts the form. The refusal is the one of the session's target, or of
// the default target if the session's target does not have the instruction.
Answer<void> some_target_accepts(const Session& session, const Variant& form) {
    const Answer<MmaLine> line = parse_mma_line(mma_text(form, false));
    if (!line) return Refusal(line.why);
    if (form.scale_d && !line->operand(OperandRole::scale_d))
        return Refusal("With .ws, the operand after the predicate is the zero-column mask, not scale-input-d.");
    const FamilyRow& family = family_of(line->opcode);
    for (const ArchRow& arch : kArchs)
        if (arch.has(family.feature) && arch.since <= session.edition &&
            target_accepts(arch.id, *line, session.edition))
            return {};
    return target_accepts(has_feature(session.arch, family.feature) ? session.arch : family.target, *line,
                          session.edition);
}

}  // namespace

std::vector<KindView> kind_views(const Session& session) {
    std::vector<KindView> out;
    const std::uint64_t word = session.word(WordId::idesc);
    const std::uint64_t unknown = session.unknown_bits(WordId::idesc);
    const WordContext context{.arch = session.arch};
    for (const std::string_view kind : kinds_of(session.edition)) {
        const Format& format = *idesc_format(kind, session.edition);
        KindView view{
            .kind = kind, .summary = idesc_summary(format, word, unknown), .chosen = kind == session.variant.kind};
        const std::uint64_t open = unknown | session.assumed.bits[WordId::idesc];
        for (const Problem& p : problems_for_sure(decode(format, word), context, open)) {
            if (p.severity != Severity::error) continue;
            if (view.problem_count++ == 0) view.first_problem = p.text;
            view.problems += say(view.problems.empty() ? "" : "\n", p.rule, "  ", p.text);
        }
        out.push_back(std::move(view));
    }
    return out;
}

std::string instruction_text(const Derived& d, bool all_registers) {
    const Session& s = d.session;
    if (family_of(s).idesc) return mma_text(s.variant, (s.word(WordId::zcm) | s.unknown_bits(WordId::zcm)) != 0);
    std::string text = wgmma_text(s.variant, wgmma_shape(d), all_registers);
    const std::string n = say('n', d.n, 'k');
    if (const std::size_t at = text.find(n); d.n_text == "?" && at != std::string::npos)
        text.replace(at, n.size(), "n?k");
    return text;
}

std::vector<TargetView> target_views(const Derived& d) {
    std::vector<TargetView> out;
    const Answer<MmaLine> line = parse_mma_line(instruction_text(d, true));
    for (const ArchRow& arch : kArchs) {
        if (arch.since > d.session.edition) continue;
        const Acceptance verdict = line ? accept(*line, arch.id, d.session.edition) : Acceptance{.why = line.why};
        out.push_back({.arch = arch.id,
                       .accepted = verdict.accepted,
                       .why = verdict.accepted ? say("needs PTX ", verdict.ptx, " on ", arch.id) : verdict.why});
    }
    return out;
}

FormChoices form_choices(const Session& session) {
    if (!family_of(session).names_kind) return {};
    const Variant& v = session.variant;
    const Variant bare{.kind = v.kind,
                       .cta_group = v.cta_group,
                       .ws = v.ws,
                       .sparse = v.sparse,
                       .a_in_tmem = v.a_in_tmem,
                       .scale_block = v.scale_block,
                       .scale_vec = v.scale_vec};
    const auto why = [&](auto change) {
        Variant changed = bare;
        change(changed);
        return some_target_accepts(session, changed).why;
    };
    FormChoices out{.ws = why([](Variant& c) { c.ws = true; }),
                    .pair = why([](Variant& c) { c.cta_group = 2; }),
                    .lane_mask = why([](Variant& c) { c.lane_mask = true; }),
                    .scale_d = why([](Variant& c) { c.scale_d = 0; }),
                    .ashift = why([](Variant& c) { c.ashift = true; }),
                    .sizes = {}};
    const KindRow* kind = find_kind(v.kind);
    for (const bool vec : {false, true})
        for (const unsigned block : {0u, 32u, 16u}) {
            if (!kind || !kind->block_scaled() || (vec && block == 0)) continue;
            Variant sized = bare;
            sized.scale_block = block, sized.scale_vec = vec;
            const bool named = block == 0 && !scale_size_text(sized).empty();  // needs a name: the kind has no default
            if (!named && some_target_accepts(session, sized)) out.sizes.push_back(sized);
        }
    return out;
}

}  // namespace tilescope
