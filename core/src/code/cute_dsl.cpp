// core/src/code/cute_dsl.cpp -- a session as Python with the CuTe DSL: words, layouts and the tiled MMA.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/document/instruction.h>
#include <tilescope/hw/kinds.h>

namespace tilescope::code::cute_dsl {
namespace {

// The MMA operations of the DSL, and the types that their constructors take before the shape of the instruction.
// Source: CuTe DSL 4.8.1, cutlass/cute/nvgpu/tcgen05/mma.py and warpgroup/mma.py.
enum class OpTypes : std::uint8_t { none, ab, a_b, ab_and_d, a_b_d, scale };
struct OpRow {
    std::string_view kind, tcgen05, warpgroup, k96 = {};  // k96: the operation with K = 96
    OpTypes types = OpTypes::ab_and_d, warpgroup_types = OpTypes::ab_and_d;
    bool majors = true;
};
// clang-format off
constexpr OpRow kOps[] = {
    {.kind = "f16", .tcgen05 = "MmaF16BF16Op", .warpgroup = "MmaF16BF16Op"},
    {.kind = "tf32", .tcgen05 = "MmaTF32Op", .warpgroup = "", .types = OpTypes::none},
    {.kind = "i8", .tcgen05 = "MmaI8Op", .warpgroup = "MmaI8Op", .types = OpTypes::ab, .warpgroup_types = OpTypes::a_b_d},
    {.kind = "f8f6f4", .tcgen05 = "MmaF8F6F4Op", .warpgroup = "MmaF8Op", .types = OpTypes::a_b_d, .warpgroup_types = OpTypes::a_b_d},
    {.kind = "mxf8f6f4", .tcgen05 = "MmaMXF8F6F4Op", .warpgroup = "", .types = OpTypes::a_b},
    {.kind = "mxf4", .tcgen05 = "MmaMXF4Op", .warpgroup = "", .k96 = "SM103MmaMXF4Op", .types = OpTypes::none, .majors = false},
    {.kind = "mxf4nvf4", .tcgen05 = "MmaMXF4NVF4Op", .warpgroup = "", .k96 = "SM103MmaMXF4NVF4Op", .types = OpTypes::scale, .majors = false},
};
// clang-format on

const OpRow* op_row(std::string_view kind) { return row_with(kOps, kind, &OpRow::kind); }

void write_layout(Lines& out, const Derived& d, Operand operand, std::string_view module) {
    const Answer<OperandTile> tile = atom_tile(d, operand);
    if (!tile) return out.cannot_lay_out("The layout atoms of CuTe DSL", operand, tile.why);
    const SmemLayout& l = tile->layout;
    // A layout of a padded type counts its containers of 8 bits.
    const bool padded = is_padded(*l.type);
    const std::string_view type = padded ? "cutlass.Uint8" : names_of_type(l.type->id).cute_dsl;
    if (type.empty()) return out.cannot(say("CuTe DSL has no type for ", l.type->id, "."));
    const bool k_first = tile->spec.order == AtomOrder::k_first;
    if (padded) out.comment(say("Each ", l.type->id, " is in a container of 8 bits."));
    out.line("def ", pick(operand, "a", "b"), "_smem_layout():");
    out.line("    atom = ", module, ".make_smem_layout_atom(", module, ".SmemLayoutAtomKind.", cutlass::atom_kind(l),
             ", ", type, ")");
    out.line("    return cute.tile_to_shape(atom, (", l.rows, ", ", l.columns,
             "), order=", k_first ? "(1, 0)" : "(0, 1)", ")");
    out.blank();
    out.blank();
}

// The type arguments of an operation. Refuses if the DSL has no name for one of them.
Answer<std::string> types_of(const Derived& d, OpTypes types) {
    const std::string_view kind = kind_or_none(d.session.variant.kind).id;
    const std::string_view a = names_as_stored(d.a_type, kind).cute_dsl, b = names_as_stored(d.b_type, kind).cute_dsl,
                           result = names_of_type(d.d_type).cute_dsl;
    std::vector<std::string_view> names;
    switch (types) {
    case OpTypes::none: break;
    case OpTypes::ab: names = {a}; break;
    case OpTypes::a_b: names = {a, b}; break;
    case OpTypes::ab_and_d: names = {a, result}; break;
    case OpTypes::a_b_d: names = {a, b, result}; break;
    case OpTypes::scale: names = {names_of_type(idesc_name(d, "scale_type")).cute_dsl}; break;
    }
    std::string out;
    for (const std::string_view name : names) {
        if (name.empty()) return Refusal("of the types ", d.a_type, ", ", d.b_type, " and ", d.d_type);
        out += say(name, ", ");
    }
    return out;
}

// Why the text has no tiled MMA of cute.nvgpu for this instruction. The primitives of the DSL have all forms of
// tcgen05; needs_primitive() has the forms for which the text takes them although a tiled MMA may exist, as for a
// sparse A.
Answer<void> has_op(const Derived& d, const OpRow* row) {
    const Variant& v = d.session.variant;
    const FamilyRow& family = family_of(d.session);
    const auto none = [&family](std::string why) {
        return Refusal("cute.nvgpu of CuTe DSL 4.8 has no ", family.id, " operation ", why, ".");
    };
    if (const auto known = idesc_is_known(d, "The MMA operation"); !known) return known;
    if (const std::string bad = bad_size(d); !bad.empty()) return none(say("for ", bad));
    if (row == nullptr || (!family.idesc && row->warpgroup.empty()) || v.b1)
        return none(say("of this kind, ", v.b1 ? "b1" : v.kind));
    if (v.ws) return none("with .ws");
    if (v.sparse && !family.idesc) return none("for a sparse A");
    const bool mixes = row->types == OpTypes::a_b_d || row->types == OpTypes::a_b;
    if (!mixes && d.a_type != d.b_type) return none("of this kind with different types of A and B");
    const KindRow& kind = kind_or_none(v.kind);
    if (d.k != kind.dense_k && (d.k != 96 || row->k96.empty())) return none(say("of this kind with K = ", d.k));
    if (kind.integer && idesc_flag(d, "saturate")) return none("of this kind with saturation");
    if (kind.packed && scale_block_of(v) != kind.default_block) return none("of this kind with this block size");
    if (const auto types = types_of(d, family.idesc ? row->types : row->warpgroup_types); !types)
        return none(types.why);
    return {};
}

void write_tiled_mma(Lines& out, const Derived& d, const OpRow& row, std::string_view module) {
    const Variant& v = d.session.variant;
    const FamilyRow& family = family_of(d.session);
    const auto major = [&](std::string_view id) { return say("OperandMajorMode.", idesc_flag(d, id) ? "MN" : "K"); };
    const std::string majors = row.majors ? say(", ", major("transpose_a"), ", ", major("transpose_b")) : std::string();
    const std::string_view source = v.a_in_tmem ? names_of_family(d.session).cute_dsl_other_a : "SMEM";
    const std::string_view name = !family.idesc ? row.warpgroup : d.k == 96 ? row.k96 : row.tcgen05;
    out.line("def tiled_mma():");
    out.line("    op = ", module, ".", name, "(");
    out.line("        ", *types_of(d, family.idesc ? row.types : row.warpgroup_types), "(",
             family.m != 0 ? family.m : d.m, ", ", d.n, ", ", d.k, "), ",
             family.pairs ? say("tcgen05.CtaGroup.", v.cta_group == 2 ? "TWO" : "ONE", ", ") : std::string(), module,
             ".OperandSource.", source, majors, ")");
    const bool negates = idesc_flag(d, "negate_a") || idesc_flag(d, "negate_b");
    if (!negates || !family.idesc) {
        out.line("    return cute.make_tiled_mma(op)");
        if (negates) out.cannot("The wgmma operations of CuTe DSL have no negation of A or B.");
        return;
    }
    out.line("    mma = cute.make_tiled_mma(op)");
    if (idesc_flag(d, "negate_a")) out.line("    mma.set(tcgen05.Field.NEGATE_A, True)");
    if (idesc_flag(d, "negate_b")) out.line("    mma.set(tcgen05.Field.NEGATE_B, True)");
    out.line("    return mma");
}

// The member of Tcgen05MMAKind. Empty: the primitives do not have the kind.
std::string kind_member(std::string_view kind) {
    if (op_row(kind) == nullptr) return {};
    return kind_or_none(kind).integer ? "INT8" : upper(kind);
}

// The qualifiers of the instruction as keywords of the primitive: ", a_shift=True".
std::string qualifiers_of(const Derived& d, bool zero_mask) {
    const Variant& v = d.session.variant;
    std::string out;
    if (kind_or_none(v.kind).block_scaled())
        out += say(", scale_vec_size=prims.Tcgen05MMABlockScale.BLOCK", scale_block_of(v));
    if (const std::size_t at = v.collector.find("::"); at != v.collector.npos) {
        if (v.ws)
            out += say(", collector_b_buffer=prims.Tcgen05MMACollectorBBuffer.", upper(v.collector.substr(0, at)));
        out += say(", collector_op=prims.Tcgen05MMACollectorOp.", upper(v.collector.substr(at + 2)));
    }
    if (v.ashift) out += ", a_shift=True";
    if (v.scale_d) out += say(", scale_input_d=", *v.scale_d);
    if (v.lane_mask) out += ", write_disable_mask=lane_mask";
    if (zero_mask) out += ", col_b_zero_mask=zero_mask";
    return out;
}

// The arguments that are addresses in Tensor Memory: "d and a are".
std::string pointers_of(const Variant& v, bool scaled) {
    std::vector<std::string_view> names = {"d"};
    if (v.a_in_tmem) names.push_back("a");
    if (v.sparse) names.push_back("metadata");
    if (scaled) names.insert(names.end(), {"scale_a", "scale_b"});
    return say(list_of(names, std::identity(), ", ", " and "), names.size() == 1 ? " is" : " are");
}

// The primitives take the words as numbers, and all forms of the instruction.
// Source: CuTe DSL 4.8.1, cutlass/experimental/primitives/nvvm_wrapper.py.
void write_issue(Lines& out, const Derived& d, bool zero_mask) {
    const Variant& v = d.session.variant;
    const bool scaled = kind_or_none(v.kind).block_scaled();
    const std::string kind = kind_member(v.kind);
    if (kind.empty()) return out.cannot(say("CuTe DSL has no MMA of kind ", v.kind, "."));
    const std::string more = say(v.sparse ? ", metadata" : "", scaled ? ", scale_a, scale_b" : "");
    out.comment(say("Call it in a kernel. ", issuer_of(d.session), " issues the MMA."));
    out.comment(say(pointers_of(v, scaled), " prims.make_tmem_ptr(address, cutlass.Float32).",
                    v.lane_mask ? say(" lane_mask is a vector of ", 4 * v.cta_group, " cutlass.Int32.") : ""));
    out.line("def issue(d, a, b, idesc, enable_input_d", more, v.lane_mask ? ", lane_mask" : "",
             zero_mask ? ", zero_mask" : "", "):");
    out.line("    prims.tcgen05_mma", v.ws ? "_ws" : "", v.sparse ? "_sp" : "", scaled ? "_block_scale" : "", "(");
    out.line("        prims.Tcgen05MMAKind.", kind, v.ws ? "" : say(", prims.CTAGroup.CTA_", v.cta_group), ", d, ",
             v.a_in_tmem ? "a" : "cutlass.Int64(a)", ", b, idesc, enable_input_d", more, qualifiers_of(d, zero_mask),
             ")");
}

// A tiled MMA has no argument for these forms.
bool needs_primitive(const Variant& v, bool zero_mask) {
    return v.ws || v.sparse || v.lane_mask || v.scale_d || v.ashift || !v.collector.empty() || zero_mask;
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    Lines out(d, "# ");
    const std::string_view module = names_of_family(d.session).cute_dsl;
    const std::vector<WordPart> words = words_of(d);
    const bool zero_mask = word_in(words, WordId::zcm) != nullptr;
    const OpRow* row = op_row(d.session.variant.kind);
    const auto has = has_op(d, row);
    const bool primitive = family_of(d.session).idesc && (!has || needs_primitive(d.session.variant, zero_mask));
    out.line("import cutlass");
    out.line("import cutlass.cute as cute");
    if (primitive) out.line("from cutlass.experimental import primitives as prims");
    out.line("from cutlass.cute.nvgpu import OperandMajorMode, ", module);
    out.blank();
    out.comment(primitive ? "The words, which issue() takes."
                          : "The words. The DSL makes them itself from the layouts and the MMA operation below.");
    for (const WordPart& word : words) {
        for (const FieldPart& p : word.fields)
            if (p.open())
                out.cannot(say("The field '", p.field->id, "' of ", word.name,
                               " has unknown bits, so the text has no number for the word."));
        if (!word.open()) out.line(upper(word.name), " = ", word.hex(), "  # ", word.view->summary);
    }
    out.blank();
    out.blank();
    out.comment("Call these functions inside a function with @cute.jit.");
    for (const Operand o : kBothOperands)
        if (d.of(o).in_smem) write_layout(out, d, o, module);
    if (primitive)
        write_issue(out, d, zero_mask);
    else if (has)
        write_tiled_mma(out, d, *row, module);
    else
        out.cannot(has.why);
    return out.done();
}

}  // namespace tilescope::code::cute_dsl
