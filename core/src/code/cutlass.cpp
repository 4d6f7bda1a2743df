// core/src/code/cutlass.cpp -- a session as C++ with CUTLASS: descriptors, layouts, the MMA atom and the tiled MMA.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/base/text.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/notation/type_names.h>

#include <algorithm>

namespace tilescope::code::cutlass {
namespace {

// ---- the words as members of the structs of CUTLASS ----

// The enumerators of CUTLASS for the values of a field. Source: CUTLASS include/cute/arch/mma_sm100_desc.hpp @7107b055.
struct Enumerators {
    std::string_view field, type;
    NamedValue names[5];
};
constexpr Enumerators kEnumerators[] = {
    {"swizzle",
     "LayoutType",
     {{0, "SWIZZLE_NONE"}, {1, "SWIZZLE_128B_BASE32B"}, {2, "SWIZZLE_128B"}, {4, "SWIZZLE_64B"}, {6, "SWIZZLE_32B"}}},
    {"d_type", "CFormat", {{0, "F16"}, {1, "F32"}, {2, "S32"}}},
    {"scale_type", "ScaleFormat", {{0, "UE4M3"}, {1, "UE8M0"}}},
    {"transpose_a", "Major", {{0, "K"}, {1, "MN"}}},
    {"transpose_b", "Major", {{0, "K"}, {1, "MN"}}},
    {"negate_a", "ScaleIn", {{0, "One"}, {1, "Neg"}}},
    {"negate_b", "ScaleIn", {{0, "One"}, {1, "Neg"}}},
    {"saturate", "Saturate", {{0, "False"}, {1, "True"}}},
};
constexpr Enumerators kInputFormats[] = {
    {"i8", "S8Format", {{0, "UINT8"}, {1, "INT8"}}},
    {"packed", "MXF4Format", {{1, "E2M1"}}},
    {"padded", "MXF8F6F4Format", {{0, "E4M3"}, {1, "E5M2"}, {3, "E2M3"}, {4, "E3M2"}, {5, "E2M1"}}},
    {"16 or 32 bits", "F16F32Format", {{0, "F16"}, {1, "BF16"}, {2, "TF32"}}},
};
// cute::SM90::GMMA::LayoutType, mma_sm90_desc.hpp.
constexpr Enumerators kGmmaLayouts = {
    "swizzle", "LayoutType", {{0, "INTERLEAVE"}, {1, "B128"}, {2, "B64"}, {3, "B32"}}};

const Enumerators* enumerators_of(const Derived& d, const Field& field) {
    if (field.id == "swizzle" && !family_of(d.session).idesc) return &kGmmaLayouts;
    if (field.id == "a_type" || field.id == "b_type") {
        const KindRow& kind = kind_or_none(d.of(WordId::idesc).format->kind);
        return &kInputFormats[kind.integer ? 0 : kind.packed ? 1 : kind.padded ? 2 : 3];
    }
    return row_with(kEnumerators, field.id, &Enumerators::field);
}

}  // namespace

std::string_view umma_major(Major major) {
    return major == Major::k ? "cute::UMMA::Major::K" : "cute::UMMA::Major::MN";
}

std::string field_value(const Derived& d, const FieldPart& part) {
    if (part.open()) return part.parameter;
    const Field& f = *part.field;
    if (const Enumerators* e = enumerators_of(d, f))
        if (const std::string_view name = name_in(e->names, part.raw); !name.empty())
            return say("uint8_t(cute::", names_of_family(d.session).cutlass_enums, "::", e->type, "::", name, ")");
    // The struct has M / 16, also where PTX stores M / 128.
    if (f.id == "m") return say(value_of(f, part.raw), " >> 4");
    if (f.id == "n") return say(value_of(f, part.raw), " >> ", f.scale);
    if (f.id == "start") return say(hex(value_of(f, part.raw)), " >> ", f.scale);
    return say(part.raw);
}

namespace {

// The struct of CUTLASS for a word.
struct Struct {
    std::string type, initial, members;  // `members` is before the name of a member: "bitfield."
};
Struct struct_of(const Derived& d, const WordPart& word) {
    if (word.view->id == WordId::idesc) {
        const bool scaled = kind_or_none(word.view->format->kind).block_scaled();
        return {say("cute::UMMA::InstrDescriptor", scaled ? "BlockScaled" : ""), " = {}", ""};
    }
    const FamilyNames& names = names_of_family(d.session);
    return {std::string(names.cutlass_descriptor), "", std::string(names.cutlass_members)};
}

std::string_view type_of(const WordPart&, const FieldPart& p) { return p.field->width > 8 ? "uint16_t" : "uint8_t"; }

// Fields that the struct has no member for: only their constants can be stored.
void check_memberless(Lines& out, const WordPart& word, const FieldPart& part) {
    if (part.open())
        out.cannot(say("The struct of CUTLASS has no member for '", part.field->id, "' of ", word.name,
                       ", which has unknown bits: the text stores ", part.field->want, "."));
    else if (part.raw != part.field->want)
        out.cannot(say("The struct of CUTLASS has no member for '", part.field->id, "' of ", word.name, ", which is ",
                       part.raw, ": the text stores ", part.field->want, "."));
}

constexpr unsigned kStartBits = 14;  // of start_address_ and leading_byte_offset_ in the structs of CUTLASS

void write_member(Lines& out, const Derived& d, const WordPart& word, const Struct& type, const FieldPart& part) {
    const std::string member = cutlass_member(part.field->id);
    const std::string value = field_value(d, part);
    // An enumerator says its meaning, and a 0 without a unit needs none.
    const bool number = part.field->encoding == Encoding::number && (part.raw != 0 || !part.field->unit.empty());
    std::string note = part.open() || number ? meaning(part) : std::string();
    if (part.field->id == "start" && !part.open()) note = say("of a buffer: make_", word.name, "_at()");
    if (const auto lbo = lbo_address(word); lbo && lbo->bytes && lbo->lbo == &part) note = lbo->note;
    out.noted(say("desc.", type.members, member, " = ", value, ";"), note);
}

// The same descriptor for a buffer. An lbo that is an address keeps its distance from the start.
void write_at_buffer(Lines& out, const Derived& d, const WordPart& word, const Struct& type) {
    const FieldPart* start = word.part("start");
    if (start == nullptr) return;
    const auto lbo = lbo_address(word);
    if (lbo && !lbo->bytes) return out.cannot(lbo->note);
    const std::string arguments = list_of(word.fields, [&](const FieldPart& p) {
        return p.open() && p.field == start->field ? std::string("address >> 4") : p.parameter;
    });
    out.comment(say("The same for a buffer in shared memory, in a kernel. ", moves_by(d, word)));
    out.line("CUTE_DEVICE ", type.type, " make_", word.name, "_at(",
             parameters_of(word, "const void* buffer", {.type = type_of, .start = false}), ") {");
    out.line("    const uint32_t address = cute::cast_smem_ptr_to_uint(buffer);");
    out.line("    ", type.type, " desc = make_", word.name, "(", arguments, ");");
    if (!start->open()) out.line("    desc.", type.members, cutlass_member("start"), " = address >> 4;");
    if (lbo) out.noted(say("desc.", type.members, cutlass_member("lbo"), " = ", moved_lbo(*lbo), ";"), lbo->note);
    out.line("    return desc;");
    out.end();
}

void write_struct(Lines& out, const Derived& d, const WordPart& word) {
    const Struct type = struct_of(d, word);
    out.comment(word.title());
    out.line("CUTE_HOST_DEVICE ", type.type, " make_", word.name, "(", parameters_of(word, {}, {.type = type_of}),
             ") {");
    out.line("    ", type.type, " desc", type.initial, ";");
    for (const FieldPart& p : word.fields) {
        if (cutlass_member(p.field->id).empty()) {
            check_memberless(out, word, p);
            continue;
        }
        if ((p.field->id == "start" || p.field->id == "lbo") && (p.raw >> kStartBits) != 0)
            out.cannot(
                say("CUTLASS stores 14 bits of '", p.field->id, "' of ", word.name, ", and the value has more."));
        write_member(out, d, word, type, p);
    }
    out.line("    return desc;");
    out.end();
    write_at_buffer(out, d, word, type);
}

// cute::UMMA::MaskAndShiftB keeps the four fs bits in one member.
void write_mask(Lines& out, const WordPart& word) {
    const auto value = [&](std::string_view id) {
        const FieldPart* p = word.part(id);
        return p == nullptr ? std::string("0") : p->open() ? p->parameter : say(p->raw);
    };
    const auto note = [&](std::string_view id) {
        const FieldPart* p = word.part(id);
        return p == nullptr ? std::string() : meaning(*p);
    };
    out.comment(word.title());
    out.line("CUTE_HOST_DEVICE uint64_t make_", word.name, "(", parameters_of(word, {}, {.type = type_of}), ") {");
    out.line("    cute::UMMA::MaskAndShiftB mask = {};");
    for (unsigned i = 0; i < 4; ++i)
        out.noted(say("mask.start_count_[", i, "] = ", value(say("sc", i)), ";"), note(say("sc", i)));
    out.line("    mask.first_span_ = ", value("fs0"), " | ", value("fs1"), " << 1 | ", value("fs2"), " << 2 | ",
             value("fs3"), " << 3;");
    out.noted(say("mask.nzm_ = ", value("nonzero"), ";"), note("nonzero"));
    out.noted(say("mask.skip_span_ = ", value("skip_span"), ";"), note("skip_span"));
    out.noted(say("mask.use_span_ = ", value("use_span"), ";"), note("use_span"));
    out.noted(say("mask.shift_ = ", value("column_shift"), ";"), note("column_shift"));
    out.line("    return uint64_t{mask.uri[1]} << 32 | mask.uri[0];");
    out.end();
    for (const FieldPart& p : word.fields)
        if (p.field->encoding == Encoding::fixed) check_memberless(out, word, p);
}

// ---- the layouts and the atom ----

// The MMA atoms of CUTLASS for a kind. Source: CUTLASS include/cute/arch/mma_sm100_umma.hpp @7107b055 (4.7).
struct AtomRow {
    std::string_view kind, stem, sparse_stem;
    bool from_tmem = false;    // has a form with A in Tensor Memory
    bool scales_d = false;     // has a form with scale-input-d
    bool vector_size = false;  // the elements of a scale factor are a template argument
    bool traits_once = false;  // a plain struct before CUTLASS 4.5.1: its traits have the arguments
};
constexpr AtomRow kAtoms[] = {
    {.kind = "f16", .stem = "F16BF16", .sparse_stem = "F16BF16", .from_tmem = true, .scales_d = true},
    {.kind = "tf32", .stem = "TF32", .sparse_stem = "TF32", .from_tmem = true, .scales_d = true},
    {.kind = "i8", .stem = "S8", .sparse_stem = "S8", .from_tmem = true},
    {.kind = "f8f6f4", .stem = "F8F6F4", .sparse_stem = "F8F6F4", .from_tmem = true, .traits_once = true},
    {.kind = "mxf8f6f4", .stem = "MXF8F6F4", .sparse_stem = "MXF8F6F4"},
    {.kind = "mxf4", .stem = "MXF4", .sparse_stem = "MXF4NVF4", .vector_size = true},
    {.kind = "mxf4nvf4", .stem = "MXF4", .sparse_stem = "MXF4NVF4", .vector_size = true},
};

// The atoms with K = 96 have another name. Source: CUTLASS include/cute/arch/mma_sm100_umma.hpp @7107b055, SM103.
bool is_ultra(const Derived& d) { return kind_or_none(d.session.variant.kind).packed && d.k == 96; }
Answer<void> has_ultra_atom(const Derived& d) {
    const Variant& v = d.session.variant;
    const auto none = [](std::string why) { return Refusal("CUTLASS has no tcgen05 atom with K = 96 ", why); };
    constexpr unsigned step = 16;
    if (v.sparse) return none("for a sparse A.");
    if (d.n % step != 0) return none(say("for N = ", d.n, "; it accepts multiples of ", step, "."));
    if (d.m != 128 && d.m != 128 * v.cta_group) return none(say("for M = ", d.m, "."));
    return {};
}

// Why CUTLASS has no atom for this instruction.
Answer<void> has_atom(const Derived& d, const AtomRow* row) {
    const Variant& v = d.session.variant;
    const auto none = [](std::string why) { return Refusal("CUTLASS has no tcgen05 atom ", why); };
    if (row == nullptr) return none(say("for kind ", v.kind, "."));
    if (v.ws) return none("with .ws.");
    if (v.a_in_tmem && (!row->from_tmem || v.sparse))
        return none(say("for kind ", v.kind, " with A in Tensor Memory", v.sparse ? " that is sparse." : "."));
    if (v.scale_d && (!row->scales_d || v.sparse)) return none(say("for kind ", v.kind, " with this scale-input-d."));
    const KindRow& kind = kind_or_none(v.kind);
    const unsigned k = v.sparse ? kind.sparse_k : kind.dense_k;
    if (is_ultra(d)) return has_ultra_atom(d);
    if (d.k != k) return none(say("of this name with K = ", d.k, "; its K is ", k, "."));
    const unsigned n_step = 8 * v.cta_group;
    if (d.n % n_step != 0) return none(say("for N = ", d.n, "; it accepts multiples of ", n_step, "."));
    const unsigned m = d.m / v.cta_group;
    const bool small = v.cta_group == 1 && m == 64 && (v.a_in_tmem || v.sparse) && !kind.integer;
    const unsigned per_cta = small || (kind.integer && d.n == 8) ? 8
                             : kind.integer                      ? kind.cutlass.dense
                             : v.a_in_tmem                       ? kind.cutlass.a_in_tmem
                             : v.sparse                          ? kind.cutlass.sparse
                                                                 : kind.cutlass.dense;
    const unsigned step = per_cta * v.cta_group;
    if (d.n % step != 0) return none(say("for N = ", d.n, "; it accepts multiples of ", step, "."));
    const bool whole = kind.block_scaled() && (v.cta_group == 1 || kind.padded);  // 128 rows in each CTA
    if (m != 128 && (m != 64 || whole)) return none(say("for M = ", d.m, v.cta_group == 2 ? " on two CTAs." : "."));
    return {};
}

std::string atom_name(const Derived& d, const AtomRow& row) {
    const Variant& v = d.session.variant;
    if (is_ultra(d)) return say("cute::SM103::SM103_MXF4_ULTRA", v.cta_group == 2 ? "_2x1SM" : "", "_SS_VS");
    return say("cute::SM100_MMA_", v.sparse ? row.sparse_stem : row.stem, v.cta_group == 2 ? "_2x1SM" : "",
               v.a_in_tmem ? "_TS" : "_SS",
               v.sparse    ? "_SPARSE"
               : v.scale_d ? "_SCALED"
                           : "");
}

std::string int_constant(int value) { return say("cute::Int<", value, ">"); }

void write_layout(Lines& out, const Derived& d, Operand operand) {
    if (!d.of(operand).in_smem) return;
    const Answer<OperandTile> tile = atom_tile(d, operand);
    if (!tile) return out.cannot_lay_out("The layout atoms of CUTLASS", operand, tile.why);
    const SmemLayout& l = tile->layout;
    // A layout of a padded type counts its containers of 8 bits, as the collectives of CUTLASS do.
    const bool padded = is_padded(*l.type);
    const std::string_view type = padded ? "uint8_t" : names_of_type(l.type->id).cutlass;
    const std::string letter(name_of(operand));
    if (padded) out.comment(say("Each ", l.type->id, " is in a container of 8 bits."));
    const bool k_first = tile->spec.order == AtomOrder::k_first;
    out.line("using SmemLayoutAtom", letter, " = ", names_of_family(d.session).cutlass, "::Layout_", atom_kind(l),
             "_Atom<", type, ">;");
    out.line("using SmemLayout", letter, " = decltype(cute::tile_to_shape(SmemLayoutAtom", letter, "{}, cute::Shape<",
             int_constant(l.rows), ", ", int_constant(l.columns), ">{}",
             k_first ? ", cute::Step<cute::_2, cute::_1>{}" : "", "));");
    if (d.session.variant.sparse && operand == Operand::a)
        out.cannot(
            "SmemLayoutA counts the stored half of a sparse A. The collectives of CUTLASS use the _SpAtom layouts "
            "of cute::sparse_elem, which count both halves.");
}

// Since CUTLASS 4.5.1 the atom is a template. Before, it was a plain struct, and its traits had the arguments.
void write_atom_of_both(Lines& out, const Derived& d, const std::string& name, const InstrArguments& args) {
    const auto constant = [&](std::string_view type, std::string_view yes, std::string_view no, std::string_view id) {
        return say("cute::integral_constant<cute::UMMA::", type, ", cute::UMMA::", type,
                   "::", idesc_flag(d, id) ? yes : no, ">");
    };
    out.line("#if CUTLASS_MAJOR * 10000 + CUTLASS_MINOR * 100 + CUTLASS_PATCH >= 40501");
    out.line("using MmaAtom = ", name, "<", args.types, ", ", args.shape, ", ", args.majors, args.signs, ">;");
    out.line("#else");
    out.line("using MmaAtom = cute::MMA_Traits<", name, ", ", args.types, ", cute::C<", d.m, ">, cute::C<", d.n, ">,");
    out.line("    ", constant("Major", "MN", "K", "transpose_a"), ", ", constant("Major", "MN", "K", "transpose_b"),
             ",");
    out.line("    ", constant("ScaleIn", "Neg", "One", "negate_a"), ",");
    out.line("    ", constant("ScaleIn", "Neg", "One", "negate_b"), ">;");
    out.line("#endif");
}

void write_umma(Lines& out, const Derived& d) {
    const Variant& v = d.session.variant;
    const AtomRow* row = row_with(kAtoms, v.kind, &AtomRow::kind);
    const auto args = instr_arguments(d);
    const auto has = args ? has_atom(d, row) : Refusal(args.why);
    if (!has) return out.cannot(has.why);
    const std::string name = atom_name(d, *row);
    const std::string scale = args->scale.empty() ? "" : say(", ", args->scale);
    const std::string block = row->vector_size ? say(", ", scale_block_of(v)) : "";
    const std::string scale_d = v.scale_d ? say(", ", *v.scale_d) : "";
    if (row->traits_once && !v.sparse && !v.a_in_tmem)
        write_atom_of_both(out, d, name, *args);
    else
        out.line("using MmaAtom = ", name, "<", args->types, scale, ", ", args->shape, block, ", ", args->majors,
                 scale_d, args->signs, ">;");
    out.line("using TiledMma = decltype(cute::make_tiled_mma(MmaAtom{}));");
}

constexpr unsigned kGmmaSizes[] = {8, 16, 32, 64, 96, 128, 192, 256};  // mma_sm90_gmma.hpp; the others need a macro

// The atoms of wgmma have the shape and the types in their names. Source: CUTLASS
// include/cute/arch/mma_sm90_gmma.hpp @7107b055.
void write_gmma(Lines& out, const Derived& d) {
    const Variant& v = d.session.variant;
    const auto known = idesc_is_known(d, "The MMA atom");
    if (!known) return out.cannot(known.why);
    const std::string_view a = names_of_type(d.a_type).wgmma_atom, b = names_of_type(d.b_type).wgmma_atom,
                           result = names_of_type(d.d_type).wgmma_atom;
    if (v.b1 || a.empty() || b.empty() || result.empty())
        return out.cannot("CUTLASS has no wgmma atom for these types.");
    if (const std::string bad = bad_size(d); !bad.empty())
        return out.cannot(say("CUTLASS has no wgmma atom for ", bad, "."));
    const KindRow& kind = kind_or_none(v.kind);
    if (std::ranges::find(kGmmaSizes, d.n) == std::end(kGmmaSizes))
        out.line("// Define CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED: N = ", d.n, " is one of the extended shapes.");
    const auto major = [&](std::string_view id) {
        return say("cute::SM90::GMMA::Major::", idesc_flag(d, id) ? "MN" : "K");
    };
    const auto sign = [&](std::string_view id) {
        return say("cute::SM90::GMMA::ScaleIn::", idesc_flag(d, id) ? "Neg" : "One");
    };
    std::string arguments;
    if (kind.wgmma_transposes) arguments = say(major("transpose_a"), ", ", major("transpose_b"));
    if (kind.negates && (idesc_flag(d, "negate_a") || idesc_flag(d, "negate_b")))
        arguments += say(arguments.empty() ? "" : ", ", sign("negate_a"), ", ", sign("negate_b"));
    out.line("using MmaAtom = cute::SM90::GMMA::", v.sparse ? "SPARSE::GMMA_64x" : "MMA_64x", d.n, "x", d.k, "_",
             result, a, b, v.a_in_tmem ? "_RS" : "_SS", kind.wgmma_transposes ? "" : "_TN",
             kind.saturates && idesc_flag(d, "saturate") ? "_SATURATE" : "",
             kind.integer && !v.sparse ? "" : say("<", arguments, ">"), ";");
    out.line("using TiledMma = decltype(cute::make_tiled_mma(MmaAtom{}));");
}

}  // namespace

std::string atom_kind(const SmemLayout& l) {
    constexpr std::string_view kModes[] = {"INTER", "SW32", "SW64", "SW128", "SW128_32B"};
    static_assert(std::size(kModes) == std::size(kSwizzleModes));
    return say(l.major == Major::k ? "K_" : "MN_", kModes[static_cast<std::size_t>(l.mode)]);
}

Answer<InstrArguments> instr_arguments(const Derived& d) {
    if (const auto known = idesc_is_known(d, "The instruction descriptor of CUTLASS"); !known)
        return Refusal(known.why);
    if (const std::string bad = bad_size(d); !bad.empty()) return Refusal("CUTLASS has no tcgen05 MMA for ", bad, ".");
    const std::string_view kind = d.of(WordId::idesc).format->kind;
    const std::string_view a = names_as_stored(d.a_type, kind).cutlass, b = names_as_stored(d.b_type, kind).cutlass,
                           result = names_of_type(d.d_type).cutlass;
    if (a.empty() || b.empty() || result.empty())
        return Refusal("CUTLASS has no tcgen05 MMA of the types ", d.a_type, ", ", d.b_type, " and ", d.d_type, ".");
    const auto major = [&](std::string_view id) { return umma_major(idesc_flag(d, id) ? Major::mn : Major::k); };
    const auto sign = [&](std::string_view id) {
        return say("cute::UMMA::ScaleIn::", idesc_flag(d, id) ? "Neg" : "One");
    };
    InstrArguments out{.types = say(a, ", ", b, ", ", result),
                       .scale = std::string(names_of_type(idesc_name(d, "scale_type")).cutlass),
                       .shape = say(d.m, ", ", d.n),
                       .majors = say(major("transpose_a"), ", ", major("transpose_b")),
                       .signs = {}};
    if (idesc_flag(d, "negate_a") || idesc_flag(d, "negate_b"))
        out.signs = say(", ", sign("negate_a"), ", ", sign("negate_b"));
    if (kind_or_none(kind).integer && idesc_flag(d, "saturate")) out.signs = ", cute::UMMA::Saturate::True";
    return out;
}

Answer<CodeText> text(const Derived& d) {
    Lines out(d, "// ");
    const FamilyNames& names = names_of_family(d.session);
    out.line("#include <cutlass/version.h>");
    out.line("#include <cute/tensor.hpp>");
    out.line("#include <cute/atom/mma_atom.hpp>");
    out.line("#include <cute/atom/mma_traits_sm",
             d.session.variant.sparse ? names.cutlass_sparse_header : names.cutlass_header, ".hpp>");
    out.blank();
    // make_a_desc(), make_a_desc_at(buffer), make_idesc(), make_zero_mask(): kernels can call all of them, the host
    // those without a buffer.
    for (const WordPart& word : words_of(d)) {
        if (word.view->id == WordId::zcm)
            write_mask(out, word);
        else
            write_struct(out, d, word);
    }
    out.comment("The tiles in shared memory, and the MMA.");
    for (const Operand o : kBothOperands) write_layout(out, d, o);
    out.blank();
    if (family_of(d.session).idesc)
        write_umma(out, d);
    else
        write_gmma(out, d);
    out.cannot_issue("CUTLASS", {.lane_mask = false, .ashift = false, .collector = false});
    return out.done();
}

}  // namespace tilescope::code::cutlass
