// core/src/rules/legality_judge.cpp -- finds the verdict about one property of an instruction that is otherwise legal.
// SPDX-License-Identifier: MIT
#include "legality_judge.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/ptx/mma_text.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/text_rules.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace tilescope {
namespace {

std::uint64_t with(const Format& format, std::uint64_t word, std::string_view id, std::uint64_t raw) {
    const Field* f = find_field(format, id);
    return f ? set_field(*f, word, raw) : word;
}

std::string text_in(const Format& format, std::string_view id, std::uint64_t word) {
    const Field* f = find_field(format, id);
    return f ? text_of(*f, get_field(*f, word)) : std::string();
}

// The M that most kernels use. The judge chooses M so that it is never the reason for a verdict.
constexpr unsigned kUsualM = 128;

std::uint64_t with_size(const Format& format, std::uint64_t word, std::string_view id, unsigned size) {
    const auto raw = raw_for(field_in(format, id), std::uint64_t{size});
    return raw ? with(format, word, id, *raw) : word;
}

WordContext context_of(const LegalityQuery& q) {
    const Variant& v = q.variant;
    return {.arch = q.arch,
            .cta_group = v.cta_group,
            .scale_block = scale_block_of(v),
            .ws = v.ws,
            .sparse = v.sparse,
            .a_in_tmem = v.a_in_tmem};
}

// Whether a problem counts for a verdict. An unknown place of metadata does not count: Table 39 has these shapes. An
// info about the line does not count either: it would be the same in every cell.
bool decides(const MmaProblem& p) {
    return p.problem.effect != Effect::not_drawn && (p.part != MmaPart::line || p.problem.severity != Severity::info);
}

constexpr const char* kAssembler = "ptxas 13.0.88";

// The line that the assembler gets. With `zero_mask`, the line has a mask operand even if the form does not allow it.
std::string line_of(const Judge& judge, std::uint64_t word, bool zero_mask) {
    const LegalityQuery& q = judge.query();
    const Format& format = judge.format();
    if (!judge.family().idesc) {
        const std::string d = text_in(format, "d_type", word), a = text_in(format, "a_type", word),
                          b = text_in(format, "b_type", word);
        const Field& n = field_in(format, "n");
        return wgmma_text(q.variant,
                          {.opcode = judge.family().opcode,
                           .n = static_cast<unsigned>(value_of(n, get_field(n, word))),
                           .k = mma_k(format, word),
                           .d_type = d.empty() ? "f32" : d,
                           .a_type = a,
                           .b_type = b},
                          true);
    }
    std::string out = mma_text(q.variant, false);
    if (zero_mask) out.insert(out.size() - 1, ", zcm");
    return out;
}

}  // namespace

std::optional<std::uint64_t> own_code(const Format& format, std::string_view id, std::string_view name) {
    const Field* f = find_field(format, id);
    const NamedValue* named = f ? row_with(f->names, name, &NamedValue::name) : nullptr;
    return named ? std::optional(named->raw) : std::nullopt;
}

std::optional<std::uint64_t> any_code(const Format& format, std::string_view id, std::string_view name) {
    const Field* f = find_field(format, id);
    if (!f) return std::nullopt;
    if (const auto code = own_code(format, id, name)) return code;
    for (const std::string_view kind : kinds_of(format.edition))
        if (const auto code = own_code(*idesc_format(kind, format.edition), id, name);
            code && *code <= bit_mask(f->width))
            return code;
    return std::nullopt;
}

Judge::Judge(LegalityQuery query, const Line& line)
    : query_(std::move(query)),
      format_(idesc_format(query_.variant.kind, query_.edition)),
      family_(line.family != nullptr ? line.family : &family_of(query_.arch)) {
    if (!format_) format_ = idesc_format(kinds_of(query_.edition).front(), query_.edition);
    const auto text = parse_mma_line(line_of(*this, word(), line.zero_mask));
    assert((text || !family_->idesc) && "the line from mma_text() can be parsed");
    if (text) line_ = *text;  // else problems_of_line() refuses every word
    // With .ws, the operand after the predicate is the mask. The assembler accepts the line, but it has no scale-d.
    const bool no_scale_d = query_.variant.scale_d && family_->idesc && !line_.operand(OperandRole::scale_d);
    m_ = doubtless_m({});
    if (const auto k96 = own_code(*format_, "k_size", "96")) m_k96_ = doubtless_m(std::array{FieldFix{"k_size", *k96}});
    form_ = idesc(word());
    if (no_scale_d && form_.verdict != LegalityVerdict::refused)
        form_ = refused(kNoScaleOfD.id, "In this form, the operand after the predicate is not scale-d.",
                        "PTX ISA 9.1, 9.7.16.10.9");
    form_.idesc = word();
}

// Chooses an M without problems, so that M is never the reason for a verdict about another property.
unsigned Judge::doubtless_m(std::span<const FieldFix> stored) const {
    std::vector<FieldFix> all(stored.begin(), stored.end());
    const auto ms = legal_m(shape(word(stored)));
    for (const unsigned m : ms) {
        all.resize(stored.size());
        all.push_back({"m", *raw_for(field_in(*format_, "m"), std::uint64_t{m})});
        if (m >= kUsualM && idesc(word(all)).verdict == LegalityVerdict::allowed) return m;
    }
    return ms.empty() ? kUsualM : ms.back();
}

ShapeQuery Judge::shape(std::uint64_t word) const {
    const Variant& v = query_.variant;
    return {.kind = format_->kind,
            .cta_group = v.cta_group,
            .ws = v.ws,
            .sparse = v.sparse,
            .b_mn_major = raw_or_0(*format_, word, "transpose_b") != 0,
            .k96 = text_in(*format_, "k_size", word) == "96",
            .family = family()};
}

std::uint64_t Judge::word(std::span<const FieldFix> stored) const {
    std::uint64_t word = blank_word(*format_);
    const auto first = [&](std::string_view id) {
        const Field* f = find_field(*format_, id);
        return f && !f->names.empty() ? f->names.front().raw : 0;
    };
    for (const std::string_view id : {"a_type", "b_type"}) word = with(*format_, word, id, first(id));
    if (const Field* d = find_field(*format_, "d_type")) word = set_field(*d, word, d->names.back().raw);
    // Every kind supports ue8m0 scale factors (powers of two) with blocks of 32.
    const auto powers = any_code(*format_, "scale_type", "ue8m0");
    word = with(*format_, word, "scale_type",
                scale_block_of(query_.variant) == 32 && powers ? *powers : first("scale_type"));
    word = with(*format_, word, "sparse", query_.variant.sparse);
    for (const FieldFix& f : stored) word = with(*format_, word, f.field, f.raw);
    const ShapeQuery sizes = shape(word);
    const auto has = [&](std::string_view id) {
        return std::ranges::find(stored, id, &FieldFix::field) != stored.end();
    };
    if (!has("m")) word = with_size(*format_, word, "m", sizes.k96 ? m_k96_ : m_);
    if (const auto ns = legal_n(sizes); !has("n")) word = with_size(*format_, word, "n", ns.empty() ? 128 : ns.back());
    return word;
}

LegalityCell Judge::refused(std::string_view rule, std::string why, std::string source) const {
    return {.verdict = LegalityVerdict::refused,
            .rule = std::string(rule),
            .why = std::move(why),
            .source = std::move(source)};
}

LegalityCell Judge::judged(std::span<const Problem> problems) const {
    if (problems.empty() || problems.front().severity != Severity::error)
        if (form_.verdict == LegalityVerdict::refused) return form_;
    if (problems.empty()) return {.verdict = LegalityVerdict::allowed};
    const Problem& worst = problems.front();
    return {.verdict = worst.severity == Severity::error  ? LegalityVerdict::refused
                       : worst.severity == Severity::info ? LegalityVerdict::allowed
                                                          : LegalityVerdict::doubtful,
            .rule = worst.rule,
            .why = worst.text,
            .fix = worst.fix,
            .source = worst.source,
            .certainty = worst.certainty};
}

// wgmma has no instruction descriptor: its line contains what tcgen05 stores in the descriptor. So each word needs a
// separate line.
std::vector<Problem> Judge::problems_of_line(std::uint64_t word) const {
    const auto text = parse_mma_line(line_of(*this, word, false));
    // A type code without a name gives no line, because there is no type name to write.
    const Acceptance verdict =
        text
            ? accept(*text, query_.arch)
            : Acceptance{.rule = std::string(kIllegalTypes.id),
                         .why = say(family_->opcode, " has no type with this code in kind ", query_.variant.kind, ".")};
    std::vector<Problem> out;
    if (!verdict.accepted)
        out.push_back({.rule = verdict.rule,
                       .field = {},
                       .severity = Severity::error,
                       .text = verdict.why,
                       .fix = verdict.fix,
                       .source = kAssembler});
    for (Problem& p : check_word(decode(*format_, word), context_of(query_))) out.push_back(std::move(p));
    return out;
}

LegalityCell Judge::idesc(std::uint64_t word) const {
    std::vector<Problem> problems;
    if (!family_->idesc) {
        problems = problems_of_line(word);
    } else {
        MmaWords words;
        words.idesc = word;
        for (MmaProblem& p : check_mma(line_, words, query_.arch, query_.edition).problems)
            if (decides(p)) problems.push_back(std::move(p.problem));
    }
    LegalityCell cell = judged(problems);
    cell.idesc = word;
    return cell;
}

LegalityCell Judge::stores(std::span<const FieldFix> stored) const {
    LegalityCell cell = idesc(word(stored));
    for (const FieldFix& f : stored) cell.fields.push_back({LegalityWord::idesc, f});
    return cell;
}

LegalityCell Judge::mode(const ModeQuestion& q) const {
    // The code at the bits of tcgen05. Hopper's code begins one bit higher, and the bit below it must be 0.
    const std::uint64_t code = set_field(field(kSmem91, "swizzle"), 0, q.code);
    const Format& smem = **find_format(family().smem, {}, query_.edition);
    std::uint64_t word = blank_word(smem) | code;
    word = set_field(field_in(smem, "lbo"), word, q.absolute ? 8 : 1);
    word = set_field(field_in(smem, "sbo"), word, 64);
    if (q.absolute) word = with(smem, word, "lbo_mode", 1);
    WordContext context = context_of(query_);
    context.major = q.major;
    context.type = q.type;
    std::vector<Problem> problems = check_word(decode(smem, word), context);
    // A bit of the code outside the field of the swizzle: the word cannot store the mode. A GPU ignores the bit, so the
    // rule only warns, but the operand would not have the mode.
    for (Problem& p : problems)
        if (const Field* f = find_field(smem, p.field); f != nullptr && f->inert) p.severity = Severity::error;
    std::ranges::stable_sort(problems, {}, &Problem::severity);
    LegalityCell cell = judged(problems);
    const Field& swizzle = field_in(smem, "swizzle");
    cell.fields.push_back({q.which, {swizzle.id, get_field(swizzle, word)}});
    return cell;
}

}  // namespace tilescope
