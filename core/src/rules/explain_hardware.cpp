// core/src/rules/explain_hardware.cpp -- topics for kinds, types, targets, swizzle modes, qualifiers and Tensor Memory.
// SPDX-License-Identifier: MIT
#include "explain_parts.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/hw/qualifiers.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/hw/types.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/swizzle.h>
#include <tilescope/layout/tmem_access.h>
#include <tilescope/layout/tmem_layout.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope {
namespace {

std::string yes(bool b, std::string_view text) { return b ? std::string(text) : std::string(); }
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

std::string targets_of(std::string_view kind, Edition edition) {
    std::string out;
    for (const ArchRow& a : kArchs)
        if (a.since <= edition && can_run_on(a, {.kind = kind})) out += say(out.empty() ? "" : ", ", a.id);
    return out;
}

Explanation explain_kind(const KindRow& kind, Edition edition) {
    const Format& idesc = *idesc_format(kind.id, edition);
    Explanation e;
    e.topic = say("kind::", kind.id);
    e.title = say("kind::", kind.id, yes(kind.block_scaled(), ", block-scaled"));
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
    e.facts.emplace_back("targets", targets_of(kind.id, edition));
    e.source = kind.source;
    also_see(e, idesc.id);
    for (const ScaleVectorRow& v : kScaleVectors)
        if (takes(kind, v)) also_see(e, say(".", v.name));
    return e;
}

// The kinds whose table has the type. Packed fp4 is named e2m1 there. No table has the types that only wgmma has.
std::string kinds_with(const ElementType& type, Edition edition) {
    std::string out;
    for (const std::string_view kind : kinds_of(edition)) {
        const Format& idesc = *idesc_format(kind, edition);
        const Field* f = find_field(idesc, "a_type");
        const auto is_it = [&](const NamedValue& n) { return smem_type_of(n.name, kind) == &type; };
        if (f && std::ranges::any_of(f->names, is_it)) out += say(out.empty() ? "" : ", ", kind);
    }
    return out.empty() ? "none; wgmma.mma_async has this type" : out;
}

Explanation explain_type(const ElementType& type, Edition edition) {
    Explanation e;
    e.topic = type.id;
    e.title = say(type.id, ": element type of ", plural(type.bits, "bit"));
    e.paragraphs = {std::string(type.doc)};
    e.facts = {{"bits", say(type.bits)},
               {"container in shared memory", plural(type.container_bits, "bit")},
               {"elements in 16 bytes", say(elements_per_chunk(type))},
               {"K of a dense instruction", say(dense_k(type))},
               {"kinds", kinds_with(type, edition)}};
    e.source = type.source;
    e.certainty = type.certainty;
    return e;
}

Explanation explain_arch(const ArchRow& a, Edition edition) {
    const FamilyRow* family = family_with(a.features);
    std::string supported, missing;
    for (const std::string_view kind : kinds_of(edition)) {
        std::string& list = can_run_on(a, {.kind = kind, .family = family_of(a)}) ? supported : missing;
        list += say(list.empty() ? "" : ", ", kind);
    }
    Explanation e;
    e.topic = a.id;
    e.title = say(a.id, ": target with ", family != nullptr ? family->id : "neither tcgen05 nor wgmma");
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
    fact("not on it", missing);
    if (!supported.empty()) fact("addresses", say(a.address_bits, " bits: below ", 1u << a.address_bits));
    e.source = a.source;
    e.certainty = a.certainty;
    return e;
}

std::string bits_text(unsigned low, unsigned count) {
    return count == 1 ? say("bit ", low) : say("bits ", low + count - 1, ":", low);
}
std::string code_text(int code) { return code == kNoCode ? std::string("no such mode") : say(code); }

Explanation explain_swizzle(const SwizzleRow& row) {
    const Swizzle s = row.swizzle;
    Explanation e;
    e.topic = row.name;
    e.title = say(row.name, ": swizzle mode");
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
    e.source = row.source;
    e.certainty = row.certainty;
    also_see(e, say("smem.swizzle=", row.name));
    if (row.wgmma == kNoCode) return e;
    e.facts.emplace_back("measured",
                         say("for wgmma and the TMA of Hopper: ", text_of(*measured("layout").measurement())));
    also_see(e, say("wgmma.swizzle=", row.name));
    return e;
}

Explanation explain_qualifier(const QualifierRow& q) {
    Explanation e;
    e.topic = q.id;
    e.title = q.id;
    e.paragraphs = {std::string(q.what)};
    for (const ScaleVectorRow& v : kScaleVectors) {
        if (key_of(v.name) != key_of(q.id) && key_of(v.block) != key_of(q.id)) continue;
        std::vector<std::string_view> kinds;
        for (const KindRow& kind : kKinds)
            if (takes(kind, v)) kinds.push_back(kind.id);
        e.facts.emplace_back(say(v.block, v.k96 ? ", K = 96" : ""),
                             say("kinds ", list_of(kinds), "; ", plural(v.factors, "scale factor"), " per row; ids ",
                                 list_sizes(v.ids)));
        for (const std::string_view kind : kinds) also_see(e, say("kind::", kind));
    }
    e.source = q.source;
    e.certainty = q.certainty;
    return e;
}

std::string need_text(FormNeed need, std::string_view word) {
    return need == FormNeed::any ? std::string() : say(need == FormNeed::yes ? ", with " : ", without ", word);
}

Explanation explain_path(const DataPathRow& p) {
    Explanation e;
    e.topic = say("layout ", p.name);
    e.title = say("Layout ", p.name, " of Tensor Memory: ", p.organisation);
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
    e.source = p.source;
    e.certainty = p.certainty;
    return e;
}

Explanation explain_load(const LoadShapeRow& s) {
    Explanation e;
    e.topic = s.name;
    e.title = say(s.name, ": shape of tcgen05.ld and .st");
    e.paragraphs = {say("With .x1, a warp moves ", s.lanes, " lanes of ", plural(s.columns, "column"), ", with ",
                        plural(s.registers, "register"), " per thread. The largest .num is .x", s.max_num, ".")};
    if (s.split)
        e.paragraphs.emplace_back("The distance between the two parts of this shape is immHalfSplitoff columns.");
    e.source = s.source;
    e.certainty = s.certainty;
    e.see = {"tcgen05.ld", "tcgen05.st"};
    return e;
}

Explanation explain_copy(const CopyShapeRow& s) {
    Explanation e;
    e.topic = s.name;
    e.title = say(s.name, ": shape of tcgen05.cp");
    e.paragraphs = {say("Copies ", s.rows, " rows of ", s.row_bytes, " bytes. Each row is written ",
                        s.copies == 1 ? std::string("once") : say(s.copies, " times"), ".")};
    if (!s.readings.empty()) e.paragraphs.emplace_back(s.readings);
    for (unsigned row = 0; row < s.rows; row += s.block) {
        const std::string lanes = list_of(lanes_of(s, row));
        e.facts.emplace_back(say("row ", row), say("lanes ", lanes));
    }
    e.source = s.source;
    e.certainty = s.certainty;
    e.see = {"tcgen05.cp"};
    return e;
}

}  // namespace

void add_kinds(Topics& out, const ExplainOptions& options) {
    for (const KindRow& k : kKinds)
        if (k.since <= options.edition)
            out.push_back({say("kind::", k.id),
                           {std::string(k.id), say("kind ", k.id)},
                           [&k, edition = options.edition] { return explain_kind(k, edition); }});
}

void add_types(Topics& out, const ExplainOptions& options) {
    for (const ElementType& t : kElementTypes)
        out.push_back({std::string(t.id), {say("type ", t.id)}, [&t, edition = options.edition] {
                           return explain_type(t, edition);
                       }});
}

void add_archs(Topics& out, const ExplainOptions& options) {
    for (const ArchRow& a : kArchs)
        if (a.since <= options.edition)
            out.push_back({std::string(a.id), {std::string(a.id.substr(3))}, [&a, edition = options.edition] {
                               return explain_arch(a, edition);
                           }});
}

void add_swizzles(Topics& out, const ExplainOptions&) {
    for (const SwizzleRow& row : kSwizzleModes)
        out.push_back({std::string(row.name), {say("swizzle ", row.name)}, [&row] { return explain_swizzle(row); }});
}

void add_qualifiers(Topics& out, const ExplainOptions& options) {
    for (const QualifierRow& q : kQualifiers) {
        if (q.since > options.edition) continue;
        Topic topic{std::string(q.id), {}, [&q] { return explain_qualifier(q); }};
        for (const std::string_view name : q.also)
            if (!name.empty()) topic.also.emplace_back(name);
        out.push_back(std::move(topic));
    }
}

void add_places(Topics& out, const ExplainOptions&) {
    for (const DataPathRow& p : kDataPaths)
        out.push_back({say("layout ", p.name), {say("data path ", p.name)}, [&p] { return explain_path(p); }});
    for (const LoadShapeRow& s : kLoadShapes)
        out.push_back({std::string(s.name), {say("tcgen05.ld.", s.name)}, [&s] { return explain_load(s); }});
    for (const CopyShapeRow& s : kCopyShapes)
        out.push_back({std::string(s.name), {say("tcgen05.cp.", s.name)}, [&s] { return explain_copy(s); }});
}

}  // namespace tilescope
