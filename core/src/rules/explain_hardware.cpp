// core/src/rules/explain_hardware.cpp -- topics for kinds, types, targets, swizzle modes, qualifiers and Tensor Memory.
// SPDX-License-Identifier: MIT
#include "explain_parts.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/families.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/hw/qualifiers.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/hw/types.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/layout/tmem_access.h>
#include <tilescope/layout/tmem_layout.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope {
namespace {

std::string plural(unsigned count, std::string_view thing) { return say(count, " ", thing, count == 1 ? "" : "s"); }

// Adds the legal sizes of each form that the kind has: "M 64, 128; N 8, 16, 24 ... 256".
void add_shapes(Explanation& e, const KindRow& kind) {
    const auto add = [&](std::string name, const ShapeQuery& q) {
        const std::vector<unsigned> m = legal_m(q), n = legal_n(q);
        if (!m.empty()) e.facts.emplace_back(std::move(name), say("M ", list_sizes(m), "; N ", list_sizes(n)));
    };
    for (const unsigned group : {1u, 2u}) {
        add(say("cta_group::", group), {.kind = kind.id, .cta_group = group});
        if (kind.block_scaled())
            add(say("cta_group::", group, " .sp"), {.kind = kind.id, .cta_group = group, .sparse = true});
    }
    if (kind.ws) add(".ws", {.kind = kind.id, .ws = true});
    if (kind.ws) add(".ws.sp", {.kind = kind.id, .ws = true, .sparse = true});
    for (const FamilyRow& family : kFamilies)
        if (!family.names_kind && has_kind(family, kind.id))
            add(std::string(family.instruction), {.kind = kind.id, .family = family});
}

std::string names_of(const Format& format, std::string_view id) {
    const Field* f = find_field(format, id);
    return f ? list_of(f->names, &NamedValue::name) : std::string();
}

Explanation explain_kind(const KindRow& kind, const ExplainOptions& options) {
    const Format& idesc = *idesc_format(kind.id, options.edition);
    const auto runs_it = [&](const ArchRow& a) {
        return a.since <= options.edition && can_run_on(a, {.kind = kind.id}) ? a.id : std::string_view();
    };
    Explanation e =
        about(kind, say("kind::", kind.id), say("kind::", kind.id, kind.block_scaled() ? ", block-scaled" : ""));
    e.paragraphs = {
        say("One instruction reads ", kind.dense_k, " columns of K, or ", kind.sparse_k, " columns if A is sparse.")};
    if (kind.block_scaled()) e.paragraphs.emplace_back("A and B are multiplied by scale factors from Tensor Memory.");
    e.paragraphs.push_back(say("The kind supports ",
                               kind.transposes ? "K-major and MN-major operands" : "K-major operands only", ". It can",
                               kind.negates ? "" : "not", " negate operands. It can", kind.saturates ? "" : "not",
                               " saturate. It has ", kind.ws ? "a .ws form." : "no .ws form."));
    e.facts = {{"A", names_of(idesc, "a_type")}, {"B", names_of(idesc, "b_type")}};
    if (const std::string d = names_of(idesc, "d_type"); !d.empty()) e.facts.emplace_back("D", d);
    if (const std::string scales = names_of(idesc, "scale_type"); !scales.empty())
        e.facts.emplace_back("scale factors", scales);
    add_shapes(e, kind);
    e.facts.emplace_back("targets", list_of(kArchs, runs_it));
    also_see(e, idesc.id);
    for (const ScaleVectorRow& v : kScaleVectors)
        if (takes(kind, v)) also_see(e, say(".", v.name));
    return e;
}

// The kinds whose table has the type. Packed fp4 is named e2m1 there. No table has the types that only wgmma has.
std::string kinds_with(const ElementType& type, Edition edition) {
    const std::string out = list_of(kinds_of(edition), [&](std::string_view kind) {
        const Field* f = find_field(*idesc_format(kind, edition), "a_type");
        const auto is_it = [&](const NamedValue& n) { return smem_type_of(n.name, kind) == &type; };
        return f && std::ranges::any_of(f->names, is_it) ? kind : std::string_view();
    });
    return out.empty() ? "none; wgmma.mma_async has this type" : out;
}

Explanation explain_type(const ElementType& type, const ExplainOptions& options) {
    Explanation e = about(type, type.id, say(type.id, ": element type of ", plural(type.bits, "bit")));
    e.paragraphs = {std::string(type.doc)};
    e.facts = {{"bits", say(type.bits)},
               {"container in shared memory", plural(type.container_bits, "bit")},
               {"elements in 16 bytes", say(elements_per_chunk(type))},
               {"K of a dense instruction", say(dense_k(type))},
               {"kinds", kinds_with(type, options.edition)}};
    return e;
}

Explanation explain_arch(const ArchRow& a, const ExplainOptions& options) {
    const FamilyRow* family = family_with(a.features);
    const auto kinds = [&](bool wanted) {
        return list_of(kinds_of(options.edition), [&](std::string_view kind) {
            const auto runs = can_run_on(a, {.kind = kind, .family = family_of(a)});
            return static_cast<bool>(runs) == wanted ? kind : std::string_view();
        });
    };
    const std::string supported = kinds(true);
    Explanation e =
        about(a, a.id, say(a.id, ": target with ", family != nullptr ? family->id : "neither tcgen05 nor wgmma"));
    e.paragraphs = {
        a.has(Feature::exact)
            ? "This is an exact target. It has instruction forms that not every target of the family has."
            : "This is a family target. Its code runs on the whole family, but some instruction forms are missing."};
    if (a.has(Feature::k96))
        e.paragraphs.emplace_back("It has K = 96 for the packed fp4 kinds, and lbo_mode 1 (absolute address).");
    const auto fact = [&](std::string_view name, std::string text) {
        if (!text.empty()) e.facts.emplace_back(name, std::move(text));
    };
    fact("lowest PTX version", std::string(a.ptx));
    fact("runs on", std::string(a.chips));
    fact("its chip runs code for", targets_for_chip(chip_of(a)));
    fact("shared memory of a CTA", say(a.smem->usable_bytes / 1024, " KiB"));
    if (a.tmem_columns > kTmem.columns)
        fact("columns of Tensor Memory", say(a.tmem_columns, " (more than ", kTmem.columns, " only with .exclusive)"));
    else if (a.tmem_columns != 0)
        fact("columns of Tensor Memory", say(a.tmem_columns));
    fact(family_of(a).names_kind ? "kinds" : "kinds whose types it has", supported);
    fact("not on it", kinds(false));
    if (!supported.empty()) fact("addresses", say(a.address_bits, " bits: below ", 1u << a.address_bits));
    return e;
}

std::string bits_text(unsigned low, unsigned count) {
    return count == 1 ? say("bit ", low) : say("bits ", low + count - 1, ":", low);
}
std::string code_text(int code) { return code == kNoCode ? std::string("no such mode") : say(code); }

Explanation explain_swizzle(const SwizzleRow& row, const ExplainOptions&) {
    const Swizzle s = row.swizzle;
    Explanation e = about(row, row.name, say(row.name, ": swizzle mode"));
    if (s.bits == 0)
        e.paragraphs = {
            "The mode does not change the address. Core matrices of 8 rows x 16 bytes are stored separately."};
    else
        e.paragraphs = {say("In each shared-memory address, ", bits_text(s.base, s.bits), s.bits == 1 ? " is" : " are",
                            " XORed with ", bits_text(s.base + s.shift, s.bits), ". No other bit changes."),
                        say("A row is ", row.width_bytes, " bytes wide. The swizzle moves pieces of ", 1u << s.base,
                            " bytes. The pattern repeats after ", row.pattern_bytes,
                            " bytes. The XOR uses absolute addresses, so a buffer should begin at a multiple of ",
                            row.pattern_bytes, " bytes.")};
    e.facts = {{"tcgen05, swizzle", code_text(row.tcgen05)},
               {"wgmma, swizzle", code_text(row.wgmma)},
               {"CUtensorMapSwizzle", code_text(row.tensor_map)},
               {"CuTe, on bytes", say("Swizzle<", s.bits, ",", s.base, ",", s.shift, ">")},
               {"ordinal (TVM)", code_text(row.ordinal)},
               {"width", say(row.width_bytes, " bytes")},
               {"pattern", say(row.pattern_bytes, " bytes")},
               {"k rows of an MN-major atom", say(row.k_rows)}};
    also_see(e, say("smem.swizzle=", row.name));
    if (row.wgmma == kNoCode) return e;
    e.facts.emplace_back("measured",
                         say("for wgmma and the TMA of Hopper: ", text_of(*measured("layout").measurement())));
    also_see(e, say("wgmma.swizzle=", row.name));
    return e;
}

Explanation explain_qualifier(const QualifierRow& q, const ExplainOptions&) {
    Explanation e = about(q, q.id, q.id);
    e.paragraphs = {std::string(q.what)};
    for (const ScaleVectorRow& v : kScaleVectors) {
        if (topic_key(v.name) != topic_key(q.id) && topic_key(v.block) != topic_key(q.id)) continue;
        std::vector<std::string_view> kinds;
        for (const KindRow& kind : kKinds)
            if (takes(kind, v)) kinds.push_back(kind.id);
        e.facts.emplace_back(say(v.block, v.k96 ? ", K = 96" : ""),
                             say("kinds ", list_of(kinds), "; ", plural(v.factors, "scale factor"), " per row; ids ",
                                 list_sizes(v.ids)));
        for (const std::string_view kind : kinds) also_see(e, say("kind::", kind));
    }
    return e;
}

std::string need_text(FormNeed need, std::string_view word) {
    return need == FormNeed::any ? std::string() : say(need == FormNeed::yes ? ", with " : ", without ", word);
}

Explanation explain_path(const DataPathRow& p, const ExplainOptions&) {
    Explanation e = about(p, say("layout ", p.name), say("Layout ", p.name, " of Tensor Memory: ", p.organisation));
    e.paragraphs = {say("This is the layout of D with M = ", p.m, ", cta_group::", p.cta_group, need_text(p.ws, ".ws"),
                        need_text(p.sparse, "a sparse A"), ". Each CTA holds ", rows_per_cta(p), " rows of D.")};
    if (p.banks > 1)
        e.paragraphs.push_back(say("The N columns are divided into ", p.banks,
                                   " banks in different lanes, so D uses N / ", p.banks, " columns."));
    if (p.half)
        e.paragraphs.emplace_back(
            "The rows of D use 16 of each 32 lanes. D begins at lane 0 or 16, and A, D and metadata begin at the same "
            "lane.");
    if (!p.note.empty()) e.paragraphs.emplace_back(p.note);
    e.facts = {{"A in Tensor Memory", say(p.a_source, " (", name_of(p.a_copies), ")")}};
    return e;
}

Explanation explain_load(const LoadShapeRow& s, const ExplainOptions&) {
    Explanation e = about(s, s.name, say(s.name, ": shape of tcgen05.ld and .st"));
    e.paragraphs = {say("With .x1, a warp moves ", s.lanes, " lanes of ", plural(s.columns, "column"), ", with ",
                        plural(s.registers, "register"), " per thread. The largest .num is .x", s.max_num, ".")};
    if (s.split)
        e.paragraphs.emplace_back("The distance between the two parts of this shape is immHalfSplitoff columns.");
    e.see = {"tcgen05.ld", "tcgen05.st"};
    return e;
}

Explanation explain_copy(const CopyShapeRow& s, const ExplainOptions&) {
    Explanation e = about(s, s.name, say(s.name, ": shape of tcgen05.cp"));
    e.paragraphs = {say("Copies ", s.rows, " rows of ", s.row_bytes, " bytes. Each row is written ",
                        s.copies == 1 ? std::string("once") : say(s.copies, " times"), ".")};
    if (!s.readings.empty()) e.paragraphs.emplace_back(s.readings);
    for (unsigned row = 0; row < s.rows; row += s.block)
        e.facts.emplace_back(say("row ", row), say("lanes ", list_of(lanes_of(s, row))));
    e.see = {"tcgen05.cp"};
    return e;
}

}  // namespace

void add_kinds(Topics& out, const ExplainOptions& options) {
    for (const KindRow& k : kKinds)
        if (k.since <= options.edition)
            add_row<explain_kind>(out, k, say("kind::", k.id), {std::string(k.id), say("kind ", k.id)});
}

void add_types(Topics& out, const ExplainOptions&) {
    for (const ElementType& t : kElementTypes) add_row<explain_type>(out, t, t.id, {say("type ", t.id)});
}

void add_archs(Topics& out, const ExplainOptions& options) {
    for (const ArchRow& a : kArchs)
        if (a.since <= options.edition) add_row<explain_arch>(out, a, a.id, {std::string(a.id.substr(3))});
}

void add_swizzles(Topics& out, const ExplainOptions&) {
    for (const SwizzleRow& row : kSwizzleModes)
        add_row<explain_swizzle>(out, row, row.name, {say("swizzle ", row.name)});
}

void add_qualifiers(Topics& out, const ExplainOptions& options) {
    for (const QualifierRow& q : kQualifiers)
        if (q.since <= options.edition) add_row<explain_qualifier>(out, q, q.id, names_in(q.also));
}

void add_places(Topics& out, const ExplainOptions&) {
    for (const DataPathRow& p : kDataPaths)
        add_row<explain_path>(out, p, say("layout ", p.name), {say("data path ", p.name)});
    for (const LoadShapeRow& s : kLoadShapes) add_row<explain_load>(out, s, s.name, {say("tcgen05.ld.", s.name)});
    for (const CopyShapeRow& s : kCopyShapes) add_row<explain_copy>(out, s, s.name, {say("tcgen05.cp.", s.name)});
}

}  // namespace tilescope
